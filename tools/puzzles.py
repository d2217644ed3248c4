"""Make puzzles: positions of games between bots in which one move wins and all others do not.

    .venv/bin/python -m tools.puzzles hibernia --seats 3 --games 40 --seed 1 --out FILE

Games are played by strong bots; the same seed gives the same games. A position is a puzzle if

1. a search from it prefers one move, and one that is a real choice (`CHOICES` moves or more);
2. the position after every legal move is searched for itself, and the answer's chance of winning is
   at least `WINS`, and `MARGIN` above the best of all others;
3. bots play `GAMES` games on after the answer and after the best other move, and won so much more
   often after the answer that it is not chance: the lower end of one 99 % interval lies above the
   upper end of the other. What is hidden from the seat is determinized anew for each lot of games.

How hard it is follows from which bots find the answer, ten tries each. Puzzles are added to what
the file holds already; those that it has are kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from cruachan.arena.analysis import results
from cruachan.arena.simulate import simulate
from cruachan.bots import load_bot, repeatable_bots
from cruachan.bots.thinking import Budget, Thinker
from cruachan.challenges.puzzle import Proof, Puzzle
from cruachan.engine.chance import seed_from
from cruachan.engine.game import CHANCE, Decision
from cruachan.engine.kernel import KernelGame, record_game
from cruachan.engine.match import Match, Player
from cruachan.engine.notation import seat_letter
from cruachan.games import GAMES, game_class, load_game

CHOICES = 4
"""A puzzle has at least so many legal moves."""
WINS = 0.7
"""How likely the answer wins at least."""
MARGIN = 0.25
"""How much more likely than any other move."""
SCAN, PLAYOUTS = 300, 2000
"""Playouts of the first look, and for each move of the second."""
LOTS = 10
"""So many determinizations, where something is hidden."""
TRIES = 10
SURE = 2.58
"""Standard deviations of a 99 % interval."""
BOT, QUICK = "strong", "steady"
"""Who plays the games, and who plays them on."""
PER_GAME = 2
"""At most so many puzzles from one game."""
PRIOR, WIDE = 1500.0, 300.0
"""Where the rating of a puzzle is looked for, and how far around."""
NODES = 40_000


class Maker:
    """Looks for puzzles of a game on a board."""

    def __init__(self, game: KernelGame[Any, Any, Any], board: str, games: int) -> None:
        self.game, self.board, self.games = game, board, games
        self.thinker = Thinker(game, nodes=NODES)

    def played(self, seed: str, seats: int) -> Match[Any, Any]:
        """A game between bots; all of it follows from the seed."""
        players = [Player(f"{BOT} {seat}", BOT) for seat in range(seats)]
        match = Match(self.game, players, {}, seed_from(seed), chosen=True)
        bots = [load_bot(BOT, self.game) for _ in range(seats)]
        while match.to_act:
            seat = match.to_act[0]
            if seat == CHANCE:
                match.roll()
                continue
            rng = Random(f"{seed} {len(match.history)}")
            match.push(seat, bots[seat].choose(match.decision(seat), rng))
        return match

    def puzzles(self, match: Match[Any, Any], seed: str) -> Iterator[Puzzle]:
        """The puzzles of a game, the last moves first."""
        found = 0
        for ply in reversed(range(len(match.history))):
            seat = match.history[ply].seat
            if seat == CHANCE or found == PER_GAME:
                continue
            state = match.state_at(ply)
            moves = self.game.legal_moves(state, seat)
            if len(moves) < CHOICES:
                continue
            decision = Decision(seat, self.game.observe(state, seat), moves)
            made = self._puzzle(match, ply, decision, seed)
            if made is not None:
                found += 1
                yield made

    def _puzzle(
        self, match: Match[Any, Any], ply: int, decision: Decision[Any, Any], seed: str
    ) -> Puzzle | None:
        seat, state = decision.seat, match.state_at(ply)
        ranked = self._searched(decision)
        if ranked is None:
            return None
        (answer, best), (other, second) = ranked
        won, other_won = (self._won(decision, move, seed) for move in (answer, other))
        if _low(won, self.games) <= _high(other_won, self.games):
            return None
        found = self._found(decision, answer)
        plies = []
        for number, each in enumerate(match.history[:ply]):
            who = "-" if each.seat == CHANCE else seat_letter(each.seat)
            text = self.game.write_move(match.state_at(number), each.seat, each.move, CHANCE)
            plies.append(f"{who} {text}")
        write = self.game.write_move
        return Puzzle(
            id="-".join([self.game.name, *seed.split()[2:], str(ply)]),
            game=self.game.name,
            board=self.board,
            rules=self.game.rules_version,
            bots=tuple(player.kind for player in match.players),
            seed=seed,
            plies="\n".join(plies),
            seat=seat,
            answer=write(state, seat, answer, CHANCE),
            other=write(state, seat, other, CHANCE),
            rating=self._rating(found, len(match.players)),
            found=found,
            proof=Proof(round(best, 3), round(second, 3), PLAYOUTS, self.games, won, other_won),
        )

    def _searched(
        self, decision: Decision[Any, Any]
    ) -> tuple[tuple[int, float], tuple[int, float]] | None:
        """The answer and the best other move with their chances, if the margin is wide enough."""
        seat = decision.seat
        self.thinker.forget()
        first = self.thinker.think(decision, Budget(SCAN), Random(1))
        if first.moves[0].chances[seat] < WINS - 0.1 or len(first.moves) < 2:
            return None
        near = first.moves[0].chances[seat] - MARGIN + 0.1
        if any(each.chances[seat] > near and each.share > 0.05 for each in first.moves[1:]):
            return None
        rated = [(self._chance(decision, move), move) for move in decision.moves]
        (best, answer), (second, other), *_ = sorted(rated, reverse=True)
        if best < WINS or best - second < MARGIN:
            return None
        return (answer, best), (other, second)

    def _chance(self, decision: Decision[Any, Any], move: int) -> float:
        """The seat's chance of winning after a move, searched for itself."""
        seat, total = decision.seat, 0.0
        hidden = self.game.reveals(decision.seen, seat, move)
        lots = LOTS if hidden or self.game.secrets else 1
        for lot in range(lots):
            state = self._after(decision, move, lot)
            total += self._outlook(state, seat, PLAYOUTS // lots)
        return total / lots

    def _after(self, decision: Decision[Any, Any], move: int, lot: int) -> Any:
        """A position that may come after a move."""
        full = self.game.determinize(decision.seen, Random(lot))
        return self.game.apply(full, decision.seat, move)

    def _outlook(self, state: Any, seat: int, playouts: int) -> float:
        acting = self.game.to_act(state)
        if not acting:
            outcome = self.game.outcome(state)
            assert outcome is not None
            return results(outcome)[seat]
        mover = seat if acting[0] == CHANCE else acting[0]
        moves = [] if acting[0] == CHANCE else self.game.legal_moves(state, mover)
        self.thinker.forget()
        decision = Decision(mover, self.game.observe(state, mover), moves)
        return self.thinker.think(decision, Budget(playouts), Random(2)).chances[seat]

    def _won(self, decision: Decision[Any, Any], move: int, seed: str) -> int:
        """How many games bots won for the seat after a move."""
        seats, seat = self.game.seats(decision.seen), decision.seat
        lots = LOTS if self.game.secrets else 1
        won = 0
        for lot in range(lots):
            state = self._after(decision, move, lot)
            if not self.game.to_act(state):
                outcome = self.game.outcome(state)
                assert outcome is not None
                won += self.games // lots * (outcome.winners == (seat,))
                continue
            bots = (QUICK,) * seats
            *_, tally = simulate(self.game, seats, self.games // lots, lot, bots, {}, start=state)
            won += int(tally.wins[seat])
        return won

    def _found(self, decision: Decision[Any, Any], answer: int) -> dict[str, int]:
        """How often each kind of bot finds the answer."""
        found = {}
        for kind in repeatable_bots(self.game):
            bot = load_bot(kind, self.game)
            hits = (bot.choose(decision, Random(f"{kind} {n}")) == answer for n in range(TRIES))
            found[kind] = sum(hits)
        return found

    def _rating(self, found: dict[str, int], seats: int) -> int:
        """The rating at which a bot finds it every second time: where that is most likely."""
        known = GAMES[self.game.name].bots
        assert known is not None
        ratings = known.ratings.get(seats, {})

        def likely(points: float) -> float:
            total = -(((points - PRIOR) / WIDE) ** 2) / 2
            for bot, hits in found.items():
                if bot in ratings:
                    p = 1 / (1 + exp((points - ratings[bot]) * log(10) / 400))
                    total += (hits * log(p) + (TRIES - hits) * log(1 - p)) / TRIES
            return total

        return max(range(600, 2600, 5), key=likely)


def _spread(won: int, games: int) -> float:
    share = (won + 2) / (games + 4)
    return SURE * sqrt(share * (1 - share) / (games + 4))


def _low(won: int, games: int) -> float:
    return (won + 2) / (games + 4) - _spread(won, games)


def _high(won: int, games: int) -> float:
    return (won + 2) / (games + 4) + _spread(won, games)


def main() -> None:
    """Play games, look for puzzles, and write them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("game", choices=[n for n in GAMES if GAMES[n].features_part])
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=20, help="how many games are looked through")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first game")
    parser.add_argument("--proof", type=int, default=400, help="games that are played on")
    parser.add_argument("--pick", type=int, help="keep so many, evenly spread by difficulty")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    seats = asked.seats or game_class(asked.game).players[0]
    board = game_class(asked.game).usual_board(seats)
    game = record_game(load_game(asked.game, board))
    assert game is not None
    out = asked.out or Path(str(GAMES[asked.game].file(GAMES[asked.game].puzzles)))
    kept = {each.id: each for each in _read(out)}
    maker = Maker(game, board, asked.proof)
    for number in range(asked.seed, asked.seed + asked.games):
        seed = f"puzzles {asked.game} {seats} {number}"
        match = maker.played(seed, seats)
        for puzzle in maker.puzzles(match, seed):
            kept.setdefault(puzzle.id, puzzle)
            _write(out, list(kept.values()))
        print(f"game {number}: {len(match.history)} plies, {len(kept)} puzzles", flush=True)
    if asked.pick:
        _write(out, picked(list(kept.values()), asked.pick))


def picked(puzzles: list[Puzzle], most: int) -> list[Puzzle]:
    """At most so many, evenly spread from the easiest to the hardest."""
    ranked = sorted(puzzles, key=lambda each: (each.rating, each.id))
    if len(ranked) <= most:
        return ranked
    return [ranked[round(n * (len(ranked) - 1) / (most - 1))] for n in range(most)]


def _read(path: Path) -> list[Puzzle]:
    if not path.is_file():
        return []
    return msgspec.json.decode(path.read_bytes(), type=list[Puzzle])


def _write(path: Path, puzzles: list[Puzzle]) -> None:
    text = msgspec.json.format(msgspec.json.encode(puzzles), indent=1)
    path.write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
