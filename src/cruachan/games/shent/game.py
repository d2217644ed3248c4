"""SHENT behind the protocol all games share."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import ClassVar

from cruachan.engine.errors import IllegalMove, OptionError, PositionError, Refusal, UnreadableMove
from cruachan.engine.game import CHANCE, Game, Option, Options, Outcome, Preset, Viewer, When
from cruachan.engine.rulebook import refusal
from cruachan.engine.texts import DEFAULT_LANG, Lang, Texts, message
from cruachan.engine.view import PackedMove
from cruachan.games.shent import DESCRIPTION, rulings
from cruachan.games.shent.chapters.beginning import begin
from cruachan.games.shent.chapters.goal import outcome
from cruachan.games.shent.components import board as boards
from cruachan.games.shent.components.board import Board, problems
from cruachan.games.shent.core.flow import Move, Verb, perform, top
from cruachan.games.shent.core.house_rules import (
    BEFORE_HOUSE_RULES,
    HOUSE_RULES,
    RULES,
    house_rules,
)
from cruachan.games.shent.core.state import State
from cruachan.games.shent.narration import ShentNarration
from cruachan.games.shent.notation import moves as notation
from cruachan.games.shent.notation import position
from cruachan.games.shent.presentation import ShentPresentation
from cruachan.games.shent.storyteller import ShentStory
from cruachan.games.shent.view.speech import reason
from cruachan.games.shent.view.view import when

LONGEST_MOVE = 1000
"""Nobody types more, but for words of one's own."""


LIMITS = ("none", "6", "10", "15", "20", "30", "50")


def younger_option(name: str, *choices: str, house: tuple[str, ...] | None = None) -> Option:
    """An option that older games do not name; all but its first choice is ours unless said."""
    found = choices[1:] if house is None else house
    return Option(name, choices, HOUSE_RULES[name], younger=True, house=found)


