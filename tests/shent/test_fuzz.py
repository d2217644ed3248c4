"""Many games by lot, over all numbers of players and all options: everything adds up.

CRUACHAN_FUZZ_GAMES sets how many games are played (10 unless told).
"""

from __future__ import annotations

import os
from itertools import islice
from random import Random

import pytest

from cruachan.engine.errors import IllegalMove, UndoError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import LANGS
from cruachan.games.shent.components.material import BUILDINGS, MARKERS
from cruachan.games.shent.core.fields import NOWHERE, TRACK
from cruachan.games.shent.core.flow import LONGEST_TEXT, Move, Verb
from cruachan.games.shent.core.state import State, is_ally, own_figures
from cruachan.games.shent.notation import position

from .tables import any_options, by_lot, game_for

GAMES = int(os.environ.get("CRUACHAN_FUZZ_GAMES", "10"))
PARTS = 5
ROADS, WAYS, WAY = 10, 40, 40
"""How many games are left, how often each, and how many moves are made then."""
STRANGE = (
    "\x1b[2J{land} %s",
    "<script>alert(1)</script>",
    '"; DROP TABLE quests; --',
    "  #abcdef",
    "Und dann … kam „niemand“ – ",
    "[bold]no[/bold]",
    "🐉 \u202e verkehrt",
    "a\nb\r\nc\td",
    "x" * 500,
    "",
    " : : ",
)


def check(state: State) -> None:
    """Every stone, number and figure is somewhere, once."""
    assert not position.stones_wrong(state)
    lands = len(state.board.lands)
    carried = {index for token in state.tokens for index in token.pieces}
    for index, piece in enumerate(state.pieces):
        assert piece.land in (NOWHERE, TRACK) or 0 <= piece.land < lands
        if piece.land == NOWHERE:
            assert piece.leader == -2
            assert index not in carried
    built = [p.land for p in state.pieces if p.kind in BUILDINGS and p.land >= 0]
    assert len(set(built)) == len(built)
    for seat, player in enumerate(state.players):
        assert min(player.tur, player.golu, player.aglar) >= 0
        assert len(player.quests) <= 3
        if state.active != seat:
            assert state.markers.count(seat) <= MARKERS
    assert sum(state.numbers) >= 8


def check_allies(state: State) -> None:
    """At the end of a phase no ally stands without a figure of its player."""
    for piece in state.pieces:
        if is_ally(piece) and piece.land >= 0 and piece.leader >= 0 and piece.kind != 10:
            assert own_figures(state, piece.leader, piece.land)


@pytest.mark.slow
@pytest.mark.rule("S1.4", "S1.7", "S1.12", "S3.7")
@pytest.mark.parametrize("part", range(PARTS))
def test_games_by_lot(part: int) -> None:
    """They end at their limit or by a goal, and nothing is lost on the way."""
    for number in range(part, GAMES, PARTS):
        rng = Random(f"table {number}")
        seats = 2 + number % 5
        last = None
        for before, seat, move, after in by_lot(seats, number, any_options(rng)):
            check(after)
            if move.verb == "march":
                check_allies(after)
            assert seat == CHANCE or not before.outcome
            if rng.random() < 0.02:
                line = position.write(after)
                assert position.write(position.read(after.board, line)) == line
            last = after
        assert last is not None
        assert sorted(last.outcome) == list(range(seats))
        assert last.won or last.round == 15


@pytest.mark.slow
@pytest.mark.rule("S1.4", "S9.7")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_thousand_ways_on(part: int) -> None:
    """From many positions of a game by lot, early and late, others go on: nothing stands still."""
    went = 0
    for number in range(part, ROADS, PARTS):
        rng, seats = Random(f"roads {number}"), 2 + number % 5
        states = [step[3] for step in by_lot(seats, number, any_options(rng, "6"))]
        for start in rng.choices(states[:-1], k=WAYS):
            steps = list(islice(by_lot(seats, rng.randrange(1 << 32), {}, start), WAY))
            went += len(steps)
            check(steps[-1][3])
    assert went > ROADS // PARTS * WAYS * WAY / 2


def words_by_lot(rng: Random) -> str:
    """Something somebody might type."""
    if rng.random() < 0.5:
        return rng.choice(STRANGE)
    return "".join(
        chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x3000)))) for _ in range(40)
    )


@pytest.mark.rule("S4.12")
@pytest.mark.parametrize("number", range(4))
def test_anything_may_be_told(number: int) -> None:
    """Free text with anything in it is kept, limited, and never breaks a transcript or a view."""
    rng = Random(f"words {number}")
    seats = 2 + number
    game = game_for(seats)
    people = [Player(f"P{seat}") for seat in range(seats)]
    match = Match(game, people, any_options(rng), seed=rng.randbytes(32))
    told = []
    for _ in range(400):
        if not match.to_act:
            break
        seat = rng.choice(match.to_act)
        if seat == CHANCE:
            match.roll()
            continue
        move = rng.choice(match.legal_moves(seat))
        if game.narration.allows(match.state, seat, move):
            words = words_by_lot(rng)
            if words != game.narration.attach(move, words).words:
                with pytest.raises(IllegalMove):
                    match.play(seat, move._replace(words=words))
            move = game.narration.attach(move, words)
            told.append(move.words)
        assert len(move.words) <= LONGEST_TEXT
        text = game.write_move(match.state, seat, move, CHANCE)
        assert game.read_move(match.state, seat, text) == move
        match.play(seat, move)
    assert any(told)
    for lang in LANGS:
        log = " ".join(match.log(None, lang))
        assert all(each.isprintable() for each in log.split("\n"))


@pytest.mark.rule("S4.10")
def test_a_refused_move_changes_nothing() -> None:
    """Whoever tries whatever: a rule refuses it, in words, and the table stays as it was."""
    rng = Random(3)
    game = game_for(4)
    people = [Player(f"P{seat}") for seat in range(4)]
    match = Match(game, people, {"limit": "15"}, seed=rng.randbytes(32))
    seen: list[tuple[int, Move]] = []
    refused = 0
    for _ in range(600):
        if not match.to_act:
            break
        seat = rng.choice(match.to_act)
        for other, old in rng.sample(seen, min(2, len(seen))):
            listed = not Verb.ALL[old.verb].unlisted
            if listed and old not in match.legal_moves(other) and old.args[2:] == ():
                before = position.write(match.state)
                for lang in LANGS:
                    with pytest.raises(IllegalMove) as refusal:
                        match.play(other, old, lang)
                    assert refusal.value.refusal.reason
                    assert "{" not in refusal.value.refusal.reason
                assert position.write(match.state) == before
                refused += 1
        if seat == CHANCE:
            match.roll()
            with pytest.raises(UndoError):
                match.undo(0)
        else:
            move = rng.choice(match.legal_moves(seat))
            match.play(seat, move)
            seen.append((seat, move))
            before_undo = match.state
            if match.why_no_undo(seat) is None:
                match.undo(seat)
                match.redo(seat)
                assert position.write(match.state) == position.write(before_undo)
    assert refused > 100
