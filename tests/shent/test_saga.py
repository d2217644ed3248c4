"""The saga: a game of bots reads as a story; nothing hidden is in it before the end."""

import re
import subprocess
import sys
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

from cruachan.bots.shent import ShentBot
from cruachan.engine import transcript
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.words import LANGS, Lang
from cruachan.games.shent.aims import aims
from cruachan.games.shent.box.material import FARON, RANDIR
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.saga.page import html, pages
from cruachan.games.shent.saga.saga import (
    Chapter,
    Chronicle,
    Rotation,
    Scribe,
    chronicle,
    markdown,
)
from cruachan.games.shent.saga.section import Section
from cruachan.games.shent.saga.story import passages_of
from cruachan.games.shent.tale.voice import Said, Voice, aim_title
from tests.shent.play import in_turn

NAMES = ("Medb", "Ailill", "Fergus")
EVIL = "<script>alert(1)</script> *and* _more_"


def play(seed: int, plies: int, words: str = "") -> Match[State, Move]:
    """A game of bots; with words the first readings and round events are told in them."""
    game = SHENT.on_board("sirren")
    players = [Player(name, "purposeful") for name in NAMES]
    match = Match(game, players, {"limit": "15"}, seed=bytes([seed]) * 32)
    bots = [ShentBot("purposeful") for _ in NAMES]
    rng = Random(seed)
    while match.to_act and len(match.history) < plies:
        if CHANCE in match.to_act:
            match.roll()
            continue
        seat = match.to_act[0]
        move = bots[seat].choose(match.decision(seat), rng)
        if words and move.verb in ("read", "tell"):
            move = game.with_words(move, words)
        match.play(seat, move)
    return match


@cache
def whole(seed: int = 3) -> Match[State, Move]:
    """A finished game."""
    match = play(seed, 20_000)
    assert match.outcome
    return match


def paragraphs(saga: Chronicle) -> list[str]:
    """All that is told."""
    told = [*saga.prologue, *saga.epilogue]
    for chapter in saga.rounds:
        told += [chapter.lead, *chapter.paragraphs]
    return told


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seed", [3, 4])
def test_a_game_of_bots_reads_as_a_story(lang: Lang, seed: int) -> None:
    match = whole(seed)
    saga = chronicle(match, lang)
    rounds = [n for each in saga.rounds for n in range(each.first, each.last + 1)]
    assert rounds == list(range(1, match.state.round + 1))
    assert all(chapter.title and chapter.paragraphs for chapter in saga.rounds)
    for text in paragraphs(saga):
        assert text, "an empty paragraph"
        assert text[0].isupper() or text[0] in "„“", text
        assert text[-1] in ".!?…”“)", text
        assert "  " not in text
        assert "{" not in text
        assert "tûr)" not in text, "numbers belong into the log"
    assert all(any(name in text for text in paragraphs(saga)) for name in NAMES)


@pytest.mark.parametrize("lang", LANGS)
def test_sentences_do_not_repeat_soon(lang: Lang) -> None:
    told = " ".join(paragraphs(chronicle(whole(), lang)))
    long_ones = [each for each in re.split(r"(?<=[.!?]) ", told) if len(each) > 60]
    assert max(Counter(long_ones).values()) <= 2


def test_the_rotation_takes_what_was_told_longest_ago() -> None:
    pick = Rotation()
    assert [pick("k", ["a", "b", "c"], 1) for _ in range(6)] == ["b", "c", "a"] * 2


def test_a_quest_ends_in_the_story_in_which_it_began() -> None:
    pick = Rotation()
    first, second = pick("aim.reach.1", ["0", "1"], 1), pick("aim.reach.2", ["0", "1"], 2)
    assert first != second
    assert pick("aim.reach.1", ["0", "1"], 1) == first


def test_the_end_tells_who_fulfilled_what_and_what_was_hidden() -> None:
    match = whole()
    saga = chronicle(match, "en")
    told = " ".join(saga.epilogue)
    assert saga.over
    for player in match.state.players:
        for quest in player.quests:
            if quest.aim:
                assert aim_title(Voice(match.state, NAMES, "en"), quest.aim) in told


@pytest.mark.parametrize("lang", LANGS)
def test_each_player_is_introduced(lang: Lang) -> None:
    match = whole()
    people = chronicle(match, lang).people
    assert [name for name, _ in people] == list(NAMES)
    for seat, (_, who) in enumerate(people):
        element = match.state.players[seat].element
        assert Voice(match.state, NAMES, lang).element(element, "of") in who
    assert people[0][1] in markdown(chronicle(match, lang))