class SHENT(Game[State, Move]):
    """Runes, quests and told stories."""

    description = DESCRIPTION
    letter = "S"
    rules_version = RULES
    replays = (2, 3)
    players = range(2, 7)
    rolls = False
    secrets = True
    out_of_turn = True
    narration = ShentNarration()
    story = ShentStory()
    ends: ClassVar = {"S16.5": "goal", "S16.7": "limit"}
    """[S3.7] The limit when only bots play and nobody says otherwise."""
    boards = boards.BOARDS
    options: tuple[Option, ...] = (
        Option("start", ("rich", "plain", "bare", "plenty"), "rich", house=("plain", "plenty")),
        Option("goal", ("2", "3", "4"), "2"),
        Option("limit", LIMITS, "none", house=LIMITS[1:]),
        Option("votes", ("engine", "text"), "engine"),
        Option("placing", ("one", "any"), "one"),
        Option("tales", ("all", "short"), "all", house=("short",)),
        Option("frame", ("no", "yes", "enemies"), "no"),
        younger_option("prices", "usual", "mild", "steep"),
        younger_option("round", "on", "off"),
        younger_option("open", "no", "yes"),
        younger_option("agreements", "no", "yes"),
        younger_option("reading", "vote", "alone", "list", house=("list",)),
    )
    presets = (
        Preset("evening", 2, {"limit": "6"}),
        Preset("usual", 3),
        Preset("long", 4, {"goal": "3"}),
    )
    problems = staticmethod(problems)

    board: Board

    def __init__(self, board: Board, rules: int | None = None) -> None:
        self.board = board
        if rules is not None and rules != self.rules_version:
            self.rules_version = max(rules, BEFORE_HOUSE_RULES)
            usual = house_rules(rules)
            self.options = tuple(
                replace(option, default=usual.get(option.name, option.default))
                for option in SHENT.options
            )
        self.board_name = board.name
        self.board_digest = board.digest

    def by_rules(self, version: int) -> SHENT:
        """[S3.17] A game goes on by its own version; one of version 2 by version 3, which took
        nothing away."""
        return self if version == self.rules_version else SHENT(self.board, version)

    @classmethod
    def load_board(cls, which: str) -> Board:
        return boards.load(which if which in cls.boards else Path(which))

    @classmethod
    def usual_board(cls, seats: int) -> str:
        """[S1.1]"""
        return boards.board_for(seats) if seats in cls.players else cls.boards[0]

    def setup(self, seats: int, options: Options) -> State:
        chosen = self.complete(seats, options)
        state = State(self.board, seats, tuple(chosen.items()), rules=self.rules_version)
        begin(state)
        return state

    # Moves

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if not state.stack else top(state).waits(state)

    def legal_moves(self, state: State, seat: int) -> list[Move]:
        return rulings.legal_moves(state, seat)

    def starter(self, state: State) -> int:
        return state.first

    def chances(self, state: State) -> list[int]:
        return [
            Verb.ALL[verb].weight(state, args) for verb, args, _ in self.legal_moves(state, CHANCE)
        ]

    def apply(self, state: State, seat: int, move: Move) -> State:
        """The state after a legal move; an IllegalMove for any other."""
        against = self.why_not(state, seat, move)
        if against is not None:
            raise IllegalMove(against)
        return self.after(state, seat, move)

    def after(self, state: State, seat: int, move: Move) -> State:
        after = state.copy()
        after.domain_events = []
        perform(after, seat, move)
        return after

    def why_not(
        self,
        state: State,
        seat: int,
        move: Move,
        lang: Lang = DEFAULT_LANG,
        names: Sequence[str] = (),
    ) -> Refusal | None:
        against = rulings.no(state, seat, move)
        if against is None:
            return None
        text = reason(state, against, names, lang)
        return refusal(self.package, against.rule, text, lang)

    def reveals(self, state: State, seat: int, move: Move) -> bool:
        """Whatever was shown, told or answered stays; a quiet preparation can be taken back."""
        return Verb.ALL[move.verb].reveals or bool(move.words)

    # The end

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    # What is seen and said

    def observe(self, state: State, viewer: Viewer) -> State:
        """The state as far as a viewer may know it."""
        return position.observe(state, viewer)

    def determinize(self, seen: State, rng: Random) -> State:
        return position.determinize(seen, rng)

    def when(self, state: State) -> When:
        return when(state)

    def question(self, state: State, seat: int) -> Hashable:
        """Sealed answers of others leave a frame where it is."""
        now = top(state)
        return len(state.stack), type(now).__name__, getattr(now, "step", "")

    def pack(self, move: Move) -> PackedMove:
        return notation.pack(move)

    def unpack(self, data: PackedMove) -> Move:
        return notation.unpack(data)

    def write_move(self, state: State, seat: int, move: Move, viewer: Viewer = None) -> str:
        return notation.write_move(state, seat, move, viewer)

    def read_move(
        self,
        state: State,
        seat: int,
        text: str,
        lang: Lang = DEFAULT_LANG,
        names: Sequence[str] = (),
    ) -> Move:
        if len(text.partition(":")[0]) > LONGEST_MOVE:
            raise UnreadableMove(Texts(__package__, lang)("error.empty"))

        def why_not(move: Move) -> Refusal | None:
            return self.why_not(state, seat, move, lang, names)

        return notation.read_move(state, seat, text, lang, names, why_not)

    def recorded_move(self, state: State, seat: int, text: str, names: Sequence[str] = ()) -> Move:
        return notation.recorded_move(state, seat, text) or self.read_move(
            state, seat, text, names=names
        )

    def write_position(self, state: State, viewer: Viewer = CHANCE) -> str:
        return position.write(self.observe(state, viewer))

    def read_position(self, text: str) -> State:
        state = position.read(self.board, text)
        try:
            chosen = {**house_rules(state.rules), **dict(state.options)}
            whole = self.complete(state.seats, chosen) == chosen
        except OptionError:
            whole = False
        if not whole:
            raise PositionError(message(__package__, "error.position"))
        return state

    @cached_property
    def presentation(self) -> ShentPresentation:
        return ShentPresentation(self)
