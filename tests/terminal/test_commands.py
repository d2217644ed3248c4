from __future__ import annotations

import pytest

from cruachan.engine.texts import LANGS, Lang
from cruachan.terminal.commands import COMMANDS, Command, command_words, read_command


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("spoken", LANGS)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_word_of_both_languages_is_understood_in_both(
    name: str, spoken: Lang, lang: Lang
) -> None:
    for word in command_words(name, spoken):
        assert read_command(word, lang) == Command(name, "")
        assert read_command(word.upper(), lang) == Command(name, "")


@pytest.mark.parametrize(
    ("typed", "lang", "command"),
    [
        ("ru 3.4", "en", Command("rules", "3.4")),
        ("reg 3.4", "en", Command("rules", "3.4")),
        ("hi", "en", Command("hint", "")),
        ("hi", "de", Command("help", "")),
        ("zur", "de", Command("undo", "")),
        ("zuge", "de", Command("moves", "")),
        ("zu", "de", None),
        ("? march umall", "en", Command("why", "march umall")),
        ("?umall", "en", Command("why", "umall")),
        ("??", "en", Command("why", "")),
        ("warum umall", "en", Command("why", "umall")),
        ("save my game.game", "en", Command("save", "my game.game")),
        ("log 5", "de", Command("log", "5")),
        ("re", "en", Command("redo", "")),
        ("r", "en", None),
        ("mide", "en", None),
        ("march mide wild", "en", None),
        ("m mide", "en", None),
        ("raise wild", "en", None),
        ("ende", "en", Command("quit", "")),
        ("12", "en", None),
        ("", "en", None),
    ],
)
def test_a_line_is_a_command_or_not(typed: str, lang: Lang, command: Command | None) -> None:
    assert read_command(typed, lang) == command


def test_words_of_different_commands_differ() -> None:
    owner: dict[str, str] = {}
    for lang in LANGS:
        for name in COMMANDS:
            for word in command_words(name, lang):
                assert owner.setdefault(word, name) == name


def test_no_county_is_taken_for_a_command() -> None:
    from cruachan.games import load_game

    board = load_game("hibernia").board
    for lang in LANGS:
        for county in board.counties:
            assert read_command(county.name, lang) is None
            assert read_command(county.short, lang) is None
