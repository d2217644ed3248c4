"""A game that was played, judged ply by ply: everybody's chances, what dice and moves changed.

Each decision is thought about anew from what its seat knew then. What a move cost is the chance of
winning after the best move that was found less that after the one that was made, both thought about
equally long. What chance decided is judged apart: the luck of a roll is everybody's chance after
the face that fell less the mean over all faces, so that luck is nobody's in the long run. A face
is thought about too, or played on many times by greedy bots, if somebody wishes so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from cruachan.bots.network import DRAWN, is_learned
from cruachan.bots.thinking import Budget, Thinker
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE, Decision, Outcome
from cruachan.engine.kernel import KernelGame, record_game
from cruachan.engine.match import Match
from cruachan.engine.texts import message

PLAYOUTS = 1000
"""How much is thought about a decision when nobody says."""
PROOF = 10
"""For each playout so many positions are looked at, for each own turn, to prove a win."""
FACE = 8
"""A face is thought about for so much less."""
NODES = 1 << 16
GOOD = 0.02
"""A move that costs less than this much of the chance of winning was as good as the best."""


@dataclass(frozen=True)
class Rollouts:
    """Playouts after each face of the dice: how many, and on which device."""

    games: int
    device: str = "cpu"


@dataclass(frozen=True)
class Roll:
    """What chance decided at a ply."""

    ply: int
    luck: tuple[float, ...]
    """How much it changed everybody's chances."""


@dataclass(frozen=True)
class Decided:
    """What a seat decided at a ply, where it had a choice."""

    ply: int
    seat: int
    chances: tuple[float, ...]
    """Everybody's chances before it, if the seat plays well."""
    best: int
    """The best move that was found; the one that was made, if nothing better was."""
    cost: float
    """How much less the one that was made is worth to the seat."""
    wins: int = 0
    """The best move is proven to win by the end of so many own turns; 0: none is."""


Judged = Roll | Decided


@dataclass(frozen=True)
class Summary:
    """A seat's part in the game."""

    luck: float
    """How much its chance was changed by dice and lots, its own and others'."""
    cost: float
    """How much of its chance its moves cost."""
    decisions: int
    good: int
    """The number of moves that were as good as the best."""


def why_not(match: Match[Any, Any]) -> CruachanError | None:
    """Why a game cannot be analysed: nobody can judge it, or it goes on and has secrets."""
    game = match.game
    quick = record_game(game)
    if quick is None:
        return CruachanError(message(__package__, "analysis.told", game=game.title))
    if not is_learned(quick):
        return CruachanError(message(__package__, "analysis.unlearned", game=game.title))
    if game.secrets and match.outcome is None:
        return CruachanError(message(__package__, "analysis.running", game=game.title))
    return None


