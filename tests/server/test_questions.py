"""What a player asks without doing anything: why not, what would it bring, what is there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from cruachan.bots import RandomBot, load_bot, usual_bot
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.view import offered
from cruachan.games import GAMES, load_game
from cruachan.server.client import Client, RefusedError
from cruachan.server.errors import ServerError
from cruachan.server.tables.questions import MoveQuestions
from tests.server.running import Running

NAMES = ("Anna", "Ben", "Cara", "Dora")
GAME = pytest.mark.parametrize("name", GAMES)


def positions(name: str, plies: int, every: int, seed: int = 1) -> Iterator[Match[Any, Any]]:
    """A game as bots play it, now and then; the last one is over if it comes so far."""
    game = load_game(name)
    bots = (load_bot(usual_bot(game), game), RandomBot())
    players = [Player(each) for each in NAMES[: game.usual_seats()]]
    match = Match(game, players, seed=bytes([seed]) * 32)
    rng = Random(seed)
    while len(match.history) < plies and not match.outcome:
        if CHANCE in match.to_act:
            match.roll()
            continue
        if rng.random() < 1 / every:
            yield match
        seat = match.to_act[0]
        match.play(seat, rng.choice(bots).choose(match.decision(seat), rng))
    yield match


# What a move would bring


@GAME
def test_a_move_brings_what_was_foretold(name: str) -> None:
    """Told from what the seat sees, it is what the log says afterwards; so are the pieces."""
    foretold = 0
    for match in positions(name, 160, 5):
        for seat in range(len(match.players)):
            moves = [move for move in offered(match.view(seat)) if not move["needs"]]
            for each in Random(seat).sample(moves, min(6, len(moves))):
                reason = MoveQuestions(match, seat, "en", True).of_move(each["move"])
                assert (reason.legal, reason.move) == (True, each["move"])
                move = match.game.unpack(each["move"])
                if match.game.reveals(match.state, seat, move):
                    assert (reason.brings, reason.pieces) == (None, None)
                    continue
                foretold += 1
                after = match.game.after(match.state, seat, move)
                told = presentation_of(match.game).tell(
                    match.state, seat, move, after, seat, match.names
                )
                assert (reason.brings or "") == told
                view = presentation_of(match.game).view(after, seat, match.names)
                shown = [
                    {key: value for key, value in piece.items() if value is not None}
                    for piece in reason.pieces or ()
                ]
                assert shown == presentation_of(match.game).pieces(view)
    assert foretold > 30


def test_scouting_brings_nothing_that_could_be_known() -> None:
    """Gallia: the back is not told before the card is looked at, not even that it is there."""
    game = load_game("gallia")
    match = Match(game, [Player("Anna"), Player("Ben")], seed=bytes(32))
    match.roll()
    seat = match.to_act[0]
    match.play(seat, game.read_move(match.state, seat, "recruit 0"))
    reason = MoveQuestions(match, seat, "en", True).of_text("scout Oro")
    assert (reason.legal, reason.brings, reason.pieces) == (True, None, None)


def test_the_last_play_of_a_turn_brings_its_steps() -> None:
    """Hibernia: what is scored at the end of the turn is decided by the last play."""
    brought = {False: 0, True: 0}
    for match in positions("hibernia", 120, 2):
        for seat in set(match.to_act) - {CHANCE}:
            for each in offered(match.view(seat)):
                after = match.game.after(match.state, seat, each["move"])
                ends = match.game.when(after).seat != seat or not match.game.to_act(after)
                said = MoveQuestions(match, seat, "en", False).of_move(each["move"]).brings or ""
                assert ("along the track" in said) == ends
                brought[ends] += 1
    assert min(brought.values()) > 20


# Places


@GAME
def test_every_place_has_an_answer(name: str) -> None:
    """A reason with its rule, the moves that are made there, or what is there."""
    rules = rulebook(load_game(name).package).rules
    kinds = set()
    for match in positions(name, 120, 20, seed=2):
        for seat, lang in product(range(len(match.players)), LANGS):
            view = match.view(seat, lang)
            pointed = {point["id"] for point in view["points"]}
            for place in presentation_of(match.game).places(view, lang):
                reason = MoveQuestions(match, seat, lang, False).of_place(place)
                assert reason.text[:1].strip()
                assert "{" not in reason.text
                assert "None" not in reason.text.replace("None of", "")
                assert place not in pointed or reason.legal
                assert reason.rule is None or rules[reason.rule].text(lang) == reason.rule_text
                kinds.add((reason.legal, reason.rule is not None, reason.move is not None))
    assert {(False, False, False), (False, True, False), (True, False, True)} <= kinds


@GAME
def test_every_point_on_the_board_is_a_place(name: str) -> None:
    """What is named by the still has a line of its own, in the view's language."""
    for match in positions(name, 60, 20):
        for lang in LANGS:
            places = presentation_of(match.game).places(match.view(0, lang), lang)
            assert all(text.strip() for text in places.values())
            assert len(places) > 10


