from __future__ import annotations

import pytest

from cruachan.engine.texts import LANGS, Lang
from cruachan.terminal.commands import COMMANDS, TypedCommand, command_words, read_command


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("spoken", LANGS)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_word_of_both_languages_is_understood_in_both(
    name: str, spoken: Lang, lang: Lang
) -> None:
    for word in command_words(name, spoken):
        assert read_command(word, lang) == TypedCommand(name, "")
        assert read_command(word.upper(), lang) == TypedCommand(name, "")


@pytest.mark.parametrize(
    ("typed", "lang", "command"),
    [
        ("ru 3.4", "en", TypedCommand("rules", "3.4")),
        ("reg 3.4", "en", TypedCommand("rules", "3.4")),
        ("hi", "en", TypedCommand("hint", "")),
        ("hi", "de", TypedCommand("help", "")),
        ("zur", "de", TypedCommand("undo", "")),
        ("zuge", "de", TypedCommand("moves", "")),
        ("zu", "de", None),
        ("? march umall", "en", TypedCommand("why", "march umall")),
        ("?umall", "en", TypedCommand("why", "umall")),
        ("??", "en", TypedCommand("why", "")),
        ("warum umall", "en", TypedCommand("why", "umall")),
        ("save my game.game", "en", TypedCommand("save", "my game.game")),
        ("log 5", "de", TypedCommand("log", "5")),
        ("re", "en", TypedCommand("redo", "")),
        ("r", "en", None),
        ("mide", "en", None),
        ("march mide wild", "en", None),
        ("m mide", "en", None),
        ("raise wild", "en", None),
        ("ende", "en", TypedCommand("quit", "")),
        ("12", "en", None),
        ("", "en", None),
    ],
)
def test_a_line_is_a_command_or_not(typed: str, lang: Lang, command: TypedCommand | None) -> None:
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
