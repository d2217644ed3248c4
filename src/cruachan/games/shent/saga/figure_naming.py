"""Figures in words, in the order in which the saga is read.

Sentences are made before it is known which of them are told, so a figure stands in them as a mark.
Here the marks become words: by name, else as the hunter of somebody, another hunter, the hunter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.components.material import ADAN, BUILDINGS, KINDS, URLUG
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Piece, State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.tale.epithets import Life
from cruachan.games.shent.tale.voice import MARKS, Voice, capital, genitive

_MARK = re.compile(rf"([{MARKS[0]}{MARKS[1]}])([\d+]+),(-?\d+),(\w+){MARKS[2]}")
SOON = 4
"""Within so many moves whoever is beaten falls."""
NAMELESS = 2
"""Of so many of the dead it is said that nobody knows their names."""
BARE = "name"
"""The form of a figure of which only the name is said."""
_ENDS = (". ", "! ", "? ")
_BEGIN = re.compile(r"(^|[.!?…] )[„“]?$")


def named_in(text: str) -> list[int]:
    """The figures that stand as marks in a sentence."""
    return [int(unit) for mark in _MARK.finditer(text) for unit in mark[2].split("+")]


def refer(units: tuple[int, ...], whose: int, form: str) -> str:
    """Figures that are named later."""
    return f"{MARKS[0]}{'+'.join(map(str, units))},{whose},{form}{MARKS[2]}"


class FigureNamer:
    """Replaces marks by words; remembers who was named before in the chapter and the scene."""

    def __init__(self, match: Match[State, Move], voice: Voice, figures: FigureLives) -> None:
        self.match = match
        self.voice = voice
        self.figures = figures
        self.known: set[int] = set()
        """The figures that were ever told of by name."""
        self.names: dict[int, str] = {}
        """By which name each of them was told of last."""
        self.lost: set[int] = set()
        """The dead of whom it was said that their names are not handed down."""
        self.kinds: dict[int, set[int]] = {}
        """The figures of each kind that were told of in this scene."""
        self.met: set[int] = set()
        """The figures that were named in this chapter."""
        self.last: dict[tuple[int, int], int] = {}
        """The figure of a player and a kind that was told of last in this scene."""
        self.left: dict[int, int] = {}
        """The figures told to have left their lord, by figure, with the lord."""
        self.near = NOBODY
        """Whose name stands in the sentence at hand already."""

    def chapter(self) -> None:
        """A chapter begins: whoever comes is said again to be whose."""
        self.met.clear()
        self.scene()

    def scene(self) -> None:
        """A scene begins: nobody was told of in it."""
        self.last.clear()
        self.kinds.clear()

    def said(self, told: StorySentence) -> StorySentence:
        """A sentence with its figures in words."""
        text, found = told.text, ""
        self.near = self._near(text)
        while mark := _MARK.search(text):
            found += text[: mark.start()]
            begins = mark[1] == MARKS[1] or bool(_BEGIN.search(found))
            units = [int(unit) for unit in mark[2].split("+")]
            if mark[4] == "all" and len(units) > 1:
                name = self._company(units, told.ply)
            else:
                form = "the" if mark[4] == "all" else mark[4]
                name = self._called(units[0], int(mark[3]), form, told.ply)
            found += capital(name) if begins else name
            text = text[mark.end() :]
            if found.endswith(",") and text[:1] in ",;.:!?…":
                found = found[:-1]
        return told.saying(found + text)

    def _near(self, text: str) -> int:
        """Whose name stands beside their only figure in a sentence; then it is not said again."""
        marks = list(_MARK.finditer(text))
        for mark in marks:
            whose = int(mark[3])
            if [int(each[3]) for each in marks].count(whose) != 1 and len(marks) > 1:
                continue
            start = max(text.rfind(end, 0, mark.start()) for end in _ENDS)
            ends = [at for end in _ENDS if (at := text.find(end, mark.end())) >= 0]
            sentence = text[start + 1 : min(ends, default=len(text))]
            named = [
                seat for seat, name in enumerate(self.voice.names) if name and name in sentence
            ]
            if len(named) == 1 and (len(marks) == 1 or named[0] == whose):
                return named[0]
        return NOBODY

    def _called(self, unit: int, whose: int, form: str, ply: int) -> str:
        piece = self._piece(unit, ply)
        life = self.figures.life(unit, ply)
        key, article, case = _key(piece), *_split(form)
        if life is None or piece.kind in BUILDINGS:
            return self._owned(self.voice.kind(key, form), whose)
        same = self.kinds.setdefault(piece.kind, set())
        same.add(life.number)
        if name := self.figures.names.get(life.number, ""):
            served = self.figures.served(life.number, ply) if piece.leader < 0 else []
            return self._by_name(name, life.number, piece, article, case, served)
        group = (piece.leader, piece.kind)
        earlier = self.last.get(group)
        self.last[group] = life.number
        if article == "the" and piece.leader < 0 and piece.kind != URLUG:
            article = "the" if life.number in self.met else "a"
            self.met.add(life.number)
        if article == "the" and piece.leader >= 0:
            if earlier is None:
                article = "a" if self._several(piece, ply) else "the"
            else:
                article = "the" if earlier == life.number else "other"
        if piece.leader >= 0 and self._dies(life, ply) and life.number not in self.lost:
            return self._nameless(life.number, piece, article, case)
        plain = article == "the" and earlier == life.number and len(same) == 1
        return self._owned(self.voice.kind(key, article + case), NOBODY if plain else whose)

    def _dies(self, life: Life, ply: int) -> bool:
        """Whether a figure falls by this move or shortly after."""
        return life.gone is not None and self.figures.ends[life.number] <= ply + SOON

    def _nameless(self, number: int, piece: Piece, article: str, case: str) -> str:
        """One who dies without a name: that is said of the first ones, each time otherwise."""
        self.lost.add(number)
        noun = self.voice.kind(_key(piece), ("other" if article == "other" else "a") + case)
        whose = self._owned(noun, piece.leader)
        if len(self.lost) > NAMELESS:
            return whose
        said = self.voice.pick("saga.nameless", sentences(self.voice.lang)["nameless"], 0)
        return str(said).format(figure=whose)

    def _company(self, units: list[int], ply: int) -> str:
        """Several figures: those with a name, then the others counted by their kinds."""
        parts, kinds = [], []
        for unit in units:
            life, piece = self.figures.life(unit, ply), self._piece(unit, ply)
            name = self.figures.names.get(life.number, "") if life else ""
            if name and life:
                new = life.number not in self.known
                self.met.add(life.number)
                self.known.add(life.number)
                self.names.setdefault(life.number, name)
                parts.append(f"{self.voice.kind(_key(piece), 'the')} {name}" if new else name)
            else:
                kinds.append(_key(piece))
                if life:
                    self.last[piece.leader, piece.kind] = life.number
        for key in dict.fromkeys(kinds):
            many = kinds.count(key)
            one = self.voice.kind(key, "the" if len(units) > 1 else "a")
            number = self.voice.number(many)
            parts.append(one if many == 1 else f"{number} {self.voice.kind(key, 'many')}")
        return self.voice.listed(parts)

    def _by_name(
        self,
        name: str,
        number: int,
        piece: Piece,
        article: str,
        case: str,
        served: Sequence[int] = (),
    ) -> str:
        """A name; the first time it is told of a stranger, and of whom in each chapter."""
        key, words = _key(piece), self.voice.tales["tell"]
        old = self.names.get(number, name)
        first, new = number not in self.met, number not in self.known or old != name
        self.names[number] = name
        self.met.add(number)
        self.known.add(number)
        if not served or article == BARE:
            self.left.pop(number, None)
        elif self.left.get(number) != served[-1]:
            self.left[number] = served[-1]
            said = sentences(self.voice.lang)["new_deserter" if new else "deserter"]
            players = self.voice.listed([self.voice.player(seat) for seat in served])
            figure = self.voice.kind(key, f"a{case}")
            return str(said).format(figure=figure, name=name, player=players)
        if article == "a" or (new and article != BARE):
            figure = self.voice.kind(key, f"a{case}")
            figure = figure if article == "a" else self._owned(figure, piece.leader)
            said = str(words["by_name"]).format(figure=figure, name=name)
            renamed = str(sentences(self.voice.lang)["until_then"])
            return said if old == name else renamed.format(figure=said, old=old)
        if not first or article == BARE:
            return name
        return f"{name}, {self._owned(self.voice.kind(key, f'the{case}'), piece.leader)},"

    def _owned(self, noun: str, whose: int) -> str:
        """Medb's hunter, a hunter of Medb; only the hunter where Medb is named beside it."""
        if whose < 0 or whose == self.near:
            return noun
        for article in self.voice.tales["tell"]["articles"]:
            if noun.startswith(article):
                owner = genitive(self.voice, self.voice.player(whose))
                return f"{owner} {noun.removeprefix(article)}"
        whole = str(self.voice.tales["tell"]["whose"])
        return whole.format(figure=noun, player=self.voice.player(whose))

    def _piece(self, unit: int, ply: int) -> Piece:
        """The figure as it was before the move, or as it came by it."""
        piece = self.match.state_at(ply).pieces[unit]
        if piece.land == NOWHERE:
            piece = self.match.state_at(min(ply + 1, len(self.match.history))).pieces[unit]
        return piece

    def _several(self, piece: Piece, ply: int) -> bool:
        """Whether its player has more than one of them, of those without a name."""
        pieces = self.match.state_at(ply).pieces
        same = [
            unit
            for unit, each in enumerate(pieces)
            if (each.leader, each.kind) == (piece.leader, piece.kind)
            and each.land != NOWHERE
            and not self.figures.name(unit, ply)
        ]
        return len(same) > 1


def _key(piece: Piece) -> str:
    """A kind of figure as the saga calls it: a human is a companion or a stranger."""
    if piece.kind != ADAN:
        return KINDS[piece.kind].key
    return "fellow" if piece.leader >= 0 else "stranger"


def _split(form: str) -> tuple[str, str]:
    """Article and case: the_acc is the and _acc."""
    article, _, case = form.partition("_")
    return article, f"_{case}" if case else ""
