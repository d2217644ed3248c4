"""The pace of two other game engines playing at random, on one core of this machine.

Both peers are optional: a function answers None where its package is not installed.
"""

from dataclasses import dataclass
from importlib.util import find_spec
from time import perf_counter

ROLLOUTS = 100
"""Maedn games per call into OpenSpiel: about 15 ms, so the call itself costs nothing."""

COUNTED_GAMES = 10_000
"""Maedn games whose steps are counted: puts 0.25 % of standard error on the mean length."""


@dataclass(frozen=True)
class PeerPace:
    """How many steps of which game an engine played in how long."""

    name: str
    what: str
    steps: int
    games: int
    seconds: float

    @property
    def steps_per_second(self) -> float:
        """The pace itself."""
        return self.steps / self.seconds


def catanatron(seconds: float) -> PeerPace | None:
    """Whole games of catanatron, four random players on a fresh map each.

    A step is one entry of the game's own log of actions. Rolling the dice and ending a turn
    are such actions; what the dice show and which card is drawn come with the action, not as
    steps of their own. The exact count is read off each game at its end. The time includes
    setting up each game (about 4 % of it). A game that reaches catanatron's limit of 1000
    turns (about one game in 1000) ends without a winner and counts with the steps it had.

    Catanatron seeds Python's global generator. The same seed gives the same game only under
    the same PYTHONHASHSEED, so the games differ from process to process.
    """
    if find_spec("catanatron") is None:
        return None
    from catanatron.game import Game
    from catanatron.models.player import Color, RandomPlayer

    steps = games = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        games += 1
        game = Game([RandomPlayer(color) for color in Color], seed=games)
        game.play()
        steps += len(game.state.actions)
    return PeerPace("catanatron", "Catan, 4 random players", steps, games, elapsed)


def openspiel_maedn(seconds: float) -> PeerPace | None:
    """Whole games of OpenSpiel's maedn, four players, played at random inside its C++ code.

    The fastest loop the wheel offers is RandomRolloutEvaluator, reached through a tree search
    of a single simulation: that simulation is nothing but ROLLOUTS playouts from the root. The
    root must be a decision, so every game starts after the first die roll, which is not counted.

    A step is one applied action: a die roll, a move, or a forced pass. The evaluator does not
    tell how many it applied, so `steps` is the number of games times the mean length of
    COUNTED_GAMES games from the same root, played after the clock has stopped by evaluate_bots
    with uniform random bots. Those choose from the same distribution and leave behind a state
    that knows its exact number of steps.
    """
    if find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game("maedn", {"players": 4})
    root = game.new_initial_state()
    root.apply_action(root.legal_actions()[0])
    search = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=1,
        verbose=False,
    )
    games = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        search.mcts_search(root)
        games += ROLLOUTS

    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(4)]
    counted = 0
    for seed in range(COUNTED_GAMES):
        state = root.clone()
        pyspiel.evaluate_bots(state, bots, seed)
        counted += state.move_number() - root.move_number()
    steps = round(games * counted / COUNTED_GAMES)
    return PeerPace("OpenSpiel", "maedn, 4 random players, C++ playouts", steps, games, elapsed)
