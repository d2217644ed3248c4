"""Our bots beside OpenSpiel's tree search in C++ (UCT, uniform rollouts).

`cruachan bench openspiel`: games between the two, with the time that each took for a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from cruachan.bots import Bot, load_bot
from cruachan.bots.ready import make_ready
from cruachan.engine import record
from cruachan.engine.errors import OptionError
from cruachan.engine.game import CHANCE, Decision
from cruachan.engine.texts import message
from cruachan.envs.table import needed
from cruachan.games import game_class

UCT = 1.4
"""How much the search explores: about the root of 2, as OpenSpiel's own examples have it."""
MEMORY = 1000
"""Megabytes that the search may use."""
PLAYERS = 2


def search_bot(game: Any, seconds: float, seed: int) -> Any:
    """OpenSpiel's search with so long a time for each move."""
    pyspiel = needed("pyspiel", "openspiel")
    rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    return pyspiel.MCTSBot(
        game,
        rollouts,
        uct_c=UCT,
        max_simulations=2,
        max_memory_mb=MEMORY,
        solve=True,
        seed=seed,
        verbose=False,
        max_wall_clock_time=seconds,
    )


def openspiel_simulations_per_second(seconds: float = 2.0) -> float:
    """Simulations a second of OpenSpiel's search from the opening of its backgammon, on one core.

    The first roll is made: a search begins with a decision.
    """
    game = needed("pyspiel", "openspiel").load_game("backgammon")
    root = game.new_initial_state()
    root.apply_action(root.legal_actions()[0])
    bot = search_bot(game, seconds, seed=1)
    begun = perf_counter()
    simulations = bot.mcts_search(root).explore_count
    return float(simulations / (perf_counter() - begun))


@dataclass
class PeerSide:
    """The time one library took."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def thought(self, seconds: float) -> None:
        """Add a move."""
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)


@dataclass
class PeerScore:
    """Games of a bot of ours against OpenSpiel's search, as ours sees them."""

    game: str
    bot: str
    limit: float
    """Seconds that OpenSpiel's search has for a move."""
    sees_all: bool
    seed: int
    wins: int = 0
    draws: int = 0
    losses: int = 0
    ours: PeerSide = field(default_factory=PeerSide)
    theirs: PeerSide = field(default_factory=PeerSide)

    def report(self) -> dict[str, Any]:
        """All of it as plain data."""
        return asdict(self)


def contest(
    name: str, bot: str, games: int, seconds: float, seed: int = 1, sees_all: bool = False
) -> Iterator[PeerScore]:
    """Play games of two, seats in turn; yields the score after each.

    The search thinks on a state that fits what its seat knows, or, if it `sees_all`, on the whole
    one. A move that is the only one is made at once by both.
    """
    if PLAYERS not in game_class(name).players:
        raise OptionError(message(__package__, "error.two", game=game_class(name).title))
    door = needed("cruachan.envs.openspiel", "openspiel")
    game = needed("pyspiel", "openspiel").load_game(f"{door.PREFIX}{name}(players={PLAYERS})")
    score = PeerScore(name, bot, seconds, sees_all, seed)
    make_ready(game.rules.game, load_bot(bot, game.rules.game))
    for number in range(games):
        ours, rng = number % PLAYERS, Random(f"{seed} {number}")
        player = load_bot(bot, game.rules.game)
        search = search_bot(game, seconds, rng.randrange(2**31))
        result = play(game.new_initial_state(), ours, player, search, score, rng)
        score.wins += result > 0
        score.draws += result == 0
        score.losses += result < 0
        yield score


def play(state: Any, ours: int, bot: Bot, search: Any, score: PeerScore, rng: Random) -> float:
    """One game; what it is worth to us."""
    door = needed("cruachan.envs.openspiel", "openspiel")
    while not state.is_terminal():
        legal, seat = state.legal_actions(), state.current_player()
        if seat == CHANCE or len(legal) == 1:
            state.apply_action(rng.choice(legal))
            continue
        begun = perf_counter()
        if seat == ours:
            move = bot.choose(decision(state, seat), rng)
            score.ours.thought(perf_counter() - begun)
        else:
            known = state if score.sees_all else door.imagine(state, seat, rng)
            move = door.search(search, known)
            score.theirs.thought(perf_counter() - begun)
        state.apply_action(int(move))
    return float(state.returns()[ours])


def decision(state: Any, seat: int) -> Decision[Any, Any]:
    """What a bot of ours is asked."""
    game = state.rules.game
    whole = record.copy(state.record)
    return Decision(seat, game.observe(whole, seat), game.legal_moves(whole, seat))
