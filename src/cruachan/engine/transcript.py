"""A match as one small text file that plays, replays and verifies anywhere.

    cruachan transcript 1                     #mark
    game hibernia rules 1                     #mark
    board Ireland 1a2b3c4d                    #mark
    option harder no                          #mark
    seat a person Anna                        #mark
    seat b greedy Medb                        #mark
    commitment 5f0c...                        #mark
    word a swordfish                          #mark
    1 chance start b                          #mark
    2 b march Mid wild                        #mark
    resigned a                                #mark
    result a=2:31 b=1:47                      #mark
    seed 77ab...                              #mark

Every line ends in a mark, six digits that follow from this line and all before it, so that a
wrong, cut-off or edited line is found where it is. The last lines are there once the game is over,
`resigned` only where a seat gave up. A line `opened 37` in the head says that the first 37 plies
stand as another file had them, so that what chance decided there does not follow from this seed
(version 3). While it runs its seed lies in a file of its own beside the
transcript. Files of version 1 have no words that players added to the dice, no line `chosen seed`
and no line `resigned`.
"""

from __future__ import annotations

import glob
import hashlib
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from cruachan.engine.chance import SEED_BYTES, commitment
from cruachan.engine.errors import (
    CruachanError,
    MoveError,
    OptionError,
    TranscriptError,
    WrongBoardError,
    reason,
)
from cruachan.engine.files import read_bytes, read_text
from cruachan.engine.game import CHANCE, Game, Outcome, Viewer
from cruachan.engine.match import Match, Player, Ply
from cruachan.engine.notation import LETTERS, seat_letter
from cruachan.engine.texts import LANGS, Both, Message, message, one_line

VERSIONS = ("1", "2", "3")
"""The second one has what players added to the dice, and says if somebody chose the seed; the third
says how much of it was taken over from another game."""
HEAD = (
    "cruachan",
    "game",
    "board",
    "option",
    "seat",
    "commitment",
    "chosen",
    "opened",
    "word",
    "resigned",
    "result",
    "seed",
)
"""The lines around the moves, in their order; of options, seats and words there may be several."""
SEVERAL = ("option", "seat", "word")
LONGEST_WORD = 60
MARK_WIDTH = 6
HALF_WRITTEN = ".new"
"""The ending of a file that is not in its place yet."""

Loader = Callable[[str, str, str], Game[Any, Any]]
"""(game, board name, board digest) -> the game, or an OptionError (WrongBoardError)"""


def clean_name(name: str) -> str:
    """A name that fits on a line: no control characters, no double spaces, not too long."""
    return one_line(name)[:40].strip() or "?"


def clean_word(word: str) -> str:
    """What a player adds to the dice, on one line."""
    return one_line(word)[:LONGEST_WORD].strip()