def turn(said: list[Said], places: dict[int, int] | None = None) -> Section:
    """A turn of which this is told."""
    state = in_turn()
    made = Section(Voice(state, NAMES, "en", Rotation()), places or {})
    made.said = said
    return made


def way(piece: int, start: int, land: int) -> Said:
    return Said("way", "", "way", (0, piece, start, land), land)


def event(text: str, land: int, key: str = "rath.ride", kind: str = "event") -> Said:
    return Said(text, "", kind, (key,), land)


def test_what_happened_in_one_land_is_told_together() -> None:
    told = turn(
        [
            way(0, 1, 5),
            way(1, 1, 6),
            event("Five began.", 5),
            event("Six.", 6),
            Said("Fight in five.", land=5),
        ]
    ).paragraphs()
    assert len(told) == 1
    assert "Five began. Fight in five." in told[0]
    assert told[0].endswith("Six.")
    assert told[0].index("another hunter") < told[0].index("Six.")


def test_a_figure_is_never_told_to_leave_a_land_it_was_not_told_to_be_in() -> None:
    land = in_turn().board.lands[1].called("en")
    assert land in turn([way(0, 1, 5), event("Five.", 5)], {0: 1}).paragraphs()[0]
    assert land not in turn([way(0, 1, 5), event("Five.", 5)], {0: 9}).paragraphs()[0]


def test_those_who_go_on_from_elsewhere_are_told_from_where() -> None:
    """After something else was told, `from there` would be another place."""
    start = in_turn().board.lands[5].called("en")
    said = [way(0, 1, 5), way(1, 1, 6), event("Five.", 5), event("Six.", 6)]
    told = turn([*said, way(0, 5, 7), event("Seven.", 7)]).paragraphs()[0]
    assert start in told.split("Six.")[1]
    told = turn([way(0, 1, 5), event("Five.", 5), way(0, 5, 7), event("Seven.", 7)]).paragraphs()[0]
    assert start not in told.split("Five.")[1]


def test_of_many_events_the_weightiest_are_told() -> None:
    slight = [event(f"Slight {land}.", land, "galas.harvest") for land in range(4)]
    heavy = [event(f"Heavy {land}.", land) for land in range(4, 9)]
    told = " ".join(turn([*slight, *heavy]).paragraphs())
    assert "Slight" not in told
    assert told.count("Heavy") == 5


def test_an_event_in_which_nothing_happens_gives_way_to_another_of_the_land() -> None:
    idle = event("Idle.", 5, "story", "idle")
    assert turn([idle, event("Something.", 5)]).paragraphs() == ["Something."]
    assert turn([idle, event("Something.", 6)]).paragraphs() == ["Idle. Something."]


def scribe() -> Scribe:
    """One who writes, in the first round."""
    made = Scribe(whole(), "en", None)
    made.chapters.append(Chapter("", first=1, last=1))
    return made


def test_what_was_countered_is_not_told_as_if_it_had_happened() -> None:
    writes = scribe()
    writes.take(event("The hunter died.", 5, "narchad.death"))
    writes.take(Said("It broke.", "", "counter", (0, 0, 0, 1, False), 5))
    (told,) = writes.now.paragraphs()
    assert "died" not in told
    assert "rune of growth" in told


def test_a_figure_that_is_rescued_is_not_told_dead() -> None:
    writes = scribe()
    writes.take(event("The hunter died.", 5, "narchad.death"))
    writes.take(Said("But it lived.", "", "rescue", (0, 0), 5))
    (told,) = writes.now.paragraphs()
    assert "died" not in told


def test_only_one_thing_in_a_round_is_told_in_two_ways() -> None:
    writes = scribe()
    for number in range(2):
        writes.take(event(f"First {number}.", 5))
        writes.take(Said("Others tell it differently.", "", "appeal", (), 5))
        writes.take(event(f"Second {number}.", 5))
    (told,) = writes.now.paragraphs()
    assert told == "First 0. Others tell it differently. Second 0. Second 1."


def test_of_what_is_told_in_two_ways_both_are_told() -> None:
    two = [event("So.", 5), Said("Not so.", "", "appeal", (), 5), event("But so.", 5, "", "idle")]
    told = turn([*(event(f"Heavy {land}.", land) for land in range(6, 12)), *two]).paragraphs()
    assert "So. Not so. But so." in " ".join(told)


