"""The record games in OpenSpiel: importing this module registers them with pyspiel.

    import pyspiel
    import cruachan.envs.openspiel

    game = pyspiel.load_game(f"cruachan_{name}(players=2)")

Chance is explicit. A game with secrets is one of imperfect information; the others hide nothing.
Needs the package open_spiel: the extra `openspiel`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, ClassVar, NamedTuple, Self, cast

import numpy as np

from cruachan.engine.errors import IllegalMove
from cruachan.engine.game import CHANCE, NOBODY, Viewer
from cruachan.engine.kernel import Kernel, as_table
from cruachan.engine.record import Ints, rule
from cruachan.engine.texts import message
from cruachan.envs.observation import places
from cruachan.envs.table import EnvTable, make_observe, needed, playable, set_table, utility
from cruachan.games import GAMES, game_class

pyspiel: Any = needed("pyspiel", "openspiel")

PREFIX = "cruachan_"
"""The games are called by this and their names there."""
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
ILLEGAL = -9
HIDDEN = "?"


@cache
def make_advance(kernel: Kernel) -> Callable[..., tuple[int, int]]:
    """A rule (board, table, move, moves) -> who acts after a move, and how many moves are legal.

    An illegal move is not made: ILLEGAL, and the number of the rule that refuses it.
    """
    to_act, legal_moves, play, refuses = (
        kernel.to_act,
        kernel.legal_moves,
        kernel.play,
        kernel.refuses,
    )

    @rule
    def advance(board_tables: Any, table: Any, move: int, moves: Ints) -> tuple[int, int]:
        if move >= 0:
            refused = refuses(board_tables[0], table[0], to_act(table[0]), move)
            if refused:
                return ILLEGAL, refused
            play(board_tables[0], table[0], move)
        return to_act(table[0]), legal_moves(board_tables[0], table[0], moves)

    return cast(Callable[..., tuple[int, int]], advance)


class Named(NamedTuple):
    """A table by plain data, as a state that was written down names it."""

    game: str
    seats: int
    board: str
    options: tuple[tuple[str, str], ...]


class Rules:
    """The rules of a table; all its states share them, also those that are copied or kept."""

    def __init__(self, named: Named) -> None:
        setting: EnvTable = set_table(
            named.game, named.seats, named.board or None, dict(named.options)
        )
        self.named = named
        self.game, self.seats, start, self.seen = setting
        self.board_tables = as_table(self.game.board_tables)
        self.type = start.dtype
        self.advance = make_advance(self.game.kernel)
        self.observe = make_observe(self.game.kernel, self.seen)
        self.start = Position(self, start.view(np.uint8))
        self.start.make(-1)

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return load_rules, (self.named,)


@cache
def load_rules(named: Named) -> Rules:
    """The rules of a table, compiled once."""
    return Rules(named)


class Position:
    """The record of a state, who acts, and what is legal."""

    def __init__(self, rules: Rules, numbers: Ints) -> None:
        self.rules = rules
        self.numbers = numbers.copy()
        self.table = self.numbers.view(rules.type)
        self.moves = np.zeros(rules.game.kernel.most_moves, np.int16)
        self.player = TERMINAL
        self.total = 0
        self.hidden: tuple[tuple[int, int], ...] = ()
        """Which chances (their place in the history) which seat was not told."""

    def make(self, move: int) -> None:
        """Make a move; -1 for none, to see who acts."""
        rules = self.rules
        player, total = rules.advance(rules.board_tables, self.table, move, self.moves)
        if player == ILLEGAL:
            self.refuse(move)
        self.total = total
        self.player = TERMINAL if player == NOBODY else player

    def refuse(self, move: int) -> None:
        """Say why a move is not legal: OpenSpiel itself does not look."""
        refusal = self.rules.game.why_not(self.table[0], self.player, move)
        assert refusal is not None
        said = {"seat": self.player, "move": move, "why": str(refusal)}
        raise IllegalMove(refusal, message(__package__, "error.action", **said))

    def legal(self) -> list[int]:
        """The legal moves in order."""
        return sorted(self.moves[: self.total].tolist())

    def __deepcopy__(self, memo: Any) -> Position:
        twin = Position(self.rules, self.numbers)
        twin.moves[: self.total] = self.moves[: self.total]
        twin.player, twin.total, twin.hidden = self.player, self.total, self.hidden
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return read_position, (self.rules, self.numbers.tobytes(), self.hidden)


def read_position(rules: Rules, numbers: bytes, hidden: tuple[tuple[int, int], ...]) -> Position:
    """A position that was written down."""
    position = Position(rules, np.frombuffer(numbers, np.uint8))
    position.make(-1)
    position.hidden = hidden
    return position


class RecordState(pyspiel.State):  # type: ignore[misc]
    """A state of one of the games."""

    def __init__(self, game: RecordGame) -> None:
        """The state before the first lot; `Game.new_initial_state` calls it."""
        super().__init__(game)
        self.position = game.rules.start.__deepcopy__(None)

    @property
    def rules(self) -> Rules:
        """The rules of its table."""
        return self.position.rules

    @property
    def record(self) -> Any:
        """The state as the rest of the library takes it."""
        return self.position.table[0]

    def current_player(self) -> int:
        return self.position.player

    def is_terminal(self) -> bool:
        return self.position.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        first, total = self.rules.seen.actions, self.position.total
        return [(move - first, 1 / total) for move in self.position.legal()]

    def _move(self, player: int, action: int) -> int:
        return action + self.rules.seen.actions if player == CHANCE else action

    def _apply_action(self, action: int) -> None:
        position = self.position
        move = self._move(position.player, action)
        if position.player == CHANCE and self.rules.game.secrets:
            place = len(self.full_history())
            position.hidden += tuple((place, seat) for seat in self._untold(move))
        position.make(move)

    def _untold(self, move: int) -> list[int]:
        """The seats that do not learn what chance decides."""
        write = self.rules.game.write_move
        whole = write(self.record, CHANCE, move, CHANCE)
        seats = range(self.rules.seats)
        return [seat for seat in seats if write(self.record, CHANCE, move, seat) != whole]

    def _action_to_string(self, player: int, action: int) -> str:
        return self.rules.game.write_move(self.record, player, self._move(player, action), CHANCE)

    def returns(self) -> list[float]:
        rules = self.rules
        if not self.is_terminal():
            return [0.0] * rules.seats
        first = rules.game.kernel.winners(rules.game.board_tables, self.record)
        return [float(utility(first, seat, rules.seats)) for seat in range(rules.seats)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RecordState:
        """A state with the same history that fits what a seat knows, as IS-MCTS wants it."""
        game, twin = self.rules.game, cast(RecordState, self.clone())
        rng = Random(int(sampler() * 2**53))
        twin.position.table[0] = game.determinize(game.observe(self.record, player), rng)
        twin.position.make(-1)
        return twin

    def seen_moves(self, viewer: int) -> str:
        """All moves so far, as far as a seat was told them."""
        hidden = self.position.hidden
        items = enumerate(self.full_history())
        return " ".join(
            f"{item.player}:{HIDDEN if (place, viewer) in hidden else item.action}"
            for place, item in items
        )

    def written(self, viewer: Viewer) -> str:
        """The position in notation, as far as a viewer may know it."""
        return self.rules.game.write_position(self.record, viewer)

    def __str__(self) -> str:
        return self.written(CHANCE)


class RecordGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games at a table."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name = self.name
        chosen = parameters(name) | dict(params or {})
        options = {option.name: str(chosen[option.name]) for option in game_class(name).options}
        seats, board = int(chosen["players"]), str(chosen["board"])
        self.rules = load_rules(Named(name, seats, board, tuple(options.items())))
        kernel, actions = self.rules.game.kernel, self.rules.seen.actions
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=kernel.moves - actions,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.seen.max_decisions,
        )
        super().__init__(game_type(name), info, dict(params or {}))

    def new_initial_state(self) -> RecordState:
        return RecordState(self)

    def max_chance_nodes_in_history(self) -> int:
        return int(self.rules.seen.max_chances)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> RecordObserver:
        """What looks at states; by default a seat's observation without memory."""
        return RecordObserver(self.rules, kind or pyspiel.IIGObservationType(perfect_recall=False))