class Marker:
    """Makes the marks: each line's follows from all lines so far."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def mark(self, text: str) -> str:
        """The mark of the next line."""
        self._hash.update(text.encode() + b"\n")
        return self._hash.hexdigest()[:MARK_WIDTH]

    def lines(self, texts: Iterable[str]) -> str:
        """The next lines, marked."""
        return "".join(f"{text}  #{self.mark(text)}\n" for text in texts)


@dataclass(frozen=True)
class PlyLine:
    """One move as it stands in the file."""

    line: int
    seat: int
    text: str
    marked: bool
    """Whether its mark and all before it fit."""


@dataclass
class Transcript:
    """What a file says, before anybody has checked it against the rules."""

    path: Path
    game: str = ""
    rules_version: int = 0
    board_name: str = ""
    board_digest: str = ""
    options: dict[str, str] = field(default_factory=dict)
    players: list[Player] = field(default_factory=list)
    commitment: str = ""
    chosen: bool = False
    """Whether somebody chose the seed."""
    opened: int = 0
    """How many plies were taken over from another game."""
    words: dict[int, str] = field(default_factory=dict)
    """What players added to the dice."""
    plies: list[PlyLine] = field(default_factory=list)
    resigned: int | None = None
    """The seat that gave up."""
    result: str | None = None
    seed: bytes | None = None
    intact: bool = True
    """Whether every mark fits."""
    whole: bool = True
    """Whether the file ends where a line ends; a crash may have cut the last one off."""
    lines: dict[str, int] = field(default_factory=dict)
    """Where the head lines stand, for error messages."""


# Writing


def write_result(outcome: Outcome) -> str:
    """The places and scores by seat: a=2:31 b=1:47."""
    rows = enumerate(zip(outcome.places, outcome.scores, strict=True))
    return " ".join(f"{LETTERS[seat]}={place}:{score}" for seat, (place, score) in rows)


def _head(match: Match[Any, Any]) -> list[str]:
    game = match.game
    words = [f"word {LETTERS[seat]} {word}" for seat, word in sorted(match.words.items())]
    opened = [f"opened {match.opened}"] if match.opened else []
    dice = [*(["chosen seed"] if match.chosen else []), *opened, *words]
    version = 2 if opened else 1 if dice or match.resigned is not None else 0
    return [
        f"cruachan transcript {VERSIONS[version]}",
        f"game {game.name} rules {game.rules_version}",
        f"board {game.board_name} {game.board_digest}",
        *_options(match),
        *(
            f"seat {LETTERS[seat]} {player.kind} {clean_name(player.name)}"
            for seat, player in enumerate(match.players)
        ),
        f"commitment {match.commitment}",
        *dice,
    ]


def _options(match: Match[Any, Any]) -> Iterator[str]:
    """How the table is set; of what younger options say only what is not usual."""
    for option in match.game.options:
        value = match.options[option.name]
        if not option.younger or value != option.default:
            yield f"option {option.name} {value}"


def _plies(match: Match[Any, Any], since: int, eyes: Viewer) -> Iterator[str]:
    for number in range(since, len(match.history)):
        ply = match.history[number]
        text = match.game.write_move(match.state_at(number), ply.seat, ply.move, eyes)
        yield f"{number + 1} {seat_letter(ply.seat)} {text}"


def _tail(match: Match[Any, Any]) -> list[str]:
    """The result and the seed, once the game is over."""
    over = match.outcome
    if over is None:
        return []
    resigned = [] if match.resigned is None else [f"resigned {LETTERS[match.resigned]}"]
    seed = [] if match.seed is None else [f"seed {match.seed.hex()}"]
    return [*resigned, f"result {write_result(over)}", *seed]


def write(match: Match[Any, Any], viewer: Viewer = None, secrets: bool = False) -> str:
    """The transcript of a match as this viewer may have it; `secrets` for the keeper's own copy."""
    eyes = CHANCE if secrets or match.outcome else viewer
    return Marker().lines([*_head(match), *_plies(match, 0, eyes), *_tail(match)])


