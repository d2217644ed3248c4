"""Boards as files: those of the box are sound, and what is wrong with another one is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine.boardfile import BoardError
from cruachan.engine.errors import OptionError
from cruachan.engine.texts import LANGS
from tests.protocol.book import Book, Files
from tests.protocol.shelf import EVERY_BOOK, books, cases

WITH_FILES = [pytest.param(book, id=name) for name, book in books().items() if book.files]
EVERY_FILE = pytest.mark.parametrize("book", WITH_FILES)


def files(book: Book) -> Files:
    """The files of this game."""
    assert book.files
    return book.files


def told(book: Book, path: Path, wanted: str) -> None:
    """Reading a file fails with an error that begins with the file and says this."""
    with pytest.raises(BoardError) as error:
        book.game.load_board(str(path))
    assert str(error.value).startswith(f"{path}: ")
    assert wanted in str(error.value)
    assert error.value.text("de") != error.value.text("en")


@EVERY_BOOK
def test_the_boards_of_the_box(book: Book) -> None:
    """Each is sound, has a digest of its own, is read once, and says that it is ours."""
    kind = type(book.game)
    boards: list[Any] = [kind.load_board(which) for which in kind.boards]
    assert all(kind.board_problems(which, lang) == [] for which in kind.boards for lang in LANGS)
    digests = {board.digest for board in boards}
    assert len(digests) == len(boards)
    assert all(len(digest) == 8 and set(digest) <= set("0123456789abcdef") for digest in digests)
    if book.files:
        assert all(kind.load_board(which) is kind.load_board(which) for which in kind.boards)
        for board in boards:
            assert "our own" in board.about.text("en")
            assert re.search("[Uu]nsere? eigene", board.about.text("de"))


@EVERY_FILE
def test_the_files_are_small_and_can_be_read_by_their_paths(book: Book) -> None:
    """As any board of somebody's own."""
    own = files(book)
    for path in set(own.path.parent.glob("*.toml")) - {own.path.with_name("lesson.toml")}:
        assert path.stat().st_size < own.most
    kind = type(book.game)
    read = kind.load_board(str(own.path))
    assert read in [kind.load_board(which) for which in kind.boards]


@pytest.mark.parametrize(("book", "old"), cases(lambda book: book.files.bad if book.files else ()))
def test_a_bad_file_is_told_with_file_and_place(book: Book, old: str, tmp_path: Path) -> None:
    """And what to do, in both languages."""
    text = files(book).path.read_text("utf-8")
    new, wanted = files(book).bad[old]
    assert old in text
    path = tmp_path / "board.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    told(book, path, wanted)


@EVERY_FILE
def test_a_file_without_its_tables(book: Book, tmp_path: Path) -> None:
    """None of them, or something else in their place."""
    path = tmp_path / "board.toml"
    text = files(book).path.read_text("utf-8")
    for key in files(book).lists:
        without = text.replace(f"[[{key}]]", f"[[{key}x]]")
        path.write_text(without, "utf-8")
        told(book, path, f"the key '{key}' is missing")
        path.write_text(f"{key} = 3\n{without}", "utf-8")
        told(book, path, f"Write [[{key}]].")


@EVERY_FILE
def test_a_file_that_is_no_text_or_not_there(book: Book, tmp_path: Path) -> None:
    """Broken TOML names the line, bytes that are no UTF-8 the byte."""
    path = tmp_path / "board.toml"
    path.write_text('name = "Ireland\n', "utf-8")
    told(book, path, "line 1")
    told(book, path, "not valid TOML: ")
    path.write_bytes(b'name = "\xc9ire"\n')
    told(book, path, "byte 8 is not UTF-8")
    told(book, tmp_path / "nowhere.toml", "No such file")
    told(book, tmp_path, "Give the path")


@pytest.mark.parametrize("odd", [r"\n", r"\u001b[2J", r"\r", r"\u0000", r"\u202e", "  ", "x" * 40])
@EVERY_FILE
def test_names_are_short_lines_without_control_characters(
    book: Book, odd: str, tmp_path: Path
) -> None:
    """They stand in transcripts, and on screens that would obey them; asked once for all games."""
    path = tmp_path / "board.toml"
    text = files(book).path.read_text("utf-8")
    for name in re.findall(r'^(?:name|province|title) = .*?"(\w+)"', text, re.MULTILINE)[:2]:
        path.write_text(text.replace(f'"{name}"', f'"{name[0]}{odd}{name[1:]}"'), "utf-8")
        told(book, path, "must be one line of at most 40 characters")
        with pytest.raises(BoardError) as error:
            book.game.load_board(str(path))
        assert all(error.value.text(lang).isprintable() for lang in LANGS)


@pytest.mark.parametrize("digits", ["9" * 5000, "9" * 4000, "0x" + "f" * 5000, "1e300"])
@EVERY_FILE
def test_numbers_that_nobody_can_reckon_with(book: Book, digits: str, tmp_path: Path) -> None:
    """Python itself refuses to read some of them, and to write others."""
    path = tmp_path / "board.toml"
    text = files(book).path.read_text("utf-8")
    path.write_text(re.sub(r"(\n\w+ = \[*)\d[\d.]*", rf"\g<1>{digits}", text, count=1), "utf-8")
    with pytest.raises(BoardError) as error:
        book.game.load_board(str(path))
    assert str(error.value).startswith(f"{path}: ")
    assert len(str(error.value)) < len(str(path)) + 200


@EVERY_FILE
def test_a_board_with_something_wrong_is_not_played_on(book: Book, tmp_path: Path) -> None:
    """The first fault is told, and how to see all of them."""
    path = tmp_path / "board.toml"
    text = files(book).path.read_text("utf-8")
    shorts = [line for line in text.splitlines() if line.startswith("short = ")]
    path.write_text(text.replace(shorts[1], shorts[0]), "utf-8")
    kind = type(book.game)
    wrong = kind.board_problems(str(path))
    assert wrong
    with pytest.raises(OptionError) as refused:
        kind.on_board(str(path))
    assert wrong[0] in str(refused.value)
    assert "board check" in str(refused.value)
