"""What is tried with a spoilt input, and what must come of it.

An input is a text, so that a failure can be kept in a file and tried again. Whatever is accepted
can be played on; whatever is refused is refused with an error of ours, in a few lines that a
screen can show, in both languages. Anything else that is raised is a failure.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rich.console import Console

from cruachan.bots import bots_of
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import (
    CruachanError,
    IllegalMove,
    MoveError,
    PositionError,
)
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS
from cruachan.engine.verify import verify
from cruachan.games import GAMES
from cruachan.terminal.commands import COMMANDS
from cruachan.terminal.play import PlayOptions, run
from cruachan.terminal.screen import Screen
from tests.fuzz.common import NAMES, loader_of, refused, suppress_ours
from tests.fuzz.games import make_game, try_game
from tests.fuzz.spoil import ODD, spoil
from tests.protocol.book import Book
from tests.protocol.shelf import books

AnyGame = Game[Any, Any]
PLAYED_ON = 6
"""Moves, after something was accepted."""


class Trial(NamedTuple):
    """One kind of input: how it is made, and what is done with it."""

    make: Callable[[Book, Random], str]
    attempt: Callable[[Book, str, Random], bool]
    """(book, input, rng) -> whether it was accepted"""
    fits: Callable[[Book], object]
    """Whether a game has such inputs."""


@cache
def played(name: str, number: int) -> Match[Any, Any]:
    """A game by lot, stopped somewhere."""
    book = books()[name]
    rng = Random(number)
    seats = rng.choice(book.game.players)
    people = [Player(name) for name in NAMES[:seats]]
    match = Match(book.plain, people, seed=seed_from(f"fuzz {number}"))
    last = rng.choice((0, 3, 12, 40, 90))
    while match.to_act and len(match.history) < last:
        seat = rng.choice(match.to_act)
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.legal_moves(seat)))
    return match


def some_game(book: Book, rng: Random) -> Match[Any, Any]:
    """One of a few games by lot."""
    return played(book.game.name, rng.randrange(8))


def play_on(game: AnyGame, state: Any, rng: Random) -> None:
    """A few moves from here: each can be written, told and seen."""
    for _ in range(PLAYED_ON):
        waiting = game.to_act(state)
        if not waiting:
            assert game.outcome(state) is not None
            return
        seat = rng.choice(waiting)
        move = rng.choice(game.legal_moves(state, seat))
        assert game.write_move(state, seat, move, seat)
        after = game.apply(state, seat, move)
        lang = rng.choice(LANGS)
        names = NAMES[: int(presentation_of(game).view(state, None)["seats"])]
        assert isinstance(
            presentation_of(game).tell(state, seat, move, after, None, names, lang), str
        )
        viewer = None if seat == CHANCE else seat
        json.dumps(presentation_of(game).view(after, viewer, names, lang))
        state = after


# Positions


def make_position(book: Book, rng: Random) -> str:
    """A position of a game, a scene of the book or one of its good ones, spoilt."""
    own = [*book.scenes.values(), *(book.writing.good if book.writing else ())]
    match = some_game(book, rng)
    text = rng.choice([*own, book.game.write_position(match.state)])
    return spoil(text, rng, book.writing.letters if book.writing else "")


def try_position(book: Book, text: str, rng: Random) -> bool:
    """It is read, or refused; what is read is written to be read again."""
    game = book.game
    try:
        state = game.read_position(text)
    except PositionError as error:
        refused(error)
        return False
    again = game.write_position(state)
    assert game.write_position(game.read_position(again)) == again
    assert presentation_of(game).draw(presentation_of(game).view(state, None))
    play_on(game, state, rng)
    return True


# Typed moves


def make_line(book: Book, rng: Random) -> str:
    """A game, a seat and something typed there."""
    number = rng.randrange(8)
    match = played(book.game.name, number)
    seat = rng.choice([*match.to_act, 0])
    legal = match.legal_moves(seat)
    texts = [match.game.write_move(match.state, seat, move, seat) for move in legal[:40]]
    parts = list(book.typing.parts) if book.typing else ["march", "read", "end"]
    text = rng.choice([*texts, " ".join(rng.choices(parts, k=rng.randint(1, 4)))])
    return json.dumps([number, seat, spoil(text, rng)])


def try_line(book: Book, text: str, rng: Random) -> bool:
    """It is a legal move, or refused in the language of whoever typed it."""
    number, seat, line = json.loads(text)
    match = played(book.game.name, number)
    game, state = match.game, match.state
    for lang in LANGS:
        try:
            move = game.read_move(state, seat, line, lang, match.names)
            if game.why_not(state, seat, move, lang, match.names):
                raise IllegalMove(game.why_not(state, seat, move, lang, match.names))  # type: ignore[arg-type]
        except MoveError as error:
            refused(error)
            accepted = False
        else:
            play_on(game, game.apply(state, seat, move), rng)
            accepted = True
    return accepted


# Transcripts


def make_transcript(book: Book, rng: Random) -> str:
    """A file with lines spoilt, dropped, doubled or moved; the marks are made to fit or not."""
    lines = [row.rpartition("  #")[0] for row in _file(book, rng).splitlines()]
    for _ in range(rng.randint(0, 2)):
        at = rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                lines.pop(at)
            case 1:
                lines.insert(rng.randrange(len(lines) + 1), lines[at])
            case 2:
                lines.insert(rng.randrange(len(lines)), lines.pop(at))
            case _:
                lines[at] = spoil(lines[at], rng)
        lines = lines or ["cruachan transcript 1"]
    source = transcript.Marker().lines(_encodable(line) for line in lines)
    return spoil(source, rng) if rng.random() < 0.2 else source


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _file(book: Book, rng: Random) -> str:
    return transcript.write(some_game(book, rng), secrets=True)


def try_transcript(book: Book, text: str, rng: Random) -> bool:
    """It is replayed to a match that goes on, or the line that is wrong is named."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.game"
        path.write_bytes(text.encode("utf-8", "replace"))
        with suppress_ours():
            verify(path, loader_of(book))
        with suppress_ours():
            transcript.read(path, cut_off=True)
        try:
            match = transcript.replay(transcript.read(path), loader_of(book))
        except CruachanError as error:
            refused(error)
            return False
        again = transcript.write(match, secrets=True)
        assert (
            transcript.write(
                transcript.replay(transcript.parse(again, path), loader_of(book)), secrets=True
            )
            == again
        )
        play_on(match.game, match.state, rng)
        return True


