"""The picture is complete, bilingual, keeps secrets, and says nothing by colour alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from cruachan.engine.game import Viewer
from cruachan.engine.svg import PIPS
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.games.gallia.cards import Cards, load
from cruachan.games.gallia.draw import draw, draw_board
from cruachan.games.gallia.game import Gallia
from cruachan.games.gallia.paintings import CARD
from tests.pictures import SVG, having, lying, parse, texts, titles

GALLIA = Gallia.on_board()
PADUS = load()
NAMES = ("Anna", "Bríd & <Co>")

START = "n - 0 start - - -"
MIDDLE = (
    "n a 12 a:move Med4,Ins3*,Ins6,Tau1,Cen2*,Ana3 Ari5,Boi6,Lin2,Lin2,Ven1 "
    "Ins+3-4s,Ana=2-5b,Boi+4-3s,Tau=3-3a,Lin=2-2ab,Cen=4-2s"
)
CROWD = "n b 30 b:turn Ins3,Ins6,Ins4,Ins2,Ins1,Ins5 Boi6,Boi6,Boi5,Boi5,Boi4,Boi3,Boi2,Boi1 -"
FIGHT = "n a 12 a:fight:Ins5>Ana Med4,Ins5* Ari5,Ana3,Ana4 Ins+3-4s"
SEND = "n a 12 a:send:Ins5>Oro Med4,Ins5 Ari5 -"
RAISE = "n a 12 a:raise:Ins Med4,Ins1 Ari5 Ins+?"
SHORT = "n a 12 a:turn Med4,Ins6 Ari5 -"
WON = "n a 40 a:over:a Med4,Ins5 Ari5 -"
DRAWN = "n a 200 a:over:- Med4,Ins5 Ari5 -"
POSITIONS = (START, MIDDLE, CROWD, FIGHT, SEND, RAISE, SHORT, WON, DRAWN)


def seen(position: str, viewer: Viewer = 0, lang: Lang = DEFAULT_LANG) -> Any:
    return GALLIA.presentation.view(GALLIA.read_position(position), viewer, NAMES, lang)


def picture(position: str, viewer: Viewer = 0, lang: Lang = DEFAULT_LANG) -> str:
    return draw(seen(position, viewer, lang), PADUS, lang)


def drawn(position: str, viewer: Viewer = 0, lang: Lang = DEFAULT_LANG) -> ElementTree.Element:
    return parse(picture(position, viewer, lang))


def card(root: ElementTree.Element, short: str) -> ElementTree.Element:
    [found] = [element for element in root.iter() if element.get("id") == f"card:{short}"]
    return found


def title(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def only(root: ElementTree.Element, word: str) -> ElementTree.Element:
    [found] = having(root, word)
    return found


def shapes(element: ElementTree.Element, name: str) -> int:
    """How many shields or ears are drawn there."""
    return sum(use.get("href") == f"#gallia-{name}" for use in element.iter(f"{SVG}use"))


def panel(position: str, viewer: Viewer = 0, lang: Lang = DEFAULT_LANG) -> list[str]:
    return texts(only(drawn(position, viewer, lang), "panel"))


# --- The picture as a whole ---------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("position", POSITIONS)
def test_all_cards_are_drawn(position: str, viewer: Viewer) -> None:
    root = drawn(position, viewer)
    assert titles(root)[0] == "Gallia Cisalpina: Padus"
    assert len(having(root, "card")) == 12


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_table_before_anybody_sits_down(lang: Lang) -> None:
    root = parse(draw_board(PADUS, lang))
    assert len(having(root, "land")) == 10
    assert len(having(root, "capital")) == 2
    for word in ("die", "panel", "back", "owner", "looked"):
        assert having(root, word) == []


def renamed(name: str) -> Cards:
    cards = (*PADUS.cards[:5], replace(PADUS.cards[5], name=name), *PADUS.cards[6:])
    return replace(PADUS, name="I & <I>", cards=cards)


def test_a_long_name_is_written_smaller() -> None:
    [long] = having(card(parse(draw_board(renamed("Caturiges Maritimi"))), "Ins"), "name")
    [usual] = having(card(parse(draw_board(PADUS)), "Ins"), "name")
    assert float(long.get("font-size", "")) < float(usual.get("font-size", "")) == 24


@pytest.mark.parametrize("seed", range(3))
def test_any_moment_of_a_game_can_be_drawn(seed: int) -> None:
    """By turns for each viewer; three games come to moments of all kinds."""
    rng = Random(seed)
    state = GALLIA.setup(2, {})
    for number in range(150):
        viewer = (0, 1, None)[number % 3]
        root = parse(GALLIA.presentation.draw(GALLIA.presentation.view(state, viewer)))
        assert len(having(root, "die")) == sum(int(c) >= 0 for c in state.card)
        acting = GALLIA.to_act(state)
        if not acting:
            break
        state = GALLIA.apply(state, acting[0], rng.choice(GALLIA.legal_moves(state, acting[0])))


# --- Cards --------------------------------------------------------------------------------


@pytest.mark.rule("G2.1")
def test_the_cards_lie_in_three_rows_of_four_and_never_overlap() -> None:
    root = drawn(MIDDLE)
    places = {}
    for known in PADUS.cards:
        group = card(root, known.short)
        assert group.get("data-card") == known.name
        assert {text for name in having(group, "name") for text in texts(name)} == {known.name}
        shadow = group.find(f"{SVG}rect")
        assert shadow is not None
        places[known.short] = float(shadow.get("x", "")), float(shadow.get("y", ""))
    across, down = ([spot[n] for spot in places.values()] for n in (0, 1))
    assert [len(set(line)) for line in (across, down)] == [4, 3]
    for line, size in ((across, CARD[0]), (down, CARD[1])):
        edges = sorted(set(line))
        assert all(b - a > size for a, b in pairwise(edges))
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    assert max(across) + CARD[0] < width
    assert max(down) + CARD[1] < height


@pytest.mark.rule("G1.2", "G1.3")
@pytest.mark.parametrize("position", POSITIONS)
def test_the_side_that_lies_up_shows_its_shields_and_ears(position: str) -> None:
    root = drawn(position)
    for view in seen(position)["cards"]:
        group = card(root, view["short"])
        if view["oppidum"]:
            keys = [each.get("data-key", "").split(":")[0] for each in lying(group, "")]
            assert keys[:3] == ["oppidum", "shields", "ears"]
        shields = having(group, "shields")[-1]
        assert texts(shields) == ["?" if view["shields"] is None else str(view["shields"])]
        assert shapes(shields, "shield") == (view["shields"] or 1)
        if view["capital"] is not None:
            assert having(group, "ears") == []
            continue
        ears = having(group, "ears")[-1]
        assert texts(ears) == ["?" if view["ears"] is None else str(view["ears"])]
        assert shapes(ears, "ear") == (view["ears"] or 0)


def test_land_oppidum_and_capital_are_painted_differently() -> None:
    root = drawn(MIDDLE)
    kinds = {view["short"]: card(root, view["short"]) for view in seen(MIDDLE)["cards"]}
    for short, group in kinds.items():
        kind = {"Ins": "oppidum", "Boi": "oppidum", "Med": "capital", "Ari": "capital"}.get(
            short, "land"
        )
        printed = "land" if kind == "oppidum" else kind
        assert group.get("class") == f"card {printed}"
        assert shapes(group, kind) == shapes(group, printed) == 1
        turned = lying(group, "oppidum:")
        assert [shapes(each, "oppidum") for each in turned] == [1] * (kind == "oppidum")
        assert [texts(sign) for sign in having(group, "sign")] == [["Oppidum"]] * (
            kind == "oppidum"
        )


@pytest.mark.rule("G1.3")
@pytest.mark.parametrize(("short", "letter", "piece"), [("Med", "A", "ivory"), ("Ari", "B", "ink")])
def test_a_capital_shows_its_owner_and_its_recruits(short: str, letter: str, piece: str) -> None:
    group = card(drawn(MIDDLE), short)
    [owner] = lying(group, "owner:")
    assert texts(owner) == [letter]
    assert having(group, f"piece-{piece}") == [owner]
    assert having(group, f"owner-{piece}")
    assert texts(only(group, "recruits")) == ["+3"]


# --- Dice ---------------------------------------------------------------------------------


@pytest.mark.rule("G1.4")
@pytest.mark.parametrize("position", POSITIONS)
def test_dice_have_pips_a_digit_and_a_letter(position: str) -> None:
    root = drawn(position)
    for view in seen(position)["cards"]:
        dice = having(card(root, view["short"]), "die")
        assert len(dice) == len(view["dice"])
        for die, known in zip(dice, view["dice"], strict=True):
            assert len(only(die, "pips")) == known["pips"]
            assert texts(only(die, "digit")) == [str(known["pips"])]
            assert texts(only(die, "letter")) == ["AB"[known["seat"]]]
            assert titles(die)[0].startswith(f"{NAMES[known['seat']]} ")


def test_a_die_has_as_many_pips_as_it_shows() -> None:
    assert {value: len(spots) for value, spots in PIPS.items()} == {n: n for n in range(1, 7)}


def test_the_players_dice_differ_in_colour_and_shape() -> None:
    root = drawn(MIDDLE)
    faces = []
    for word in ("die-ivory-4", "die-ink-5"):
        _, top = having(root, word)[0].findall(f"{SVG}rect")
        pip = only(having(root, word)[0], "pips")[0]
        ratio = float(top.get("rx", "")) / float(top.get("width", ""))
        faces.append((top.get("fill"), pip.get("fill"), round(ratio, 1)))
    assert faces == [("#fffbe8", "#2a2420", 0.2), ("#25313d", "#ffffff", 0.1)]


@pytest.mark.rule("G6.4")
def test_a_die_that_has_moved_wears_an_arrow() -> None:
    root = drawn(MIDDLE)
    for short, moved in (("Ins", [False, True]), ("Cen", [True]), ("Boi", [False])):
        dice = having(card(root, short), "die")
        assert [bool(having(die, "arrow")) for die in dice] == moved
    assert titles(having(card(root, "Ins"), "die")[1]) == ["Anna (A): 3, has moved this turn"]
    worn = [die for die in lying(root, "die:") if die.get("class", "").endswith("-moved")]
    assert len(worn) == 2


def box(element: ElementTree.Element) -> tuple[float, float, float, float]:
    rect = element.find(f"{SVG}rect")
    assert rect is not None
    x, y, width, height = (float(rect.get(key, "")) for key in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


@pytest.mark.parametrize("many", range(1, 9))
def test_dice_on_one_card_lie_apart_and_within_it(many: int) -> None:
    root = drawn(f"n a 12 a:turn {','.join(['Ins6'] * many)} Ari5 -")
    group = card(root, "Ins")
    left, top, right, bottom = box(group)  # of the shadow, a little aside
    boxes = [box(die) for die in having(group, "die")]
    for x, y, x2, y2 in boxes:
        assert left - 3 < x < x2 < right - 3
        assert top + 80 < y < y2 < bottom - 38
        assert x2 - x >= (46 if many <= 6 else 34)
    for number, (x, y, x2, y2) in enumerate(boxes):
        for a, b, a2, b2 in boxes[:number]:
            assert x2 <= a or a2 <= x or y2 <= b or b2 <= y


# --- What is known of backs ---------------------------------------------------------------


@pytest.mark.rule("G10.1", "G10.2")
@pytest.mark.parametrize(
    ("viewer", "known"),
    [
        (0, {"Tau": ["3", "3"], "Lin": ["2", "2"], "Cen": ["4", "2"]}),
        (1, {"Ana": ["2", "5"], "Lin": ["2", "2"], "Cen": ["4", "2"]}),
        (None, {"Cen": ["4", "2"]}),
    ],
)
def test_a_folded_corner_shows_what_the_viewer_knows(
    viewer: Viewer, known: dict[str, list[str]]
) -> None:
    root = drawn(MIDDLE, viewer)
    letters = {"Tau": ["A"], "Ana": ["B"], "Lin": ["AB"], "Cen": ["AB"]}
    for view in seen(MIDDLE)["cards"]:
        short, group = view["short"], card(root, view["short"])
        if short in ("Med", "Ari", "Ins", "Boi"):
            assert having(group, "back") == []
            continue
        corner = only(group, "back")
        eyes = [text for eye in lying(group, "eye:") for text in texts(eye)]
        assert eyes == letters.get(short, [])
        assert texts(corner) == known.get(short, ["?"])
        shape = "-".join(["back", *known.get(short, [])])
        assert corner.get("class") == f"lying back {shape}"


def test_the_backs_not_seen_yet() -> None:
    pairs = texts(only(drawn(MIDDLE), "unseen"))[1:]
    sides = [f"{shields}-{ears}" for shields, ears in zip(pairs[::2], pairs[1::2], strict=True)]
    assert sides == seen(MIDDLE)["unseen"] == ["2-3", "2-4", "2-5", "3-2", "3-5"]
    assert panel(MIDDLE, lang="de").count("Rückseiten, die du noch nicht kennst:") == 1


def test_all_backs_seen() -> None:
    lands = [card for card in PADUS.cards if not card.capital]
    known = [f"{c.short}={b.name}s" for c, b in zip(lands, PADUS.backs, strict=True)]
    assert "You have seen all backs." in panel(f"n a 12 a:turn Med4 Ari5 {','.join(known)}")


SECRET = "n a 12 a:turn Med4,Ins3 Ari5 Ins+3-4s,Ana={}b,Tau=3-3a"


@pytest.mark.rule("G10.1")
@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_leak_of_what_the_other_has_scouted(lang: Lang) -> None:
    one, two = SECRET.format("2-5"), SECRET.format("4-2")
    assert picture(one, 0, lang) == picture(two, 0, lang)
    assert picture(one, None, lang) == picture(two, None, lang)
    assert picture(one, 1, lang) != picture(two, 1, lang)


@pytest.mark.rule("G10.1")
def test_two_scouted_backs_may_change_places() -> None:
    one, two = (
        f"n a 12 a:turn Med4 Ari5 Ana={a}b,Fri={b}b" for a, b in (("2-5", "4-2"), ("4-2", "2-5"))
    )
    assert picture(one, 0) == picture(two, 0)
    assert picture(one, 1) != picture(two, 1)


# --- For those who do not see it ----------------------------------------------------------


def test_a_screen_reader_hears_about_cards() -> None:
    english, german = drawn(MIDDLE), drawn(MIDDLE, lang="de")
    assert title(card(english, "Ins")) == (
        "Insubres, oppidum: 3 shields, 4 ears; dice of Anna (A): 6, 3 (has moved)"
    )
    assert title(card(english, "Ana")) == (
        "Anares, open land: 1 shield, 2 ears; dice of Anna (A): 3; "
        "back unknown to you, scouted by B"
    )
    assert title(card(english, "Lig")) == (
        "Ligures, open land: 1 shield, 2 ears; no dice; back unknown"
    )
    assert title(card(german, "Cen")) == (
        "Cenomani, offenes Land: 1 Schild, 2 Ähren; Würfel von Anna (A): 2 (gezogen); "
        "auf der Rückseite 4 Schilde, 2 Ähren, von beiden gesehen"
    )
    assert title(card(german, "Ari")) == (
        "Ariminum, Hauptstadt von Bríd & <Co> (B): 2 Schilde, wirbt bis zu 3; "
        "Würfel von Bríd & <Co> (B): 5"
    )
    assert title(card(drawn(RAISE, lang="de"), "Ins")) == (
        "Insubres, Oppidum: die Rückseite wird aufgedeckt; Würfel von Anna (A): 1"
    )
    assert title(card(parse(draw_board(PADUS)), "Med")) == "Mediolanum, capital"


# --- A battle under way -------------------------------------------------------------------


def arrow(position: str, lang: Lang = DEFAULT_LANG) -> ElementTree.Element:
    rims = lying(drawn(position, lang=lang), "battle:")
    assert [rim.get("class") for rim in rims] == ["lying embattled embattled"] * 2
    return only(drawn(position, lang=lang), "army")


def test_an_arrow_shows_who_attacks() -> None:
    attack = arrow(FIGHT)
    assert texts(attack) == ["5"]
    assert title(attack) == "5 of Insubres attack 7 in Anares"
    assert title(arrow(FIGHT, "de")) == "5 aus Insubres greifen 7 in Anares an"


@pytest.mark.parametrize(("target", "turn"), [("Ana", 0), ("Fri", 90), ("Tau", 180), ("Oro", -90)])
def test_the_arrow_points_at_the_target(target: str, turn: int) -> None:
    march = arrow(f"n a 12 a:send:Ins5>{target} Med4,Ins5 Ari5 -")
    [path] = march.iter(f"{SVG}path")
    assert path.get("transform", "").endswith(f"rotate({turn})") == bool(turn)


def test_no_arrow_without_an_army_under_way() -> None:
    assert not lying(drawn(MIDDLE), "battle")


# --- The panel ----------------------------------------------------------------------------


def test_whose_turn_and_what_is_asked() -> None:
    english, german = panel(MIDDLE), panel(MIDDLE, lang="de")
    assert english[0] == "Round 7 · Anna (A) to play"
    assert german[0] == "Runde 7 · Anna (A) ist am Zug"
    for position in POSITIONS:
        for lang in ("en", "de"):
            asked = only(drawn(position, lang=lang), "prompt")
            assert " ".join(texts(asked)) == seen(position, lang=lang)["prompt"]
            assert all(len(line) <= 58 for line in texts(asked))


def test_the_table_of_the_players() -> None:
    rows = having(drawn(MIDDLE), "player")
    assert texts(rows[0]) == ["A", "Anna", "5 / 8", "10 for 15 !", "2"]
    assert texts(rows[1]) == ["B", "Bríd & <Co>", "4 / 8", "7 for 11 !", "3"]
    assert [row.get("data-seat") for row in rows] == ["0", "1"]
    assert ["acting" in row.get("class", "") for row in rows] == [True, False]
    assert {"Player", "Territories", "Ears for warriors", "Free dice"} <= set(panel(MIDDLE))


@pytest.mark.rule("G8.1")
def test_who_has_too_few_ears_is_told() -> None:
    root = drawn(SHORT)
    assert texts(having(root, "player")[0])[3] == "2 for 6 !"
    assert texts(having(root, "player")[1])[3] == "0 for 0"
    told = titles(only(root, "panel"))
    assert told == [
        "Anna (A): 2 of 8 cards, 6 warriors outside and 2 ears, 6 free dice: too few ears",
        "Bríd & <Co> (B): 1 of 8 cards, 0 warriors outside and 0 ears, 7 free dice",
    ]
    assert titles(only(drawn(SHORT, lang="de"), "panel"))[0].endswith(": zu wenig Ähren")


def test_the_end() -> None:
    won = panel(WON)
    assert won[0] == "Round 21 · Anna wins"
    assert {"1. Anna", "2. Bríd & <Co>", "The game is over. Anna wins."} <= set(won)
    drawn_game = panel(DRAWN, lang="de")
    assert drawn_game[0].endswith(" · unentschieden")
    assert {"1. Anna", "1. Bríd & <Co>"} <= set(drawn_game)


def test_before_the_lot() -> None:
    assert panel(START)[:2] == ["Round 1", "Chance decides who begins."]


def test_the_picture_keeps_its_height() -> None:
    heights = {drawn(position).get("viewBox") for position in POSITIONS}
    assert len(heights) == 1


def test_every_name_fits_on_its_card() -> None:
    """Also in a wide font: a letter takes up to 0.72 of its size in bold."""
    root = parse(draw_board(PADUS, DEFAULT_LANG))
    names = [each for each in root.iter(f"{SVG}text") if each.get("class") == "name"]
    assert len(names) == 12
    for each in names:
        assert len(each.text or "") * float(each.get("font-size", 0)) * 0.72 <= CARD[0] - 6
