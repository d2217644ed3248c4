"""Dice and lots that fell at a real table: what could have fallen, and what a typed line says."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from cruachan.engine.errors import AmbiguousMove, IllegalMove, UnreadableMove
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match
from cruachan.engine.notation import begins, fold
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Parts
from cruachan.terminal.choices import ListedMove

SPLIT = re.compile(r"[\s,;:+.–-]+")
"""What stands between the dice of one roll."""
WORD = re.compile(r"\w+")
CLEAR = 3
"""From so many letters on the beginning of a word is enough."""
MOST_NAMED = 12
"""The most outcomes that one line names."""


def outcomes(match: Match[Any, Any], lang: Lang) -> list[ListedMove]:
    """All that chance can decide now, as far as those know who may see it; in notation and told.

    Where every outcome is a number, or several dice, each has the number that is typed for it.
    """
    game = match.game
    viewer = next(iter(seers(match) or ()), None)
    state = game.observe(match.state, viewer)
    moves = game.legal_moves(state, CHANCE)
    texts = [game.write_move(state, CHANCE, move, CHANCE) for move in moves]
    shown, names = presentation_of(game), match.names
    sentences = [
        shown.tell(state, CHANCE, move, game.after(state, CHANCE, move), viewer, names, lang)
        for move in moves
    ]
    called = [shown.chance_name(state, move, lang) for move in moves]
    points = called if all(called) else _points(sentences) or [_tail(text) for text in texts]
    dice = [_tail(text).replace("-", "") for text in texts]
    numbers = list(map(int, dice)) if all(map(str.isdecimal, dice)) else range(1, len(moves) + 1)
    return [
        ListedMove(number, game.pack(move), text, said.strip() or name or text, point, _parts(text))
        for number, move, text, said, name, point in zip(
            numbers, moves, texts, sentences, called, points, strict=True
        )
    ]


def _points(sentences: list[str]) -> list[str]:
    """The one word in which sentences differ, of each; nothing where they differ in more."""
    split = [WORD.findall(each) for each in sentences]
    if len({len(words) for words in split}) != 1:
        return []
    columns = [column for column in zip(*split, strict=True) if len(set(column)) > 1]
    return list(columns[0]) if len(columns) == 1 else []


def _parts(text: str) -> Parts:
    return Parts(text.partition(" ")[0], target=_tail(text))


def _tail(text: str) -> str:
    """What fell, without the word for what was rolled or drawn."""
    return text.partition(" ")[2] or text


def named(listed: list[ListedMove], texts: Texts) -> str:
    """What can fall, in one line; of many outcomes some, and what one of them means."""
    tails = [each.point for each in listed]
    if len(tails) <= MOST_NAMED:
        return ", ".join(tails)
    some = texts("roll.some", some=", ".join(tails[:3]), last=tails[-1], many=len(tails))
    if listed[1].label in (listed[1].text, tails[1]):
        return some
    return texts("roll.example", some=some, one=tails[1], told=listed[1].label.rstrip("."))


def seers(match: Match[Any, Any]) -> list[int] | None:
    """The seats that may see what chance decides now; None where everybody may."""
    game, state = match.game, match.state
    first = game.legal_moves(state, CHANCE)[0]
    whole = game.write_move(state, CHANCE, first, CHANCE)
    if game.write_move(state, CHANCE, first, None) == whole:
        return None
    seats = range(len(match.players))
    return [seat for seat in seats if game.write_move(state, CHANCE, first, seat) == whole]


def read_roll(match: Match[Any, Any], line: str, lang: Lang) -> ListedMove:
    """The outcome that a line says: `dice 3-5`, `3 5`, `rolls: 3 5`, a colour, a player's name.

    A MoveError says what can fall instead, or which rule forbids it.
    """
    texts = Texts(__package__, lang)
    listed = outcomes(match, lang)
    verb = listed[0].verb
    words = [word for word in SPLIT.split(fold(line)) if word]
    spoken = {verb, *(fold(word) for word in texts("roll.words").split())}
    if len(words) > 1 and words[0] in spoken:
        words = words[1:]
    fits = _fitting(listed, words)
    if len(fits) == 1:
        return _checked(match, fits[0], lang)
    if fits:
        candidates = [each.text for each in fits]
        said = texts("roll.several", text=line, candidates=named(fits, texts))
        raise AmbiguousMove(said, candidates)
    with suppress(UnreadableMove):
        # Where the notation knows it and a rule forbids it now, that rule is named.
        match.game.read_move(match.state, CHANCE, f"{verb} {'-'.join(words)}", lang, match.names)
    raise UnreadableMove(texts("roll.cannot", text=line, outcomes=named(listed, texts)))


def _checked(match: Match[Any, Any], fit: ListedMove, lang: Lang) -> ListedMove:
    """The outcome; an IllegalMove if it cannot be, for a reason that not everybody may know."""
    game = match.game
    refusal = game.why_not(match.state, CHANCE, game.unpack(fit.move), lang, match.names)
    if refusal:
        raise IllegalMove(refusal)
    return fit


def _fitting(listed: list[ListedMove], words: list[str]) -> list[ListedMove]:
    """The outcomes that words fit best: in notation, by number, or else as they are told."""
    if not words:
        return []
    exact = [each for each in listed if SPLIT.split(fold(_tail(each.text))) == words]
    if exact:
        return exact
    called = [each for each in listed if SPLIT.split(fold(each.point)) == words]
    if called:
        return called
    if len(words) == 1 and words[0].isdecimal():
        return [each for each in listed if str(each.number) == words[0]]
    return [each for each in listed if _says(each.label, words)]


def _says(label: str, words: list[str]) -> bool:
    """Whether all words stand in a sentence, in their order."""
    own = iter(WORD.findall(label))
    return all(
        any(fold(each) == word or (len(word) >= CLEAR and begins(each, word)) for each in own)
        for word in words
    )