# Boards


def make_board(book: Book, rng: Random) -> str:
    """The game's own board with a few of its lines spoilt."""
    assert book.files
    lines = book.files.path.read_text("utf-8").splitlines()
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                lines.pop(at)
            case 1:
                lines.insert(at, lines[rng.randrange(len(lines))])
            case 2:
                key = lines[at].partition("=")[0]
                odd = rng.choice(ODD).replace("\\", "")
                lines[at] = f"{key}= {rng.choice([odd, json.dumps(odd)])}"
            case _:
                lines[at] = spoil(lines[at], rng)
    return "\n".join(lines)


def try_board(book: Book, text: str, rng: Random) -> bool:
    """It is played on, or everything that is wrong with it is told."""
    kind = type(book.game)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "board.toml"
        path.write_bytes(text.encode("utf-8", "replace"))
        try:
            wrong = [kind.board_problems(str(path), lang) for lang in LANGS]
            assert len(wrong[0]) == len(wrong[1])
            assert all(problem.isprintable() for each in wrong for problem in each)
            game = kind.on_board(str(path))
        except CruachanError as error:
            refused(error)
            return False
    assert wrong == [[], []]
    assert presentation_of(game).draw(None)
    state = game.setup(game.players[-1], game.complete(game.players[-1], {}))
    assert game.write_position(game.read_position(game.write_position(state)))
    play_on(game, state, rng)
    return True


# The library's edge


