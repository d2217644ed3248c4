"""Kits to print: what is in them, whether they can be read, and whether backs lie behind fronts."""

from __future__ import annotations

import re
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium_c
import pytest
from pypdfium2 import PdfDocument
from tools import static_site

from cruachan.engine.errors import CruachanError
from cruachan.engine.notation import fold
from cruachan.engine.print_material import PieceLayout
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games import GAMES, load_game
from cruachan.games.hibernia.drawing import FILLS
from cruachan.games.shent.components.material import (
    FIGHT_BONUS,
    INCOME,
    KINDS,
    MINAS,
    OST,
    TALAN,
)
from cruachan.printing import PAPERS, KitOptions, KitPart, make_kit
from cruachan.printing import kit as kit_module
from cruachan.printing.booklet import index
from cruachan.printing.inks import inked
from cruachan.printing.kit import board_title, cover_picture, sentence
from cruachan.printing.paper import SheetSpot, board_size, crop_marks, grid, tiles
from cruachan.printing.sheets import SheetGroup, piece_sheets
from tests import warm
from tests.printing.kits import (
    KITS,
    NAMES,
    kit,
    letter_sizes,
    material,
    pages,
    rendered,
    sizes,
    text_in,
)

RULEBOOK = {
    "hibernia": {"warriors": 56, "dice": 1, "pawns": 1},
    "cambria": {"soldiers": 25, "markers": 23, "legions": 1, "dice": 2},
    "gallia": {"cards": 12, "dice": 16},
    "shent": {
        "runes": 64,
        "numbers": 36,
        "reserve": 6,
        "elements": 12,
        "markers": 72,
        "common": 27,
        "own": 96,
        "roles": 3,
        "track": 2,
    },
}
"""The lists of material of the rulebooks. Gallia's dice are eight a player (R-G1); SHENT's own
figures are 16 for each of six, its role cards and the stones of round and sky are ours."""


BACK_NOTE = Texts("cruachan.printing", "en")("sheet.back_note")


# --- Material -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_there_is_as_much_as_the_rulebook_lists(name: str) -> None:
    assert {each.key: each.count for each in material(name).components} == RULEBOOK[name]


def counts(name: str, key: str) -> dict[str, int]:
    (found,) = (each for each in material(name).components if each.key == key)
    return {item.name: item.count for item in found.items}


def test_colours_values_and_kinds_are_as_the_rulebooks_say() -> None:
    assert list(counts("hibernia", "warriors").values()) == [14] * 4
    assert list(counts("cambria", "soldiers").values()) == [5] * 5
    forts = {"fort of 2": 5, "fort of 3": 4, "fort of 4": 3, "fort of 5": 2, "fort of 6": 2}
    points = {"2 victory points": 3, "3 victory points": 2, "4 victory points": 2}
    assert counts("cambria", "markers") == forts | points
    assert list(counts("gallia", "dice").values()) == [8, 8]
    assert list(counts("shent", "runes").values()) == [4] * 16
    assert list(counts("shent", "numbers").items()) == [(str(n), 9 - n) for n in range(1, 9)]
    assert counts("shent", "reserve") == {"6": 1, "7": 2, "8": 3}
    common = {"drû": 6, "adan": 4, "urlug": 2, "talan": 6, "minas": 6, "ost": 3}
    assert counts("shent", "common") == common
    assert list(counts("shent", "own").values()) == [4, 3, 1, 2, 2, 1, 2, 1] * 6


def test_only_the_game_of_cards_has_no_board() -> None:
    assert {name for name in NAMES if material(name).board is None} == {"gallia"}


def test_lands_are_alike_in_front_and_each_has_a_back_of_its_own() -> None:
    """[G10.3] Whoever knows the cards must not know what is behind one."""
    (cards,) = (each for each in material("gallia").components if each.layout is PieceLayout.CARDS)
    same = [item.name for item in cards.items if item.front == item.back]
    assert same == ["Mediolanum", "Ariminum"]
    assert len({item.front for item in cards.items if item.front != item.back}) == 1
    assert len({item.back for item in cards.items}) == 12