def safe_write(path: Path, text: str | bytes, private: bool = False) -> None:
    """Put a file in place whole or not at all; only its owner reads a private one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.parent / f".{path.name}.{secrets.token_hex(4)}{HALF_WRITTEN}"
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def seed_path(path: Path) -> Path:
    """Where the seed of a running match is kept."""
    return path.with_name(path.name + ".seed")


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep a game's file from all other programs; a CruachanError says who has it already.

    It is taken before the file is read: what another program adds meanwhile would be lost.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    place = path.with_name(f".{path.name}.lock")
    lock = FileLock(place, blocking=False)
    try:
        lock.acquire()
    except Timeout:
        process = place.read_text("ascii", "replace") if place.exists() else ""
        raise CruachanError(say("held", path=path, process=process or "?")) from None
    try:
        place.write_text(str(os.getpid()), "ascii")
        _clear(path)
        yield
    finally:
        place.unlink(missing_ok=True)
        lock.release()


def _clear(path: Path) -> None:
    """Remove what a program that was killed had half written."""
    for half in path.parent.glob(f".{glob.escape(path.name)}*{HALF_WRITTEN}"):
        half.unlink(missing_ok=True)


class Keeper:
    """Keeps a match on disk, so that it can go on after a crash.

    What is new is appended, and is safe on disk before `keep` returns; only what was taken back, or
    another player in a seat, makes it write the file anew.
    """

    def __init__(self, match: Match[Any, Any], path: Path) -> None:
        self.match = match
        self.path = path
        self._marker = Marker()
        self._size = 0
        """The length of the file as far as it was written here."""
        self._head: list[str] = []
        self._last: Ply[Any] | None = None
        self._plies = 0
        self._over = False

    @classmethod
    def of(cls, transcript: Transcript, match: Match[Any, Any]) -> Keeper:
        """The keeper of a match that was read from its file and goes on there."""
        keeper = cls(match, transcript.path)
        if transcript.whole and transcript.result is None:
            rows = enumerate(transcript.plies, 1)
            plies = (f"{number} {seat_letter(ply.seat)} {ply.text}" for number, ply in rows)
            keeper._size = len(keeper._marker.lines([*_head(match), *plies]).encode())
            keeper._note(len(transcript.plies))
        return keeper

    def keep(self) -> None:
        """Put everything on disk that is not there yet."""
        match = self.match
        if match.seed is not None and not match.outcome:
            self._keep_seed(match.seed)
        if not (self._goes_on() and self._append()):
            self._write_anew()
        if match.outcome:
            seed_path(self.path).unlink(missing_ok=True)

    def _keep_seed(self, seed: bytes) -> None:
        """The seed beside the file; one of another game there is in nobody's use any more."""
        secret = seed_path(self.path)
        with suppress(OSError):
            if read_bytes(secret).strip() == seed.hex().encode():
                return
        safe_write(secret, seed.hex() + "\n", private=True)

    def _goes_on(self) -> bool:
        """Whether all that is in the file still holds, and whether it stays as private as it is."""
        history = self.match.history
        if self.match.game.secrets and self.match.outcome:
            return False
        if self._head != _head(self.match) or self._over or self._plies > len(history):
            return False
        return not self._plies or history[self._plies - 1] is self._last

    def _append(self) -> bool:
        """Add what is new to the file; False where it is not the one that was written."""
        texts = [*_plies(self.match, self._plies, CHANCE), *_tail(self.match)]
        if not texts:
            return True
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        except FileNotFoundError:
            return False
        with os.fdopen(handle, "ab") as file:
            if file.tell() != self._size:
                return False
            added = self._marker.lines(texts).encode()
            file.write(added)
            file.flush()
            os.fsync(file.fileno())
        self._size += len(added)
        self._note(len(self.match.history))
        return True

    def _holds_secrets(self) -> bool:
        """Whether the file says what not all players may know yet."""
        return self.match.game.secrets and self.match.outcome is None

    def _write_anew(self) -> None:
        self._marker = Marker()
        texts = [*_head(self.match), *_plies(self.match, 0, CHANCE), *_tail(self.match)]
        source = self._marker.lines(texts)
        safe_write(self.path, source, private=self._holds_secrets())
        self._size = len(source.encode())
        self._note(len(self.match.history))

    def _note(self, plies: int) -> None:
        """Remember what is in the file now."""
        self._head = _head(self.match)
        self._plies = plies
        self._last = self.match.history[plies - 1] if plies else None
        self._over = self.match.outcome is not None


def save(match: Match[Any, Any], path: Path) -> None:
    """Keep a match on disk as it is now."""
    Keeper(match, path).keep()


# Reading


def say(key: str, /, **values: Any) -> Message:
    """A message about transcripts."""
    return message(__package__, f"transcript.{key}", **values)


def read(path: Path, strict: bool = True, cut_off: bool = False) -> Transcript:
    """What the file says; a TranscriptError names the line that is wrong.

    With strict=False the marks of moves are noted and not enforced: `verify` has more to say. With
    cut_off=True a last line that a crash cut off is left out: nobody was told that it is safe.
    """
    try:
        source = read_text(path)
    except FileNotFoundError:
        raise CruachanError(say("no_file", path=path)) from None
    except IsADirectoryError:
        raise CruachanError(say("folder", path=path)) from None
    except UnicodeDecodeError as error:
        raise TranscriptError(path, 1, say("no_text", byte=error.start)) from None
    except OSError as error:
        raise CruachanError(say("unread", path=path, reason=reason(error))) from None
    return parse(source, path, strict, cut_off)


