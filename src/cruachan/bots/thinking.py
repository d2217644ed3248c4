"""What a bot that searches thinks: everybody's chances, its best moves, and the line it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, islice
from random import Random
from threading import Lock
from typing import Any, NamedTuple

from cruachan.bots import machine
from cruachan.bots.network import learned, network
from cruachan.bots.proof import TURNS, ProvenWin, Prover
from cruachan.bots.search import SearchRules, make_search
from cruachan.bots.tree import NODES, NONE, Tree, new_tree
from cruachan.bots.weights import Weights
from cruachan.engine.arrays import np
from cruachan.engine.capabilities import BOLD, TRUST
from cruachan.engine.game import Decision
from cruachan.engine.kernel import KernelGame, as_table, dice
from cruachan.engine.record import state_without
from cruachan.engine.slices import Slices, run_slices

CHUNK = 64
"""Playouts between two looks at the clock."""
NEVER = np.zeros(1, np.int64)
"""What stops nobody: the first playout is always made, so that there is a thought."""
LINE = 8
"""How many moves of the expected line are returned."""
HOPE = 0.5
"""A win that can be forced is looked for only where the search gives the seat such a chance."""


class Budget(NamedTuple):
    """How much may be thought: so many playouts, or so many seconds, whichever is over first."""

    playouts: int | None = None
    seconds: float | None = None
    proof: int = 0
    """At so many positions is looked, for each own turn, to prove a win that can be forced."""


@dataclass(frozen=True)
class Considered:
    """A move and what the search made of it."""

    move: int
    share: float
    """The share of the playouts that tried it."""
    chances: tuple[float, ...]
    """Everybody's chance of winning after it."""


@dataclass(frozen=True)
class Thought:
    """What a search has found."""

    seat: int
    chances: tuple[float, ...]
    """Everybody's chance of winning, if the seat plays well."""
    moves: tuple[Considered, ...]
    """All moves, best first."""
    line: tuple[tuple[int, int], ...]
    """The seats and moves that are expected from here, what chance decides among them."""
    playouts: int
    wins: int = 0
    """The first move is proven to win by the end of so many own turns, this one included; 0: none
    is."""


class SearchMemory:
    """One tree, and what belongs to it."""

    def __init__(self, seats: int, state: Any, nodes: int) -> None:
        self.tree, self.other = new_tree(seats, nodes), new_tree(seats, nodes)
        self.scratch = as_table(state)
        self.words = self.scratch.view(np.int64)


_owners = count()
"""Numbers for trees in WebAssembly: one for each Thinker, and for each time it forgets."""