def cover_plans_the_pages(name: str, lang: Lang, paper: str) -> None:
    """The cover says how each page is printed: a sheet of fronts is followed by its back, and no
    tile or counter lies behind another one."""
    say, read = Texts("cruachan.printing", lang), pages(kit(name, lang, paper))
    planned: dict[str, tuple[int, ...]] = {}
    for key in kit_module.PLAN_ROWS:
        told = f"{say(f'plan.{key}')} {say(f'plan.{key}_how')}"
        found = re.search(rf"(\d+)(?:–(\d+))? {re.escape(told)}", read[0])
        if found:
            first = int(found[1])
            planned[key] = tuple(range(first, int(found[2] or first) + 1))
    assert [page for each in planned.values() for page in each] == list(range(2, len(read) + 1))
    backed = planned.get("backed", ())
    note = say("sheet.back_note")
    assert [note in read[page - 1] for page in backed] == [False, True] * (len(backed) // 2)
    assert not any(page % 2 == 0 for page in backed[::2]), "a front is the first side of its sheet"
    board = board_title(load_game(name), lang)
    tiles_read = [read[page - 1] for page in planned.get("tiles", ())]
    assert all(text.startswith(f"{board}: ") for text in tiles_read)
    assert bool(tiles_read) is (material(name, lang).board is not None)
    assert f"{GAMES[name].title}: {say('kit.rules')}" in read[planned["rules"][0] - 1]


def cover_lists_the_material(name: str, lang: Lang, paper: str) -> None:
    cover = pages(kit(name, lang, paper))[0]
    for component in material(name, lang).components:
        assert f"{component.count} {component.title}" in cover
    assert f"cruachan play {name} --referee" in cover, "paper leads back"


# --- The booklet ----------------------------------------------------------------------------


def letters(text: str) -> str:
    """A text without anything that line breaks change."""
    return re.sub(r"[\s\u00ad\x02-]+", "", text)


def booklet_has_every_numbered_rule(name: str, lang: Lang, paper: str) -> None:
    footer = rf"{GAMES[name].title} · {Texts('cruachan.printing', lang)('kit.page')} \d+"
    read = letters("".join(re.sub(footer, "", page) for page in pages(kit(name, lang, paper))))
    book = rulebook(GAMES[name].package)
    assert len(book.rules) > 40
    missing = [
        number
        for number, text in book.rules.items()
        if letters(number + text.text(lang)) not in read
    ]
    assert missing == []


SCREEN = re.compile(r"\b(tap|click|button|screen|tipp\w*|klick\w*|bildschirm\w*)\b", re.IGNORECASE)
"""What only somebody in front of the page can do."""


def contents_examples_and_index_are_there(name: str, lang: Lang, paper: str) -> None:
    say = Texts("cruachan.printing", lang)
    read = pages(kit(name, lang, paper))
    at = next(
        n for n, page in enumerate(read) if f"{GAMES[name].title}: {say('kit.rules')}" in page
    )
    contents, shown = read[at], " ".join(read[at + 1 : at + 3])
    rules = letters("".join(read[at + 2 :]))
    for chapter, title in rulebook(GAMES[name].package).chapters.items():
        assert letters(f"{chapter} {title.text(lang)}") in letters(contents)
    assert say("kit.examples") in shown
    assert all(f"{number}." in shown for number in range(1, 5))
    assert f"{GAMES[name].title} · {say('kit.page')} 2" in read[at + 1], "a book begins at page 1"
    assert not SCREEN.search(shown), "what is said on a screen makes no sense on paper"
    assert letters(say("kit.index")) in rules


def player_aid_is_one_page(name: str, lang: Lang, paper: str) -> None:
    aid = Texts("cruachan.printing", lang)("kit.aid")
    read = pages(kit(name, lang, paper))
    assert f"{GAMES[name].title}: {aid}" in read[1]
    heading = material(name, lang).components[0].title
    assert read[2].casefold().startswith(heading.casefold())
    for section in material(name, lang).aid:
        for line in (section.title, *section.lines, *chain.from_iterable(section.table)):
            assert letters(line) in letters(read[1])
    assert min(letter_sizes(kit(name, lang, paper), 1)) >= 7.5, "it is read on a table"


def test_aids_say_what_differs_with_few_players_and_how_it_ends() -> None:
    for name, chapters in (("hibernia", ("H9", "H10")), ("cambria", ("C8", "C9"))):
        titles = [section.title for section in material(name).aid]
        book = rulebook(GAMES[name].package)
        assert {book.chapters[chapter].text("en") for chapter in chapters} <= set(titles)


def test_gallias_aid_lists_the_oppida() -> None:
    (table,) = (section.table for section in material("gallia").aid if section.table)
    listed = [(int(shields), int(one)) for shields, ears in table[1:] for one in ears.split(", ")]
    backs = load_game("gallia").board.backs
    assert sorted(listed) == sorted((back.shields, back.ears) for back in backs)


def test_shents_aid_says_what_figures_bear_and_grow_from() -> None:
    said = {row[0]: row[1:] for section in material("shent").aid for row in section.table[1:]}
    assert said["saelon"] == ("thurinas 2, hannas 2", "randir")
    assert said["talagan"] == ("gwend 4, hannas 2", "saelon")
    assert said["ost"] == ("–", "talan or minas")
    assert said["galas, growth"] == ("good", "narchad, destruction", "bad")
    assert {kind.key for kind in KINDS if kind.bears or kind.grows_from} <= set(said)
    lines = " ".join(line for section in material("shent").aid for line in section.lines)
    assert "3 for each talan, 5 for each ost" in lines
    assert (INCOME[TALAN], INCOME[OST], FIGHT_BONUS[MINAS], FIGHT_BONUS[OST]) == (3, 5, 1, 2)
    assert "1 more where you lead the minas, 2 more where the ost is yours" in lines
    steps = {row[0]: row[4] for section in material("shent").aid for row in section.table
             if len(row) == 6}  # fmt: skip
    assert (steps["urlug"], steps["faron"], steps["minas"]) == ("any", "2", "–")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_the_index_is_one_of_a_book(name: str, lang: Lang) -> None:
    """Words as they are spoken, in their order, each with places that can be looked up."""
    entries = index(GAMES[name].package, lang)
    titles = [entry["title"] for entry in entries]
    assert len(titles) > 8
    assert titles == sorted(titles, key=fold)
    assert not {"Qu", "Ld", "Hd", "qst", "lnd", "hnd"} & set(titles), "heads of a table on screens"
    assert not any(re.search(r"\[|, [A-Z]\)", title) for title in titles), "signs of the terminal"
    assert all(1 <= len(entry["places"]) <= 9 for entry in entries)
    assert all(entry["text"] for entry in entries)
    other = index(GAMES[name].package, "en" if lang == "de" else "de")
    assert len(entries) == len(other), "a word is in the rules of one language only"


def test_the_index_tells_nouns_from_verbs() -> None:
    """*Die Sage* is a thing of SHENT, *ich sage* is not."""
    places = {entry["title"]: entry["places"] for entry in index(GAMES["shent"].package, "de")}
    assert "S6" not in places["Sage"]
    assert "S32" in places["Sage"]
    assert places["schlichten"] == ["S4.3", "S9.10", "S14.11"]


# --- The file -------------------------------------------------------------------------------


def small_tagged_and_carries_its_fonts(made: bytes, title: str) -> None:
    assert len(made) < 8_000_000
    document = PdfDocument(made)
    try:
        assert pdfium_c.FPDFCatalog_IsTagged(document)
        assert title in document.get_metadata_value("Title")
    finally:
        document.close()
    assert not re.search(rb"/Subtype ?/Image", made), "all drawings are vectors"
    assert b"pdfuaid" in made or b"/StructTreeRoot" in made
    fonts = set(re.findall(rb"/FontName ?/([\w+-]+)", made))
    assert fonts
    assert all(b"Libertinus" in font for font in fonts)
    assert made.count(b"/FontFile") >= len(fonts)


def test_the_same_kit_has_the_same_bytes() -> None:
    again = make_kit(load_game("gallia"), KitOptions("de", "a4"))
    assert again == kit("gallia", "de")


def pages_have_the_size_of_the_paper(name: str, lang: Lang, paper: str) -> None:
    found = sizes(kit(name, lang, paper))
    poster = material(name, lang).board is not None
    expected = PAPERS[paper]
    for size in found[: -1 if poster else None]:
        assert size == pytest.approx(expected, abs=0.1)
    if poster:
        assert found[-1][0] > 1.5 * expected[0]


def test_grey_has_no_colour_and_saving_ink_has_less_of_it() -> None:
    game, usual_options = load_game("cambria"), KitOptions("en", part=KitPart.BOARD)
    usual, grey, light = (
        rendered(make_kit(game, options), 1, 1)
        for options in (
            usual_options,
            usual_options._replace(grey=True),
            usual_options._replace(save_ink=True),
        )
    )
    assert np.ptp(usual, axis=2).max() > 60
    assert np.ptp(grey, axis=2).max() <= 2
    assert (255 - light).sum() < 0.5 * (255 - usual).sum()


def test_saving_ink_leaves_hibernias_shield_white() -> None:
    options = KitOptions("en", save_ink=True, part=KitPart.BOARD)
    tile = rendered(make_kit(load_game("hibernia"), options), 1, 1)
    shield = tile[60:110, 60:100]
    assert (shield.min(axis=2) > 240).mean() > 0.8


def test_patterns_lie_on_ground_in_one_piece() -> None:
    """Each tile of a pattern with a ground of its own shows as a square with white lines."""
    drawn = inked(cover_picture(load_game("hibernia"), "en"), grey=False, save_ink=False)
    patterns = re.findall(r"<pattern.*?</pattern>", drawn)
    assert len(patterns) == 4
    assert not any("<rect" in pattern for pattern in patterns)
    assert drawn.count('fill="url(#pattern-red)"') == drawn.count(f'fill="{FILLS["red"]}"') > 5


def overlap(one: SheetSpot, other: SheetSpot) -> bool:
    return (
        one.x < other.x + other.width - 1e-6
        and other.x < one.x + one.width - 1e-6
        and one.y < other.y + other.height - 1e-6
        and other.y < one.y + one.height - 1e-6
    )


@pytest.mark.parametrize(("name", "many"), [("hibernia", 1), ("cambria", 1), ("shent", 8)])
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_small_has_a_sheet_of_its_own(name: str, many: int, paper: str) -> None:
    """The pawn lies beside the die, the dice beside the legion, role cards below figures; and
    nothing lies on anything else or beyond the margin."""
    size = PAPERS[paper]
    found = list(piece_sheets(material(name).components, size, Texts("cruachan.printing", "en")))
    assert len(found) <= many
    laid = sum(len(sheet.placed) for sheet in found if sheet.titles[0].note != BACK_NOTE)
    assert laid == sum(component.count for component in material(name).components)
    for sheet in found:
        spots = [SheetSpot(*each["spot"]) for each in sheet.placed]
        assert not any(overlap(one, other) for one, other in combinations(spots, 2))
        assert all(spot.x + spot.width <= size[0] - 8 for spot in spots)
        assert all(spot.y + spot.height <= size[1] - 12 + 1e-6 for spot in spots)
        for title in sheet.titles:
            assert not any(overlap(SheetSpot(title.x, title.y, 60, 10), spot) for spot in spots)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_what_finds_room_below_other_pieces_takes_no_sheet(paper: tuple[float, float]) -> None:
    """All stones of SHENT that have backs are one sheet, and two small ones lie below others."""
    say = Texts("cruachan.printing", "en")
    found = list(piece_sheets(material("shent").components, paper, say))
    assert [sheet.group for sheet in found].count(SheetGroup.BACKED) == 2
    assert all(len(sheet.placed) > 2 for sheet in found)


def test_saving_ink_leaves_no_background() -> None:
    """Not even the wood of the table on which Gallia's cards lie: its cover is mostly white."""
    options = KitOptions("en", save_ink=True, part=KitPart.RULES)
    cover = rendered(make_kit(load_game("gallia"), options), 0, 1)
    picture = cover[60:180, 60:150]
    assert (picture.min(axis=2) > 240).mean() > 0.6


def test_the_cover_is_about_the_board_that_is_printed() -> None:
    """Northern Britain has no forts of Wales."""
    wales, north = load_game("cambria"), load_game("cambria", "north")
    assert "Wales" in sentence(wales, "en")
    assert sentence(north, "en") == north.board.sentence.text("en")
    shent = load_game("shent")
    assert sentence(shent, "de") == Texts(shent.package, "de")("game.sentence")


def test_boards_that_were_made_are_printed_too(tmp_path: Path) -> None:
    generator = GAMES["shent"].board_generator
    assert generator is not None
    file = tmp_path / "own.toml"
    file.write_text(generator(24, 7), "utf-8")
    own = load_game("shent", str(file))
    read = pages(make_kit(own, KitOptions("en", part=KitPart.BOARD)))
    assert own.board.title.text("en") in " ".join(read)


def test_a_board_of_ones_own_is_a_whole_kit(tmp_path: Path) -> None:
    """With its title and its sentence instead of those of the box."""
    box = GAMES["cambria"].file("boards/north.toml")
    written = box.read_text("utf-8").replace("Northern Britain", "Beyond the Wall")
    file = tmp_path / "own.toml"
    file.write_text(written.replace("Harder to hold: two", "Two"), "utf-8")
    made = make_kit(load_game("cambria", str(file)), KitOptions("en", "letter"))
    small_tagged_and_carries_its_fonts(made, "Cambria: Two numbers reach every road")
    read, box_read = pages(made), pages(kit("cambria", "en"))
    assert len(read) == len(box_read), "all that a kit of the box has"
    assert read[1:3] == box_read[1:3], "the same aid, the same pieces"
    assert sum(text.startswith("Beyond the Wall: row") for text in read) == 4
    assert read[-1].startswith("Beyond the Wall, ")
    assert sizes(made)[-1][0] > 1.5 * PAPERS["letter"][0]


def test_a_game_that_says_nothing_of_paper_has_board_and_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES["hibernia"].__dict__, "print_material", None)
    read = pages(make_kit(load_game("hibernia"), KitOptions("en")))
    assert "The rules" in " ".join(read)
    assert "H4.2" in " ".join(read)
    assert len(read) > 6


