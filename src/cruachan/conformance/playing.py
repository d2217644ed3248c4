"""Random games through the protocol: rules, notation, positions, transcript, and what is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from cruachan.conformance.findings import Findings
from cruachan.conformance.showing import check_shown, check_told
from cruachan.engine import transcript
from cruachan.engine.errors import MoveError
from cruachan.engine.game import CHANCE, Game, Options
from cruachan.engine.match import Match, Player
from cruachan.engine.rulebook import rulebook
from cruachan.engine.verify import check as verify
from cruachan.games import loader

LONGEST = 20_000
"""A random game that has more moves is taken for one that never ends."""
FEWER = 0.8
SELDOM = 0.005
"""How the share of positions that are looked at closely falls from 1, and to what."""
TRIED = 5
"""The legal moves of a position that are written and read back."""


def check_table(
    game: Game[Any, Any],
    seats: int,
    options: Options,
    rng: Random,
    findings: Findings,
    most: int | None = None,
) -> None:
    """Play one random game, to its end or so many moves, and compare everything on its way."""
    TableCheck(game, seats, options, rng, findings).run(most)


def packed(game: Game[Any, Any], move: Any) -> str:
    """A move as JSON, by which moves are compared."""
    return json.dumps(game.pack(move), sort_keys=True)


class TableCheck:
    """One random game, and what is wrong with it."""

    def __init__(
        self,
        game: Game[Any, Any],
        seats: int,
        options: Options,
        rng: Random,
        findings: Findings,
    ) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.rng, self.findings = rng, findings
        self.known: dict[str, Any] = {}
        """Moves that were legal at some time."""

    def run(self, most: int | None) -> None:
        """Play to the end, or so many moves; the first exception ends it."""
        self.findings.attempt("play", self._play, most)

    def _play(self, most: int | None) -> None:
        players = [Player(f"Player {seat + 1}") for seat in range(self.seats)]
        match = Match(self.game, players, self.options, seed=self.rng.randbytes(32))
        share = 1.0
        for _ in range(most or LONGEST):
            if not match.to_act:
                break
            closely = self.rng.random() < share
            if closely:
                self.look(match)
                share = max(share * FEWER, SELDOM)
            if not self.step(match, closely):
                return
        else:
            if most is None:
                self.findings.fault("endless", most=LONGEST, seats=self.seats)
            return
        self.look(match)
        self.over(match)

    def step(self, match: Match[Any, Any], closely: bool) -> bool:
        """Make one random move; whether there was one."""
        game, state = self.game, match.state
        if closely and game.outcome(state) is not None:
            self.findings.fault("early_outcome", at=game.write_position(state))
        waited = match.to_act
        seat = self.rng.choice(waited)
        if seat != CHANCE and seat not in range(self.seats):
            self.findings.fault("no_seat", seat=seat, seats=self.seats)
            return False
        moves = game.legal_moves(state, seat)
        if not moves:
            self.findings.fault("no_moves", seat=seat, at=game.write_position(state))
            return False
        self.findings.moves += 1
        if seat == CHANCE:
            self.chance(match, moves)
            match.roll()
            return True
        move = self.rng.choice(moves)
        match.play(seat, move)
        if closely:
            if game.write_position(state) != self.findings.at:
                self.findings.fault("changes_state", at=self.findings.at)
                return False
            check_told(game, state, seat, move, match.state, match.names, self.findings)
        return True

    def chance(self, match: Match[Any, Any], moves: list[Any]) -> None:
        """What CHANCE may do has weights."""
        weights = self.game.chances(match.state)
        if len(weights) != len(moves) or not sum(weights) > 0 or min(weights) < 0:
            at = self.game.write_position(match.state)
            self.findings.fault("weights", moves=len(moves), weights=len(weights), at=at)

    def look(self, match: Match[Any, Any]) -> None:
        """Compare everything that can be asked of a position."""
        state = match.state
        at = self.findings.attempt("write_position", self.game.write_position, state) or ""
        self.findings.at = at
        self.findings.attempt("position", self.position, state, at)
        for seat in range(CHANCE, self.seats):
            self.findings.attempt("moves", self.moves, match, seat, at)
        if self.game.secrets:
            for seat in range(self.seats):
                self.findings.attempt("observe", self.hidden, state, seat)
        self.findings.attempt("when", self.game.when, state)
        if self.game.presentation is not None:
            check_shown(self.game, state, self.seats, self.rng, self.findings)

    def position(self, state: Any, at: str) -> None:
        """A position that is written is read back."""
        game = self.game
        back = game.read_position(at)
        if game.write_position(back) != at:
            self.findings.fault("position", at=at, back=game.write_position(back))
        if set(game.to_act(back)) != set(game.to_act(state)):
            self.findings.fault("position_turn", at=at)
            return
        for seat in game.to_act(state):
            if self.packs(back, seat) != self.packs(state, seat):
                self.findings.fault("position_moves", at=at)

    def packs(self, state: Any, seat: int) -> list[str]:
        """The legal moves of a seat, as they travel."""
        return sorted(packed(self.game, move) for move in self.game.legal_moves(state, seat))

    def moves(self, match: Match[Any, Any], seat: int, at: str) -> None:
        """Legal moves are different, are written and read back, and are not refused."""
        game, state = self.game, match.state
        moves = game.legal_moves(state, seat)
        if moves and seat not in match.to_act and (seat == CHANCE or not game.out_of_turn):
            self.findings.fault("out_of_turn", seat=seat, at=at)
        legal = {packed(game, move): move for move in moves}
        if len(legal) != len(moves):
            self.findings.fault("twice", seat=seat, at=at)
        for key in self.rng.sample(sorted(legal), min(TRIED, len(legal))):
            self.one_move(match, seat, key, legal[key])
        self.known.update(legal if seat != CHANCE else {})
        others = sorted(self.known.keys() - legal.keys())
        if seat != CHANCE and others:
            other = self.known[self.rng.choice(others)]
            self.misread(match, seat, other, at)
            if seat in match.to_act:
                self.refused(match, seat, other)

    def one_move(self, match: Match[Any, Any], seat: int, key: str, move: Any) -> None:
        """A legal move, in each of its forms."""
        game, state = self.game, match.state
        if packed(game, game.unpack(json.loads(key))) != key:
            self.findings.fault("unpack", move=key)
        text = game.write_move(state, seat, move, seat)
        read = game.recorded_move if seat == CHANCE else game.read_move
        back = packed(game, read(state, seat, text))
        if back != key:
            self.findings.fault("notation", text=text, move=key, back=back)
        if seat != CHANCE and (why := game.why_not(state, seat, move)) is not None:
            self.findings.fault("legal_refused", text=text, rule=why.rule)

    def misread(self, match: Match[Any, Any], seat: int, move: Any, at: str) -> None:
        """Read an illegal move, which must be an error: what is read is played unchecked."""
        game, state = self.game, match.state
        try:
            text = game.write_move(state, seat, move, seat)
        except Exception:
            return  # An illegal move need not have a notation.
        try:
            read = game.read_move(state, seat, text)
            match.check_read(seat, read)
        except MoveError:
            return
        if (why := game.why_not(state, seat, read)) is not None:
            self.findings.fault("read_illegal", text=text, rule=why.rule, at=at)

    def refused(self, match: Match[Any, Any], seat: int, move: Any) -> None:
        """A move that is not legal is refused by a numbered rule."""
        why = self.game.why_not(match.state, seat, move, names=match.names)
        if why is None:
            at = self.game.write_position(match.state)
            self.findings.fault("not_refused", move=packed(self.game, move), at=at)
        elif why.rule not in rulebook(self.game.package).rules:
            self.findings.fault("no_rule", why.rule, rule=why.rule)

    def hidden(self, state: Any, seat: int) -> None:
        """What a seat sees is enough for its moves, and a determinization fits it."""
        game = self.game
        seen = game.observe(state, seat)
        told = game.write_position(state, seat)
        full = game.determinize(seen, self.rng)
        if game.write_position(seen, seat) != told or game.write_position(full, seat) != told:
            self.findings.fault("determinize", seat=seat, at=told)
        if self.packs(full, seat) != self.packs(state, seat):
            self.findings.fault("determinize_moves", seat=seat, at=told)

    def over(self, match: Match[Any, Any]) -> None:
        """The end: a result by a rule, and a file that verifies."""
        game, outcome = self.game, match.outcome
        at = game.write_position(match.state)
        if outcome is None:
            self.findings.fault("no_outcome", at=at)
            return
        for problem in self.wrong_results(outcome):
            self.findings.fault(problem, at=at, rule=outcome.rule, seats=self.seats)
        self.findings.attempt("transcript", self.file, match)
        self.findings.played += 1

    def wrong_results(self, outcome: Any) -> Iterator[str]:
        """What is wrong with a result, by the keys of its sentences."""
        if len(outcome.places) != self.seats or len(outcome.scores) != self.seats:
            yield "places"
        elif min(outcome.places) != 1:
            yield "first_place"
        if outcome.rule not in rulebook(self.game.package).rules:
            yield "outcome_rule"

    def file(self, match: Match[Any, Any]) -> None:
        """A match is written, read, replayed and verified."""
        text = transcript.write(match)
        load = loader(self.game.board_name if self.game.board_name in self.game.boards else None)
        found = transcript.parse(text, Path("check.game"))
        again = transcript.write(verify(found, load).match)
        if again != text:
            self.findings.fault("transcript")
