"""Nothing leaks: change what a viewer cannot see, and not one byte that the viewer gets changes.

    assert_no_leak(game, state, other, viewer, every_move, words)
    assert_no_leak_in_match(match, other_match, viewer)

`other` differs from `state` only in what the viewer must not know. Compared is all that the house
ever hands out: views and pictures, legal moves, refusals, errors for typed words, notation,
sentences, transcripts, and why a move cannot be taken back. A Leak names the channel.

A game that hides nothing has no such pair of states, and needs no such test.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from cruachan.engine import transcript
from cruachan.engine.errors import CruachanError, UndoError
from cruachan.engine.game import Game, Viewer
from cruachan.engine.match import Match
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS

AnyGame = Game[Any, Any]
Heard = Iterator[tuple[str, str]]
"""Where something was heard, and the bytes."""


class Leak(AssertionError):
    """Something that a viewer gets depends on what the viewer must not know."""


def seen(
    game: AnyGame, state: Any, viewer: Viewer, names: Sequence[str] = (), pictures: bool = True
) -> Heard:
    """What the viewer is shown of a state."""
    for lang in LANGS:
        view = presentation_of(game).view(state, viewer, names, lang)
        yield f"view {lang}", json.dumps(view)
        if pictures:
            yield f"draw {lang}", presentation_of(game).draw(view, lang)
        yield f"sheets {lang}", json.dumps(presentation_of(game).side_panels(view, lang))
    yield "position", game.write_position(state, viewer)
    yield "seen", game.write_position(game.observe(state, viewer))
    yield "when", repr(game.when(state))
    yield "to_act", repr(game.to_act(state))
    yield "outcome", repr(game.outcome(state))


def answered(
    game: AnyGame,
    state: Any,
    viewer: int,
    moves: Iterable[Any],
    words: Iterable[str],
    names: Sequence[str] = (),
) -> Heard:
    """What the viewer, a player, gets back for moves tried and words typed."""
    yield "legal_moves", repr(game.legal_moves(state, viewer))
    for move in moves:
        for lang in LANGS:
            yield f"why_not {move} {lang}", repr(game.why_not(state, viewer, move, lang, names))
        yield f"reveals {move}", repr(game.reveals(state, viewer, move))
    for text in words:
        for lang in LANGS:
            try:
                answer = repr(game.read_move(state, viewer, text, lang, names))
            except CruachanError as error:
                answer = f"{type(error).__name__} {error} {vars(error)}"
            yield f"read_move {text!r} {lang}", answer


def told(
    game: AnyGame,
    state: Any,
    viewer: Viewer,
    seat: int,
    moves: Iterable[Any],
    names: Sequence[str] = (),
) -> Heard:
    """What the viewer reads and hears when a seat makes one of these moves."""
    for move in moves:
        after = game.apply(state, seat, move)
        yield f"write_move {move}", game.write_move(state, seat, move, viewer)
        for lang in LANGS:
            yield (
                f"tell {move} {lang}",
                presentation_of(game).tell(state, seat, move, after, viewer, names, lang),
            )


def kept(match: Match[Any, Any], viewer: Viewer) -> Heard:
    """What the viewer gets of a match: all of the above, history, transcript, undo."""
    yield from seen(match.game, match.state, viewer, match.names)
    for lang in LANGS:
        for number, sentence in enumerate(match.log(viewer, lang)):
            yield f"log {number} {lang}", sentence
    if match.outcome is None:
        for number, line in enumerate(transcript.write(match, viewer=viewer).splitlines()):
            yield f"transcript {number}", line
    for seat in range(len(match.players)):
        yield f"why_no_undo {seat}", repr(match.why_no_undo(seat))
        for lang in LANGS:
            yield f"undo {seat} {lang}", _undo(match, seat, lang)


def _undo(match: Match[Any, Any], seat: int, lang: Any) -> str:
    """What is said to who takes a move back; the match is left as it was."""
    try:
        ply = match.undo(seat)
    except UndoError as error:
        return error.text(lang)
    match.redo(seat)
    return f"taken back: {ply.move}" if ply.seat == seat else "taken back"


def compare(left: Heard, right: Heard, viewer: Viewer) -> None:
    """Two streams that must be the same to the byte."""
    for one, two in zip(list(left), right, strict=True):
        if one != two:
            raise Leak(f"{one[0]} tells {viewer!r}: {_difference(one[1], two[1])}")


def _difference(one: str, two: str) -> str:
    """Where two texts part."""
    pairs = enumerate(zip(one, two, strict=False))
    at = next((at for at, (a, b) in pairs if a != b), min(len(one), len(two)))
    return f"...{one[max(0, at - 40) : at + 40]!r} or ...{two[max(0, at - 40) : at + 40]!r}"


def assert_no_leak(
    game: AnyGame,
    left: Any,
    right: Any,
    viewer: Viewer,
    moves: Sequence[Any] = (),
    words: Sequence[str] = (),
    names: Sequence[str] = (),
    quick: Random | None = None,
) -> None:
    """Two states that differ in what is hidden are one and the same to the viewer.

    With `quick` no pictures are drawn and only two moves, chosen by it, are told.
    """
    compare(
        seen(game, left, viewer, names, quick is None),
        seen(game, right, viewer, names, quick is None),
        viewer,
    )
    if viewer is not None:
        compare(
            answered(game, left, viewer, moves, words, names),
            answered(game, right, viewer, moves, words, names),
            viewer,
        )
    for seat in game.to_act(left):
        legal = game.legal_moves(left, seat)
        both = [
            move
            for move in (quick.sample(legal, min(2, len(legal))) if quick else legal)
            if _legal(game, right, viewer, seat, move)
            and _hides(game, left, right, viewer, seat, move)
        ]
        compare(
            told(game, left, viewer, seat, both, names),
            told(game, right, viewer, seat, both, names),
            viewer,
        )


def _hides(game: AnyGame, left: Any, right: Any, viewer: Viewer, seat: int, move: Any) -> bool:
    """Whether the viewer still cannot tell the states apart once the move is made.

    Who looks at a hidden thing is told what it is, and nobody is told more than she then sees.
    """
    views = [
        presentation_of(game).view(game.apply(state, seat, move), viewer) for state in (left, right)
    ]
    return views[0] == views[1]


def _legal(game: AnyGame, state: Any, viewer: Viewer, seat: int, move: Any) -> bool:
    """What others can do may depend on what only they know; what the viewer can do may not."""
    legal = move in game.legal_moves(state, seat)
    if not legal and seat == viewer:
        raise Leak(f"legal_moves of {seat} depend on what is hidden: {move}")
    return legal


def assert_no_leak_in_match(left: Match[Any, Any], right: Match[Any, Any], viewer: Viewer) -> None:
    """Two matches that differ in what is hidden are one and the same to the viewer.

    Their commitments must be the same: a match that shows its seed's hash shows nothing else.
    """
    assert left.commitment == right.commitment
    compare(kept(left, viewer), kept(right, viewer), viewer)
