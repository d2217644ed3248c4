"""The saga: a game of bots reads as a story; nothing hidden is in it before the end."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from tools.saga import play as named_game

from cruachan.engine import transcript
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.verify import verify
from cruachan.games import GAMES, load_for_transcript
from cruachan.games.shent.aims import aims
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.house_rules import BEFORE_HOUSE_RULES
from cruachan.games.shent.core.state import Quest, State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Book, Chapter, Paragraph, StorySentence, TurnScene, split
from cruachan.games.shent.saga.markdown import markdown
from cruachan.games.shent.saga.page import html, pages
from cruachan.games.shent.saga.passes.replace_repeated_lands import RepeatedLandReplacer
from cruachan.games.shent.saga.passes.shorten_owners import OwnerShortener
from cruachan.games.shent.saga.passes.write_epilogue import EpilogueWriter
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.saga.sentence_rotation import SentenceRotation
from cruachan.games.shent.saga.sentence_weights import FATE, TURN, plants, with_causes
from cruachan.games.shent.saga.story import story
from cruachan.games.shent.tale import sentences as tales
from cruachan.games.shent.tale.voice import Said, Voice, aim_title
from tests import warm
from tests.shent.saga_bench import SagaBench

NAMES = ("Medb", "Ailill", "Fergus")
EVIL = "<script>alert(1)</script> *and* _more_"


def play(seed: int, plies: int, words: str = "", **options: str) -> Match[State, Move]:
    """A game of bots; with words the first readings and round events are told in them."""
    game = SHENT.on_board("sirren").by_rules(BEFORE_HOUSE_RULES)
    players = [Player(name, "purposeful") for name in NAMES]
    match = Match(game, players, {"limit": "15", **options}, seed=bytes([seed]) * 32)
    bots = [ShentBot("purposeful") for _ in NAMES]
    rng = Random(seed)
    while match.to_act and len(match.history) < plies:
        if CHANCE in match.to_act:
            match.roll()
            continue
        seat = match.to_act[0]
        move = bots[seat].choose(match.decision(seat), rng)
        if words and move.verb in ("read", "tell", "frame"):
            move = game.narration.attach(move, words)
        match.play(seat, move)
    return match


@cache
def whole(seed: int = 3) -> Match[State, Move]:
    """A finished game."""
    match = play(seed, 20_000)
    assert match.outcome
    return match


@cache
def named(seed: int = 7, seats: int = 4) -> Match[State, Move]:
    """A finished game whose figures have names.

    A test that needs an event of one game stores that game (`named-SEED-SEATS.game`): bots play
    another one from the same seed as soon as there is a new aim.
    """
    stored = Path(__file__).with_name(f"named-{seed}-{seats}.game")
    if stored.exists():
        return verify(stored, load_for_transcript).match
    match = named_game(seed, seats, rules=BEFORE_HOUSE_RULES)
    assert match.outcome
    return match


def paragraphs(saga: Book) -> list[str]:
    """All that is told."""
    return [
        text
        for chapter in saga.chapters
        for text in (chapter.lead_text, *chapter.paragraphs)
        if text
    ]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seed", [3, 4])
def test_a_game_of_bots_reads_as_a_story(lang: Lang, seed: int) -> None:
    match = whole(seed)
    saga = book(match, lang)
    rounds = [n for each in saga.rounds for n in range(each.first, each.last + 1)]
    assert rounds == list(range(1, match.state.round + 1))
    assert all(chapter.title and chapter.paragraphs for chapter in saga.rounds)
    assert len({chapter.title for chapter in saga.rounds}) == len(saga.rounds)
    for text in paragraphs(saga):
        assert text[0].isupper() or text[0] in "„“", text
        assert text[-1] in ".!?…”“)", text
        assert "  " not in text
        assert "{" not in text
        assert "tûr)" not in text, "numbers belong into the log"
    assert all(any(name in text for text in paragraphs(saga)) for name in NAMES)


_TWO = re.compile(r"\b(stand|war|kam|ging|fiel|lag|lebte|is|was) \{one\w*\} (und|and) \{two\w*\} ")


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_has_one_verb_for_two(lang: Lang) -> None:
    """Steel rang, and then: stood the hunter of Sael and the seeker of Thorn no more."""
    for key, found in tales(lang)["tell"].items():
        for sentence in [found] if isinstance(found, str) else found:
            assert not _TWO.search(sentence), key


# --- What is chosen -----------------------------------------------------------------------


def said(
    key: str, land: int, weight: int, kind: str = "event", ply: int = 0, seat: int = 0
) -> StorySentence:
    return StorySentence(Said("It happened.", "", kind, None, land, key), ply, seat, weight)


def test_what_led_to_a_fight_is_told_with_it() -> None:
    told = [said("refused", 5, 1, "refused"), said("refused", 6, 1, "refused")]
    fight = StorySentence(Said("Fight.", "", "fight", None, 5, "fight_won"), 1, 0, FATE)
    assert [each.weight for each in with_causes([*told, fight])] == [FATE, 1, FATE]


def test_what_was_heard_of_is_told_where_it_is_found_later() -> None:
    hoard = StorySentence(Said("A map.", "", "event", None, 2, "thurinas.hoard", (), 7), 3, 0, 1)
    found = StorySentence(Said("Gold.", "", "story", None, 7, "treasure"), 9, 1, FATE)
    other = StorySentence(Said("Gold.", "", "story", None, 8, "treasure"), 9, 1, FATE)
    assert plants([hoard, found]) == {(3, "thurinas.hoard")}
    assert plants([hoard, other]) == set()


def scene(seat: int, *lands: int) -> TurnScene:
    return TurnScene(seat, 1, [said("galas.harvest", land, TURN) for land in lands])


def test_the_rotation_takes_what_was_told_longest_ago() -> None:
    pick = SentenceRotation()
    assert [pick("k", ["a", "b", "c"], 1) for _ in range(6)] == ["a", "b", "c"] * 2
    pick.counts = False
    assert [pick("k", ["a", "b", "c"], 1) for _ in range(2)] == ["a", "a"]


def test_sagas_one_after_the_other_begin_with_other_wordings() -> None:
    options = [str(number) for number in range(24)]
    used = [
        {pick("k", options, 0) for _ in range(9)}
        for pick in (SentenceRotation(edition) for edition in range(1, 9))
    ]
    assert all(len(each) == 9 for each in used)
    assert not any(one & two for one, two in pairwise(used))


def test_the_saga_has_wordings_of_its_own_where_they_name_the_same() -> None:
    more = {"k": ["{player} again", "{player} and {other}"]}
    pick = SentenceRotation(0, more)
    assert {pick("k", ["{player}"], 0) for _ in range(4)} == {"{player}", "{player} again"}
    assert {pick("l", ["{player}"], 0) for _ in range(4)} == {"{player}"}


def test_a_quest_ends_in_the_story_in_which_it_began() -> None:
    pick = SentenceRotation()
    first, second = pick("aim.reach.1", ["0", "1"], 1), pick("aim.reach.2", ["0", "1"], 2)
    assert first != second
    assert pick("aim.reach.1", ["0", "1"], 1) == first


@pytest.mark.parametrize("key", ["aim.reach.{}", "event.galas.galas.harvest"])
def test_the_saga_tells_what_the_table_has_read_and_nothing_twice(key: str) -> None:
    stories = ["0", "1", "2", "3"]
    for edition in range(1, 9):
        pick = SentenceRotation(edition)
        told = [pick(key.format(at), stories, number) for at, number in enumerate((6, 5, 6, 5))]
        assert told[:2] == ["2", "1"]
        assert set(told) == set(stories)


@pytest.mark.parametrize(
    ("lang", "text", "shorter"),
    [
        ("en", "The people of Medb met the people of Ailill and of Fergus.",
         "Medb's people met the people of Ailill and of Fergus."),
        ("en", "It was called “the house of Medb”.", "It was called “the house of Medb”."),
        ("de", "Die Leute von Fergus saßen im Haus von Medb.",
         "Fergus’ Leute saßen in Medbs Haus."),
        ("de", "Die Leute von Adlergrat sahen zu.", "Die Leute von Adlergrat sahen zu."),
    ],
)  # fmt: skip
def test_whose_something_is_is_said_in_the_shorter_form(
    lang: Lang, text: str, shorter: str
) -> None:
    chapter = Chapter("", passages=[Paragraph([StorySentence(Said(text), 0)])])
    OwnerShortener(Voice(whole().state, NAMES, lang)).tell([chapter])
    assert chapter.paragraphs == [shorter]


@pytest.mark.parametrize(
    ("lang", "before", "text", "then"),
    [
        ("en", "Rain fell in {0}.", "In {0} a dog barked.", "There a dog barked."),
        ("en", "Rain fell in {0}.", "In {1} a dog barked.", "In {1} a dog barked."),
        ("en", "Rain fell in {0}.", "In {0} there was a dog.", "In {0} there was a dog."),
        ("en", "Rain fell in {0}.", "“The watch in {0}” began.", "“The watch in {0}” began."),
        ("de", "In {0} regnete es.", "Ein Hund bellte in {0}.", "Ein Hund bellte dort."),
        ("de", "Von {0} nach {1}.", "Ein Hund bellte in {1}.", "Ein Hund bellte in {1}."),
    ],
)
def test_a_land_that_was_just_named_is_not_named_again(
    lang: Lang, before: str, text: str, then: str
) -> None:
    state = whole().state
    lands = [land.called(lang) for land in state.board.lands]
    told = [StorySentence(Said(each.format(*lands)), 0) for each in (before, text)]
    chapter = Chapter("", passages=[Paragraph(told)])
    RepeatedLandReplacer(Voice(state, NAMES, lang)).tell([chapter])
    assert [each.text for each in chapter.all] == [
        before.format(*lands),
        then.format(*lands),
    ]


# --- Arcs, people, the end ----------------------------------------------------------------


def test_quests_are_told_on_their_way() -> None:
    keys = {told.said.key for seats in (4, 5) for c in book(named(seats, seats), "en").rounds
            for told in c.all}  # fmt: skip
    assert any(key.startswith("stage_") for key in keys)
    assert any(key.startswith("closed_") for key in keys)
    assert keys & {"thrown_back", "thrown_hurt", "still"}
    assert keys & {"revenge", "wronged"}


@pytest.mark.parametrize("lang", LANGS)
def test_a_figure_with_a_name_is_called_by_it_from_its_first_day(lang: Lang) -> None:
    match = named()
    saga = book(match, lang)
    names = set(match.state.names.values())
    before = [text for chapter in saga.rounds for text in chapter.paragraphs]
    told = " ".join([*saga.prologue.paragraphs, *before])
    used = [name for name in names if name in told]
    assert used
    listed = " ".join(name for name, _ in saga.figures)
    assert all((name in listed) == (name in used) for name in names)
    assert all(who.endswith(".") for _, who in saga.figures)


@pytest.mark.parametrize("lang", LANGS)
def test_each_player_is_introduced(lang: Lang) -> None:
    match = whole()
    saga = book(match, lang)
    assert [name for name, _ in saga.people] == list(NAMES)
    for seat, (_, who) in enumerate(saga.people):
        element = match.state.players[seat].element
        assert Voice(match.state, NAMES, lang).element(element, "of") in who
    assert saga.people[0][1] in markdown(saga)


def test_a_frame_story_opens_the_book() -> None:
    saga = book(play(3, 120, "Once, the sea was younger", frame="yes"), "en")
    first = saga.prologue.passages[0]
    assert (first.text, first.by != NOBODY) == ("Once, the sea was younger.", True)
    plain = book(play(3, 120), "en").prologue.passages[0]
    assert "Sirren" in plain.text


@pytest.mark.parametrize("lang", LANGS)
def test_the_end_tells_how_each_player_stands_and_what_was_hidden(lang: Lang) -> None:
    match = whole()
    saga = book(match, lang)
    assert saga.over
    told = " ".join(saga.epilogue.paragraphs)
    assert len(saga.epilogue.paragraphs) == len(NAMES) + 1
    voice = Voice(match.state, NAMES, lang)
    for seat, text in zip(match.state.outcome, saga.epilogue.paragraphs, strict=False):
        assert NAMES[seat] in text
    for player in match.state.players:
        for quest in (*player.quests, player.aim):
            if quest and quest.aim:
                assert aim_title(voice, quest.aim) in told


def test_what_was_fulfilled_twice_is_named_once() -> None:
    ending: EpilogueWriter = SagaBench(whole(), "en", None).ending
    names = ["“A”", "“B”", "“A”", "“C”", "“C”", "“C”"]
    assert ending.counted(names) == ["“A” twice over", "“B”", "“C” three times over"]


@pytest.mark.parametrize("lang", LANGS)
def test_both_languages_have_the_same_sentences(lang: Lang) -> None:
    def shape(table: dict[str, object]) -> dict[str, int]:
        return {key: len(each) if isinstance(each, list) else 1 for key, each in table.items()}

    assert shape(sentences(lang)) == shape(sentences("en"))


# --- Own words ----------------------------------------------------------------------------


def test_what_people_told_is_theirs_and_signed() -> None:
    match = play(3, 160, "The mill burned down")
    saga = book(match, "en")
    own = [p for chapter in saga.chapters for p in chapter.passages if p.by != NOBODY]
    assert own
    assert all(each.text == "The mill burned down." for each in own)
    spoken = {each.told[0].ply for each in own if each.told[0].said.key == "read"}
    events = {
        told.ply
        for c in saga.rounds
        for told in c.all
        if told.by == NOBODY and told.said.kind in ("event", "idle")
    }
    assert spoken
    assert not spoken & events, "own words stand instead of the game's"
    rounds = {each.told[0].ply for each in own if each.told[0].said.key == "tell"}
    weather = {told.ply for c in saga.rounds for told in c.all if told.said.kind == "weather"}
    assert rounds
    assert not rounds & weather, "also those for the event of a round"
    assert {name for name, _ in saga.narrators} == {saga.names[each.by] for each in own}
    told = markdown(saga)
    assert f"> – {saga.names[own[0].by]}" in told
    passages = [p for c in story(match, "en", None)["chapters"] for p in c["passages"]]
    assert {p["by"] for p in passages if p["text"] == "The mill burned down."} <= set(NAMES)


# --- Who may know what --------------------------------------------------------------------


@pytest.mark.parametrize("plies", [60, 200, 320])
def test_a_running_game_shows_what_a_spectator_may_know(plies: int) -> None:
    match = play(3, plies)
    assert not match.outcome
    saga = book(match, "en")
    assert not saga.epilogue.passages
    told = markdown(saga)
    voice = Voice(match.state, NAMES, "en")
    for seat, player in enumerate(match.state.players):
        hidden = [quest for quest in player.quests if quest.mode != "open" and quest.aim]
        hidden += [player.aim] if player.aim and player.aim.aim else []
        for quest in hidden:
            assert quest.aim
            text = aims.describe(quest, match.game.board, NAMES, "en")
            assert text not in told
            if not any(aim_title(voice, quest.aim) in each for each in _open_titles(match, voice)):
                assert aim_title(voice, quest.aim) not in told, seat


def _open_titles(match: Match[State, Move], voice: Voice) -> set[str]:
    """What the open quests of a game were called."""
    return {
        aim_title(voice, quest.aim)
        for number in range(len(match.history) + 1)
        for player in match.state_at(number).players
        for quest in player.quests
        if quest.mode == "open" and quest.aim
    }


def test_with_ones_own_secrets_and_nobody_elses() -> None:
    """Of several stories that a kind of quest has, a game is sought that tells the usual one."""
    match, seat, text = next(
        (match, seat, text)
        for seed in range(16, 40)
        if _secret(match := play(seed, 320))
        for seat, text in _sealed_stories(match)
        if text in " ".join(paragraphs(book(match, "en", seat)))
    )
    for viewer in (None, 0, 1, 2):
        told = " ".join(paragraphs(book(match, "en", viewer)))
        assert (text in told) == (viewer == seat)


def _sealed_stories(match: Match[State, Move]) -> Iterator[tuple[int, str]]:
    """How running quests that are not open begin, each with whose it is."""
    for seat, player in enumerate(match.state.players):
        for quest in player.quests:
            if quest.mode != "open" and quest.aim:
                plain = quest.aim._replace(manners=())
                board = match.game.board
                yield seat, aims.describe(plain, board, NAMES, "en", "story", NAMES[seat])


def _secret(match: Match[State, Move]) -> bool:
    return any(q.mode != "open" and q.aim for p in match.state.players for q in p.quests)


@pytest.mark.parametrize("viewer", [None, 0])
def test_what_is_hidden_changes_no_byte_of_the_book(viewer: int | None) -> None:
    match = play(3, 200)
    before = pages(match, "en", viewer)
    for number in range(len(match.history) + 1):
        state = match.state_at(number)
        for seat, player in enumerate(state.players):
            if seat != viewer and player.aim:
                other = replace_aim(player.aim)
                state.players[seat] = player._replace(aim=other, hand=player.hand[::-1])
    assert pages(match, "en", viewer) == before


def replace_aim(goal: Quest) -> Quest:
    """Another goal."""
    assert goal.aim
    return goal._replace(aim=goal.aim._replace(land=(goal.aim.land + 1) % 18))


# --- As files -----------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_needs_nothing_from_elsewhere_and_shows_words_as_text() -> None:
    texts = pages(play(3, 120, EVIL), "en")
    source, text = texts[".html"], texts[".md"]
    assert isinstance(source, str)
    assert isinstance(text, str)
    page = Page(source)
    assert EVIL in page.text
    assert "script" not in page.tags
    assert all(link.startswith("#") for link in page.links)
    assert "@import" not in source
    assert "url(http" not in source
    assert {"svg", "table", "h1", "h2", "blockquote"} <= set(page.tags)
    assert "<script>" not in text


def test_page_and_book_have_the_look_of_the_game() -> None:
    """Its colours and its title as it writes it, in HTML and EPUB."""
    files, look = pages(play(3, 60), "en"), GAMES["shent"].identity
    page, made = files[".html"], files[".epub"]
    assert isinstance(page, str)
    assert isinstance(made, bytes)
    assert look.wordmark is not None
    with ZipFile(BytesIO(made)) as opened:
        style, title = (
            opened.read(f"book/{name}").decode() for name in ("style.css", "title.xhtml")
        )
    for source, head in ((page, page), (style, title)):
        assert f"--accent: {look.accent}" in source
        assert f"--paper: {look.paper}" in source
        assert look.wordmark.path in head


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_is_as_long_as_the_story(lang: Lang) -> None:
    saga = book(named(), lang)
    page = Page(html(saga, "<svg></svg>"))
    assert all(text in page.text for text in paragraphs(saga))
    assert all(f"#chapter-{number}" in page.links for number in range(len(saga.chapters)))
    assert all(name in page.text for name, _ in saga.figures)


@pytest.mark.parametrize("lang", LANGS)
def test_the_map_shows_ways_that_were_walked(lang: Lang) -> None:
    match = named()
    source = pages(match, lang)[".html"]
    assert isinstance(source, str)
    saga = book(match, lang)
    assert len(saga.ways) >= match.state.seats
    assert all(each.count(" – ") > 0 for each in saga.ways)
    assert source.count("stroke-dasharray") >= len(saga.ways)
    assert all(each in Page(source).text for each in saga.ways)


EPUB_NAMES = {
    "c": "urn:oasis:names:tc:opendocument:xmlns:container",
    "o": "http://www.idpf.org/2007/opf",
    "d": "http://purl.org/dc/elements/1.1/",
    "h": "http://www.w3.org/1999/xhtml",
}


@pytest.mark.parametrize("lang", LANGS)
def test_the_book_is_one_that_readers_of_books_read(lang: Lang) -> None:
    match = play(3, 160, EVIL)
    made = pages(match, lang)[".epub"]
    assert isinstance(made, bytes)
    with ZipFile(BytesIO(made)) as files:
        first = files.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
        assert made[30:38] == b"mimetype"
        assert files.read("mimetype") == b"application/epub+zip"
        container = ElementTree.fromstring(files.read("META-INF/container.xml"))
        root = container.find(".//c:rootfile", EPUB_NAMES)
        assert root is not None
        path = root.get("full-path", "")
        package = ElementTree.fromstring(files.read(path))
        for wanted in (".//d:identifier", ".//d:title", ".//d:language", ".//o:meta"):
            found = package.find(wanted, EPUB_NAMES)
            assert found is not None
            assert found.text
        language = package.findtext(".//d:language", "", EPUB_NAMES)
        items = {
            item.get("id"): item for item in package.findall(".//o:manifest/o:item", EPUB_NAMES)
        }
        spine = [each.get("idref") for each in package.findall(".//o:itemref", EPUB_NAMES)]
        folder = path.rpartition("/")[0]
        listed = {f"{folder}/{item.get('href')}" for item in items.values()}
        assert listed == set(files.namelist()) - {"mimetype", "META-INF/container.xml", path}
        texts = {}
        for key, item in items.items():
            if item.get("media-type") != "text/css":
                source = files.read(f"{folder}/{item.get('href')}")
                texts[key] = ElementTree.fromstring(source)
    assert language == lang
    assert all(key in items for key in spine)
    (nav,) = (key for key, item in items.items() if item.get("properties") == "nav")
    links = [each.get("href") for each in texts[nav].iter(f"{{{EPUB_NAMES['h']}}}a")]
    assert links == [items[key].get("href") for key in spine]
    told = "".join("".join(texts[key].itertext()) for key in spine)
    assert EVIL in told
    assert not any(each.tag.endswith("}script") for text in texts.values() for each in text.iter())


def test_the_same_game_makes_the_same_book() -> None:
    assert pages(whole(), "de") == pages(whole(), "de")


def cruachan(*arguments: object) -> subprocess.CompletedProcess[str]:
    return warm.run(*map(str, arguments))


def test_the_command_writes_beside_the_game_or_where_it_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    transcript.save(whole(), file)
    done = cruachan("saga", file, "--lang", "de")
    assert (done.returncode, done.stdout) == (0, "")
    page = tmp_path / "game.txt.saga.html"
    assert "Die Saga von" in page.read_text("utf-8")
    assert "Die Saga von" in (tmp_path / "game.txt.saga.md").read_text("utf-8")
    assert str(page) in done.stderr
    assert cruachan("saga", file, "--out", tmp_path / "one.epub").returncode == 0
    assert [path.name for path in tmp_path.glob("one*")] == ["one.epub"]
    assert cruachan("saga", file, "--epub", "--out", tmp_path / "new").returncode == 0
    assert len(list((tmp_path / "new").iterdir())) == 3


def test_the_command_tells_one_seat_its_secrets(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    transcript.save(play(3, 60), file)
    for which in ("a", "Medb", "medb"):
        assert cruachan("saga", file, "--secrets", which).returncode == 0


def test_mistakes_of_the_command_end_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    transcript.save(play(3, 60), file)
    golden = next((Path(__file__).parents[1] / "hibernia" / "golden").glob("*.game"))
    for arguments, words in (
        (("saga", file, "--out", "tale.pdf"), "not to tale.pdf"),
        (("saga", tmp_path / "none.txt"), "There is no file"),
        (("saga", golden), "has no saga"),
        (("saga", file, "--secrets", "Conchobar"), "There are: A Medb, B Ailill, C Fergus."),
    ):
        done = cruachan(*arguments)
        assert done.returncode == 2
        assert words in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_a_text_is_split_into_its_sentences() -> None:
    assert split("One. Two! „Three.“ Four?") == ["One.", "Two!", "„Three.“", "Four?"]
