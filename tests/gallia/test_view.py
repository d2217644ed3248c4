"""What a seat and a spectator see: plain data, the same for browser, terminal and screen reader."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.words import LANGS, Lang
from tests.tables import assert_plain

from .positions import (
    GAME,
    NAMES,
    RICH,
    RICHEST,
    SHORTS,
    TOLD,
    WEAK,
    after,
    new_table,
    position,
)

KEYS = {"game", "board", "seat", "calls", "to_act", "prompt", "points", "result"}
"""What Game.view promises of every game."""

OPEN = position("a:turn", a="Med4,Tau1,Ins3", b="Ana2,Ari5", cards=f"Ins={RICH}a,Boi={WEAK}b")
FIGHT = after(position("a:turn", a="Med4,Ins6", b="Ana2,Lin4,Ari5"), "move Ins6 Ana")
SCENES = {
    "before the lot": new_table(),
    "a turn": OPEN,
    "a turn without ears": position("a:turn", a="Med4,Ins5"),
    "scouting": after(OPEN, "recruit 0"),
    "looking": after(OPEN, "recruit 0", "scout Fri"),
    "raising": after(position("a:turn", a="Med4,Ins3,Fri3"), "build Ins"),
    "building": after(OPEN.replace("Tau1", "Tau3"), "build Ins"),
    "sending": after(OPEN, "move Ins3 Fri"),
    "moving": after(OPEN, "move Ins3 Fri", "send 1"),
    "fighting": FIGHT,
    "going in": after(FIGHT, "fight 5"),
    "hunger": after(FIGHT, "fight 5", "enter 1"),
    "strict hunger": after(
        position("a:turn", a="Med1,Ins3", strict=True), "recruit 0", "scout none"
    ),
    "won": after(position("a:turn", a="Boi1", b="Lin4"), "move Boi1 Ari"),
    "drawn": after(position("b:turn", turns=199), "recruit 0", "scout none"),
}
EVERY_SCENE = pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
VIEWERS = (None, 0, 1)


def see(text: str, viewer: int | None, lang: Lang = "en", names: tuple[str, ...] = ()) -> Any:
    """The view of a position."""
    return GAME.view(GAME.read_position(text), viewer, names, lang)


@EVERY_SCENE
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_is_plain_data(scene: str, viewer: int | None, lang: Lang) -> None:
    """It goes through JSON unchanged, and no number of NumPy is left in it."""
    seen = see(scene, viewer, lang)
    assert_plain(seen)


@EVERY_SCENE
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_has_all_that_is_promised(scene: str, viewer: int | None) -> None:
    """The keys of the protocol, and in them what they say."""
    seen = see(scene, viewer)
    state = GAME.read_position(scene)
    assert seen.keys() >= KEYS
    assert (seen["game"], seen["board"], seen["seat"]) == ("gallia", GAME.board_name, viewer)
    assert seen["to_act"] == list(GAME.to_act(state))
    assert "{" not in seen["prompt"]
    for point in seen["points"]:
        assert point.keys() >= {"id", "label", "moves"}
        assert point["moves"]
        for move in point["moves"]:
            assert move.keys() >= {"move", "text", "label"}
            assert move["label"]
            assert "{" not in move["label"]


@EVERY_SCENE
@pytest.mark.parametrize("viewer", [None, 0, 1, CHANCE])
def test_the_moves_of_a_view_are_the_legal_moves_of_its_seat(
    scene: str, viewer: int | None
) -> None:
    """Each once, with the notation that reads back; none for a spectator. Chance is a seat too."""
    state = GAME.read_position(scene)
    moves = [move for point in see(scene, viewer)["points"] for move in point["moves"]]
    legal = [] if viewer is None else GAME.legal_moves(state, viewer)
    assert sorted(move["move"] for move in moves) == sorted(legal)
    for move in moves:
        assert viewer is not None
        assert GAME.read_move(state, viewer, move["text"]) == move["move"]


@EVERY_SCENE
def test_both_languages_say_it_in_other_words_and_show_the_same(scene: str) -> None:
    """Numbers, notations and names of cards are the same; the prompt is not."""
    english, german = (see(scene, 0, lang) for lang in LANGS)
    assert english["prompt"] != german["prompt"]
    for key in english.keys() - {"prompt", "points", "players"}:
        assert english[key] == german[key], key
    texts = [
        [move["text"] for point in seen["points"] for move in point["moves"]]
        for seen in (english, german)
    ]
    assert texts[0] == texts[1]


@EVERY_SCENE
def test_the_table_as_seen_is_the_position(scene: str) -> None:
    """Dice where they lie, cards as they lie."""
    state = GAME.read_position(scene)
    seen = see(scene, None)
    assert [card["short"] for card in seen["cards"]] == list(SHORTS)
    for index, card in enumerate(seen["cards"]):
        there = sorted(
            (die // 8, int(state.pips[die]), bool(state.done[die]))
            for die in range(16)
            if state.card[die] == index
        )
        assert sorted((d["seat"], d["pips"], d["done"]) for d in card["dice"]) == there
        assert card["oppidum"] == bool(state.oppida >> index & 1)
    for seat, player in enumerate(seen["players"]):
        on_table = [die for die in range(seat * 8, seat * 8 + 8) if state.card[die] >= 0]
        assert player["free_dice"] == 8 - len(on_table)
        assert player["territories"] == len({int(state.card[die]) for die in on_table})
        away = [die for die in on_table if state.card[die] != (0, 11)[seat]]
        assert player["outside"] == sum(int(state.pips[die]) for die in away)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_card_being_turned_up_is_not_yet_counted(viewer: int | None) -> None:
    """Nobody knows its ears; no number of another card stands for them.

    a has the Insubres (being turned) and the Friniates (2 ears).
    """
    seen = see(SCENES["raising"], viewer)
    ins = seen["cards"][SHORTS.index("Ins")]
    assert (ins["shields"], ins["ears"], ins["back"]) == (None, None, None)
    assert seen["players"][0]["ears"] in (None, 2)


def test_an_attack_says_what_it_meets() -> None:
    """Shields and defenders, so that nobody has to count."""
    points = see(OPEN, 0)["points"]
    labels = {m["text"]: m["label"] for point in points for m in point["moves"]}
    assert NAMES["Ana"] in labels["move Ins3 Ana"]
    assert "1" in labels["move Ins3 Ana"]
    assert "2" in labels["move Ins3 Ana"]
    assert labels["move Ins3 Ana"] != labels["move Ins3 Fri"]


def test_points_are_cards_numbers_recruiting_and_the_turn() -> None:
    """A click on a card offers what can be done there."""
    points = {point["id"]: point for point in see(OPEN, 0)["points"]}
    assert set(points) == {"card:Med", "card:Tau", "card:Ins", "recruit"}
    texts = [move["text"] for move in points["card:Ins"]["moves"]]
    assert "build Ins" in texts
    assert "move Ins3 Ana" in texts
    assert points["card:Ins"]["label"] == NAMES["Ins"]
    assert [p["id"] for p in see(FIGHT, 0)["points"]] == ["number"]
    assert {p["id"] for p in see(SCENES["moving"], 0)["points"]} >= {"turn", "card:Tau"}


@EVERY_SCENE
def test_the_prompt_names_who_is_waited_for(scene: str) -> None:
    """By name, or by the piece where nobody has said one."""
    state = GAME.read_position(scene)
    names = ("Medb", "Ailill")
    for seat in GAME.to_act(state):
        if seat >= 0:
            assert names[seat] in see(scene, None, names=names)["prompt"]
            assert ("Ivory", "Ink")[seat] in see(scene, None)["prompt"]
            assert ("Elfenbein", "Tinte")[seat] in see(scene, None, "de")["prompt"]


def test_the_prompt_of_hunger_says_by_how_much() -> None:
    """Ears and warriors outside."""
    prompt = see(SCENES["hunger"], 1)["prompt"]
    assert "2" in prompt
    assert "4" in prompt


def test_the_result_is_seen_at_the_end_only() -> None:
    """In order of places; a draw has two first places."""
    for name, scene in SCENES.items():
        assert (see(scene, None)["result"] is not None) == (name in ("won", "drawn"))
    rows = see(SCENES["won"], None)["result"]
    assert [(row["place"], row["seat"]) for row in rows] == [(1, 0), (2, 1)]
    rows = see(SCENES["drawn"], None)["result"]
    assert [(row["place"], row["seat"]) for row in rows] == [(1, 0), (1, 1)]


def test_an_oppidum_is_shown_with_its_numbers() -> None:
    """To everybody."""
    text = position("a:turn", a="Ins1", cards=f"Ins+{RICH}s")
    for viewer in VIEWERS:
        card = see(text, viewer)["cards"][SHORTS.index("Ins")]
        assert (card["shields"], card["ears"]) == (RICHEST.shields, RICHEST.ears)
        assert card["back"] == {"shields": RICHEST.shields, "ears": RICHEST.ears}


def test_the_notation_of_a_view_reads_back_as_what_is_seen() -> None:
    """What the viewer does not know stays open."""
    for scene in SCENES.values():
        for viewer in VIEWERS:
            state = GAME.read_position(scene)
            text = GAME.write_position(state, viewer)
            assert GAME.write_position(GAME.read_position(text), viewer) == text
            assert GAME.write_position(GAME.sight(state, viewer)) == text
    assert TOLD.write_position(GAME.read_position(OPEN)) == OPEN
