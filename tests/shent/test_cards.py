"""Choices as cards: few at once, all legal moves in the end, fitting words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tools.cards import NOTATION, one_sided, texts

from cruachan.engine.cards import MOST_CARDS, CardNode, fold, lay_out, misdealt
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import LANGS, own_tables
from cruachan.engine.view import ChoiceCard, offered
from cruachan.games.shent import WORDS
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.core.flow import Move, Verb
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT

NAMES = ("Medb", "Ailill", "Fergus")
SPOKEN_ALONE = ("lot", "rune", "number")
"""What chance says."""


def positions(seed: int, seats: int) -> Iterator[Match[State, Move]]:
    """A short game of bots, decision by decision."""
    game = SHENT.on_board(SHENT.usual_board(seats))
    players = [Player(name, "purposeful") for name in NAMES[:seats]]
    match = Match(game, players, {"limit": "6"}, seed=bytes([seed]) * 32)
    bot, lot = ShentBot("purposeful"), Random(seed)
    while match.to_act:
        if CHANCE in match.to_act:
            match.roll()
            continue
        yield match
        seat = match.to_act[0]
        match.play(seat, bot.choose(match.decision(seat), lot))


def is_late(card: ChoiceCard) -> bool:
    """Whether it is an aim that takes more turns than are left."""
    return any(said in card["odds"] for said in ("too many for this", "zu viele für diese"))


def late_among_the_first(deck: list[ChoiceCard]) -> list[str]:
    """Aims that do not fit into the rounds left, and lie beside some that do and not behind.

    No step has one card only, so a single one may lie last.
    """
    aims = [card for card in deck if card["move"].startswith("aim ")]
    late = {
        card["id"]: all(
            is_late(aim) for aim in aims if f"{aim['id']}.".startswith(f"{card['id']}.")
        )
        for card in deck
        if card["kind"] != "more" and any(aim["id"].startswith(card["id"]) for aim in aims)
    }
    found = []
    for card in deck:
        beside = [late.get(each["id"]) for each in deck if each["under"] == card["under"]]
        if late.get(card["id"]) and False in beside and beside.count(True) > 1:
            found.append(card["label"])
    return found


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 3)])
def test_no_step_shows_more_than_eight_cards_and_all_moves_are_reached(
    seed: int, seats: int
) -> None:
    """Whatever is asked, of whom it is asked and of whoever may speak besides."""
    most = late = 0
    for number, match in enumerate(positions(seed, seats)):
        for seat in {match.to_act[0], number % seats}:
            view = match.view(seat, LANGS[number % 2])
            assert misdealt(view) == "", view["prompt"]
            assert one_sided(view) == []
            said = texts(match, view, LANGS[number % 2])
            assert [text for text in said if NOTATION.search(text)] == []
            bare = [card["label"] for card in view["deck"] if card["at"] and not card["effect"]]
            assert [label for label in bare if label.count(" ") < 2] == [], view["prompt"]
            most = max(most, len(offered(view)))
            assert not late_among_the_first(view["deck"]), view["prompt"]
            late += any(is_late(card) for card in view["deck"])
    assert late, "some aims no longer fit into the rounds left"
    assert most > 4 * MOST_CARDS, "so many moves had to be read before"


def test_every_verb_has_a_name_for_its_moves_together() -> None:
    """All that can name something can be said in several ways."""
    for lang in LANGS:
        named = own_tables(WORDS, lang)["card"]
        several = {name for name, verb in Verb.ALL.items() if verb.shape}
        assert several - set(SPOKEN_ALONE) <= set(named)


def deal(*cards: CardNode) -> list[ChoiceCard]:
    return lay_out(cards)


def test_what_is_too_much_lies_behind_more() -> None:
    cards = [CardNode(str(n), f"go {n}") for n in range(30)]
    laid = deal(*fold(cards, "more"))
    assert {card["move"] for card in laid} - {""} == {f"go {n}" for n in range(30)}
    shown = [card["under"] for card in laid]
    assert max(map(shown.count, shown)) == MOST_CARDS
    assert [card["label"] for card in laid if not card["under"]][-1] == "more"


def test_what_is_wrong_with_cards_is_said() -> None:
    view = next(positions(1, 2)).view(0)
    seat = view["to_act"][0]
    view = next(positions(1, 2)).view(seat)
    deck = view["deck"]
    assert misdealt(view) == ""
    spoilt_decks: list[Any] = [
        deck[1:],
        [*deck, deck[0]],
        [{**deck[0], "under": "x"}, *deck[1:]],
        [{**deck[0], "move": ""}, *deck[1:]],
        [{**deck[0], "move": "fly"}, *deck[1:]],
        [*deck, *({**deck[0], "id": f"x{n}"} for n in range(9))],
    ]
    for spoilt in spoilt_decks:
        assert misdealt({**view, "deck": spoilt})


def test_a_question_without_a_no_or_with_one_answer_is_found() -> None:
    views: Iterator[Any] = (match.view(match.to_act[0]) for match in positions(1, 2))
    view = next(each for each in views if each["asked"]["kind"].startswith("ballot_"))
    assert one_sided(view) == []
    points = [
        {**point, "moves": [move for move in point["moves"] if move["text"] != "vote no"]}
        for point in view["points"]
    ]
    assert one_sided({**view, "points": points})[0].startswith("vote yes or vote no: ")
    alone = [card for card in view["deck"] if card["move"] != "vote no"]
    assert one_sided({**view, "deck": alone})[0].startswith("one thing alone can be done: Yes")