@pytest.mark.parametrize(("name", "lang", "paper"), KITS)
def test_a_kit_is_whole(name: str, lang: Lang, paper: str) -> None:
    """All that is read in one kit, which is made once."""
    cover_plans_the_pages(name, lang, paper)
    cover_lists_the_material(name, lang, paper)
    player_aid_is_one_page(name, lang, paper)
    booklet_has_every_numbered_rule(name, lang, paper)
    contents_examples_and_index_are_there(name, lang, paper)
    small_tagged_and_carries_its_fonts(kit(name, lang, paper), GAMES[name].title)
    pages_have_the_size_of_the_paper(name, lang, paper)


# --- Sheets ---------------------------------------------------------------------------------


def test_the_back_of_a_card_lies_behind_it() -> None:
    """The card left on the front is the card right on the back: a capital has its name on both
    sides, a land its own oppidum behind it."""
    paper, made = PAPERS["a4"], kit("gallia", "de")
    (cards,) = (each for each in material("gallia").components if each.layout is PieceLayout.CARDS)
    for item, spot in zip(cards.items, grid(paper, cards.size, 5.0), strict=False):
        front, back = text_in(made, 2, spot), text_in(made, 3, spot.mirrored(paper))
        if item.front == item.back:
            assert item.name in front
            assert item.name in back
        else:
            assert sorted(re.findall(r"\d", front)) == ["1", "2"]
            assert sorted(re.findall(r"\d", back)) == sorted(re.findall(r"\d", item.name))


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_grids_cover_the_same_place_on_the_back(paper: tuple[float, float]) -> None:
    for size, gutter in (((53.0, 86.0), 5.0), ((16.0, 16.0), 0.0), ((20.0, 20.0), 0.0)):
        spots = grid(paper, size, gutter)
        assert spots
        behind = {(round(s.x, 6), s.y) for s in (spot.mirrored(paper) for spot in spots)}
        assert behind == {(round(spot.x, 6), spot.y) for spot in spots}
        assert all(s.x > 0 and s.x + s.width < paper[0] for s in spots)
        assert all(s.y + s.height < paper[1] for s in spots)
        assert all(0 < x < paper[0] for x, *_ in crop_marks(spots))


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("box", [(800.0, 1000.0), (1011.5, 1639.4), (500.0, 100.0)])
def test_tiles_cover_the_board_and_overlap(
    paper: tuple[float, float], box: tuple[float, float]
) -> None:
    size = board_size(paper, box, 3, 3)
    found = list(tiles(paper, size))
    assert len(found) <= 9
    assert max(tile.left + tile.width for tile in found) == pytest.approx(size[0])
    assert max(tile.top + tile.height for tile in found) == pytest.approx(size[1])
    by_place = {(tile.row, tile.column): tile for tile in found}
    for (row, column), tile in by_place.items():
        right = by_place.get((row, column + 1))
        if right:
            assert tile.left + tile.width - right.left == pytest.approx(10.0)


