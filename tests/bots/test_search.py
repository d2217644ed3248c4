"""The search: what it finds, what it may not know, how much it uses, and what it says."""

from __future__ import annotations

import threading
import time
from random import Random
from typing import Any

import numpy as np
import pytest

from cruachan import load_game
from cruachan.arena.contest import make_contest
from cruachan.bots import (
    adviser,
    bots_of,
    levels_of,
    load_bot,
    repeatable_bots,
    thinks_by_clock,
    usual_bot,
)
from cruachan.bots.network import learned, network
from cruachan.bots.search import make_search
from cruachan.bots.thinking import Budget, Thinker, Thought
from cruachan.bots.tree import NONE, copy_branch, new_tree
from cruachan.engine.game import CHANCE
from cruachan.engine.kernel import KernelGame, as_table, dice
from cruachan.engine.slices import Slices
from tests.bots.deciding import asked, quick

GAMES = [("hibernia", 3), ("hibernia", 4), ("cambria", 2), ("cambria", 5), ("gallia", 2)]
LEVELS = ("learner", "steady", "strong", "expert", "master")
WINNING = "4 a 9 d:red:w a@30=9+3:Air1 b@30=10+2:Lui1 c@30=11+1:Osr1 d@43=11+0:Tua1,Con1"


def to_decide(game: KernelGame[Any, Any, Any], seats: int, plies: int, seed: int) -> Any:
    """A position in the middle of a game by lot in which somebody has to choose."""
    rng, state = Random(seed), game.setup(seats, {})
    while True:
        acting = game.to_act(state)
        moves = game.legal_moves(state, acting[0])
        if plies <= 0 and acting[0] != CHANCE and len(moves) > 2:
            return state
        state = game.apply(state, acting[0], rng.choice(moves))
        plies -= 1


def think(game: KernelGame[Any, Any, Any], state: Any, playouts: int, seed: int = 1) -> Thought:
    return Thinker(game).think(asked(game, state), Budget(playouts), Random(seed))


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_it_says_what_it_thinks(name: str, seats: int) -> None:
    game = quick(name)
    state = to_decide(game, seats, 25, 1)
    thought = think(game, state, 200)
    legal = game.legal_moves(state, thought.seat)
    assert sorted(each.move for each in thought.moves) == sorted(legal)
    assert sum(each.share for each in thought.moves) == pytest.approx(1)
    shares = [each.share for each in thought.moves]
    assert shares == sorted(shares, reverse=True)
    assert len(thought.chances) == seats
    assert all(0 <= chance <= 1 for each in thought.moves for chance in each.chances)
    assert thought.line[0] == (thought.seat, thought.moves[0].move)
    for seat, move in thought.line:
        assert game.to_act(state) == (seat,)
        state = game.apply(state, seat, move)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_the_same_lot_and_budget_give_the_same_thought(name: str, seats: int) -> None:
    game = quick(name)
    state = to_decide(game, seats, 30, 2)
    assert think(game, state, 150) == think(game, state, 150)
    assert think(game, state, 150, 1).moves != think(game, state, 150, 9).moves


def test_it_takes_a_win() -> None:
    game = quick("hibernia")
    thought = think(game, game.read_position(WINNING), 300)
    after = game.apply(game.read_position(WINNING), 3, thought.moves[0].move)
    outcome = game.outcome(after)
    assert outcome is not None
    assert outcome.winners == (3,)
    assert thought.chances[3] > 0.9


