"""Simulations of SHENT: the same for the same seed, with quests, contests and readings counted."""

from __future__ import annotations

import json
from functools import cache
from typing import cast

import pytest

from cruachan.arena.simulate import simulate
from cruachan.cli.many import simulation_text
from cruachan.engine.errors import OptionError
from cruachan.engine.texts import Lang, Texts
from cruachan.games import load_game
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import DomainEvent
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.statistics import TaleTally, TaleWatcher
from tests.shent.play import in_turn
from tests.test_cli import cruachan

GAME = load_game("shent", "sirren")


@cache
def run(games: int, seed: int, **options: str) -> dict[str, object]:
    bots = ("purposeful", "wandering")
    tally = cast(TaleTally, list(simulate(GAME, 2, games, seed, bots, options))[-1])
    report: dict[str, object] = json.loads(json.dumps(tally.report()))
    return report


def test_the_same_seed_gives_the_same_games() -> None:
    keys = ("games", "moves", "wins", "ends", "quests", "contests", "readings", "rounds")
    first, again, other = (run.__wrapped__(4, seed, limit="15") for seed in (1, 1, 2))
    assert [first[key] for key in keys] == [again[key] for key in keys]
    assert first["readings"] != other["readings"]


def test_the_report_counts_what_happened() -> None:
    report = run(4, 3, limit="20")
    ends = cast(dict[str, int], report["ends"])
    assert sum(ends.values()) == 4
    assert report["goal_share"] == ends["goal"] / 4
    quests = cast(dict[str, int], report["quests"])
    per_player = cast(list[float], report["quests_per_player"])
    assert sum(quests.values()) == pytest.approx(4 * sum(per_player), abs=0.01)
    readings = cast(dict[str, dict[str, int]], report["readings"])
    assert {f"{rune}.{key}" for rune, used in readings.items() for key in used} == set(Reading.ALL)
    assert sum(n for used in readings.values() for n in used.values()) > 100


def test_the_report_counts_aims_and_idle_turns() -> None:
    """What was taken on, fulfilled and given up by kind; turns by thirds of the games."""
    report = run(4, 3, limit="20")
    aims = cast(dict[str, dict[str, int]], report["aims"])
    quests = cast(dict[str, int], report["quests"])
    assert set(aims) == {*AimKind.ALL, "words"}
    assert {kind: row["quests"] for kind, row in aims.items() if row["quests"]} == quests
    ended = sum(row["quests"] + row["given_up"] for row in aims.values())
    assert 0 < ended <= sum(row["taken"] for row in aims.values())
    assert (
        sum(row["goals"] for row in aims.values()) == cast(dict[str, int], report["ends"])["goal"]
    )
    turns = cast(dict[str, dict[str, float]], report["turns"])
    assert list(turns) == ["first", "second", "last"]
    for row in turns.values():
        assert 0 <= row["idle"] < row["all"]
        assert row["idle_share"] == round(row["idle"] / row["all"], 4)


def test_a_turn_in_which_nothing_is_done_is_idle() -> None:
    """One who marches and stays lets the turn go by; one step is enough not to."""
    watch = TaleWatcher()
    state = in_turn("gain")
    for move in (Move("march", ()), Move("step", (0, 1))):
        state.domain_events = [DomainEvent(DomainEventKind.TURN, 0)]
        assert not list(watch.seen(0, Move("done", ()), state))
        state.domain_events = []
        assert not list(watch.seen(0, move, state))
        state.domain_events = [DomainEvent(DomainEventKind.TURN_END, 0)]
        assert not list(watch.seen(0, Move("done", ()), state))
    assert [idle for idle, _ in watch.turns] == [True, False]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            ["hinder               3          1         0", "enchanted song 2", "25.0% and 50.0%"],
        ),
        (
            "de",
            [
                "hindern              3          1          0",
                "Zaubergesang 2",
                "25,0\xa0% und 50,0\xa0%",
            ],
        ),
    ],
)
def test_the_text_tells_aims_contests_and_idle_turns(lang: Lang, told: list[str]) -> None:
    tally = TaleTally("shent", 2, 1, ("wandering",) * 2, ("goal", "limit"))
    tally.counts.update({"taken.hinder": 3, "quests.hinder": 1, "contest.song": 2})
    tally.counts.update({"turns.second": 4, "idle.second": 1, "turns.last": 4, "idle.last": 2})
    text = simulation_text(tally, GAME.package, Texts("cruachan.cli", lang))
    for each in told:
        assert each in text


def test_bots_must_fit_the_table() -> None:
    with pytest.raises(OptionError, match="strong, steady, learner, purposeful, wandering"):
        list(simulate(GAME, 2, 1, 1, ("greedy", "greedy"), {}))


def test_the_command_line_chooses_board_and_bots() -> None:
    done = cruachan("simulate", "shent", "--games", "1", "--seats", "2", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["bots"] == ["strong"] * 2
    assert sum(report["wins"]) == 1


def test_the_report_counts_what_seats_did_and_where_they_began() -> None:
    """Figures by kind, declarations and answers by seat; elements and first figures with wins."""
    report = run(4, 3, limit="20")
    did = cast(dict[str, list[int]], report["did"])
    placed = cast(dict[str, int], report["placed"])
    assert placed["faron"] == sum(did["placed.faron"]) > 0
    assert all(len(each) == 2 for each in did.values())
    began = cast(dict[str, dict[str, list[int]]], report["began"])
    for what in ("element", "figure", "neighbours", "land"):
        begun, won = (sum(each[n] for each in began[what].values()) for n in (0, 1))
        assert (begun, won) == (8, 4)


def test_votes_against_a_quest_are_counted() -> None:
    watch, state = TaleWatcher(), in_turn("gain")
    state.domain_events = [
        DomainEvent(DomainEventKind.VOTED, 0, more=("claim", "hard", "done", 1, 2, 3, 0))
    ]
    seen = list(watch.seen(1, Move("vote", (False, True)), state))
    assert seen == ["votes_against.claim", "votes_against.claim", "voted_down.claim"]
    state.domain_events = [DomainEvent(DomainEventKind.VOTED, 0, more=("accept", "hard", 1, 1))]
    assert list(watch.seen(1, Move("vote", (True,)), state)) == ["votes_against.accept"]