def make_call(book: Book, rng: Random) -> str:
    """Seats and moves that nobody should pass, and some that are right."""
    number = rng.randrange(8)
    match = played(book.game.name, number)
    seat = rng.choice([*match.to_act, 0, 1])
    legal = [match.game.pack(move) for move in match.legal_moves(seat)[:20]]
    odd: list[Any] = [*(-5, 0, 3, 10**7, 2**40, 1.5, None, True, [], [1], {}, "x", [[]], {"a": 1})]
    odd += [rng.randrange(-400, 400), rng.choice(ODD)]
    data = rng.choice([*legal, *odd])
    if isinstance(data, dict | list) and data and rng.random() < 0.7:
        data = _spoil_data(data, odd, rng)
    strange = rng.choice([-2, -1, 7, 99, None, "a", 1.0, True])
    return json.dumps([number, rng.choice([seat, seat, seat, strange]), data])


def _spoil_data(data: Any, odd: list[Any], rng: Random) -> Any:
    """Plain data with one thing in it changed."""
    if isinstance(data, dict) and data:
        key = rng.choice(list(data))
        return data | {key: _spoil_data(data[key], odd, rng)}
    if isinstance(data, list | tuple) and data:
        at = rng.randrange(len(data))
        return [*data[:at], _spoil_data(data[at], odd, rng), *data[at + 1 :]]
    return spoil(data, rng) if isinstance(data, str) and rng.random() < 0.5 else rng.choice(odd)


def try_call(book: Book, text: str, rng: Random) -> bool:
    """A move of such data is made, or refused; a number that is no move too."""
    number, seat, data = json.loads(text)
    match = played(book.game.name, number)
    game, state = match.game, match.state
    accepted = False
    with suppress_ours():
        game.apply(state, seat, data)
    with suppress_ours():
        after = game.apply(state, seat, game.unpack(data))
        accepted = True
        play_on(game, after, rng)
    return accepted


# Lines typed in the terminal


def make_evening(book: Book, rng: Random) -> str:
    """Commands, numbers, words of the game and nonsense, a line each."""
    parts = list(book.typing.parts) if book.typing else ["march", "read", "end", "lands"]
    lines = []
    for _ in range(12):
        word = rng.choice([*COMMANDS, "", "1", "2", "?"]).replace("save", "log")
        argument = rng.choice([*parts, *ODD, "1", "all", "Anna", "b"])
        line = rng.choice([word, f"{word} {argument}", argument, str(rng.randrange(12))])
        lines.append(line if rng.random() < 0.7 else spoil(line, rng))
    width = rng.choice([1, 18, 30, 60, 80, 200])
    return json.dumps([rng.choice(LANGS), width, lines])


def try_evening(book: Book, text: str, rng: Random) -> bool:
    """The evening ends as it should, and nothing odd is shown."""
    lang, width, lines = json.loads(text)
    kinds = bots_of(book.game)
    output = io.StringIO()
    console = Console(file=output, width=width, height=24, color_system=None)
    with TemporaryDirectory() as folder:
        os.environ["CRUACHAN_HOME"] = folder
        options = PlayOptions(
            game=book.game.name,
            players=("person:Anna", *[kinds[-1]] * (book.game.players[0] - 1)),
            seed="fuzz",
            lang=lang,
            out=Path(folder) / "x.game",
        )
        code = run(options, Screen(console, iter(lines)))
        assert transcript.read(Path(folder) / "x.game").players
    shown = output.getvalue().translate(SPACES)
    assert shown.isprintable(), [char for char in shown if not char.isprintable()]
    assert code == 0
    return True


SPACES = dict.fromkeys(map(ord, "\n\u00a0\u202f"))
"""What may stand in what is shown though it is not printable: numbers hold narrow spaces."""

TRIALS = {
    "position": Trial(make_position, try_position, lambda book: True),
    "line": Trial(make_line, try_line, lambda book: True),
    "transcript": Trial(make_transcript, try_transcript, lambda book: True),
    "board": Trial(make_board, try_board, lambda book: book.files),
    "call": Trial(make_call, try_call, lambda book: True),
    "game": Trial(make_game, try_game, lambda book: True),
    "evening": Trial(make_evening, try_evening, lambda book: book.game.name in GAMES),
}
