"""Wins that are proven: they are certain, need nothing hidden, and the upper levels play them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cruachan import CHANCE
from cruachan.bots import levels_of, load_bot
from cruachan.bots.advice import advise, certainty
from cruachan.bots.proof import ProvenWin, Prover
from cruachan.bots.thinking import Budget, Thinker
from cruachan.engine.kernel import KernelGame, as_table
from cruachan.engine.texts import Lang
from tests.bots.deciding import asked, quick

NOW = (
    "n b 66 b:turn Med5,Ven1,Tau1,Tau2,Lig1 Oro1,Cen1,Ins2,Ana1,Lin3,Boi1,Boi6,Ari1 "
    "Oro=4-2bs,Ven=4-3ab,Tau=?a,Ins=3-3ab,Ana=?a,Lin=2-3ab,Lig=?a,Fri=?a,Boi=3-5b"
)
NEXT = (
    "n a 20 a:fight:Cen3>Ven Med1,Oro1,Cen3*,Tau2,Ana1*,Lig1,Lig1 Ven1,Lin1,Fri3,Boi3,Ari4 "
    "Ins=4-3ab,Ana=?b"
)
"""Gallia Cisalpina: who is to act wins within this turn, and in the next, but not with any move."""
ROLLED = (
    "2 a 44 a:3-4 a=0:Bra-Med,Gob-Isc,Med-Vir,Pen-Tom,Seg-Tom:- "
    "b=0:Bre-Col,Bre-Med,Bre-Pen,Col-Med:6 c=0:Bre-Mor,Can-Seg,Cic-Gob,Col-Gob,Dev-Med:- "
    "d=5:-:- e=5:-:- Dev-Tom "
    "Can:a,Dev:a,Tom:a/x,Med:b/a,Vir:a,Bre:b/a,Wis:a,Cic:b/c,Nid:c"
)
"""Cambria: the first player wins within this turn."""
POSITIONS = [("gallia", NOW, 1), ("gallia", NEXT, 2), ("cambria", ROLLED, 1)]
ENOUGH = 20_000
FEW = 3_000


def proven(game: KernelGame[Any, Any, Any], state: Any, positions: int = FEW) -> ProvenWin | None:
    decision = asked(game, state)
    return Prover(game).find(decision, decision.moves, positions)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "position", "turns"), POSITIONS)
def test_a_proof_holds_in_every_deal_whatever_the_others_and_chance_do(
    name: str, position: str, turns: int
) -> None:
    """A seat that always plays what is proven has won by the end of so many of its turns."""
    game, prover = quick(name), Prover(quick(name))
    first = game.read_position(position)
    seat = game.to_act(first)[0]
    for seed in range(12):
        rng, ended = Random(seed), 0
        state = game.determinize(game.observe(first, seat), rng)
        left = turns
        while acting := game.to_act(state):
            moves = game.legal_moves(state, acting[0])
            move = rng.choice(moves)
            if acting[0] == seat:
                decision = asked(game, state)
                proof = prover.find(decision, moves, ENOUGH)
                assert proof is not None
                assert proof.turns <= turns - ended
                move = proof.move
            elif acting[0] != CHANCE and left == turns - ended:
                ended += 1
            left = turns - ended if acting[0] == seat else left
            state = game.apply(state, acting[0], move)
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.winners == (seat,)


@pytest.mark.parametrize(("name", "position", "turns"), POSITIONS)
def test_the_soonest_win_comes_first(name: str, position: str, turns: int) -> None:
    game = quick(name)
    proof = proven(game, game.read_position(position), ENOUGH)
    assert proof is not None
    assert proof.turns == turns
    assert proven(game, game.read_position(position), 3) is None, "too few positions say nothing"


@pytest.mark.slow
def test_of_several_the_first_is_taken_and_what_does_not_win_is_not() -> None:
    game, prover = quick("gallia"), Prover(quick("gallia"))
    decision = asked(game, game.read_position(NOW))
    alone = {move: prover.find(decision, [move], ENOUGH, 1) for move in decision.moves}
    winning = [move for move, proof in alone.items() if proof]
    assert 0 < len(winning) < len(decision.moves)
    for order in (decision.moves, decision.moves[::-1]):
        found = prover.find(decision, order, 10 * ENOUGH, 1)
        assert found == ProvenWin(next(move for move in order if move in winning), 1)


def test_nothing_hidden_is_used() -> None:
    """Gallia: two tables that differ in what only the other player has scouted."""
    game, found = quick("gallia"), 0
    state = game.read_position(NEXT)
    seat = game.to_act(state)[0]
    secret = [
        card
        for card in range(12)
        if int(state.knows[1 - seat]) & ~int(state.knows[seat] | state.shown) & 1 << card
    ]
    assert secret
    for back in range(10):
        twin = as_table(state)[0]
        if back in {int(each) for each in twin.back}:
            continue
        twin.back[secret[0]] = back
        assert proven(game, twin) == proven(game, state) != None  # noqa: E711
        found += 1
    assert found > 1


@pytest.mark.slow
@pytest.mark.parametrize(("name", "position", "turns"), POSITIONS)
def test_the_upper_levels_play_what_is_proven(name: str, position: str, turns: int) -> None:
    game = quick(name)
    decision, thinker = asked(game, game.read_position(position)), Thinker(game)
    for seed in range(5):
        thought = thinker.think(decision, Budget(20, proof=ENOUGH), Random(seed))
        assert thought.wins == turns
        assert thought.chances == tuple(float(seat == decision.seat) for seat in range(2))
        assert thought.moves[0].chances == thought.chances
        assert thought.line[0] == (decision.seat, thought.moves[0].move)
        move = thought.moves[0].move
        assert thinker.prove(decision, [move], ENOUGH) == ProvenWin(move, turns)
        assert sorted(each.move for each in thought.moves) == sorted(decision.moves)
    assert thinker.think(decision, Budget(20), Random(1)).wins == 0


@pytest.mark.parametrize("name", ["hibernia", "cambria", "gallia"])
def test_only_the_upper_levels_prove(name: str) -> None:
    proofs = {kind: level.proof for kind, level in levels_of(quick(name)).items()}
    assert [proofs.pop(kind) for kind in ("learner", "steady", "strong")] == [0, 0, 0]
    assert set(proofs) == {"expert", "master"}
    assert all(proofs.values())
    bot: Any = load_bot("expert", quick(name))
    assert bot.budget.proof == proofs["expert"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "lang", "said"),
    [
        (NOW, "en", "This wins for certain, still in this turn."),
        (NEXT, "en", "This wins for certain, in your next turn at the latest."),
        (NOW, "de", "Das gewinnt sicher, noch in diesem Zug."),
        (NEXT, "de", "Das gewinnt sicher, spätestens in deinem nächsten Zug."),
    ],
)
def test_a_hint_says_that_a_win_is_certain(position: str, lang: Lang, said: str) -> None:
    game = quick("gallia")
    advice = advise(game, asked(game, game.read_position(position)), Random(1))
    assert advice is not None
    assert sorted(advice.chances or ()) == [0.0, 1.0]
    assert certainty(advice, lang) == said
    state = game.setup(2, {})
    begun = game.apply(state, CHANCE, game.legal_moves(state, CHANCE)[0])
    beginning = advise(game, asked(game, begun), Random(1))
    assert beginning is not None
    assert certainty(beginning, lang) == ""