class Thinker:
    """Searches for the best move; its trees are kept from one decision to the next."""

    def __init__(
        self,
        game: KernelGame[Any, Any, Any],
        threads: int = 1,
        nodes: int = NODES,
        bold: float = BOLD,
        trust: float = TRUST,
        weights: Weights | None = None,
    ) -> None:
        self.game = game
        self.weights = weights
        self.threads, self.nodes = threads, nodes
        self.bold, self.trust = bold, trust
        self._begin()

    def _begin(self) -> None:
        """What no copy takes over."""
        self.stop = np.zeros(1, np.int64)
        self._one_at_a_time = Lock()
        self.forget()

    def forget(self) -> None:
        """Begin the next search with an empty tree."""
        self.minds: list[SearchMemory] = []
        self._owner = next(_owners)

    @cached_property
    def search(self) -> SearchRules:
        """The compiled search."""
        return make_search(self.game.kernel, network(self.game.name, self.game.kernel))

    @cached_property
    def prover(self) -> Prover:
        """Proves wins, in compiled code."""
        return Prover(self.game)

    def __getstate__(self) -> dict[str, Any]:
        """A copy has the same settings and begins with an empty tree."""
        return state_without(self, "search", "prover", "stop", "minds", "_owner", "_one_at_a_time")

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._begin()

    def think(self, decision: Decision[Any, Any], budget: Budget, rng: Random) -> Thought:
        """What to do, within the budget."""
        return run_slices(self.thinking(decision, budget, rng))

    def thinking(
        self, decision: Decision[Any, Any], budget: Budget, rng: Random
    ) -> Slices[Thought]:
        """The same in slices, where bots think in WebAssembly; compiled code has threads."""
        with self._one_at_a_time:
            seats = self.game.seats(decision.seen)
            if machine.is_provided():
                thought = yield from self._by_machine(decision, budget, seats, rng)
                return self._proven(decision, thought, budget.proof)
            if not self.minds or self.minds[0].tree.worth.shape[1] != seats:
                self.minds = [
                    SearchMemory(seats, decision.seen, self.nodes) for _ in range(self.threads)
                ]
            lots = [dice(rng.getrandbits(62)) for _ in self.minds]
            self._search(decision, budget, seats, lots)
            return self._proven(decision, self._thought(decision, seats), budget.proof)

    def prove(
        self, decision: Decision[Any, Any], moves: Sequence[int], positions: int
    ) -> ProvenWin | None:
        """The first of the moves that is proven to win soonest; so many positions a turn."""
        if machine.is_provided():
            found = machine.first_win(
                self.game, decision.seen, decision.seat, moves, TURNS, positions
            )
            return None if found is None else ProvenWin(*found)
        return self.prover.find(decision, moves, positions)

    def _proven(self, decision: Decision[Any, Any], thought: Thought, positions: int) -> Thought:
        """The thought with a move first that is proven to win, where there is one."""
        seat = thought.seat
        if not positions or not thought.moves or thought.chances[seat] < HOPE:
            return thought
        proof = self.prove(decision, [each.move for each in thought.moves], positions)
        if proof is None:
            return thought
        certain = tuple(float(each == seat) for each in range(len(thought.chances)))
        best = next(each for each in thought.moves if each.move == proof.move)
        others = (each for each in thought.moves if each is not best)
        step = (seat, proof.move)
        line = thought.line if thought.line[:1] == (step,) else (step,)
        return replace(
            thought, chances=certain, moves=(replace(best, chances=certain), *others), line=line,
            wins=proof.turns,
        )  # fmt: skip

    def _by_machine(
        self, decision: Decision[Any, Any], budget: Budget, seats: int, rng: Random
    ) -> Slices[Thought]:
        """Run the search in WebAssembly."""
        lot = int(dice(rng.getrandbits(62))[0])
        search = machine.MachineSearch(self.game, self._owner, seats, self.nodes)
        found = yield from search.run(
            decision.seen,
            decision.seat,
            lot,
            budget.playouts,
            budget.seconds,
            self.bold,
            self.trust,
        )
        total = max(1, sum(each.visits for each in found.moves))
        moves = [
            Considered(
                each.move, each.visits / total, tuple(w / (each.visits + 1) for w in each.worth)
            )
            for each in found.moves
            if each.move in decision.moves
        ]
        moves.sort(key=lambda each: (-each.share, -each.chances[decision.seat]))
        mean = tuple(each / max(1, found.visits) for each in found.worth)
        line = self._played(decision, found.line)
        return Thought(
            decision.seat, moves[0].chances if moves else mean, tuple(moves), line, total
        )

    def _search(
        self, decision: Decision[Any, Any], budget: Budget, seats: int, lots: list[Any]
    ) -> None:
        root = as_table(decision.seen)
        net = self.weights.net(seats) if self.weights else learned(self.game.name, seats)
        self.stop[0] = 0
        share = None if budget.playouts is None else -(-budget.playouts // len(self.minds))

        def work(mind: SearchMemory, lot: Any) -> None:
            seat = decision.seat
            made = self.search.begin(root, mind.scratch, mind.words, seat, mind.tree, mind.other)
            mind.tree, mind.other = mind.other, mind.tree
            least = 1 if share is None else max(1, share // 4)
            fresh = 0
            while fresh == 0 or not (self.stop[0] or (share and made >= share and fresh >= least)):
                left = CHUNK if share is None else max(share - made, least - fresh)
                ran = self.search.run(
                    self.game.board_tables, root, mind.scratch, mind.words, seat, mind.tree, net,
                    lot, min(CHUNK, left) if fresh else 1, self.bold, self.trust,
                    self.stop if fresh else NEVER,
                )  # fmt: skip
                made += ran
                fresh += ran

        if len(self.minds) == 1 and budget.seconds is None:
            work(self.minds[0], lots[0])
            return
        with ThreadPoolExecutor(len(self.minds)) as pool:
            running: list[Future[None]] = [
                pool.submit(work, mind, lot) for mind, lot in zip(self.minds, lots, strict=True)
            ]
            try:
                wait(running, budget.seconds)
            finally:
                self.stop[0] = 1
        for each in running:
            each.result()

    def _thought(self, decision: Decision[Any, Any], seats: int) -> Thought:
        seat = decision.seat
        visits: dict[int, int] = {}
        worth: dict[int, Any] = {}
        for mind in self.minds:
            for child in _kids(mind.tree, 0):
                move = int(mind.tree.move[child])
                tried = int(mind.tree.visits[child]) + 1
                visits[move] = visits.get(move, 0) + tried - 1
                sums = worth.setdefault(move, np.zeros(seats + 1))
                sums[:seats] += mind.tree.worth[child].astype(float)
                sums[seats] += tried
        total = max(1, sum(visits.values()))
        moves = [
            Considered(move, visits[move] / total, tuple(float(w) for w in sums[:-1] / sums[-1]))
            for move, sums in worth.items()
            if move in decision.moves
        ]
        moves.sort(key=lambda each: (-each.share, -each.chances[seat]))
        chances = moves[0].chances if moves else self._mean(seats)
        return Thought(seat, chances, tuple(moves), self._line(decision), total)

    def _mean(self, seats: int) -> tuple[float, ...]:
        """What all playouts were worth: where chance decides next."""
        worth = sum(mind.tree.worth[0].astype(float) for mind in self.minds)
        visits = sum(int(mind.tree.visits[0]) for mind in self.minds)
        return tuple(float(each) for each in np.asarray(worth)[:seats] / max(1, visits))

    def _line(self, decision: Decision[Any, Any]) -> tuple[tuple[int, int], ...]:
        """The way down the first tree along what was visited most."""
        return self._played(decision, _most_visited(self.minds[0].tree))

    def _played(
        self, decision: Decision[Any, Any], moves: Iterable[int]
    ) -> tuple[tuple[int, int], ...]:
        """The first moves of a way with the seats that make them, as far as they are legal."""
        state, line = decision.seen, []
        for move in islice(moves, LINE):
            acting = self.game.to_act(state)
            if not acting or self.game.why_not(state, acting[0], move) is not None:
                break
            line.append((acting[0], move))
            state = self.game.apply(state, acting[0], move)
        return tuple(line)


def _most_visited(tree: Tree) -> Iterator[int]:
    """The moves down a tree along what was visited most."""
    node = 0
    while children := [child for child in _kids(tree, node) if tree.visits[child]]:
        node = max(children, key=lambda child: int(tree.visits[child]))
        yield int(tree.move[node])


def _kids(tree: Tree, node: int) -> Iterator[int]:
    """The children of a node."""
    child = int(tree.first[node])
    if tree.kids[node]:
        yield from range(child, child + int(tree.kids[node]))
        return
    while child != NONE:
        yield child
        child = int(tree.after[child])