def test_hidden_backs_change_nothing() -> None:
    """Two tables that differ in what only the other has scouted: the same thoughts."""
    game, found = quick("gallia"), 0
    for seed in range(60):
        state = to_decide(game, 2, 40, seed)
        seat = game.to_act(state)[0]
        secret = [
            card
            for card in range(12)
            if int(state.knows[1 - seat]) & ~int(state.knows[seat] | state.shown) & 1 << card
        ]
        if not secret:
            continue
        found += 1
        twin = as_table(state)[0]
        known = {int(back) for back in state.back if back >= 0}
        twin.back[secret[0]] = next(back for back in range(10) if back not in known)
        for kind in LEVELS[:3]:
            bots = [load_bot(kind, game) for _ in range(2)]
            first, second = (
                bot.choose(asked(game, each), Random(5))
                for bot, each in zip(bots, (state, twin), strict=True)
            )
            assert first == second
        if found == 5:
            break
    assert found == 5


def test_what_is_hidden_is_dealt_from_what_is_left() -> None:
    game, dealt = quick("gallia"), set()
    state = next(
        each
        for each in (to_decide(game, 2, 40, seed) for seed in range(99))
        if int(each.knows[0]) & ~int(each.knows[1] | each.shown)
    )
    seen = game.observe(state, 1)
    secret = int(state.knows[0]) & ~int(state.knows[1] | state.shown)
    for seed in range(60):
        table = as_table(seen)
        game.kernel.deal(table[0], dice(seed))
        whole = table[0]
        backs = [int(back) for back in whole.back if back >= 0]
        assert len(backs) == len(set(backs))
        assert [bool(int(secret) >> card & 1) for card in range(12)] == [
            int(whole.back[card]) >= 0 > int(seen.back[card]) for card in range(12)
        ]
        dealt.add(tuple(int(back) for back in whole.back))
        assert (whole.past_a == state.past_a).all()
    assert len(dealt) > 3


def test_a_playout_descends_to_a_leaf_and_expands_it() -> None:
    game = quick("cambria")
    state = to_decide(game, 2, 20, 4)
    seat, net, lots = game.to_act(state)[0], learned("cambria", 2), dice(1)
    search = make_search(game.kernel, network("cambria", game.kernel))
    root, tree, other = as_table(state), new_tree(2, 1 << 12), new_tree(2, 1 << 12)
    scratch = root.copy()
    raw = scratch.view(np.int64)
    assert search.begin(root, scratch, raw, seat, other, tree) == 0
    buffers = search.new_buffers(root, scratch, raw, net)
    assert search.descend(game.board_tables, buffers, seat, tree, net, lots, 0.6, 12.0) == 0
    children = range(int(tree.first[0]), int(tree.first[0]) + int(tree.kids[0]))
    assert [int(tree.move[child]) for child in children] == game.legal_moves(state, seat)
    assert tree.prior[children.start : children.stop].sum() == pytest.approx(1, abs=1e-5)
    best = max(float(tree.worth[child, seat]) for child in children)
    assert buffers.value[seat] == pytest.approx(best)
    buffers.table[0] = root[0]
    depth = search.descend(game.board_tables, buffers, seat, tree, net, lots, 0.6, 12.0)
    assert depth >= 1
    assert buffers.path[0] == 0
    assert int(buffers.path[1]) in children


def test_the_tree_is_used_again() -> None:
    game = quick("hibernia")
    states = (to_decide(game, 4, 30, seed) for seed in range(20))
    state = next(each for each in states if each.die_open and each.wild_open)
    thinker = Thinker(game)
    thought = thinker.think(asked(game, state), Budget(400), Random(1))
    again = asked(game, game.apply(state, thought.seat, thought.moves[0].move))
    assert again.seat == thought.seat
    mind = thinker.minds[0]
    used = thinker.search.begin(
        as_table(again.seen), mind.scratch, mind.words, again.seat, mind.tree, mind.other
    )
    assert used > 100


