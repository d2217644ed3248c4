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

from cruachan.bots.shent import ShentBot, pays_attention
from cruachan.engine import transcript
from cruachan.engine.game import CHANCE, LANGS, Lang
from cruachan.engine.match import Match, Player
from cruachan.games.shent import aims
from cruachan.games.shent.flow import Move
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.saga import Chronicle, Rotation, chronicle, markdown
from cruachan.games.shent.saga_page import html, pages
from cruachan.games.shent.state import State

NAMES = ("Medb", "Ailill", "Fergus")
EVIL = "<script>alert(1)</script> *and* _more_"


def play(seed: int, plies: int, words: str = "") -> Match[State, Move]:
    """A game of bots; with words the first readings and round events are told in them."""
    game = SHENT.on_board("sirren")
    players = [Player(name, "purposeful") for name in NAMES]
    match = Match(game, players, {"limit": "15"}, seed=bytes([seed]) * 32)
    bots = [ShentBot(game, "purposeful") for _ in NAMES]
    rng = Random(seed)
    while match.to_act and len(match.history) < plies:
        if CHANCE in match.to_act:
            match.roll()
            continue
        calls = [(seat, pays_attention(game, match.state, seat)) for seat in range(len(NAMES))]
        seat, move = next(((s, m) for s, m in calls if m), (match.to_act[0], None))
        if move is None:
            seen = game.sight(match.state, seat)
            move = bots[seat].decide(seen, seat, match.legal_moves(seat), rng, list(NAMES))
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
    assert len(saga.rounds) == match.state.round
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
                assert aims.describe(quest, match.game.board, NAMES, "en", "title") in told


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