class Analyst:
    """Thinks about the plies of a match; the same thoughts for the same playouts."""

    def __init__(
        self, match: Match[Any, Any], playouts: int = PLAYOUTS, rollouts: Rollouts | None = None
    ) -> None:
        refused = why_not(match)
        game = record_game(match.game)
        if refused is not None:
            raise refused
        assert game is not None
        self.match = match
        self.game: KernelGame[Any, Any, Any] = game
        self.playouts = playouts
        self.rollouts = rollouts
        self.thinker = Thinker(game, nodes=NODES)

    def plies(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, Judged | None]]:
        """Ply by ply what is to be said of it: nothing of a move without a choice."""
        for ply in range(len(self.match.history))[start:stop]:
            yield ply, self._judge(ply)

    def _judge(self, ply: int) -> Judged | None:
        """Each ply is thought about afresh, so that parts are as the whole."""
        self.thinker.forget()
        state, done = self.match.state_at(ply), self.match.history[ply]
        if done.seat == CHANCE:
            return Roll(ply, self._luck(ply, state, done.move))
        moves = self.game.legal_moves(state, done.seat)
        if len(moves) == 1:
            return None
        decision = Decision(done.seat, self.game.observe(state, done.seat), moves)
        return self._decided(ply, decision, done.move)

    def _decided(self, ply: int, decision: Decision[Any, Any], made: int) -> Decided:
        seat = decision.seat
        positions = PROOF * self.playouts
        thought = self.thinker.think(decision, Budget(self.playouts, proof=positions), Random(ply))
        best, wins = thought.moves[0], thought.wins
        chosen = next(each for each in thought.moves if each.move == made)
        if chosen is best or (wins and self.thinker.prove(decision, [made], positions)):
            return Decided(ply, seat, thought.chances, made, 0.0, wins)
        good, bad = best.chances, chosen.chances
        if not any(self.game.reveals(decision.seen, seat, m) for m in (best.move, made)):
            good, bad = (
                self._outlook(self.game.after(decision.seen, seat, m), seat, self.playouts // 2)
                for m in (best.move, made)
            )
        if wins:
            return Decided(ply, seat, thought.chances, best.move, 1.0 - bad[seat], wins)
        if bad[seat] >= good[seat]:
            return Decided(ply, seat, bad, made, 0.0)
        return Decided(ply, seat, thought.chances, best.move, good[seat] - bad[seat])

    def _luck(self, ply: int, state: Any, fell: int) -> tuple[float, ...]:
        """What fell beside the mean over the faces, all thought about equally long."""
        seat = self._next_to_decide(ply)
        faces = self.game.legal_moves(state, CHANCE)
        weights = self.game.chances(state)
        effort = max(1, self.playouts // FACE)
        worth = {
            face: self._after_chance(self.game.after(state, CHANCE, face), seat, effort)
            for face in faces
        }
        total = sum(weights)
        return tuple(
            worth[fell][each] - sum(worth[f][each] * w for f, w in zip(faces, weights, strict=True))
            / total
            for each in range(len(self.match.players))
        )  # fmt: skip

    def _after_chance(self, state: Any, seat: int, effort: int) -> tuple[float, ...]:
        """Everybody's chances after a face, by thinking or by games that greedy bots play on."""
        if self.rollouts is None or not self.game.to_act(state):
            return self._outlook(state, seat, effort)
        seats, games = len(self.match.players), self.rollouts.games
        where = {"device": self.rollouts.device, "start": state}
        from cruachan.arena.simulate import simulate

        *_, tally = simulate(self.game, seats, games, 1, ("greedy",) * seats, {}, **where)
        drawn = DRAWN * (tally.games - tally.wins.sum())
        return tuple(float(wins + drawn) / tally.games for wins in tally.wins)

    def _next_to_decide(self, ply: int) -> int:
        """The seat whose knowledge what chance decides is judged by: who decides next."""
        after = (done.seat for done in self.match.history[ply:] if done.seat != CHANCE)
        before = (done.seat for done in self.match.history[ply::-1] if done.seat != CHANCE)
        return next(after, next(before, 0))

    def _outlook(self, state: Any, seat: int, playouts: int) -> tuple[float, ...]:
        """Everybody's chances in a position, as far as the seat to move, or `seat`, knows it."""
        acting = self.game.to_act(state)
        if not acting:
            outcome = self.game.outcome(state)
            assert outcome is not None
            return results(outcome)
        mover = seat if acting[0] == CHANCE else acting[0]
        moves = [] if acting[0] == CHANCE else self.game.legal_moves(state, mover)
        decision = Decision(mover, self.game.observe(state, mover), moves)
        return self.thinker.think(decision, Budget(max(1, playouts)), Random(0)).chances


def results(outcome: Outcome) -> tuple[float, ...]:
    """The chances of a game that is over, as the judgement counts draws."""
    won = DRAWN if len(outcome.winners) > 1 else 1.0
    return tuple(won if seat in outcome.winners else 0.0 for seat in range(len(outcome.places)))


def curve(match: Match[Any, Any], judged: Sequence[Judged]) -> list[tuple[int, tuple[float, ...]]]:
    """Everybody's chances over time: before each decision, and at the end."""
    points = [(each.ply, each.chances) for each in judged if isinstance(each, Decided)]
    whole = bool(judged) and judged[-1].ply >= len(match.history) - 1
    if match.outcome is not None and whole:
        points.append((len(match.history), results(match.outcome)))
    return points


def summary(judged: Sequence[Judged], seat: int) -> Summary:
    """What is to be said of a seat."""
    rolls = [each for each in judged if isinstance(each, Roll)]
    own = [each for each in judged if isinstance(each, Decided) and each.seat == seat]
    return Summary(
        sum(each.luck[seat] for each in rolls),
        sum(each.cost for each in own),
        len(own),
        sum(each.cost < GOOD for each in own),
    )
