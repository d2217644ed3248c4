"""Games of random legal moves, from the set-up to the end: what must hold after every move.

The input of a trial is the table and a seed; the same input plays the same game. So that games
reach different corners of the rules, each has its own liking for kinds of moves: some are hardly
ever made, others whenever they are legal.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import CruachanError, IllegalMove
from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, Lang
from cruachan.games import GAMES
from tests.fuzz.common import NAMES, loader_of, refused
from tests.protocol.book import AnyGame, Book

LENGTHS = ((60, 1.0), (200, 0.2), (600, 0.03), (600, 0.03), (2000, 0.01))
"""Bounds of plies with the shares of positions that are looked at closely; one is drawn."""
LIKING = (0.02, 0.3, 1.0, 1.0, 1.0, 5.0)
"""How much more often a kind of move is made; one is drawn for each kind in a game."""
TRIED = 3
"""So many of the legal moves of a position are tried besides the one that is made."""
SELDOM = 0.08
"""The share of these positions that everybody looks at; each is looked at by somebody."""
OUT_OF_TURN = 0.05
"""The share of moves that are made by a seat that is not waited for, where it has any."""
TOLD = 0.01
"""The share of positions up to which the story is told."""
REMEMBERED = 40
"""So many moves of before are remembered, to be tried where they may be illegal."""


class RandomTable(NamedTuple):
    """The table of a random game, how long it may go on, and how closely it is looked at."""

    board: str
    options: dict[str, str]
    seats: int
    seed: str
    plies: int
    checked: float
    """The share of positions that are written, read and looked at."""


def make_game(book: Book, rng: Random) -> str:
    """A board, a number of players, options and a seed."""
    game = type(book.game)
    seats = rng.choice(game.players)
    board = game.usual_board(seats) if rng.random() < 0.5 else rng.choice(game.boards)
    options = {option.name: rng.choice(option.choices) for option in game.options}
    seed = str(rng.getrandbits(40))
    plies, checked = rng.choice(LENGTHS)
    return json.dumps(RandomTable(board, options, seats, seed, plies, checked)._asdict())


def try_game(book: Book, text: str, rng: Random) -> bool:
    """A whole game; everything that a person could see or do on the way works."""
    table = RandomTable(**json.loads(text))
    game = type(book.game).on_board(table.board) if book.game.name in GAMES else book.plain
    people = [Player(name) for name in NAMES[: table.seats]]
    try:
        match = Match(game, people, table.options, seed=seed_from(table.seed))
    except CruachanError as error:
        refused(error)
        return False
    RandomGame(book, match, table).play()
    return True


class RandomGame:
    """A match whose players make random moves, checked after each."""

    def __init__(self, book: Book, match: Match[Any, Any], table: RandomTable) -> None:
        self.book, self.match, self.table = book, match, table
        self.game: AnyGame = match.game
        self.rng = Random(table.seed)
        self.likings: dict[str, float] = {}
        self.before: list[tuple[int, Any]] = []
        """Seats and moves that were legal once."""
        self.text = ""
        """The position before the move."""
        self.viewers: tuple[Viewer, ...] = (None, *range(table.seats))

    def play(self) -> None:
        """Play to the end or to the bound."""
        while self.match.to_act and len(self.match.history) < self.table.plies:
            self.ply()
        self.look(self.viewers)
        self.replay()
        self.tell_story()
        if not self.match.to_act:
            assert self.match.outcome is not None

    def ply(self) -> None:
        """Make one move, and look at the position before and after it."""
        match, rng = self.match, self.rng
        closely = rng.random() < self.table.checked
        viewers = self.viewers if rng.random() < SELDOM else (rng.choice(self.viewers),)
        if closely:
            self.check_position()
            self.look(viewers)
            self.try_another()
        if rng.random() < TOLD * self.table.checked:
            self.tell_story()
        seat, before = self.who_moves(), match.state
        moves = match.legal_moves(seat)
        self.try_moves(seat, moves, closely)
        if seat == CHANCE:
            move = match.roll()
        else:
            move = self.choose(seat, moves)
            match.play(seat, move)
            self.before = [*self.before[-REMEMBERED:], (seat, move)]
        if closely:
            self.take_back(seat)
            for viewer in viewers:
                self.tell(before, seat, move, viewer)

    def who_moves(self) -> int:
        """One of the seats waited for; seldom another one that may do something all the same."""
        others = [seat for seat in range(self.table.seats) if seat not in self.match.to_act]
        if others and self.rng.random() < OUT_OF_TURN:
            seat = self.rng.choice(others)
            if self.match.legal_moves(seat):
                return seat
        return self.rng.choice(self.match.to_act)

    def choose(self, seat: int, moves: list[Any]) -> Any:
        """A legal move, by how much this game likes its kind."""
        kinds: dict[str, list[Any]] = {}
        for move in moves:
            kinds.setdefault(self.kind_of(seat, move), []).append(move)
        for kind in kinds:
            liking = Random(f"{self.table.seed} {kind}").choice(LIKING)
            self.likings.setdefault(kind, liking)
        kind = self.rng.choices(list(kinds), [self.likings[each] for each in kinds])[0]
        return self.rng.choice(kinds[kind])

    def kind_of(self, seat: int, move: Any) -> str:
        """The first word of a move."""
        verb = getattr(move, "verb", None)
        return str(verb or self.game.write_move(self.match.state, seat, move).partition(" ")[0])

    def check_position(self) -> None:
        """What is written reads back to the same position, with the same moves."""
        game, state = self.game, self.match.state
        self.text = game.write_position(state)
        again = game.read_position(self.text)
        assert game.write_position(again) == self.text
        assert game.to_act(again) == game.to_act(state)
        for seat in game.to_act(state):
            written, here = game.legal_moves(again, seat), game.legal_moves(state, seat)
            assert sorted(map(repr, written)) == sorted(map(repr, here))

    def look(self, viewers: tuple[Viewer, ...]) -> None:
        """The viewers see the position, in any language, and it can be drawn."""
        game, state, rng = self.game, self.match.state, self.rng
        shows = presentation_of(game)
        for viewer in viewers:
            lang = rng.choice(LANGS)
            view = self.match.view(viewer, lang)
            json.dumps(view)
            if len(viewers) > 1:
                assert shows.draw(view, lang)
                shows.side_panels(view, lang)
                seen = game.observe(state, viewer)
                guessed = game.determinize(seen, rng)
                assert game.write_position(guessed, viewer) == game.write_position(state, viewer)

    def try_moves(self, seat: int, moves: list[Any], closely: bool) -> None:
        """Some of the moves of a seat are made, and the position stays as it was."""
        game, state = self.game, self.match.state
        assert moves
        for move in self.rng.sample(moves, min(TRIED, len(moves))):
            assert game.why_not(state, seat, move) is None
            after = game.apply(state, seat, move)
            assert game.to_act(after) or game.outcome(after) is not None
            if closely:
                self.read_back(seat, move)
        if closely:
            assert len({repr(game.pack(move)) for move in moves}) == len(moves)
            assert game.write_position(state) == self.text

    def read_back(self, seat: int, move: Any) -> None:
        """A move is the same when it is written and read, or packed and unpacked."""
        game, state = self.game, self.match.state
        text = game.write_move(state, seat, move, seat)
        assert game.read_move(state, seat, text) == move, text
        assert game.unpack(json.loads(json.dumps(game.pack(move)))) == move, text

    def try_another(self) -> None:
        """A move of before, by anybody, is made or refused in words."""
        if not self.before:
            return
        seat, move = self.rng.choice(self.before)
        seat = self.rng.choice((seat, self.rng.randrange(self.table.seats)))
        game, state = self.game, self.match.state
        for lang in LANGS:
            refusal = game.why_not(state, seat, move, lang, self.match.names)
            if refusal is None:
                game.apply(state, seat, move)
                continue
            assert move not in self.match.legal_moves(seat)
            refused(IllegalMove(refusal))
            assert refusal.rule
            assert refusal.reason.strip()
            assert "{" not in refusal.reason

    def take_back(self, seat: int) -> None:
        """A move that can be taken back is made again with the same result."""
        if seat == CHANCE or self.match.why_no_undo(seat) is not None:
            return
        after = self.game.write_position(self.match.state)
        self.match.undo(seat)
        self.match.redo(seat)
        assert self.game.write_position(self.match.state) == after

    def tell(self, before: Any, seat: int, move: Any, viewer: Viewer) -> None:
        """What was done is told to a viewer."""
        lang: Lang = self.rng.choice(LANGS)
        told = presentation_of(self.game).tell(
            before, seat, move, self.match.state, viewer, self.match.names, lang
        )
        assert isinstance(told, str)
        assert "{" not in told

    def replay(self) -> None:
        """The transcript leads to the same position."""
        text = transcript.write(self.match, secrets=True)
        again = transcript.replay(transcript.parse(text, Path("x.game")), loader_of(self.book))
        assert self.game.write_position(again.state) == self.game.write_position(self.match.state)
        assert transcript.write(again, secrets=True) == text

    def tell_story(self) -> None:
        """The story so far, if the game tells one, for somebody."""
        if self.game.story is None:
            return
        told = self.game.story.so_far(
            self.match, self.rng.choice(LANGS), self.rng.choice(self.viewers)
        )
        assert all(chapter["title"] for chapter in told["chapters"])
