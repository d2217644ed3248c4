"""`cruachan` whose queue of notices looks often, gives a claim up soon, and soon tries again what
could not be sent in time: a test that kills it on a busy machine waits seconds and not minutes."""

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
        patch.object(queue, "FIRST_PAUSE", 3_000),
    ):
        cli.main()


if __name__ == "__main__":
    main()
