"""The moves a viewer may make, in words, grouped by what is pointed at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cruachan.engine.view import Choice, ChoiceCard, Point, choice, grouped
from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters.challenges import Challenge
from cruachan.games.shent.chapters.countermagic import Moment
from cruachan.games.shent.core.fields import PHANTOM
from cruachan.games.shent.core.flow import Move, Verb, top
from cruachan.games.shent.core.parts import Part, spell
from cruachan.games.shent.core.state import State
from cruachan.games.shent.notation.moves import pack, parts
from cruachan.games.shent.view.card_steps import ShentCards
from cruachan.games.shent.view.cards import OfferedMove
from cruachan.games.shent.view.speech import ShentSpeech

POINTED = ("piece", "unit", "land", "rune", "quest", "task", "seat")
"""What can be pointed at, if a move names it; the first named counts."""
NOTHING = (Move("pass", ()), Move("bid", (0,)))
"""What leaves everything as it is."""
ALONE = (["done"], ["contest"])
"""What is made by itself where it is all that the moment is about."""


class Choices:
    """The legal moves of a viewer."""

    def __init__(self, state: State, speech: ShentSpeech, viewer: int) -> None:
        self.state = state
        self.speech = speech
        self.words = speech.words
        self.viewer = viewer

    # --- Groups

    def offers(self, legal: Sequence[Move]) -> list[tuple[tuple[str, str], OfferedMove]]:
        """The moves in the order in which to read them, each with what is pointed at."""
        ranked = enumerate(sorted(legal, key=self._rank(legal)))
        return [self._offer(move, order) for order, move in ranked]

    def points(self, offers: Sequence[tuple[tuple[str, str], OfferedMove]]) -> list[Point]:
        """The moves grouped by what is pointed at."""
        points = grouped((point, each.offer) for point, each in offers)
        return sorted(points, key=lambda point: point["id"] == "")

    def cards(self, offers: Sequence[tuple[tuple[str, str], OfferedMove]]) -> list[ChoiceCard]:
        """The moves as cards."""
        tree = ShentCards(self.state, self.speech, self.viewer)
        return tree.cards([each for _, each in offers])

    def idle(self, offers: Sequence[tuple[tuple[str, str], OfferedMove]]) -> str:
        """The move that is made by itself: no other could matter to the viewer."""
        asked = top(self.state) if self.state.stack else None
        main = [each for _, each in offers if not each.offer["aside"]]
        if isinstance(asked, Moment | Challenge) and self.viewer in asked.waits(self.state):
            if asked.matters(self.state, self.viewer):
                return ""
            main = [each for each in main if each.move in NOTHING]
        elif [each.move.verb for each in main] not in ALONE:
            return ""
        return main[0].offer["text"] if main else ""

    def _offer(self, move: Move, order: int = 0) -> tuple[tuple[str, str], OfferedMove]:
        """What is pointed at, and the move as it is chosen."""
        verb = Verb.ALL[move.verb]
        named = verb.parts(self.state, move.args)
        spelled = [spell(self.state, self.viewer, part) for part in named]
        offer = choice(
            pack(move),
            parts(move.verb, named, spelled),
            self.label(move),
            text=verb.written(move.args, spelled),
            tell=verb.asks_words(move.args),
            longest=verb.longest if verb.takes_words else 0,
            needs=verb.needs_words or move.verb == "free",
            order=order,
            aside=self._aside(move),
        )
        return self._point(verb, named), OfferedMove(move, list(named), offer)

    def _aside(self, move: Move) -> bool:
        """Whether it is not what the moment is about; a claim of what is fulfilled always is."""
        return Verb.ALL[move.verb].aside and not self._met(move)

    def _rank(self, legal: Sequence[Move]) -> Callable[[Move], tuple[int, int]]:
        """What is fulfilled first, then the question at hand, spells by reading; then the rest."""
        readings = [move.args[0] for move in legal if move.verb == "choose"]

        def rank(move: Move) -> tuple[int, int]:
            if Verb.ALL[move.verb].aside:
                return (2 if self._aside(move) else 0), 0
            return 1, readings.index(move.args[0]) if move.verb == "choose" else 0

        return rank

    def _point(self, verb: Verb, named: Sequence[Part]) -> tuple[str, str]:
        """The id and the label of what is pointed at, or the heading of what is not."""
        if not verb.heading:
            for part in named:
                if part.kind in POINTED:
                    return self._pointed(part)
        return "", self.words(f"point.{verb.heading or 'general'}")

    def _pointed(self, part: Part) -> tuple[str, str]:
        kind, value = part
        if kind in ("quest", "task"):
            return f"quest:{value}", self.words("point.quest", number=value)
        if kind == "unit" and value >= PHANTOM:
            return "", self.words("point.general")
        name = spell(self.state, self.viewer, part)
        if kind in ("piece", "unit"):
            return f"piece:{name}", self.speech.placed_piece(value)
        if kind == "rune":
            rune, meaning = self.speech.rune(value), self.speech.meaning(value)
            return f"rune:{name}", self.words("point.rune", rune=rune, meaning=meaning)
        return f"{kind}:{name}", self.speech.part(part)

    def calls(self, legal: Sequence[Move]) -> list[Choice]:
        """Claims of quests and of the goal whose aims are met now."""
        return [self._offer(move)[1].offer for move in legal if self._met(move)]

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

    def label(self, move: Move) -> str:
        """A legal move in words."""
        return Verb.ALL[move.verb].label(self.speech, self.state, self.viewer, move.args)