@pytest.mark.parametrize(
    ("name", "place", "lang", "said"),
    [
        ("hibernia", "county:Uma", "en", "turn."),
        ("cambria", "ship:4", "en", "turn."),
        ("cambria", "standard", "de", "Hier ist jetzt nichts zu tun."),
        ("gallia", "card:Oro", "de", "ist dran."),
        ("shent", "stone:3", "en", "Round stone 3. Nothing can be done here now. Waiting for "),
    ],
)
def test_who_is_not_asked_is_told_who_is(name: str, place: str, lang: Lang, said: str) -> None:
    match = next(positions(name, 40, 1))
    other = next(seat for seat in range(len(match.players)) if seat not in match.to_act)
    reason = MoveQuestions(match, other, lang, False).of_place(place)
    assert not reason.legal
    assert said in reason.text


def test_a_place_that_is_not_there_is_refused() -> None:
    match = next(positions("hibernia", 40, 1))
    with pytest.raises(ServerError, match="no place county:Xyz"):
        MoveQuestions(match, 0, "en", False).of_place("county:Xyz")


# Over the network


@pytest.fixture
def anna(server: Running) -> Client:
    return server.client()


def playing(anna: Client) -> str:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    table = str(anna.create("gallia", seats)["table"])
    anna.act(table, "start")
    for _ in anna.listen(table):
        if anna.table(table)["view"]["to_act"] != [-1]:
            return table
    raise AssertionError


def test_one_thing_is_asked_at_a_time(anna: Client) -> None:
    table = playing(anna)
    seat = anna.table(table)["view"]["to_act"][0]
    move = anna.table(table, seat=seat)["view"]["points"][0]["moves"][0]["move"]
    for question in ({"text": "recruit 1"}, {"move": move}, {"place": "card:Oro"}):
        reason = anna.post(f"/tables/{table}/why", {"seat": seat, **question})
        assert reason["text"]
    for question in ({}, {"text": "recruit 1", "move": move}, {"move": move, "place": "card:Oro"}):
        with pytest.raises(RefusedError) as caught:
            anna.post(f"/tables/{table}/why", {"seat": seat, **question})
        assert (caught.value.status, caught.value.key) == (422, "no_question")


def test_what_a_move_brings_comes_with_pieces_if_they_are_asked_for(anna: Client) -> None:
    table = playing(anna)
    seat = anna.table(table)["view"]["to_act"][0]
    question = {"seat": seat, "text": "recruit 1"}
    plain = anna.post(f"/tables/{table}/why", question)
    assert plain["brings"].endswith("recruits 1.")
    assert plain["pieces"] is None
    ghost = anna.post(f"/tables/{table}/why", question, pieces=True)
    now = anna.get(f"/tables/{table}/view", seat=seat, pieces=True)["pieces"]
    assert {piece["key"] for piece in ghost["pieces"]} & {piece["key"] for piece in now}
    assert ghost["pieces"] != now
    anna.lang = "de"
    assert "wirbt" in anna.post(f"/tables/{table}/why", question)["brings"]


def test_a_move_that_is_none_is_answered_in_a_sentence(anna: Client) -> None:
    table = playing(anna)
    seat = anna.table(table)["view"]["to_act"][0]
    for move in (99999, "x", [1], {"a": 1}, 10**30, True):
        reason = anna.post(f"/tables/{table}/why", {"seat": seat, "move": move})
        assert not reason["legal"]
        assert reason["text"].endswith(".")
