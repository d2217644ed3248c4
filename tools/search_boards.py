"""Look for a fair board of Hibernia: castles, colours of counties, and the track.

    python -m tools.search_boards --minutes 8 --out boards.json             # on a GPU
    python -m tools.search_boards --device cpu --minutes 30 --out boards.json

The counties keep their shapes, borders, provinces and centre. Everything a board may be is kept
(`cruachan board check`): equal shares of colours, unlike neighbours, four colours in the centre,
castles of four colours, one in each province, apart and off the centre, a track from yellow on
with equal shares, never three of a colour in a row.

The best boards so far have descendants that differ by a few changes; all are played on by bots
that look one move ahead. A board is the better the nearer each castle and each place in the order
of play is to its share of wins, with three and four players, in the usual and in the harder game.
What a board has won is kept and added up as long as it is among the best, so that luck fades.

Bots that search win from other castles than bots that look one move ahead. With `--ahead` and what
`tools.check_boards` and this program wrote of the same boards, the search aims beside par by the
difference, so that bots that search come out at par.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations, groupby
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from tools.castles import NONE, SETTINGS, Counts, castle_shares, evaluate, order_shares

from cruachan.engine.capabilities import SearchLevel
from cruachan.games.hibernia.board import COLOURS, Board, load
from cruachan.games.hibernia.state import PLAYERS, BoardTables
from cruachan.games.hibernia.tables import make_tables

YELLOW = COLOURS.index("yellow")
ORDER_WEIGHT = 0.5
"""What a point of the order of play counts beside a point of a castle."""
ROUNDS = {4: (11.0, 13.0), 3: (9.5, 12.0)}
"""How long games may take on average, by players: about as long as on the first board."""
LONG = 50.0
"""What a round beyond that costs, in squares of points."""
LENGTHS = range(40, 49, 4)
"""How many spaces the track may have."""
BEST, ALIKE = 12, 3
"""Boards that have descendants, and how many of them may differ by the track alone."""
RACE = 5
"""Of so many new boards one is played on more than a few times."""


@dataclass(frozen=True)
class Design:
    """What is looked for: a colour for each county, four castles, a track."""

    colours: tuple[int, ...]
    castles: tuple[int, ...]
    track: tuple[int, ...]


class Land:
    """What stays: borders, provinces and the centre."""

    def __init__(self, board: Board) -> None:
        index = {county.name: number for number, county in enumerate(board.counties)}
        self.near = [{index[name] for name in each.neighbours} for each in board.counties]
        arrows = [{index[a], index[b]} for a, b in board.arrows]
        self.unlike = [
            {other for other in near if {county, other} not in arrows}
            for county, near in enumerate(self.near)
        ]
        self.provinces = [county.province for county in board.counties]
        self.centre = [number for number, each in enumerate(board.counties) if each.centre]
        self.design = self.of(board)

    @staticmethod
    def of(board: Board) -> Design:
        """The design of a board."""
        return Design(
            tuple(COLOURS.index(county.colour) for county in board.counties),
            tuple(number for number, county in enumerate(board.counties) if county.castle),
            tuple(COLOURS.index(colour) for colour in board.track),
        )

    def fits(self, design: Design) -> bool:
        """Whether a board could be like this."""
        colours, castles = design.colours, design.castles
        return (
            all(colours.count(each) * PLAYERS == len(colours) for each in range(PLAYERS))
            and all(
                colours[county] != colours[other]
                for county, near in enumerate(self.unlike)
                for other in near
            )
            and len({colours[each] for each in self.centre}) == PLAYERS
            and len({colours[each] for each in castles}) == PLAYERS
            and len({self.provinces[each] for each in castles}) == PLAYERS
            and not set(castles) & set(self.centre)
            and not any(b in self.near[a] for a, b in combinations(castles, 2))
            and track_fits(design.track)
        )

    def tables(self, design: Design) -> BoardTables:
        """The board as the rules need it."""
        return make_tables(self.near, design.colours, design.castles, design.track)

    def change(self, design: Design, rng: random.Random) -> Design:
        """The design with one to three changes."""
        while True:
            changed = design
            for _ in range(rng.choice((1, 1, 2, 3))):
                changed = rng.choice(CHANGES)(self, changed, rng)
            if changed != design and self.fits(changed):
                return changed

    def fresh(self, rng: random.Random) -> Design:
        """A design that has little in common with the first one."""
        design = self.design
        for _ in range(60):
            design = self.change(design, rng)
        return Design(design.colours, design.castles, new_track(len(design.track), rng))


def track_fits(track: Sequence[int]) -> bool:
    """[H1.5] From yellow on, equal shares, at most two of a colour in a row, some doubles."""
    runs = [len(list(group)) for _, group in groupby(track)]
    return (
        track[0] == YELLOW != track[-1]
        and all(track.count(each) * PLAYERS == len(track) for each in range(PLAYERS))
        and max(runs) <= 2
        and len(track) <= 8 * runs.count(2) <= 1.6 * len(track)
    )


def new_track(length: int, rng: random.Random) -> tuple[int, ...]:
    """A track by lot."""
    track = list(range(PLAYERS)) * (length // PLAYERS)
    while True:
        rng.shuffle(track)
        if track_fits(track):
            return tuple(track)


# --- Changes; what does not fit is thrown away --------------------------------------------


def swap_counties(land: Land, design: Design, rng: random.Random) -> Design:
    """Two counties exchange their colours."""
    colours = list(design.colours)
    one, two = rng.sample(range(len(colours)), 2)
    colours[one], colours[two] = colours[two], colours[one]
    return Design(tuple(colours), design.castles, design.track)


def turn_counties(land: Land, design: Design, rng: random.Random) -> Design:
    """Three counties pass their colours on."""
    colours = list(design.colours)
    one, two, three = rng.sample(range(len(colours)), 3)
    colours[one], colours[two], colours[three] = colours[two], colours[three], colours[one]
    return Design(tuple(colours), design.castles, design.track)


def swap_chain(land: Land, design: Design, rng: random.Random) -> Design:
    """Two colours change places in a part of the land where they hang together."""
    colours = list(design.colours)
    start, other = rng.randrange(len(colours)), rng.randrange(PLAYERS)
    pair, chain, queue = {colours[start], other}, {start}, [start]
    for county in queue:
        for near in land.unlike[county]:
            if colours[near] in pair and near not in chain:
                chain.add(near)
                queue.append(near)
    for county in chain:
        colours[county] = sum(pair) - colours[county] if len(pair) == 2 else colours[county]
    return Design(tuple(colours), design.castles, design.track)


def swap_colours(land: Land, design: Design, rng: random.Random) -> Design:
    """Two colours change places in the whole land."""
    one, two = rng.sample(range(PLAYERS), 2)
    to = {one: two, two: one}
    return Design(tuple(to.get(c, c) for c in design.colours), design.castles, design.track)


def move_castle(land: Land, design: Design, rng: random.Random) -> Design:
    """A castle moves within its province; a second one may."""
    castles = list(design.castles)
    for place in rng.sample(range(PLAYERS), rng.choice((1, 2))):
        choices = [
            county
            for county, province in enumerate(land.provinces)
            if province == land.provinces[castles[place]]
        ]
        castles[place] = rng.choice(choices)
    return Design(design.colours, tuple(sorted(castles)), design.track)


def swap_spaces(land: Land, design: Design, rng: random.Random) -> Design:
    """Two spaces of the track change places."""
    track = list(design.track)
    one, two = rng.sample(range(1, len(track)), 2)
    track[one], track[two] = track[two], track[one]
    return Design(design.colours, design.castles, tuple(track))


def turn_spaces(land: Land, design: Design, rng: random.Random) -> Design:
    """A piece of the track is turned round."""
    track = list(design.track)
    one, two = sorted(rng.sample(range(1, len(track) + 1), 2))
    track[one:two] = track[one:two][::-1]
    return Design(design.colours, design.castles, tuple(track))


def change_length(land: Land, design: Design, rng: random.Random) -> Design:
    """The track is four spaces longer or shorter."""
    track = list(design.track)
    longer = len(track) < LENGTHS[-1] and (len(track) == LENGTHS[0] or rng.random() < 0.5)
    for colour in range(PLAYERS):
        if longer:
            track.insert(rng.randrange(1, len(track)), colour)
        else:
            places = [at for at, each in enumerate(track) if at and each == colour]
            track.pop(rng.choice(places))
    return Design(design.colours, design.castles, tuple(track))


CHANGES = (
    swap_counties, swap_counties, turn_counties, swap_chain, swap_colours, move_castle,
    swap_spaces, swap_spaces, swap_spaces, turn_spaces, change_length,
)  # fmt: skip


# --- How good a board is -------------------------------------------------------------------


Ahead = list[list[float]]
"""By setting and castle: so many points more than bots of one step are won by bots that search."""
AT_PAR: Ahead = [[0.0] * PLAYERS for _ in SETTINGS]


@dataclass
class Candidate:
    """A design and what happened on it."""

    design: Design
    counts: list[Counts] = field(default_factory=lambda: [NONE] * len(SETTINGS))
    ahead: Ahead = field(default_factory=lambda: AT_PAR)

    def add(self, counts: Iterable[Counts]) -> None:
        """More games were played."""
        self.counts = [a + b for a, b in zip(self.counts, counts, strict=True)]

    @property
    def badness(self) -> float:
        """Squares of points off par, less what is to be expected by luck alone; then caution."""
        total, variance = 0.0, 0.0
        for (seats, _), counts, ahead in zip(SETTINGS, self.counts, self.ahead, strict=True):
            par = 100 / seats
            castles, castle_half = castle_shares(counts, seats)
            order, order_half = order_shares(counts, seats)
            for shares, half, weight in (
                ([a + b for a, b in zip(castles, ahead, strict=True)], castle_half, 1.0),
                (order, order_half, ORDER_WEIGHT),
            ):
                luck = (half / 1.96) ** 2
                total += weight * sum((each - par) ** 2 - luck for each in shares)
                variance += weight * weight * len(shares) * luck * luck * 2
            least, most = ROUNDS[seats]
            rounds = counts.rounds / counts.games
            total += LONG * (max(0.0, rounds - most) + max(0.0, least - rounds))
        return total + 0.5 * sqrt(variance)

    @property
    def worst(self) -> float:
        """How far the worst castle is off par, in points."""
        return max(
            abs(share - 100 / seats)
            for (seats, _), counts in zip(SETTINGS, self.counts, strict=True)
            for share in castle_shares(counts, seats)[0]
        )

    def report(self) -> dict[str, Any]:
        """What is written to the file."""
        return {
            "badness": round(self.badness, 2),
            "worst": round(self.worst, 2),
            "castles": list(self.design.castles),
            "colours": list(self.design.colours),
            "track": list(self.design.track),
            "settings": [
                {
                    "players": seats, "harder": harder, "games": counts.games,
                    "castles": [round(each, 2) for each in castle_shares(counts, seats)[0]],
                    "order": [round(each, 2) for each in order_shares(counts, seats)[0]],
                    "rounds": round(counts.rounds / counts.games, 2),
                    "wins": counts.wins.tolist(), "all_rounds": counts.rounds,
                }
                for (seats, harder), counts in zip(SETTINGS, self.counts, strict=True)
            ],
        }  # fmt: skip


def read_candidates(path: Path) -> list[Candidate]:
    """The candidates of a file, with what happened on them."""
    found = []
    for each in json.loads(path.read_text(encoding="utf-8")):
        design = Design(tuple(each["colours"]), tuple(each["castles"]), tuple(each["track"]))
        counts = [
            Counts(np.array(s["wins"], np.int64), s["all_rounds"], s["games"])
            for s in each["settings"]
        ]
        found.append(Candidate(design, counts))
    return found


def searching_ahead(checked: Path, searched: Path) -> Ahead:
    """What bots that search win more than bots of one step, over the boards of both files."""
    near = {each.design: each for each in read_candidates(searched)}
    total, games = np.zeros((len(SETTINGS), PLAYERS)), 0
    for far in read_candidates(checked):
        if far.design in near:
            for number, (seats, _) in enumerate(SETTINGS):
                shares = [
                    castle_shares(each.counts[number], seats)[0] for each in (far, near[far.design])
                ]
                total[number] += far.counts[0].games * np.subtract(shares[0], shares[1])
            games += far.counts[0].games
    if not games:
        raise SystemExit(f"{checked} and {searched} have no board in common")
    return [[float(each) for each in row] for row in total / games]


# --- The search ------------------------------------------------------------------------------


def cpu_player(greedy: bool) -> Any:
    """Plays `games` games in each setting on each board, on all cores."""
    pool = ThreadPoolExecutor(os.cpu_count())
    level = None if greedy else SearchLevel()

    def play(boards: Any, games: int, seed: int) -> list[list[Counts]]:
        return [evaluate(board, games, level, seed, pool) for board in boards]

    return play


def gpu_player(greedy: bool) -> Any:
    """Plays `games` games in each setting on each board, on a GPU."""
    from tools.castles_gpu import GROUP, Player

    player, long = Player(greedy), 4

    def play(boards: Any, games: int, seed: int) -> list[list[Counts]]:
        return player.play(boards, long, max(1, round(games / (GROUP * long))), seed)

    return play


def search(
    land: Land, play: Any, asked: argparse.Namespace, best: list[Candidate], ahead: Ahead
) -> Iterator[list[Candidate]]:
    """Yield the best boards so far after each generation, as long as there is time."""
    rng, until, generation = random.Random(asked.seed), monotonic() + 60 * asked.minutes, 0
    if not best:
        first = [Candidate(land.fresh(rng), ahead=ahead) for _ in range(asked.boards * asked.first)]
        best = chosen(race(land, play, [Candidate(land.design, ahead=ahead), *first], asked, 0))
        yield best
    while monotonic() < until:
        generation += 1
        known = {each.design for each in best}
        born: dict[Design, Candidate] = {}
        while len(born) < asked.boards:
            # The better a board, the more descendants it has.
            parent = best[min(int(rng.expovariate(3 / len(best))), len(best) - 1)]
            design = land.change(parent.design, rng)
            if design not in known:
                born[design] = Candidate(design, ahead=ahead)
        seed = asked.seed * 100_000 + 2 * generation
        promising = race(land, play, list(born.values()), asked, seed)
        best = chosen(play_all(land, play, [*best, *promising], asked.games, seed + 1))
        yield best


def race(
    land: Land, play: Any, candidates: list[Candidate], asked: argparse.Namespace, seed: int
) -> list[Candidate]:
    """Play a few games on each board, and return the best of them."""
    few = play_all(land, play, candidates, asked.games // RACE, seed)
    return few[: max(BEST, len(few) // RACE)]


def play_all(
    land: Land, play: Any, candidates: list[Candidate], games: int, seed: int
) -> list[Candidate]:
    """Play on each board, and return them with the best first."""
    boards = np.array([land.tables(each.design) for each in candidates])
    for candidate, counts in zip(candidates, play(boards, games, seed), strict=True):
        candidate.add(counts)
    return sorted(candidates, key=lambda each: each.badness)


def chosen(candidates: list[Candidate]) -> list[Candidate]:
    """The best, but few that are alike but for the track."""
    kept: list[Candidate] = []
    for each in candidates:
        alike = [c for c in kept if c.design.colours == each.design.colours]
        if len(alike) < ALIKE and len(kept) < BEST:
            kept.append(each)
    return kept


def show(best: list[Candidate], generation: int, seconds: float) -> None:
    """A line of progress."""
    top = best[0]
    shares = [
        "/".join(f"{s:.0f}" for s in castle_shares(counts, seats)[0])
        + " "
        + "/".join(f"{s:.0f}" for s in order_shares(counts, seats)[0])
        for (seats, _), counts in zip(SETTINGS, top.counts, strict=True)
    ]
    print(
        f"{generation:4} {seconds:6.1f} s  {top.badness:7.1f} (worst {top.worst:4.1f}, "
        f"{top.counts[0].games} games; last {best[-1].badness:7.1f})  " + "  ".join(shares),
        flush=True,
    )


def main() -> None:
    """Search and write the best boards."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--greedy", action="store_true", help="bots that have not learned")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--boards", type=int, default=128, help="new ones in each generation")
    parser.add_argument("--games", type=int, default=1536, help="in each setting on each board")
    parser.add_argument("--first", type=int, default=3, help="times as many boards at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=Path, nargs="+", default=[], help="go on with these boards")
    parser.add_argument("--ahead", type=Path, nargs=2, metavar=("CHECKED", "SEARCHED"))
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    land, begun = Land(load("ireland")), monotonic()
    play = (cpu_player if asked.device == "cpu" else gpu_player)(asked.greedy)
    designs = dict.fromkeys(each.design for path in asked.begin for each in read_candidates(path))
    ahead = searching_ahead(*asked.ahead) if asked.ahead else AT_PAR
    known = [Candidate(design, ahead=ahead) for design in designs]
    if known:
        known = chosen(play_all(land, play, known, asked.games, asked.seed))
    for generation, best in enumerate(search(land, play, asked, known, ahead)):
        show(best, generation, monotonic() - begun)
        text = json.dumps([each.report() for each in best])
        whole = asked.out.with_suffix(".new")
        whole.write_text(text, encoding="utf-8")
        whole.replace(asked.out)


if __name__ == "__main__":
    main()
