"""Puzzles: proven, solved at a table, and the answer is told to nobody before the first move."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.challenges import puzzle as puzzles
from cruachan.challenges.puzzle import Puzzle, games_with_puzzles, puzzles_of
from cruachan.engine.errors import CruachanError
from cruachan.games import GAMES
from cruachan.server.challenges.puzzles import rank
from tests.server.browsers import Browser, person

pytestmark = pytest.mark.usefixtures("browsers")
ALL = [each for game in games_with_puzzles() for each in puzzles_of(game)]
SURE = 0.1
"""How far the shares of games won lie apart at least."""


def easiest(game: str = "cambria") -> Puzzle:
    return puzzles_of(game)[0]


def begun(browser: Browser, puzzle: Puzzle) -> str:
    found: str = browser.post(f"/puzzles/{puzzle.id}/tries", name="Anna")["table"]
    return found


def move(browser: Browser, table: str, puzzle: Puzzle, text: str) -> None:
    asked = browser.get(f"/tables/{table}", seat=puzzle.seat)["asked"]
    browser.act(table, "move", seat=puzzle.seat, answers=asked, text=text)


# --- The data -----------------------------------------------------------------------------


def test_the_three_games_of_records_have_puzzles() -> None:
    learned = [name for name in GAMES if GAMES[name].features_part]
    assert games_with_puzzles() == learned
    assert len({each.id for each in ALL}) == len(ALL)


@pytest.mark.parametrize("game", games_with_puzzles())
def test_every_puzzle_is_a_position_of_its_game_with_a_legal_answer(game: str) -> None:
    for puzzle in puzzles_of(game):
        match = puzzle.match("Anna")
        assert match.to_act == (puzzle.seat,)
        legal = match.legal_moves(puzzle.seat)
        written = [match.game.write_move(match.state, puzzle.seat, each, -1) for each in legal]
        assert written.count(puzzle.answer) == written.count(puzzle.other) == 1
        assert len(legal) >= 4
        assert puzzle.answer != puzzle.other


@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.id)
def test_every_puzzle_comes_with_what_proves_it(puzzle: Puzzle) -> None:
    proof = puzzle.proof
    assert proof.best >= 0.7
    assert proof.best - proof.other >= 0.25
    assert proof.playouts >= 2000
    assert proof.games >= 400
    assert (proof.won - proof.other_won) / proof.games > SURE
    assert puzzle.seed.startswith(f"puzzles {puzzle.game} {len(puzzle.bots)} ")


def test_an_unknown_puzzle_is_a_sentence() -> None:
    with pytest.raises(CruachanError, match="There is no puzzle nowhere-1"):
        puzzles.find("nowhere-1")


def test_ratings_follow_from_the_answers() -> None:
    easy, hard = ALL[0], max(ALL, key=lambda each: each.rating)
    nothing = rank([])
    assert round(nothing.puzzles[hard.id].rating) == hard.rating
    known = rank([("anna", hard.id, True), ("ben", easy.id, False), ("ben", "gone-1", True)])
    assert known.solvers["anna"].rating > 1500 > known.solvers["ben"].rating
    assert known.puzzles[hard.id].rating < hard.rating
    assert known.puzzles[easy.id].rating > easy.rating
    assert (known.solvers["ben"].games, known.solvers["ben"].wins) == (1, 0)


def test_a_second_answer_of_somebody_counts_nothing() -> None:
    """Keys that she solved it with before she was a person, and brought."""
    easy, hard = ALL[0], ALL[-1]
    once = rank([("anna", easy.id, False)])
    again = rank([("anna", easy.id, False), *[("anna", easy.id, True)] * 5])
    assert (again.solvers, again.puzzles) == (once.solvers, once.puzzles)
    assert rank([("anna", easy.id, False), ("anna", hard.id, True)]).solvers["anna"].games == 2


def test_what_is_learned_from_new_answers_alone_is_what_is_learned_from_all() -> None:
    answers = [
        (who, each.id, solved)
        for who, solved in (("anna", True), ("ben", False), ("cleo", True))
        for each in ALL[:5]
    ]
    known = rank([])
    for count in (4, 4, 9, len(answers)):
        known = rank(answers[:count], known)
    assert known == rank(answers)
    moved = [("dana", *answers[0][1:]), *answers[1:]]
    assert rank(moved, known) == rank(moved), "who was nobody is a person now"


# --- At a server --------------------------------------------------------------------------


def listed(browser: Browser, puzzle: Puzzle) -> dict[str, Any]:
    found: list[dict[str, Any]] = browser.get("/puzzles")["puzzles"]
    return next(each for each in found if each["id"] == puzzle.id)


def test_the_right_move_solves_it(address: str) -> None:
    anna, puzzle = person(address, "Anna"), easiest()
    assert anna.get("/puzzles")["next"] is not None
    assert anna.get("/puzzles")["rating"] is None
    table = begun(anna, puzzle)
    told = anna.get(f"/tables/{table}")["table"]
    assert (told["puzzle"], told["status"], told["hints"]) == (puzzle.id, "playing", False)
    assert told["seats"][puzzle.seat]["name"] == "Anna"
    assert listed(anna, puzzle)["mine"] == "begun"
    move(anna, table, puzzle, puzzle.answer)
    said = anna.get(f"/tables/{table}/puzzle")
    assert (said["answered"], said["solved"], said["mine"]) == (True, True, "solved")
    assert said["played"] == said["answer"] == puzzle.answer
    assert said["answer_told"]
    assert str(puzzle.proof.games) in said["proof"]
    own = anna.get("/puzzles")
    assert (own["tried"], own["solved"]) == (1, 1)
    assert own["rating"] > 1500
    assert own["next"] != puzzle.id
    (kept,) = anna.get("/me/export")["puzzles"]
    assert (kept["puzzle"], kept["solved"]) == (puzzle.id, True)


def test_a_try_that_was_left_is_gone_on_with(address: str) -> None:
    """So its answer counts; after giving up or answering there is another table, for practice."""
    anna, puzzle = person(address, "Anna"), easiest("gallia")
    table = begun(anna, puzzle)
    assert begun(anna, puzzle) == table
    move(anna, table, puzzle, puzzle.answer)
    assert listed(anna, puzzle)["mine"] == "solved"
    assert begun(anna, puzzle) != table
    ben = person(address, "Ben")
    given_up = begun(ben, puzzle)
    ben.act(given_up, "resign", seat=puzzle.seat)
    practice = begun(ben, puzzle)
    assert practice != given_up
    move(ben, practice, puzzle, puzzle.answer)
    assert ben.get("/puzzles")["tried"] == 0, "who has seen the answer counts nothing"


def test_a_puzzle_waits_for_nobody(address: str) -> None:
    """Neither before its first move nor after it: it is no game that goes on."""
    anna, puzzle = person(address, "Anna"), easiest()
    table = begun(anna, puzzle)
    listed = next(each for each in anna.get("/tables/mine") if each["table"] == table)
    assert (listed["puzzle"], listed["waits"]) == (True, [])
    move(anna, table, puzzle, puzzle.answer)
    assert anna.get("/tables/mine", waiting=True) == []


def test_another_move_misses_it_and_the_better_one_is_shown(address: str) -> None:
    anna, puzzle = person(address, "Anna"), easiest()
    table = begun(anna, puzzle)
    move(anna, table, puzzle, puzzle.other)
    for lang, word in (("en", "games"), ("de", "Partien")):
        said = anna.get(f"/tables/{table}/puzzle", lang=lang)
        assert (said["answered"], said["solved"], said["mine"]) == (True, False, "missed")
        assert (said["played"], said["answer"]) == (puzzle.other, puzzle.answer)
        assert word in said["proof"]
    assert anna.get(f"/tables/{table}")["table"]["hints"], "now they help to see why"
    again = begun(anna, puzzle)
    assert again != table
    move(anna, again, puzzle, puzzle.answer)
    assert anna.get(f"/tables/{again}/puzzle")["solved"]
    assert listed(anna, puzzle)["mine"] == "missed", "the first try counts"
    assert anna.get("/puzzles")["tried"] == 1


def test_a_browser_without_a_person_has_ratings_too(address: str) -> None:
    nobody, puzzle = Browser(address), easiest()
    table = begun(nobody, puzzle)
    move(nobody, table, puzzle, puzzle.answer)
    assert nobody.get("/puzzles")["rating"] > 1500
    assert Browser(address).get("/puzzles")["rating"] is None


def test_nothing_is_told_of_the_answer_before_it_is_given(address: str) -> None:
    anna, puzzle = person(address, "Anna"), max(puzzles_of("cambria"), key=lambda p: p.rating)
    table = begun(anna, puzzle)
    said = anna.get(f"/tables/{table}/puzzle")
    assert not said["answered"]
    assert {said[key] for key in ("answer", "answer_told", "reason", "proof", "played")} == {""}
    assert said["answer_move"] is None
    assert str(puzzle.proof.best) not in anna.http.get("/puzzles").text
    assert anna.refused(f"/tables/{table}/hint", seat=puzzle.seat) == "puzzle_hints"
    assert anna.refused(f"/tables/{table}/chances", seat=puzzle.seat) == "puzzle_hints"
    wish = {"game": puzzle.game, "seats": [{"kind": "me"}] * len(puzzle.bots)}
    moment = {"table": table, "ply": len(puzzle.moves())}
    assert anna.refused("/tables", **wish, **{"from": moment}) == "puzzle_from"


def test_no_bot_finds_the_move_for_anybody(address: str) -> None:
    """It could be looked at, taken back, and made again as one's own."""
    anna, puzzle = person(address, "Anna"), easiest()
    table = begun(anna, puzzle)
    body = {"id": "lets-a-bot-find-it", "act": {"kind": "to_bot", "seat": puzzle.seat}}
    assert anna.refused(f"/tables/{table}/acts", **body) == "puzzle_bot"
    move(anna, table, puzzle, puzzle.other)
    anna.act(table, "to_bot", seat=puzzle.seat)


def test_who_becomes_a_person_keeps_her_rating(address: str) -> None:
    anna, puzzle = Browser(address), easiest()
    move(anna, begun(anna, puzzle), puzzle, puzzle.answer)
    rating = anna.get("/puzzles")["rating"]
    anna.post("/me", name="Anna", colour="blue", device="laptop")
    assert anna.get("/puzzles")["rating"] == rating


def test_what_is_not_there_is_refused_in_words(address: str) -> None:
    anna = person(address, "Anna")
    answer = anna.http.post("/puzzles/nowhere-1/tries", json={})
    assert (answer.status_code, answer.json()["error"]) == (404, "no_puzzle")
    assert answer.json()["text"] == "There is no puzzle nowhere-1."
    table = anna.table({"kind": "me", "name": "Anna"}, {"kind": "greedy"})
    assert anna.http.get(f"/tables/{table}/puzzle").json()["error"] == "not_a_puzzle"
    assert anna.get("/puzzles", game="nothing")["puzzles"] == []
