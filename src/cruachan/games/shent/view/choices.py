"""The moves a viewer may make, in words, grouped by what is pointed at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cruachan.engine.game import CHANCE
from cruachan.games.shent.aims import aims
from cruachan.games.shent.box.material import THALION, cost
from cruachan.games.shent.chapters.challenges import PHANTOM, Challenge, duel_odds
from cruachan.games.shent.chapters.drawing import RUNE_PRICE
from cruachan.games.shent.chapters.placing import price_of, surcharge
from cruachan.games.shent.chapters.sources import HAND, OTHER_LESS, deduction, printed_strength
from cruachan.games.shent.core.flow import Move, Verb, top
from cruachan.games.shent.core.reading import STORY
from cruachan.games.shent.core.state import Aim, State, quest_of
from cruachan.games.shent.notation.moves import write
from cruachan.games.shent.notation.spelling import Bit, bits, spell, target_bits
from cruachan.games.shent.view.speech import Speech

POINTED = ("piece", "unit", "land", "rune", "quest", "seat")
"""What can be pointed at, if a move names it; the first named counts."""
POINT_OF = {
    **dict.fromkeys(("claim", "forsake"), "quest"),
    **dict.fromkeys(("start", "place", "choose", "contest"), "land"),
    **dict.fromkeys(("cast", "counter", "declare"), "rune"),
}
"""What is pointed at for verbs where it is not the first thing they name."""
GENERAL = ("aim", "redraw", "wish", "reward")
ASIDE = ("honour", "claim", "end", "forsake", "wish")
"""What can be said at many moments, and is seldom what the moment is about."""


class Choices:
    """The legal moves of a viewer."""

    def __init__(self, state: State, speech: Speech, viewer: int) -> None:
        self.state = state
        self.speech = speech
        self.words = speech.words
        self.viewer = viewer

    # --- Groups

    def points(self, legal: Sequence[Move]) -> list[dict[str, Any]]:
        """The moves grouped by what is pointed at; `order` says in which order to read them."""
        groups: dict[str, dict[str, Any]] = {}
        for order, move in enumerate(sorted(legal, key=self._rank(legal))):
            key, label = self._point(move)
            group = groups.setdefault(key, {"id": key, "label": label, "moves": []})
            text = write(self.state, self.viewer, move)
            told = Verb.ALL[move.verb].takes_words
            said = {"move": move, "text": text, "label": self.label(move), "tell": told}
            group["moves"].append({**said, "order": order})
        return sorted(groups.values(), key=lambda group: group["id"] == "")

    def _rank(self, legal: Sequence[Move]) -> Callable[[Move], tuple[int, int]]:
        """What is fulfilled first, then the question at hand, spells by reading; then the rest."""
        readings = [move.args[0] for move in legal if move.verb == "choose"]

        def rank(move: Move) -> tuple[int, int]:
            if move.verb in ASIDE:
                return (0 if self._met(move) else 2), 0
            return 1, readings.index(move.args[0]) if move.verb == "choose" else 0

        return rank

    def _point(self, move: Move) -> tuple[str, str]:
        if move.verb == "read":
            return "", self.words("point.event")
        wanted = POINT_OF.get(move.verb)
        if wanted == "quest":
            return self._quest_point(move.args[0])
        if move.verb in GENERAL:
            return "", self.words("point.general")
        parts = bits(self.state, move)
        for bit in parts:
            if bit.kind == wanted or (wanted is None and bit.kind in POINTED):
                return self._pointed(bit)
        return "", self.words("point.general")

    def _quest_point(self, number: int) -> tuple[str, str]:
        return f"quest:{number}", self.words("point.quest", number=number)

    def _pointed(self, bit: Bit) -> tuple[str, str]:
        """The id and the label of a thing."""
        kind, value = bit
        if kind == "quest":
            return self._quest_point(value)
        if kind == "unit" and value >= PHANTOM:
            return "", self.words("point.general")
        name = spell(self.state, self.viewer, bit)
        if kind in ("piece", "unit"):
            return f"piece:{name}", self.speech.placed_piece(value)
        if kind == "rune":
            rune, meaning = self.speech.rune(value), self.speech.meaning(value)
            return f"rune:{name}", self.words("point.rune", rune=rune, meaning=meaning)
        return f"{kind}:{name}", self.speech.bit(bit)

    def calls(self, legal: Sequence[Move]) -> list[str]:
        """Claims of quests and of the goal whose aims are met now."""
        return [self.label(move) for move in legal if self._met(move)]

    def _met(self, move: Move) -> bool:
        """Whether a move claims what has been reached."""
        player = self.state.players[self.viewer]
        if move.verb == "end":
            quest = player.aim
        elif move.verb == "claim":
            quest = next(each for each in player.quests if each.number == move.args[0])
        else:
            return False
        return quest is not None and bool(quest.aim) and aims.met(self.state, self.viewer, quest)

    # --- Labels

    def label(self, move: Move) -> str:
        """A legal move in words."""
        special = getattr(self, f"_{move.verb}", None)
        if special is not None:
            return str(special(*move.args))
        if self.viewer == CHANCE:
            return write(self.state, self.viewer, move)
        return self.words(f"do.{move.verb}", **self._values(move))

    def _values(self, move: Move) -> dict[str, str]:
        """The things a move names, by their kinds."""
        values: dict[str, str] = {}
        for kind, value in bits(self.state, move):
            if kind == "seat":
                values["other"] = self.speech.side(value)
            elif kind == "unit":
                values["unit"] = self.speech.unit(value)
            elif kind == "piece":
                values["piece"] = self.speech.piece(value)
            elif kind == "kind":
                values["kind"] = self.speech.kind(value)
            elif kind == "rune":
                values["rune"] = self.speech.rune(value)
                values["meaning"] = self.speech.meaning(value)
            else:
                values[kind] = self.speech.bit(Bit(kind, value))
        return values

    # Preparing

    def _buy(self) -> str:
        return self.words("do.buy", tur=RUNE_PRICE + surcharge(self.state, self.viewer))

    def _place(self, kind: int, land: int) -> str:
        values = {"kind": self.speech.kind(kind), "land": self.speech.land(land)}
        return self.words("do.place", price=self._price_of(kind), **values)

    def _develop(self, piece: int, kind: int) -> str:
        values = {"piece": self.speech.piece(piece), "kind": self.speech.kind(kind)}
        return self.words("do.develop", price=self._price_of(kind), **values)

    def _win(self) -> str:
        land = self.speech.land(self.state.players[self.viewer].heroes)
        return self.words("do.win", land=land, price=self._price_of(THALION))

    def _price_of(self, kind: int) -> str:
        return self.speech.price(*price_of(self.state, self.viewer, kind))

    def _wish(self, wish: str) -> str:
        return self.words("do.wish", wish=self.speech.word(wish))

    def _declare(self, mode: str, *runes: int) -> str:
        said = " + ".join(self.speech.full_rune(rune) for rune in runes)
        return self.words("do.declare", mode=self.speech.word(mode), runes=said)

    def _aim(self, *args: Any) -> str:
        aim = Aim(*args)
        turns = aims.difficulty(self.state, self.viewer, aim)
        level = self.words(f"level.{aims.level(turns)}")
        return self.words("do.aim", text=self.speech.aim(aim), level=level, turns=turns)

    def _claim(self, number: int) -> str:
        found = quest_of(self.state, number)
        text = self.speech.quest(found[1] if found else None)
        return self.words("do.claim", number=number, text=text)

    def _end(self) -> str:
        return self.words("do.end", text=self.speech.quest(self.state.players[self.viewer].aim))

    def _reward(self, kind: str, *things: int) -> str:
        if kind == "goal":
            return self.words("do.reward_goal", rune=self.speech.full_rune(things[0]))
        if kind == "elements":
            said = ", ".join(self.speech.element(thing) for thing in things)
            return self.words("do.reward_elements", elements=said)
        return self.words("do.reward_numbers")

    def _pass(self) -> str:
        frames = {"Moment": "pass_moment", "Numbers": "pass_numbers", "Pouch": "pass_pouch"}
        return self.words(f"do.{frames.get(type(top(self.state)).__name__, 'pass')}")

    # Moving

    def _done(self) -> str:
        phase = top(self.state).phase
        return self.words("do.done" if phase == "move" else f"do.done_{phase}")

    def _step(self, piece: int, land: int) -> str:
        values = {"piece": self.speech.piece(piece), "land": self.speech.land(land)}
        return self.words("do.step", there=self.speech.there(land), **values)

    def _hire(self, piece: int, land: int) -> str:
        values = {"land": self.speech.land(land), "there": self.speech.there(land)}
        return self.words("do.hire", **values)

    def _scatter(self, *ways: int) -> str:
        said = [
            self.words(
                "do.scatter_way", piece=self.speech.piece(piece), land=self.speech.land(land)
            )
            for piece, land in zip(ways[::2], ways[1::2], strict=True)
        ]
        return self.words("do.scatter", ways=", ".join(said))

    def _emerge(self, piece: int) -> str:
        land = self.speech.land(self.state.pieces[piece].land)
        return self.words("do.emerge", piece=self.speech.piece(piece), land=land)

    def _stay(self, tur: int, golu: int) -> str:
        return self.words("do.stay", price=self.speech.price(tur, golu))

    def _spoils(self, kind: str) -> str:
        trial = top(self.state)
        worth = trial.token(self.state).strength
        price = {"tur": 2 * worth} if kind == "tur" else {"golu": worth}
        return self.words("do.spoils", price=self.speech.price(**price))

    # Events

    def _read(self, key: str, target: tuple[int, ...], *style: int) -> str:
        if key == STORY:
            return self.words("do.read_story")
        does = self.speech.does(key, top(self.state).strength)
        named = self._named(key, target)
        values = {"reading": self.speech.reading(key), "does": does}
        if named:
            return self.words("do.read_target", target=named, **values)
        return self.words("do.read", **values)

    def _named(self, reading: str, target: tuple[int, ...]) -> str:
        """A target in words; nothing where it is only the player whose event it is."""
        parts = target_bits(reading, target)
        return "" if parts == [Bit("seat", top(self.state).seat)] else self.speech.bits(parts)

    def _target(self, target: tuple[int, ...]) -> str:
        named = self._named(top(self.state).reading, target)
        return self.words("do.target", target=named) if named else self.words("do.target_plain")

    def _aimat(self, target: tuple[int, ...]) -> str:
        reading = top(self.state).reading
        named = self.speech.bits(target_bits(reading, target))
        return self.words("do.aimat", target=named or self.speech.reading(reading))

    def _tell(self, style: int) -> str:
        return self.words("do.tell")

    # Magic

    def _cast(self, source: int, rune: int) -> str:
        return self._sourced("do.cast", source, rune)

    def _counter(self, source: int, rune: int) -> str:
        lost = deduction(rune, top(self.state).rune)
        key = "do.less_leave" if lost == OTHER_LESS else "do.less"
        less = self.words(key, number=lost) if lost else ""
        return self._sourced("do.counter", source, rune, less=less)

    def _wardall(self) -> str:
        element = self.speech.element(self.state.stack[-2].stone)
        return self.words("do.wardall", element=element)

    def _sourced(self, key: str, source: int, rune: int, **more: str) -> str:
        values = {"rune": self.speech.rune(rune), "meaning": self.speech.meaning(rune), **more}
        if source == HAND:
            return self.words(key, **values)
        return self.words(f"{key}_borne", piece=self.speech.placed_piece(source), **values)

    def _choose(self, key: str, land: int, stone: int) -> str:
        source = top(self.state).source
        known = None if source[0] == HAND else printed_strength(self.state, source)
        values = {
            "reading": self.speech.reading(key),
            "does": self.speech.does(key, known, magic=True),
        }
        if stone >= 0:
            return self.words("do.choose_stone", element=self.speech.element(stone), **values)
        return self.words("do.choose", land=self.speech.land(land), **values)

    def _points(self, tur: int, golu: int) -> str:
        if not tur and not golu:
            return self.words("do.points_none")
        price = self.speech.price(cost(tur), cost(golu))
        return self.words("do.points", points=tur + golu, price=price)

    # Contests

    def _bid(self, points: int) -> str:
        now = top(self.state)
        if isinstance(now, Challenge):
            golu, odds = now.by_wisdom(self.viewer), challenge_odds(self.state, now, self.viewer)
            chance, keys = odds(points), ("do.bid", "do.bid_none")
        else:
            base, golu = now.base(self.state)
            needed = now.token(self.state).strength - base - points
            chance, keys = number_odds(self.state, needed), ("do.bid_try", "do.bid_try_none")
        if not points:
            return self.words(keys[1], odds=chance)
        price = self.speech.price(0, cost(points)) if golu else self.speech.price(cost(points))
        return self.words(keys[0], points=points, price=price, odds=chance)

    def _split(self, *parts: int) -> str:
        return self.words("do.split", parts=" + ".join(map(str, parts)))

    def _want(self, kind: str) -> str:
        return self.words("do.want", kind=self.speech.word(kind))

    def _redraw(self, index: int) -> str:
        return self.words("do.redraw", other=self.speech.side(top(self.state).seats[index]))

    def _vote(self, *answers: bool) -> str:
        said = []
        questions = top(self.state).questions
        if len(questions) == 1:
            return self.words(f"vote.{questions[0]}_{'yes' if answers[0] else 'no'}")
        for question, yes in zip(questions, answers, strict=True):
            asked = self.words(f"question.{question}")
            said.append(f"{asked}: {self.speech.word('yes' if yes else 'no')}")
        return self.words("do.vote", answers="; ".join(said))


def challenge_odds(state: State, challenge: Challenge, seat: int) -> Any:
    """How often in 100 a side wins with so many points, if the other buys none."""
    one, two = challenge.one, challenge.two
    mine, theirs = (one, two) if seat == one[0] else (two, one)
    lead = challenge.base(state, mine) - challenge.base(state, theirs)
    return lambda points: duel_odds(lead + points, tuple(state.numbers))


def number_odds(state: State, needed: int) -> int:
    """How often in 100 a number drawn is more than this."""
    fits = sum(count for number, count in enumerate(state.numbers, 1) if number > needed)
    return round(100 * fits / max(1, sum(state.numbers)))