def parse(source: str, path: Path, strict: bool = True, cut_off: bool = False) -> Transcript:
    """The same from a text at hand."""
    transcript = Transcript(path)
    marker = Marker()
    broken = False
    rows = source.split("\n")
    transcript.whole = rows.pop() == ""
    if not transcript.whole and not cut_off:
        raise TranscriptError(path, len(rows) + 1, say("no_end"))
    if not rows:
        raise TranscriptError(path, 1, say("empty"))
    for number, row in enumerate(rows, 1):
        text, separator, mark = row.rpartition("  #")
        if number == 1 and text.split(" ")[:2] != ["cruachan", "transcript"]:
            raise TranscriptError(path, 1, say("foreign"))
        if not separator or len(mark) != MARK_WIDTH:
            raise TranscriptError(path, number, say("no_mark"))
        broken = broken or marker.mark(text) != mark
        is_ply = text[:1].isdigit()
        if broken and (strict or not (is_ply or transcript.plies)):
            raise TranscriptError(path, number, say("changed"))
        try:
            if is_ply:
                _read_ply(transcript, number, text, not broken)
            else:
                _read_head(transcript, number, text)
        except (ValueError, IndexError, LookupError):
            raise TranscriptError(path, number, say("unreadable", text=text)) from None
    if cut_off and transcript.seed is None:
        transcript.whole = transcript.whole and transcript.result is None
        transcript.result = None
    _check_head(transcript, len(rows))
    transcript.intact = not broken
    return transcript


def _read_head(transcript: Transcript, number: int, text: str) -> None:
    key, _, rest = text.partition(" ")
    _check_order(transcript, number, key)
    transcript.lines.setdefault(key, number)
    match key:
        case "cruachan":
            version = rest.split(" ")[1]
            if version not in VERSIONS:
                known = say("version", version=version, known=list(VERSIONS))
                raise TranscriptError(transcript.path, number, known)
        case "game":
            transcript.game, _, version = rest.split(" ")
            transcript.rules_version = int(version)
        case "board":
            transcript.board_name, _, transcript.board_digest = rest.rpartition(" ")
        case "option":
            name, value = rest.split(" ")
            if name in transcript.options:
                raise TranscriptError(transcript.path, number, say("twice", key=f"option {name}"))
            transcript.options[name] = value
        case "seat":
            letter, kind, name = rest.split(" ", 2)
            if letter != LETTERS[len(transcript.players)] or rest != " ".join(
                (letter, clean_name(kind), clean_name(name))
            ):
                raise ValueError
            transcript.players.append(Player(name, kind))
        case "commitment":
            transcript.commitment = bytes.fromhex(rest).hex()
        case "chosen":
            transcript.chosen = True
        case "opened":
            transcript.opened = int(rest)
            if transcript.opened < 1:
                raise ValueError
        case "word":
            letter, word = rest.split(" ", 1)
            seat = LETTERS.index(letter)
            if seat in transcript.words or seat >= len(transcript.players):
                raise ValueError
            if word != clean_word(word):
                raise ValueError
            transcript.words[seat] = word
        case "resigned":
            transcript.resigned = LETTERS.index(rest)
        case "result":
            transcript.result = rest
        case "seed":
            transcript.seed = bytes.fromhex(rest)
            if len(transcript.seed) != SEED_BYTES:
                raise ValueError
        case _:
            raise ValueError


def _check_order(transcript: Transcript, number: int, key: str) -> None:
    """Every line around the moves once and in its place; else two promises could stand there."""
    if key not in HEAD:
        raise ValueError
    rank = HEAD.index(key)
    before = max((HEAD.index(each) for each in transcript.lines), default=-1)
    if key in transcript.lines and key not in SEVERAL:
        raise TranscriptError(transcript.path, number, say("twice", key=key))
    if rank < before or (transcript.plies and rank < HEAD.index("resigned")):
        raise TranscriptError(transcript.path, number, say("misplaced", key=key))


