"""Why a move of SHENT is a good one, as a player would say it.

What it does for quests and the goal, how likely it is, and what a figure finds where it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cruachan.engine.texts import Lang
from cruachan.games.shent.aims import aims
from cruachan.games.shent.components.material import BUILDINGS
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.presence import distances
from cruachan.games.shent.core.speaker import capital
from cruachan.games.shent.core.state import Quest, State, foes, land_sum, led, others_in
from cruachan.games.shent.view.shown import ShentView
from cruachan.games.shent.view.speech import ShentSpeech

ON_THE_BOARD = ("start", "event", "contest", "break", "scatter", "choose", "step")
"""Verbs whose cards say no more than what lies in a land."""
OF_GOALS = ("lay ", "reward goal ")
"""How moves begin by which a rune is laid to a goal; their cards name the aims that it allows."""


def reason(
    before: State,
    after: State | None,
    shown: ShentView,
    seat: int,
    move: Move,
    text: str,
    names: Sequence[str],
    lang: Lang,
) -> str:
    """What a move is good for; empty where nothing of that kind can be said.

    `before` is what the seat may know and `shown` its view of it; `after` is missing where the move
    turns something up. `text` is the move as it is written.
    """
    return Reasons(before, after, shown, seat, names, lang).of(move, text)


class Reasons:
    """Reasons for the moves of one decision."""

    def __init__(
        self,
        before: State,
        after: State | None,
        shown: ShentView,
        seat: int,
        names: Sequence[str],
        lang: Lang,
    ) -> None:
        self.before, self.after, self.shown, self.seat = before, after, shown, seat
        self.speech = ShentSpeech(before, names, lang, seat)
        self.words = self.speech.words

    def of(self, move: Move, text: str) -> str:
        """The first that can be said: what it wins, what it brings nearer, what it is by itself."""
        verbs: dict[str, Callable[..., str]] = {
            "step": self._step,
            "place": self._place,
            "buy": self._buy,
            "claim": self._claim,
            "declare": self._declare,
            "bid": self._bid,
            "march": self._march,
            "start": lambda _, land: self._ground(land),
            "contest": lambda land, *_: self._ground(land),
            "break": lambda land, *_: self._ground(land),
        }
        own = verbs.get(move.verb)
        found = self._wins() or self._nearer() or (own(*move.args) if own else "")
        return found or ("" if move.verb in ON_THE_BOARD else self._on_card(text))

    def _wins(self) -> str:
        outcome = self.after.outcome if self.after else ()
        return self.words("reason.wins") if outcome and outcome[0] == self.seat else ""

    def _aims(self, state: State) -> Iterator[Quest]:
        """The quests that run, and the goal."""
        player = state.players[self.seat]
        yield from player.quests
        if player.aim is not None:
            yield player.aim

    def _nearer(self) -> str:
        """A quest, or the goal, that has come further."""
        if self.after is None:
            return ""
        for was, now in zip(self._aims(self.before), self._aims(self.after), strict=False):
            if now.aim is None or was.aim != now.aim:
                continue
            (done, _), (then, of) = (
                aims.progress(state, self.seat, quest)
                for state, quest in ((self.before, was), (self.after, now))
            )
            if then > done:
                key = "reached" if then >= of else "nearer"
                return self.words(f"reason.{key}", aim=self._title(now), done=then, of=of)
        return ""

    def _title(self, quest: Quest) -> str:
        return self.speech.quest_title(quest)

    # Verbs

    def _step(self, piece: int, land: int) -> str:
        """Where a figure goes: on the way of a quest, into the unknown, into a contest, or home."""
        here = self.before.pieces[piece].land
        way = distances(self.before, land)
        for quest in self._aims(self.before):
            lands = aims.lands_concerned(self.before, self.seat, quest) if quest.aim else ()
            aim = self._title(quest) if quest.aim else ""
            if land in lands:
                return self.words("reason.there", aim=aim, land=self.speech.land(land))
            near = [each for each in lands if 0 <= way[each] < distances(self.before, here)[each]]
            if near:
                goal = min(near, key=lambda each: (way[each], each))
                return self.words.count(
                    "reason.way", way[goal], aim=aim, land=self.speech.land(goal)
                )
        if others_in(self.before, self.seat, land) or foes(self.before, land):
            return self.words("reason.meet")
        own = self.before.markers[land] == self.seat
        return self.words("reason.alone" if own else "reason.event")

    def _place(self, kind: int, _: int) -> str:
        if kind in BUILDINGS:
            return ""
        many = len(led(self.before, self.seat)) + 1
        return self.words("reason.figure", many=many)

    def _buy(self, *_: int) -> str:
        hand = len(self.before.players[self.seat].hand)
        return self.words.count("reason.rune", hand) if hand else self.words("reason.first_rune")

    def _claim(self, *_: int) -> str:
        return self.words("reason.claim")

    def _declare(self, *_: object) -> str:
        return self.words("reason.declare")

    def _march(self) -> str:
        tur = self.before.players[self.seat].tur
        return self.words("reason.march", tur=tur) if tur else ""

    def _ground(self, land: int) -> str:
        """What land and sky are to the player where it comes to a contest."""
        many = land_sum(self.before, self.seat, land)
        key = "strong" if many > 0 else "weak" if many < 0 else "level"
        return self.words(f"reason.{key}", land=self.speech.land(land), many=abs(many))

    def _bid(self, points: int, *_: int) -> str:
        """What points are worth: the chances with them and without."""
        odds = {card["move"]: card["odds"] for card in self.shown["deck"]}
        bought, none = odds.get(f"bid {points}", ""), odds.get("bid 0", "")
        if points and bought and none:
            return self.words("reason.points", odds=bought, none=none)
        return ""

    def _on_card(self, text: str) -> str:
        """What the card of a move says that it does, and how likely it is."""
        known = (text, text.partition(" ~")[0])
        card = next((each for each in self.shown["deck"] if each["move"] in known), None)
        if card is None:
            return ""
        if text.startswith(OF_GOALS) and card["effect"]:
            return self.words("reason.aims", aims=card["effect"])
        said = [capital(each).rstrip(".") for each in (card["effect"], card["odds"]) if each]
        return "".join(f"{each}. " for each in said).rstrip()
