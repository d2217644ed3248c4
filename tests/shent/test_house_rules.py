"""House rules (S3.2, S3.7, S3.11 to S3.14): what a table agrees on before it begins."""

from __future__ import annotations

import json

import pytest

from cruachan.engine.errors import PositionError
from cruachan.engine.game import CHANCE
from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games.shent import WORDS
from cruachan.games.shent.chapters.beginning import Setup
from cruachan.games.shent.chapters.drawing import rune_price
from cruachan.games.shent.chapters.placing import price_of
from cruachan.games.shent.chapters.round_events import RoundEvent
from cruachan.games.shent.chapters.rounds import Round, TurnFrame
from cruachan.games.shent.components.material import (
    ADAN,
    DRU,
    FARON,
    GALAS,
    GOLLOR,
    KINDS,
    RATH,
    THALION,
    URLUG,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HIDDEN
from cruachan.games.shent.core.flow import Move, run, top
from cruachan.games.shent.core.house_rules import HOUSE_RULES
from cruachan.games.shent.core.prices import full_price
from cruachan.games.shent.core.state import Token
from cruachan.games.shent.game import SHENT
from tests.shent.arena import give
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import put
from tests.shent.tables import by_bots, game_for
from tests.shent.test_beginning import lands_of_element, opening, with_figures

A, B, C, D = range(4)


@pytest.mark.parametrize("lang", LANGS)
def test_every_house_rule_says_what_the_rulebook_says(lang: str) -> None:
    """Page and terminal show it where options are set."""
    words = Texts(WORDS, "de" if lang == "de" else "en")
    for name in ("start", "frame", *HOUSE_RULES):
        about = words(f"option.{name}_about")
        assert ("Regelheft" if lang == "de" else "rulebook") in about
    for option in SHENT.options:
        for choice in option.choices:
            assert words(f"option.{choice}")


@pytest.mark.rule("S3.15", "S3.16")
@pytest.mark.parametrize("lang", LANGS)
def test_a_table_says_in_one_line_whether_it_is_played_by_the_rulebook(lang: Lang) -> None:
    game, words = game_for(3), Texts(WORDS, lang)
    usual = game.complete(3, {})
    plain = game.rulebook_line(usual, lang)
    assert ("Regelheft" if lang == "de" else "rulebook") in plain
    assert game.house_rules(usual) == {}
    letter = {"votes": "text", "reading": "alone", "placing": "any", "goal": "3", "frame": "yes"}
    assert game.rulebook_line(usual | letter, lang) == plain, (
        "what the rulebook says or leaves open"
    )
    line = game.rulebook_line(usual | {"agreements": "yes", "limit": "10"}, lang)
    for key in ("agreements", "limit", "10"):
        assert words(f"option.{key}") in line
    assert "\n" not in line


@pytest.mark.rule("S3.17")
def test_a_position_from_before_agreements_were_an_option_has_them() -> None:
    state = in_turn()
    game = SHENT(state.board)
    line = json.loads(game.write_position(state))
    assert line.pop("rules") == SHENT.rules_version
    again = game.read_position(json.dumps(line))
    assert (again.option("agreements"), again.by_former_rules) == ("yes", True)
    with pytest.raises(PositionError):
        game.read_position(json.dumps(line | {"rules": 1}))


# --- Start values and length --------------------------------------------------------------


@pytest.mark.rule("S3.2")
def test_what_everybody_begins_with() -> None:
    amounts = {"rich": (10, 5, 1), "plain": (5, 2, 0), "bare": (0, 0, 0), "plenty": (20, 10, 2)}
    assert set(amounts) == set(next(o for o in SHENT.options if o.name == "start").choices)
    for start, means in amounts.items():
        for player in opening(start=start).players:
            assert (player.tur, player.golu, player.aglar) == means


@pytest.mark.rule("S3.7", "S16.7")
@pytest.mark.parametrize("limit", ["6", "10"])
def test_a_short_game_ends_after_its_rounds(limit: str) -> None:
    state = in_turn(limit=limit)
    state.stack, state.round = [Round()], int(limit) - 1
    run(state)
    assert state.round == int(limit), "the last round is played"
    state.stack = state.stack[:1]
    run(state)
    assert sorted(state.outcome) == [A, B, C]
    assert not state.won


# --- Prices (S3.12) -----------------------------------------------------------------------


@pytest.mark.rule("S3.12")
def test_prices_are_half_or_half_as_much_again_rounded_up() -> None:
    for rate, faron, gollor, rune in (("usual", 5, 50, 5), ("mild", 3, 25, 3), ("steep", 8, 75, 8)):
        state = in_turn(prices=rate)
        assert full_price(state, FARON) == (faron, 0, 0)
        assert full_price(state, GOLLOR) == (0, gollor, 0)
        assert full_price(state, THALION).aglar == KINDS[THALION].price.aglar
        assert rune_price(state, A) == rune
        state.players[A] = state.players[A]._replace(tur=rune)
        assert no(state, A, "buy") == ""
        assert play(state, A, "buy").players[A].tur == 0
        state.players[A] = state.players[A]._replace(tur=rune - 1)
        assert no(state, A, "buy") == "S5.1"
        state.players[A] = state.players[A]._replace(tur=faron)
        state.markers[0] = A
        assert play(state, A, "place", FARON, 0).players[A].tur == 0
        state.players[A] = state.players[A]._replace(tur=faron - 1)
        assert no(state, A, "place", FARON, 0) == "S7.1"


@pytest.mark.rule("S3.12", "S28.4", "S29.5")
def test_gifts_and_dearth_come_on_top_of_the_rate() -> None:
    state = in_turn(prices="steep")
    acts.lay(state, Token(TokenKind.GIFT, strength=3, seat=A))
    assert price_of(state, A, FARON).tur == 5
    acts.lay(state, Token(TokenKind.DEARTH, strength=2, seat=A))
    assert price_of(state, A, FARON).tur == 7


# --- Round events (S3.13) -----------------------------------------------------------------


@pytest.mark.rule("S3.13")
def test_a_round_begins_with_its_event_or_without() -> None:
    for option in ("on", "off"):
        state = in_turn(round=option)
        state.stack = [Round()]
        run(state)
        assert isinstance(top(state), RoundEvent if option == "on" else TurnFrame)
        assert (waits(state) == (CHANCE,)) == (option == "on")
        assert state.weather == (-1, 0)


# --- The frame story and its enemies (S3.11) ----------------------------------------------


@pytest.mark.rule("S3.11")
def test_who_tells_the_frame_story_puts_up_its_enemies() -> None:
    state = with_figures(first=B, frame="enemies")
    state = fall(state, 5, lands_of_element(state, 5)[0])
    state = play(state, B, "frame", words="The dark king woke in the north.")
    assert (waits(state), verbs(state, B)) == ((B,), ("enemy", "pass"))
    home = lands_of_element(state, B)
    assert no(state, B, "enemy", DRU, home[0]) == "S3.11", "somebody stands there"
    assert no(state, B, "enemy", FARON, home[1]) == "S3.11"
    free = lands_of_element(state, 4)
    for kind, land in zip((URLUG, ADAN, DRU), free, strict=False):
        assert waits(state) == (B,)
        state = play(state, B, "enemy", kind, land)
        assert no(state, B, "enemy", URLUG, free[-1]) in ("S1.12", "not now")
    assert verbs(state, CHANCE) == ("rune",), "three and no more"
    assert all(piece.leader < 0 for piece in state.pieces if piece.land in free[:3])


@pytest.mark.rule("S3.11")
def test_no_enemies_need_be_put_up() -> None:
    state = with_figures(seats=2, frame="enemies")
    state = fall(state, 5, lands_of_element(state, 5)[0])
    state = play(state, A, "frame", words="All was well.")
    game = SHENT(state.board)
    line = game.write_position(state)
    assert game.write_position(game.read_position(line)) == line
    for lang in LANGS:
        assert "{" not in game.presentation.view(state, A, lang=lang)["prompt"]
    assert verbs(play(state, A, "pass"), CHANCE) == ("rune",)


# --- All together -------------------------------------------------------------------------


def test_a_position_from_before_is_read_with_the_usual_rules() -> None:
    state = in_turn()
    put(state, "faron", 0, A)
    assert not set(HOUSE_RULES) & set(dict(state.options))
    game = SHENT(state.board)
    again = game.read_position(game.write_position(state))
    for name, usual in HOUSE_RULES.items():
        assert again.option(name) == usual


@pytest.mark.parametrize(
    "rules",
    [
        {"prices": "steep", "round": "off", "start": "plain", "frame": "enemies", "open": "yes"},
        {"prices": "mild", "start": "plenty", "open": "yes", "votes": "text"},
    ],
)
def test_bots_play_by_house_rules(rules: dict[str, str]) -> None:
    steps = list(by_bots(3, 5, {"limit": "6", **rules}))
    last = steps[-1][-1]
    assert sorted(last.outcome) == [A, B, C]
    assert last.round <= 6
    weathers = [move for _, _, move, _ in steps if move.verb == "tell"]
    assert bool(weathers) == (rules.get("round") != "off")
    game = game_for(3)
    for before, seat, move, after in steps[::40]:
        for lang in LANGS:
            game.presentation.tell(before, seat, move, after, None, (), lang)


# --- The open table (S3.14) ---------------------------------------------------------------


@pytest.mark.rule("S3.14", "S6.2")
def test_at_an_open_table_every_quest_is_open() -> None:
    for option in ("no", "yes"):
        state = give(in_turn(open=option), A, RATH, GALAS)
        modes = {mode for mode, *_ in said(state, A, "declare")}
        assert modes == ({"open"} if option == "yes" else {"open", "silent", "secret"})
        assert no(state, A, "declare", "open", RATH, GALAS) == ""
        hidden = no(state, A, "declare", "secret", RATH, GALAS)
        assert hidden == ("S3.14" if option == "yes" else "")


@pytest.mark.rule("S3.14", "S4.11")
def test_at_an_open_table_answers_are_seen_at_once() -> None:
    game = SHENT(in_turn().board)
    for option in ("no", "yes"):
        state = play(in_turn(seats=4, open=option), A, "honour", B, words="She rode far.")
        lines, texts = set(), set()
        for vote in (True, False):
            after = play(state, C, "vote", vote)
            lines.add(game.write_position(after, D))
            texts.add(game.write_move(state, C, Move("vote", (vote,)), D))
        assert len(lines) == len(texts) == (2 if option == "yes" else 1)


@pytest.mark.rule("S3.14")
def test_what_names_runes_of_a_hand_or_a_goal_stays_sealed() -> None:
    game = SHENT(in_turn().board)
    state = in_turn(open="yes")
    state.stack = [Setup("goal")]
    give(give(state, A, RATH, GALAS), B, RATH, GALAS)
    lines = {game.write_position(play(state, A, "lay", rune), C) for rune in (RATH, GALAS)}
    assert len(lines) == 1
    seen = game.observe(state, None)
    assert all(set(player.hand) <= {HIDDEN} for player in seen.players)
    assert not game.presentation.in_the_open(state, A)


@pytest.mark.rule("S3.14")
def test_who_needs_no_hand_is_asked_in_the_open() -> None:
    game = SHENT(in_turn().board)
    state = in_turn(open="yes")
    assert game.presentation.in_the_open(state, A), "without a rune there is nothing to hide"
    assert not game.presentation.in_the_open(give(state.copy(), A, RATH), A)
    whole = state.copy()
    acts.change(whole, A, goal=(RATH, GALAS))
    assert not game.presentation.in_the_open(whole, A), "a goal may be claimed"
    asked = play(state, A, "honour", B, words="She rode far.")
    assert game.presentation.in_the_open(asked, C)
    closed = in_turn()
    assert not game.presentation.in_the_open(closed, A)


@pytest.mark.rule("S3.14")
def test_what_is_asked_in_the_open_is_the_same_for_who_sees_no_more_than_a_spectator() -> None:
    """The same moves and the same words, and no rune of the own hand on the screen."""
    game = game_for(3)
    shown = asked = 0
    for number, (state, seat, _, _) in enumerate(by_bots(3, 8, {"limit": "6", "open": "yes"})):
        if seat == CHANCE or number % 3:
            continue
        asked += 1
        if not game.presentation.in_the_open(state, seat):
            continue
        shown += 1
        own, all_see = (
            game.presentation.view(each, seat) for each in (state, game.observe(state, None))
        )
        assert own["points"] == all_see["points"]
        assert own["prompt"] == all_see["prompt"]
        assert not all_see["players"][seat]["hand"] or game.observe(state, None).players[seat].hand
    assert shown * 3 > asked, "hand-overs are much fewer"
