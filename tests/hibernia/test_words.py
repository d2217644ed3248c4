"""Reasons of Hibernia that could mislead, and do not."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cruachan.engine.errors import UnreadableMove
from cruachan.engine.game import CHANCE
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.hibernia.board import COLOURS
from cruachan.games.hibernia.side_panels import AHEAD

from .positions import BOARD, GAME, SHORTS, neighbours, of_colour, position, why
from .sayings import UNDER_WAY


@pytest.mark.parametrize("lang", LANGS)
def test_a_march_under_way_is_named_by_its_target(lang: Lang) -> None:
    """Not by the county that was asked for."""
    said = why(UNDER_WAY, "march Brf wild", lang)
    assert "Mide" in said
    assert "Bréifne" not in said


def test_a_march_that_is_too_large_says_by_how_much() -> None:
    """What is needed and what there is."""
    text = position("a:red:dw", a="=1:Cru1,Eil2,Brf1,Mid5")
    said = why(text, "march Mid die")
    assert said == "The march into Mide needs 3 warriors; you can bring only 2."


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seat", [CHANCE, 1])
def test_nobody_is_told_that_it_is_not_the_turn_of_the_player_whose_turn_it_is(
    seat: int, lang: Lang
) -> None:
    """It is a's turn, also when chance rolls out of turn."""
    said = why(position("a:red:dw", a="Cru1"), "die red", lang, seat)
    assert said not in ("It is not Ivory's turn.", "Elfenbein ist nicht am Zug.")


@pytest.mark.parametrize(
    ("lang", "words", "said"),
    [
        ("en", "march", "'march' where? Name the county, for example: march Mide."),
        ("en", "pull", "'pull' from where? Name the county, for example: pull Mide."),
        ("de", "marsch", "'marsch' wohin? Nenne die Grafschaft, zum Beispiel: marsch Mide."),
    ],
)
def test_the_beginning_of_a_move_is_asked_for_its_rest(lang: Lang, words: str, said: str) -> None:
    """Nobody is told that 'march' is not a move."""
    state = GAME.read_position(position("a:red:dw", a="Cru1"))
    with pytest.raises(UnreadableMove) as caught:
        GAME.read_move(state, 0, words, lang)
    assert caught.value.text(lang) == said


def test_one_who_falls_is_no_plural() -> None:
    """As in "1 fall on each side"; nor one who comes back."""
    text = position("a:red:dw", a="+1:Cru1", b="Mid1,Cia1,Mus1")
    before = GAME.read_position(text)
    march = GAME.read_move(before, 0, "march Mid die")
    told = GAME.presentation.tell(before, 0, march, GAME.apply(before, 0, march), None, ())
    assert "Each side loses 1; Mide is empty now." in told
    labels = [
        move["label"]
        for point in GAME.presentation.view(before, 0)["points"]
        for move in point["moves"]
    ]
    assert "raise warriors: you get 1 back (wild play)" in labels


@pytest.mark.parametrize("lang", LANGS)
def test_who_belongs_to_nobody_is_not_named(lang: Lang) -> None:
    """Warriors of the neutral colour defend and lose; no player is called Neutral."""
    told = []
    for d, scene in (("Mid1", "both"), ("Mid3", "lost")):
        text = position("a:red:dw", a="Cru1,Eil1", d=f"Uma1,{d}", table="3h")
        before = GAME.read_position(text)
        march = GAME.read_move(before, 0, "march Mid die")
        then = GAME.apply(before, 0, march)
        told.append(GAME.presentation.tell(before, 0, march, then, None, (), lang))
        assert "Neutral" not in told[-1], scene
    lose, keep = {
        "en": ("the neutral warriors lose Mide", "the neutral warriors keep Mide with 1"),
        "de": ("die neutralen Krieger verlieren Mide", "die neutralen Krieger halten Mide mit 1"),
    }[lang]
    assert lose in told[0]
    assert keep in told[1]


def _reasons(lang: Lang) -> Iterator[tuple[str, str]]:
    """For each march from one county into another: the colour gained, and what it is good for."""
    for held in SHORTS:
        for target in sorted(neighbours(held)):
            state = GAME.read_position(position("a:black:dw", a=held + "1"))
            march = GAME.read_move(state, 0, f"march {target} wild")
            colour = next(each for each in COLOURS if target in of_colour(each))
            yield colour, GAME.presentation.reason(state, 0, march, (), lang)


@pytest.mark.parametrize(
    ("lang", "one"), [("en", "you advance 1 space, otherwise"), ("de", "rückst 1 Feld vor, sonst")]
)
def test_a_reason_counts_one_space_as_one(lang: Lang, one: str) -> None:
    told = [said for _, said in _reasons(lang)]
    assert any(one in said for said in told)
    assert not any(re.search(r"\b1 (spaces|Felder)", said) for said in told)
    assert not any(said.endswith(" 0.") for said in told)


def test_a_colour_is_needed_soon_where_the_strip_shows_it() -> None:
    """A reason means the next spaces of a marker, which are shown beside the board."""
    found = [(colour, said) for colour, said in _reasons("en") if "among your next" in said]
    ahead = BOARD.track[1 : AHEAD + 1]
    assert found
    assert all(colour in ahead for colour, _ in found)
