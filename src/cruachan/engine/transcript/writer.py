"""Writes matches as transcripts, redacted for a viewer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cruachan.engine.game import CHANCE, Outcome, Viewer
from cruachan.engine.match import Match
from cruachan.engine.notation import LETTERS, seat_letter
from cruachan.engine.transcript.format import VERSIONS, Marker, clean_name


def write(match: Match[Any, Any], viewer: Viewer = None, secrets: bool = False) -> str:
    """Return the transcript of a match as this viewer may have it; `secrets` includes everything.

    Once the game is over, everybody may have everything.
    """
    eyes = CHANCE if secrets or match.outcome else viewer
    return Marker().lines([*head_lines(match), *ply_lines(match, 0, eyes), *tail_lines(match)])


def write_result(outcome: Outcome) -> str:
    """Return places and scores by seat: a=2:31 b=1:47."""
    rows = enumerate(zip(outcome.places, outcome.scores, strict=True))
    return " ".join(f"{LETTERS[seat]}={place}:{score}" for seat, (place, score) in rows)


def head_lines(match: Match[Any, Any]) -> list[str]:
    """Return the lines before the moves."""
    game = match.game
    entropy = [f"word {LETTERS[seat]} {word}" for seat, word in sorted(match.entropy.items())]
    opened = [f"opened {match.opened}"] if match.opened else []
    edition = [f"edition {match.edition}"] if match.edition else []
    chosen = ["chosen seed"] if match.chosen else []
    typed = ["rolls typed"] if match.typed_rolls else []
    dice = [*chosen, *typed, *opened, *edition, *entropy]
    newest = 4 if typed else 3 if edition else 2 if opened else 1
    version = newest if dice or match.resigned is not None else 0
    return [
        f"cruachan transcript {VERSIONS[version]}",
        f"game {game.name} rules {game.rules_version}",
        f"board {game.board_name} {game.board_digest}",
        *_option_lines(match),
        *(
            f"seat {LETTERS[seat]} {player.kind} {clean_name(player.name)}"
            for seat, player in enumerate(match.players)
        ),
        f"commitment {match.commitment}",
        *dice,
    ]


def _option_lines(match: Match[Any, Any]) -> Iterator[str]:
    """Yield the options; of those younger than the format only what is not the default."""
    for option in match.game.options:
        value = match.options[option.name]
        if not option.younger or value != option.default:
            yield f"option {option.name} {value}"


def ply_lines(match: Match[Any, Any], since: int, eyes: Viewer) -> Iterator[str]:
    """Yield the moves from a ply on, as this viewer may read them."""
    for number in range(since, len(match.history)):
        ply = match.history[number]
        text = match.game.write_move(match.state_at(number), ply.seat, ply.move, eyes)
        yield f"{number + 1} {seat_letter(ply.seat)} {text}"


def tail_lines(match: Match[Any, Any]) -> list[str]:
    """Return the lines after the moves: the result and the seed, once the game is over."""
    over = match.outcome
    if over is None:
        return []
    resigned = [] if match.resigned is None else [f"resigned {LETTERS[match.resigned]}"]
    seed = [] if match.seed is None else [f"seed {match.seed.hex()}"]
    return [*resigned, f"result {write_result(over)}", *seed]