def _read_ply(transcript: Transcript, number: int, text: str, marked: bool) -> None:
    ply, who, move = text.split(" ", 2)
    expected = len(transcript.plies) + 1
    if int(ply) != expected or transcript.result is not None or transcript.seed is not None:
        raise TranscriptError(transcript.path, number, say("order", ply=ply, expected=expected))
    seat = CHANCE if who == "chance" else LETTERS.index(who)
    transcript.plies.append(PlyLine(number, seat, move, marked))


def _check_head(transcript: Transcript, last: int) -> None:
    for key, value in (
        ("game", transcript.game),
        ("board", transcript.board_name),
        ("seat", transcript.players),
        ("commitment", transcript.commitment),
    ):
        if not value:
            raise TranscriptError(transcript.path, last, say("missing", key=key))
    if transcript.opened > len(transcript.plies):
        counts = {"opened": transcript.opened, "plies": len(transcript.plies)}
        raise TranscriptError(transcript.path, transcript.lines["opened"], say("opened", **counts))
    if transcript.result is not None and transcript.seed is None:
        raise TranscriptError(transcript.path, last, say("no_seed"))


# Replaying


def open_match(transcript: Transcript, load: Loader) -> Match[Any, Any]:
    """A match with the transcript's head and no move made yet."""
    path, lines = transcript.path, transcript.lines
    try:
        game = load(transcript.game, transcript.board_name, transcript.board_digest)
    except WrongBoardError as error:
        raise TranscriptError(path, lines["board"], error.said) from None
    except OptionError as error:
        raise TranscriptError(path, lines["game"], error.said) from None
    if transcript.rules_version not in (game.rules_version, *game.replays):
        versions = {"played": transcript.rules_version, "known": game.rules_version}
        raise TranscriptError(path, lines["game"], say("rules", **versions))
    try:
        match = Match(
            game,
            transcript.players,
            transcript.options,
            transcript.seed,
            transcript.commitment,
            transcript.chosen,
        )
    except OptionError as error:
        where = lines.get("option", lines["seat"])
        raise TranscriptError(path, where, error.said) from None
    match.words.update(transcript.words)
    match.opened = transcript.opened
    return match


def replay_ply(match: Match[Any, Any], ply: PlyLine) -> None:
    """Make the move of one line; a MoveError says why it cannot be."""
    match.restore(ply.seat, ply.text)


def refused(match: Match[Any, Any], ply: PlyLine) -> Both:
    """Why the move of a line cannot be made, in both languages."""
    said = []
    for lang in LANGS:
        try:
            match.restore(ply.seat, ply.text, lang)
        except MoveError as error:
            said.append(error.text(lang))
    return Both(*said)


def replay(transcript: Transcript, load: Loader) -> Match[Any, Any]:
    """The match the transcript tells, every move checked against the rules."""
    match = open_match(transcript, load)
    for ply in transcript.plies:
        try:
            replay_ply(match, ply)
        except MoveError:
            raise TranscriptError(transcript.path, ply.line, refused(match, ply)) from None
    give_up(match, transcript)
    return match


def give_up(match: Match[Any, Any], transcript: Transcript) -> None:
    """Let the seat give up that did so."""
    if transcript.resigned is not None:
        try:
            match.resign(transcript.resigned)
        except MoveError as error:
            line = transcript.lines["resigned"]
            raise TranscriptError(transcript.path, line, error.said) from None


def resume(path: Path, load: Loader) -> Keeper:
    """The match kept at this path, ready to go on, and its keeper."""
    transcript = read(path, cut_off=True)
    secret = seed_path(path)
    if transcript.seed is None:
        try:
            transcript.seed = bytes.fromhex(read_text(secret).strip())
        except (OSError, ValueError):
            raise CruachanError(say("lost_seed", path=path, secret=secret)) from None
    if commitment(transcript.seed) != transcript.commitment:
        raise CruachanError(say("other_seed", path=path, secret=secret))
    return Keeper.of(transcript, replay(transcript, load))
