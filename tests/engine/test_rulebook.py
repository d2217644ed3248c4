"""RULES.md as data, and every number of it joined to code and to a test."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from cruachan.engine.languages import COMPLETE_LANGS
from cruachan.engine.rulebook import Rulebook, rulebook
from cruachan.games import GAMES

TESTS = Path(__file__).parents[1]
MARK = re.compile(r"mark\.rule\(([^)]*)\)")
NUMBER = re.compile(r"[A-Z]\d+\.\d+")

SAMPLE = """
## H1 The box · Das Material

**H1.1** One rule,
on two lines. (R-H1)
> Eine Regel,
> auf zwei Zeilen.

**H1.2** Another.
> Noch eine.

## H2 More · Mehr

**H2.1** Third.
> Dritte.
"""


def test_rules_are_read_in_both_languages() -> None:
    book = Rulebook.parse(SAMPLE)
    assert list(book.rules) == ["H1.1", "H1.2", "H2.1"]
    assert book.rules["H1.1"].text("en") == "One rule, on two lines."
    assert book.rules["H1.1"].text("de") == "Eine Regel, auf zwei Zeilen."
    assert book.chapters["H2"].text("de") == "Mehr"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("1.2", ["H1.2"]),
        ("h1.2", ["H1.2"]),
        ("1", ["H1.1", "H1.2"]),
        ("H2", ["H2.1"]),
        ("7", []),
        ("", []),
    ],
)
def test_rules_are_found_as_people_write_them(query: str, found: list[str]) -> None:
    assert Rulebook.parse(SAMPLE).find(query) == found


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_ends_with_its_sentence(game: str) -> None:
    """Where it comes from stands in RULES.md, not before those who play; other rules stay named."""
    for rule in rulebook(f"cruachan.games.{game}").rules.values():
        for text in rule.texts.values():
            assert text.endswith((".", "!", "?")), text
            assert not re.search(r"R-[A-Z]\d|\(\d+\.\d", text), text


def source(game: str) -> str:
    return files(f"cruachan.games.{game}").joinpath("RULES.md").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_rule_is_read(game: str) -> None:
    numbered = re.findall(r"^\*\*([A-Z]\d+\.\d+)\*\*", source(game), re.MULTILINE)
    assert list(rulebook(GAMES[game].package).rules) == numbered
    assert len(set(numbered)) == len(numbered)


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_rule_has_a_test(game: str) -> None:
    marks = [
        number
        for path in (TESTS / game).rglob("test_*.py")
        for mark in MARK.findall(path.read_text("utf-8"))
        for number in NUMBER.findall(mark)
    ]
    assert set(rulebook(GAMES[game].package).rules) - set(marks) == set()
    assert set(marks) - set(rulebook(GAMES[game].package).rules) == set()


@pytest.mark.parametrize("game", GAMES)
def test_rules_cited_in_the_code_exist(game: str) -> None:
    folder = Path(str(files(f"cruachan.games.{game}")))
    cited = {
        number
        for path in folder.rglob("*.py")
        for number in re.findall(r"\[([A-Z]\d+\.\d+)\]", path.read_text("utf-8"))
    }
    assert cited
    assert cited - set(rulebook(GAMES[game].package).rules) == set()


@pytest.mark.parametrize("game", GAMES)
def test_rulings_cited_in_both_languages_are_the_same(game: str) -> None:
    for number, rule in rulebook(GAMES[game].package).rules.items():
        assert set(rule.texts) >= set(COMPLETE_LANGS), number
        assert len({tuple(re.findall(r"R-\w+", text)) for text in rule.texts.values()}) == 1, number
