"""`Game`: the rules of a game, and nothing else.

Match, transcript, verification and simulation need no more than `Game`. Everything else a game can
do is an optional capability, an object of its own that is None where the game lacks it: how it is
shown (`presentation`), moves in a player's own words (`narration`), a match as a story (`story`),
rules in machine code (`kernel`).

A state is a value: `apply` returns a new one. It holds no random generator and no seed, so nothing
in it tells the future; what chance decides is a move of the seat CHANCE.

Several seats may be waited for at once (`to_act`), and a seat that is not waited for may still have
moves (`legal_moves`): a vote is the first, a claim out of turn the second.

What is hidden is hidden per viewer: a viewer is a seat, or None for a spectator. `observe` is the
state as far as a viewer may know it, for bots. `write_move` and `write_position` take the viewer
too, and so does everything in `presentation`; nothing else of a game in progress is ever shown. The
viewer CHANCE knows everything: so the owner of a match writes what nobody else may read yet.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar
from warnings import warn

from cruachan.engine.errors import OptionError, Refusal
from cruachan.engine.texts import DEFAULT_LANG, Lang, LocalizedText, Message, Texts, message
from cruachan.engine.view import PackedMove
from cruachan.engine.viewers import checks_viewer, wrap_viewers

if TYPE_CHECKING:
    from cruachan.engine.description import GameDescription
    from cruachan.engine.kernel import Kernel
    from cruachan.engine.narration import Narration
    from cruachan.engine.presentation import Presentation, SvgPicture
    from cruachan.engine.storyteller import Storyteller

CHANCE = -1
NOBODY = -2
USUAL_SEATS = 4

Viewer = int | None
Options = Mapping[str, str]


def _say(key: str, /, **values: Any) -> Message:
    return message(__package__, f"game.{key}", **values)


S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True)
class Option:
    """A table option: its name, what it can be, and what it is when nobody says."""

    name: str
    choices: tuple[str, ...]
    default: str
    younger: bool = False
    """Whether there are games from before it: a transcript names it only where it was chosen."""
    house: tuple[str, ...] = ()
    """The choices that go beyond the rulebook."""


@dataclass(frozen=True)
class Preset:
    """A table as it is often wanted: its name, how many play, and which options are not as usual.

    A game names it in its texts: `preset.NAME` and `preset.NAME_about`.
    """

    name: str
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: each seat's place (1 is best, shared when equal) and score."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    rule: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; more than one in a draw."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class When(NamedTuple):
    """A moment of a game, as people speak of it: round 3, Medb."""

    round: int
    seat: int | None
    """Whose turn it is; None before the first and after the last one."""


class BoardLabel(NamedTuple):
    """The title and description of a board in a list of boards."""

    title: str
    sentence: str


class Decision(NamedTuple, Generic[S, M]):
    """What a bot gets when it has to decide."""

    seat: int
    seen: S
    """The state as far as the seat may know it."""
    moves: list[M]
    """The seat's legal moves."""
    names: tuple[str, ...] = ()


MOVED = {
    **{name: f"presentation.{name}" for name in ("view", "tell", "draw", "pieces", "places")},
    "sheets": "presentation.side_panels",
    "still": "presentation.board_svg",
    "sight": "observe",
    "guess": "determinize",
    "box": "board_tables",
    "bots_options": "description.bots.options",
}
"""Members of version 0.1, deprecated in 0.2: where they are now."""


