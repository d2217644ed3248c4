"""`cruachan` whose queue of notices looks often, and gives a claim up soon: a test that kills it
waits seconds and not a minute for what was claimed."""

from __future__ import annotations

from unittest.mock import patch


def main() -> None:
    """`cruachan`, with other times of its queue."""
    from cruachan import cli
    from cruachan.server.notices import queue

    with (
        patch.object(queue, "LOOK", 0.1),
        patch.object(queue, "CLAIMED", 3_000),
        patch.object(queue, "PATIENCE", 2.0),
    ):
        cli.main()


if __name__ == "__main__":
    main()