def test_what_was_refused_first_and_granted_then_is_told_as_granted() -> None:
    writes = scribe()
    for _ in range(2):
        writes.take(Said("No.", "", "refused", (0, 1), 5))
    assert writes.now.paragraphs() == ["No."]
    writes.take(Said("Elsewhere no.", "", "refused", (0, 1), 6))
    writes.take(Said("Peace.", "", "peace", (0, 1), 5))
    assert writes.now.paragraphs() == ["Elsewhere no. Peace."]


def test_who_falls_to_the_same_foe_again_is_told_so() -> None:
    writes = scribe()
    values = {"one": "the dragon", "two": "the hunter of Medb"}
    first, second = (writes.slain(Said("Dead.", "", "slain", (values, ()), 5)) for _ in range(2))
    assert first.text == "Dead."
    assert "the hunter of Medb" in second.text


@pytest.mark.parametrize(
    ("lang", "text", "told"),
    [
        ("en", "The hunter of Medb won.", "Another hunter of Medb won."),
        ("de", "Man sah den Jäger von Medb.", "Man sah einen anderen Jäger von Medb."),
        ("de", "Mit dem Jäger von Medb.", "Mit einem anderen Jäger von Medb."),
    ],
)
def test_a_dead_figure_does_not_fight_again(lang: Lang, text: str, told: str) -> None:
    writes = Scribe(whole(), lang, None)
    said = Said(text, "", "fight", ({}, ((0, 1),)), 5)
    assert writes.another(said) == text
    writes.dead[0, FARON, 5] = 0
    assert writes.another(said) == told


def test_what_follows_upon_a_desertion_is_told_after_it() -> None:
    left = Said("The barbarian left.", "", "leave", (), 6)
    told = turn([Said("Peace.", land=5), left, event("It rose.", 5)]).paragraphs()
    assert told == ["Peace. The barbarian left. It rose."]


def test_those_who_left_are_told_of_before_those_left_behind() -> None:
    left = Said("The barbarian left.", "", "leave", (), 5)
    told = turn([event("Five.", 5), way(0, 5, 6), left, event("It rose.", 6)]).paragraphs()[0]
    assert told.startswith("Five. ")
    assert told.endswith("The barbarian left. It rose.")
    assert told.index("hunter") < told.index("The barbarian")


def test_a_return_is_told_after_what_brought_it_about() -> None:
    back = Said("Somebody was back in five.", "", "return", (), 5)
    told = turn([event("Five.", 5), event("Healing in six.", 6), back]).paragraphs()
    assert told == ["Five. Healing in six. Somebody was back in five."]


def test_who_returns_to_where_the_turn_began_goes_back() -> None:
    said = [way(0, 1, 5), event("Five.", 5), way(0, 5, 1), event("One.", 1)]
    assert "back to" in turn(said).paragraphs()[0]
    assert "back to" not in turn(said, {0: 9}).paragraphs()[0], "it was not told from where"


def test_in_a_company_too_another_one_is_called_so() -> None:
    kinds = [piece.kind for piece in in_turn().pieces]
    seeker = kinds.index(RANDIR)
    said = [way(0, 1, 5), event("Five.", 5), way(1, 2, 6), way(seeker, 2, 6), event("Six.", 6)]
    assert "nother hunter and the seeker of Medb" in turn(said).paragraphs()[0]


def test_after_one_has_fallen_the_next_one_is_another_one_in_later_turns_too() -> None:
    fallen: set[tuple[int, int]] = set()
    later = [way(1, 1, 5), event("Five.", 5)]
    for said, words in (
        ([event("Dead.", 5), Said("", kind="fell", data=(0, 0))], ""),
        (later, "nother hunter of Medb"),
        (later, "he hunter of Medb"),
        ([event("Dead.", 5), Said("", kind="fell", data=(0, 0))], ""),
        ([Said("One came.", "", "new", (0, FARON), 5), *later], "he hunter of Medb"),
    ):
        now = Section(Voice(in_turn(), NAMES, "en", Rotation()), {}, None, fallen)
        now.said = said
        assert words in now.paragraphs()[0]


def test_what_was_fulfilled_twice_is_named_once() -> None:
    names = ["“A”", "“B”", "“A”", "“C”", "“C”", "“C”"]
    assert scribe().counted(names) == ["“A” (twice)", "“B”", "“C” (three times)"]