class RecordObserver:
    """What a seat sees of a state: the row of numbers by its parts, and a text.

    Memory is in the text alone: all moves as the seat was told them, then the position.
    """

    def __init__(self, rules: Rules, kind: Any) -> None:
        self.rules = rules
        self.kind = kind
        self.scratch = np.zeros(1, rules.type)
        self.dict: dict[str, Any] = {}
        self.tensor = None
        usual = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if usual and not kind.perfect_recall:
            self.tensor = np.zeros(rules.seen.size, np.float32)
            for part, place in zip(rules.seen.parts, places(rules.seen).values(), strict=True):
                self.dict[part.name] = self.tensor[place].reshape(part.shape)

    def set_from(self, state: RecordState, player: int) -> None:
        """Fill the numbers."""
        if self.tensor is not None:
            board_tables, table = self.rules.game.board_tables, state.position.table
            self.rules.observe(board_tables, table, self.scratch, max(player, 0), self.tensor)

    def string_from(self, state: RecordState, player: int) -> str:
        """The text."""
        whole = self.kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        single = self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        viewer: Viewer = CHANCE if whole else player if single else None
        said = state.written(viewer)
        if not self.kind.public_info and said == state.written(None):
            return ""
        memory = f"{state.seen_moves(player)} " if self.kind.perfect_recall else ""
        return f"{player} {memory}{said}"


def parameters(name: str) -> dict[str, Any]:
    """What can be chosen of a game, with what is usual: players, board, and its options."""
    kind = game_class(name)
    options = {option.name: option.default for option in kind.options}
    return {"players": kind.usual_seats(), "board": ""} | options


@cache
def game_type(name: str) -> Any:
    """A game as OpenSpiel lists it."""
    kind, known = game_class(name), pyspiel.GameType
    information = known.Information
    return known(
        short_name=f"{PREFIX}{name}",
        long_name=GAMES[name].title,
        dynamics=known.Dynamics.SEQUENTIAL,
        chance_mode=known.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if kind.secrets
        else information.PERFECT_INFORMATION,
        utility=known.Utility.ZERO_SUM,
        reward_model=known.RewardModel.TERMINAL,
        max_num_players=kind.players[-1],
        min_num_players=kind.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(name),
    )


def imagine(state: RecordState, player: int, rng: Random) -> RecordState:
    """A state that fits what a seat knows of this one, for a search that must not know more.

    It has no history.
    """
    game = state.rules.game
    guessed = state.get_game().new_initial_state()
    guessed.position.table[0] = game.determinize(game.observe(state.record, player), rng)
    guessed.position.make(-1)
    return cast(RecordState, guessed)


def search(bot: Any, state: RecordState) -> int:
    """The move of a `pyspiel.MCTSBot`.

    Its own `step` gives up the interpreter's lock and then crashes on games written in Python.
    """
    root = bot.mcts_search(state)
    return int(root.best_child().action) if root.children else state.legal_actions()[0]


# OpenSpiel lets go of what is registered after Python has ended: a class survives that, a function
# would not.
REGISTERED = {name: type(name, (RecordGame,), {"name": name}) for name in playable()}
for _name, _class in REGISTERED.items():
    pyspiel.register_game(game_type(_name), _class)