# --- The site ---------------------------------------------------------------------------------


def test_the_site_has_a_kit_for_all_that_its_page_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each board on each paper in each ink; the names are those that PrintIt.svelte asks for."""
    made: list[tuple[str, KitOptions]] = []

    def note(game: Any, options: KitOptions) -> bytes:
        made.append((game.board_name, options))
        return b"%PDF"

    monkeypatch.setattr(static_site, "make_kit", note)
    names = [
        name
        for board in load_game("cambria").boards
        for name, _ in static_site.kits_of("cambria", board)
    ]
    assert len(set(names)) == len(names) == 2 * len(LANGS) * len(PAPERS) * 3
    known = dict(zip(names, made, strict=True))
    assert known["cambria-a4-en.pdf"] == ("Wales", KitOptions("en", "a4"))
    grey = known["cambria-north-letter-de-grey.pdf"]
    assert grey == ("Northern Britain", KitOptions("de", "letter", grey=True))
    assert known["cambria-letter-en-light.pdf"][1] == KitOptions("en", "letter", save_ink=True)


# --- The command ----------------------------------------------------------------------------


def test_the_command_writes_a_pdf(tmp_path: Path) -> None:
    out = tmp_path / "kit.pdf"
    done = warm.run("print", "cambria", "--board", "north", "--part", "board", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nothing",), "nothing"),
        (("gallia", "--out", "kit.png"), "--out kit.pdf"),
        (("hibernia", "--board", "atlantis"), "atlantis"),
        (("hibernia", "--paper", "napkin"), "a4, letter"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_line(arguments: tuple[str, ...], told: str) -> None:
    done = warm.run("print", *arguments)
    assert done.returncode != 0
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_typesetter_the_library_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kit_module, "can_print", lambda: False)
    with pytest.raises(CruachanError, match=r'pip install "cruachan\[print\]"'):
        make_kit(load_game("gallia"), KitOptions("en"))