class Game(ABC, Generic[S, M]):
    """The rules of one game on one board."""

    description: ClassVar[GameDescription]
    """What it is called and which parts it has; `name`, `title` and `package` come from there."""
    name: ClassVar[str]
    title: ClassVar[str]
    package: ClassVar[str]
    letter: ClassVar[str]
    """The letter its numbered rules begin with."""
    rules_version: int
    """The version of the rules that a match is played by."""
    replays: ClassVar[tuple[int, ...]] = ()
    """Older versions of the rules whose games can be replayed and played on; see `by_rules`."""
    players: ClassVar[range]
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    """Tables as they are often wanted; none where there is nothing to choose."""
    rolls: ClassVar[bool] = True
    """Whether players roll dice, so that their luck can be told."""
    secrets: ClassVar[bool] = False
    """Whether seats know different things."""
    out_of_turn: ClassVar[bool] = False
    """Whether seats answer each other all the time, and may move although nobody waits for them."""
    resigns: ClassVar[bool] = False
    """Whether two players may end it by one of them giving up."""
    kernel: ClassVar[Kernel | None] = None
    """Its rules in machine code, if its state is a record and its moves are numbers."""
    narration: ClassVar[Narration[Any, Any] | None] = None
    """Moves that players tell in their own words; None where there are none."""
    story: ClassVar[Storyteller | None] = None
    """A whole match told as one story; None where there is none to tell."""
    ends: ClassVar[Mapping[str, str]] = {}
    """How its games can end: the rules of its outcomes, each with a word for it."""
    problems: ClassVar[Callable[..., list[str]]]
    """(board, lang) -> what is wrong with it"""
    boards: ClassVar[tuple[str, ...]]
    """The names of the boards in the box; the first is the usual one."""
    older_boards: ClassVar[tuple[str, ...]] = ()
    """The options kept for older games, which are not offered any more."""

    board: Any
    """The board as it is drawn."""
    board_name: str
    board_digest: str
    """What tells this board from any other; a transcript carries both."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        wrap_viewers(cls)
        if "description" in vars(cls):
            known = cls.description
            cls.name, cls.title, cls.package = known.name, known.title, known.package

    @abstractmethod
    def __init__(self, board: Any) -> None:
        """The game on a board that `load_board` gave."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A member under its old name, with a DeprecationWarning that says the new one."""
            if name not in MOVED:
                raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
            said = f"Game.{name} is deprecated since 0.2: use Game.{MOVED[name]}"
            warn(said, DeprecationWarning, stacklevel=2)
            return attrgetter(MOVED[name])(self)

    @classmethod
    @abstractmethod
    def load_board(cls, which: str) -> Any:
        """One of the boards in the box by its name, else the board in a file."""

    @classmethod
    def board_problems(cls, which: str, lang: Lang = DEFAULT_LANG) -> list[str]:
        """What is wrong with a board, in words; nothing for a good one."""
        return cls.problems(cls.load_board(which), lang)

    @classmethod
    def on_board(cls, which: str | None = None) -> Self:
        """The game on its usual board, on another one of the box, or on one in a file."""
        chosen = which or cls.boards[0]
        if chosen not in cls.boards and cls.board_problems(chosen):
            wrong = LocalizedText.of(lambda lang: cls.board_problems(chosen, lang)[0])
            check = f"cruachan board check {chosen} --game {cls.name}"
            raise OptionError(
                _say("no_board", board=chosen, game=cls.title, wrong=wrong, command=check)
            )
        return cls(cls.load_board(chosen))

    def by_rules(self, version: int) -> Game[S, M]:
        """The game as a match of one of the versions in `replays` is played.

        A game whose newer rules took nothing away plays such a match by its present ones.
        """
        return self

    def house_rules(self, options: Options) -> dict[str, str]:
        """The options of a table that go beyond the rulebook; none where it is played by it."""
        return {
            option.name: options[option.name]
            for option in self.options
            if options.get(option.name) in option.house
        }

    def rulebook_line(self, options: Options, lang: Lang = DEFAULT_LANG) -> str:
        """One line for a table: played by the rulebook, or which house rules are on."""
        texts, own = Texts(__package__, lang), Texts(self.package, lang)
        house = self.house_rules(options)
        if not house:
            return texts("game.rulebook")
        named = [f"{own(f'option.{name}')} ({own(f'option.{house[name]}')})" for name in house]
        return texts("game.house", rules=", ".join(named))

    @classmethod
    def board_label(cls, which: str, lang: Lang = DEFAULT_LANG) -> BoardLabel:
        """What players read of a board of the box when they choose one."""
        texts = Texts(cls.package, lang)
        return BoardLabel(texts(f"board.{which}"), texts(f"board.{which}_about"))

    @classmethod
    def usual_board(cls, seats: int) -> str:
        """The board of the box that suits so many players."""
        return cls.boards[0]

    @classmethod
    def usual_seats(cls) -> int:
        """How many play when nobody says."""
        return min(USUAL_SEATS, cls.players[-1])

    @classmethod
    def check_seats(cls, seats: int) -> None:
        """Whether so many can play; an OptionError if not."""
        if seats not in cls.players:
            few, many = cls.players[0], cls.players[-1]
            wanted = _say("range", few=few, many=many) if few < many else few
            raise OptionError(_say("seats", game=cls.title, wanted=wanted, seats=seats))

    def complete(self, seats: int, options: Options) -> dict[str, str]:
        """All options with their values; an OptionError says what the game does not have."""
        self.check_seats(seats)
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                names = list(known) or _say("none")
                raise OptionError(_say("no_option", game=self.title, name=name, names=names))
            if value not in known[name].choices:
                choices = known[name].choices
                raise OptionError(_say("choice", name=name, choices=choices, value=value))
        return {name: options.get(name, option.default) for name, option in known.items()}

    @abstractmethod
    def setup(self, seats: int, options: Options) -> S:
        """The state before the first move; lots and shuffles are moves of CHANCE."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats the game waits for, CHANCE among them; none when it is over."""

    @abstractmethod
    def legal_moves(self, state: S, seat: int) -> list[M]:
        """All moves this seat may make now."""

    def chances(self, state: S) -> list[int]:
        """The weights of CHANCE's legal moves, in their order."""
        return [1] * len(self.legal_moves(state, CHANCE))

    @abstractmethod
    def apply(self, state: S, seat: int, move: M) -> S:
        """The state after a legal move."""

    def after(self, state: S, seat: int, move: M) -> S:
        """The state after a move that is known to be legal; it is not checked again."""
        return self.apply(state, seat, move)

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, once the game is over."""

    @abstractmethod
    def when(self, state: S) -> When:
        """The round and whose turn it is."""

    def starter(self, state: S) -> int:
        """The start player, once the lot has fallen; NOBODY where the state does not tell."""
        return NOBODY

    def question(self, state: S, seat: int) -> Hashable:
        """What tells the decision that a seat faces, being waited for, from its next one.

        It stays the same while others who are asked at the same time answer.
        """
        return True

    def pack(self, move: M) -> PackedMove:
        """The move as plain data."""
        return move

    def unpack(self, data: PackedMove) -> M:
        """The move that such data describe, legal or not; else an UnreadableMove."""
        return data  # type: ignore[no-any-return]

    def reveals(self, state: S, seat: int, move: M) -> bool:
        """Whether the move shows somebody something new; it cannot be taken back then."""
        return False

    @abstractmethod
    def why_not(
        self, state: S, seat: int, move: M, lang: Lang = DEFAULT_LANG, names: Sequence[str] = ()
    ) -> Refusal | None:
        """The rule that refuses the move; None when it is legal."""

    def seats_of(self, state: S) -> int:
        """How many seats a state has."""
        return int(getattr(state, "seats", self.players[-1]))

    @checks_viewer
    def observe(self, state: S, viewer: Viewer) -> S:
        """The state as far as this viewer may know it; a ViewerError for nobody."""
        return state

    def determinize(self, seen: S, rng: Random) -> S:
        """A full state that fits what a viewer sees, to play on with."""
        return seen

    @abstractmethod
    def write_move(self, state: S, seat: int, move: M, viewer: Viewer = None) -> str:
        """The move in notation, as far as this viewer may know it."""

    @abstractmethod
    def read_move(
        self, state: S, seat: int, text: str, lang: Lang = DEFAULT_LANG, names: Sequence[str] = ()
    ) -> M:
        """The one legal move the words mean; else a MoveError."""

    def recorded_move(self, state: S, seat: int, text: str, names: Sequence[str] = ()) -> M:
        """The move of a trusted record, written by `write_move` for the viewer CHANCE.

        A game may leave out the check of legality; text that is no move is a MoveError.
        """
        return self.read_move(state, seat, text, names=names)

    @abstractmethod
    def write_position(self, state: S, viewer: Viewer = CHANCE) -> str:
        """The state in a short line, as far as this viewer may know it."""

    @abstractmethod
    def read_position(self, text: str) -> S:
        """The state such a line describes; else a PositionError."""

    def picture(
        self,
        state: S | None = None,
        viewer: Viewer = None,
        names: Sequence[str] = (),
        lang: Lang = DEFAULT_LANG,
    ) -> SvgPicture:
        """The empty board, or a state as a viewer may see it, as SVG; a notebook shows it.

        A CapabilityError for a game that only code plays.
        """
        from cruachan.engine.presentation import picture_of

        return picture_of(self, state, viewer, names, lang)

    def _repr_svg_(self) -> str:
        """The board as SVG, for tools that show no HTML."""
        return self.picture()._repr_svg_()

    def _repr_html_(self) -> str:
        """What a notebook shows of a game: its board."""
        return self.picture()._repr_html_()

    @cached_property
    def presentation(self) -> Presentation[S, M] | None:
        """How it is shown to people; None for a game that only code plays."""
        return None