def test_rounds_of_which_little_is_told_are_bound_together() -> None:
    writes = scribe()
    writes.chapters = [
        Chapter("", f"Lead {number}.", ["Little."], first=number, last=number)
        for number in range(1, 5)
    ]
    writes.chapters[3].feat = True
    bound = writes.bound()
    assert [(each.first, each.last) for each in bound] == [(1, 3), (4, 4)]
    assert bound[0].title.startswith("First to third round")
    assert bound[0].paragraphs == ["Little. Lead 2. Little. Lead 3. Little."]


def test_a_rune_is_explained_when_it_is_first_called_by_its_name() -> None:
    writes = scribe()
    assert writes.glossed("She sang tulu softly.") == "She sang tulu, the rune of help, softly."
    assert writes.glossed("She sang tulu again.") == "She sang tulu again."
    assert writes.glossed("By galu, softly.") == "By galu, the rune of success, softly."


@pytest.mark.parametrize("plies", [60, 200, 320])
def test_a_running_game_shows_what_a_spectator_may_know(plies: int) -> None:
    match = play(3, plies)
    assert not match.outcome
    told = markdown(chronicle(match, "en"))
    assert not chronicle(match, "en").epilogue
    for player in match.state.players:
        hidden = [quest for quest in player.quests if quest.mode != "open" and quest.aim]
        hidden += [player.aim] if player.aim and player.aim.aim else []
        for quest in hidden:
            assert aims.describe(quest, match.game.board, NAMES, "en") not in told


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
    match = play(3, 120, EVIL)
    texts = pages(match, "en")
    page = Page(texts[".html"])
    assert EVIL in page.text
    assert "script" not in page.tags
    assert all(link.startswith("#") for link in page.links)
    assert "@import" not in texts[".html"]
    assert "url(http" not in texts[".html"]
    assert {"svg", "table", "h1", "h2"} <= set(page.tags)
    assert "<script>" not in texts[".md"]


def test_the_page_is_as_long_as_the_story() -> None:
    saga = chronicle(whole(), "de")
    page = Page(html(saga, "<svg></svg>"))
    assert all(text in page.text for text in paragraphs(saga))
    assert page.tags.count("section") == len(saga.rounds) + 3


def cruachan(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cruachan", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_writes_beside_the_game_or_where_it_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    transcript.save(whole(), file)
    done = cruachan("saga", file, "--lang", "de")
    assert (done.returncode, done.stdout) == (0, "")
    page = tmp_path / "game.txt.saga.html"
    assert "Die Saga von" in page.read_text("utf-8")
    assert "Die Saga von" in (tmp_path / "game.txt.saga.md").read_text("utf-8")
    assert str(page) in done.stderr
    assert cruachan("saga", file, "--out", tmp_path / "one.md").returncode == 0
    assert [path.name for path in tmp_path.glob("one*")] == ["one.md"]
    assert cruachan("saga", file, "--out", tmp_path / "new").returncode == 0
    assert len(list((tmp_path / "new").iterdir())) == 2


def test_mistakes_of_the_command_end_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    transcript.save(play(3, 60), file)
    golden = next((Path(__file__).parents[1] / "hibernia" / "golden").glob("*.game"))
    for arguments, words in (
        (("saga", file, "--out", "tale.pdf"), "not to tale.pdf"),
        (("saga", tmp_path / "none.txt"), "There is no file"),
        (("saga", golden), "has no saga"),
    ):
        done = cruachan(*arguments)
        assert done.returncode == 2
        assert words in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("Berta begann eine Suche und sprach: „Es sei.“", ["Berta begann eine Suche und sprach:"]),
        ("„Es sei.“ So sprach Anna vor allen.", ["So sprach Anna vor allen."]),
        ("She said: “Es sei.”", ["She said:"]),
        (
            "Sie nannte es „Streit“. Es sei. Alle schwiegen.",
            ["Sie nannte es „Streit“.", "Alle schwiegen."],
        ),
    ],
)
def test_own_words_set_apart_leave_no_marks_behind(text: str, around: list[str]) -> None:
    found = list(passages_of(text, {"Es sei.": "Anna"}))
    assert [each["text"] for each in found if each["by"] is None] == around
    assert {"text": "Es sei.", "by": "Anna"} in found