def test_a_branch_that_is_kept_is_whole() -> None:
    game, state = quick("cambria"), to_decide(quick("cambria"), 2, 20, 4)
    thinker = Thinker(game)
    thinker.think(asked(game, state), Budget(300), Random(1))
    tree, other = thinker.minds[0].tree, new_tree(2)
    copy_branch(tree, 0, other)
    assert other.used[0] == tree.used[0]
    assert sorted(other.visits[: other.used[0]]) == sorted(tree.visits[: tree.used[0]])
    reached = np.zeros(other.used[0], bool)
    todo = [0]
    while todo:
        node = todo.pop()
        assert not reached[node]
        reached[node] = True
        child = int(other.first[node])
        if other.kids[node]:
            todo += range(child, child + int(other.kids[node]))
        else:
            while child != NONE:
                todo.append(child)
                child = int(other.after[child])
    assert reached.all()


def test_a_full_tree_is_no_error() -> None:
    game, state = quick("cambria"), to_decide(quick("cambria"), 3, 20, 4)
    thinker = Thinker(game, nodes=300)
    thought = thinker.think(asked(game, state), Budget(500), Random(1))
    assert thinker.minds[0].tree.used[0] <= 300
    assert thought.moves[0].move in game.legal_moves(state, thought.seat)


def test_several_threads_and_a_time_limit() -> None:
    game, state = quick("hibernia"), to_decide(quick("hibernia"), 4, 30, 4)
    thinker = Thinker(game, threads=2)
    thought = thinker.think(asked(game, state), Budget(seconds=0.2), Random(1))
    assert thought.playouts > 0
    assert thought.moves[0].move in game.legal_moves(state, thought.seat)


@pytest.mark.parametrize("name", ["hibernia", "cambria", "gallia"])
def test_master_thinks_for_its_stated_seconds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock and not by playouts, from what its seat may see and nothing else."""
    game, asked_for = quick(name), []
    state = to_decide(game, game.players[-1], 20, 3)
    decision, thinking = asked(game, state), Thinker.thinking

    def noted(self: Thinker, seen: Any, budget: Budget, rng: Random) -> Slices[Thought]:
        asked_for.append((seen, budget))
        return thinking(self, seen, Budget(seconds=0.05), rng)

    monkeypatch.setattr(Thinker, "thinking", noted)
    bot = load_bot("master", game)
    assert bot.choose(decision, Random(1)) in decision.moves
    level = levels_of(game)["master"]
    assert asked_for == [(decision, Budget(None, level.seconds, level.proof))]
    assert asked_for[0][1].seconds == 2
    assert bot.choose(decision._replace(moves=decision.moves[:1]), Random(1)) == decision.moves[0]
    assert len(asked_for) == 1, "nothing is thought about a move without a choice"


def test_what_cannot_be_had_again_is_left_out_where_nobody_asks_for_it() -> None:
    game = load_game("cambria")
    assert thinks_by_clock("master", game)
    assert set(bots_of(game)) - set(repeatable_bots(game)) == {"master"}
    assert repeatable_bots(load_game("shent")) == bots_of(load_game("shent"))
    assert "master" not in make_contest(game).bots


def test_it_can_be_stopped_at_once() -> None:
    game, state = quick("hibernia"), to_decide(quick("hibernia"), 4, 30, 4)
    thinker = Thinker(game, nodes=1 << 14)
    thinker.think(asked(game, state), Budget(10), Random(1))

    def stop() -> None:
        time.sleep(0.1)
        thinker.stop[0] = 1

    stopping = threading.Thread(target=stop)
    stopping.start()
    thought = thinker.think(asked(game, state), Budget(100_000_000), Random(1))
    stopping.join()
    assert thought.playouts < 100_000_000


@pytest.mark.parametrize("name", ["hibernia", "cambria", "gallia"])
def test_the_levels_have_the_same_names_everywhere(name: str) -> None:
    game = quick(name)
    assert bots_of(game)[:5] == LEVELS
    assert usual_bot(game) == "steady"
    assert adviser(game) is not None
    state = to_decide(game, game.players[-1], 20, 3)
    for kind in LEVELS:
        bot = load_bot(kind, game)
        assert bot.name == kind
        assert bot.choose(asked(game, state), Random(1)) in asked(game, state).moves
