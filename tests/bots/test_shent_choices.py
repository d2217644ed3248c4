"""What the players of SHENT choose: aims of all kinds, runes that serve them, contests weighed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cruachan.arena.python_simulator import play_one
from cruachan.engine.game import NOBODY, Decision
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.bots.contests import Stakes, points_for
from cruachan.games.shent.bots.levels import LEVELS
from cruachan.games.shent.bots.mind import ShentMind
from cruachan.games.shent.bots.quests import choose_aim
from cruachan.games.shent.bots.tempers import temper_of
from cruachan.games.shent.components.material import BREGED, GALU, HANNAS, IDH, RUNES, THURINAS
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import FOES, HAND
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Aim, State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.statistics import THIRDS
from tests.shent.arena import HERE, A, B, field, find, give, token
from tests.shent.play import in_turn, moves, play
from tests.shent.positions import put
from tests.shent.tables import by_bots, game_for

TABLES = range(3, 7)


def asked(state: State, seat: int = A, level: str = "strong") -> Move:
    """What a bot says when it is asked."""
    decision = Decision(seat, game_for(state.seats).observe(state, seat), moves(state, seat))
    return ShentBot(level).choose(decision, Random(1))


def mind_of(state: State, seat: int, level: str = "strong") -> ShentMind:
    """What goes on in a bot."""
    return ShentMind(state, seat, [], Random(1), LEVELS[level], temper_of(seat, ()))


def on_quest(state: State, aim: Aim) -> State:
    """The first player has a quest with this aim."""
    quest = aims.sealed(state, A, aim)._replace(number=1)
    acts.change(state, A, quests=(quest,))
    return state


# --- Aims ---------------------------------------------------------------------------------


def test_every_kind_of_aim_is_chosen_by_some_runes_somewhere() -> None:
    """Any two runes in some positions of a game: no kind is left out, none chosen by half."""
    chosen: Counter[str] = Counter()
    positions = [before for before, *_ in by_bots(4, 7, {"limit": "15"}, "strong")][60::120]
    for state in positions[:6]:
        put(state, "dru", next(n for n, marker in enumerate(state.markers) if marker == NOBODY))
        for one in range(len(RUNES)):
            for two in range(one, len(RUNES)):
                acts.change(state, 0, hand=(one, two, BREGED, HANNAS))
                aim = choose_aim(mind_of(state, 0), aims.choices(state, 0, (one, two)))
                chosen[aim.kind if aim else "none"] += 1
    assert set(chosen) == set(AimKind.ALL)
    assert max(chosen.values()) < sum(chosen.values()) / 3


def test_in_games_of_bots_much_happens_until_the_end() -> None:
    """Many kinds of aims, songs, nobody keeps what cannot come true, few turns pass idly."""
    board = SHENT.load_board(SHENT.usual_board(4))
    options = SHENT(board).complete(4, {"limit": "30"})
    counts: Counter[str] = Counter()
    for number in TABLES:
        counts += play_one(SHENT, board, 4, options, ("strong",) * 4, f"bots {number}").counts
    assert sum(counts[f"taken.{kind}"] > 0 for kind in AimKind.ALL) >= 10
    assert counts["contest.song"] + counts["contest.riddle"] > 0
    assert counts["kept.unreachable"] <= 1
    assert counts["idle.last"] < 0.18 * counts["turns.last"]
    assert sum(counts[f"turns.{third}"] for third in THIRDS) > 100


def test_what_cannot_come_true_is_given_up() -> None:
    state = in_turn("move")
    put(state, "faron", HERE, A)
    on_quest(state, Aim("answer", HANNAS, (), 3, HERE))
    assert asked(state) == Move("forsake", (1,))
    token(state, "legend", strength=3, other=3)
    assert asked(state).verb != "forsake"


# --- Runes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rune", "aim", "reading"),
    [
        (BREGED, Aim("sky", GALU, (), 1, thing=1), "breged.sky"),
        (IDH, Aim("hinder", IDH, (), 2, seat=B), "idh.sleep"),
        (HANNAS, Aim("answer", THURINAS, (), 3, HERE), "hannas.answer"),
    ],
)
def test_a_rune_that_serves_a_quest_is_cast_for_it(rune: int, aim: Aim, reading: str) -> None:
    """Rune, reading and enough points; one who does not see it keeps the rune."""
    state = in_turn("prepare")
    state.sky = 0
    put(state, "faron", HERE, A)
    put(state, "maethor", HERE + 1, B)
    token(state, "legend", strength=3, other=3)
    acts.change(state, A, golu=20)
    state = on_quest(give(state, A, rune), aim)
    assert asked(state) == Move("cast", (HAND, rune))
    state = play(state, A, "cast", HAND, rune)
    said = asked(state)
    assert said.args[0] == reading
    state = play(state, A, said.verb, *said.args)
    while "points" not in {move.verb for move in moves(state, A)}:
        said = asked(state)
        state = play(state, A, said.verb, *said.args)
    tur, golu = asked(state).args
    assert golu >= 2 * (rune == HANNAS)
    assert tur <= 1


# --- Contests -----------------------------------------------------------------------------


def test_a_dragon_is_sung_away_rather_than_fought() -> None:
    state = play(field("pethdan faron", free="urlug"), A, "contest", HERE, FOES)
    assert asked(state) == Move("want", ("song",))


def test_the_wisest_is_put_up_for_a_riddle() -> None:
    state = play(field("pethdan gollor", "saelon"), A, "contest", HERE, B)
    state = play(state, A, "want", "riddle")
    state = play(state, B, "want", "riddle")
    for level in ("strong", "steady"):
        assert asked(state, level=level) == Move("champion", (find(state, "gollor", A),))


def test_a_strong_figure_is_met_by_the_one_that_is_missed_least() -> None:
    """An adan comes forth: the faron answers it, and the maethor is left for the faron."""
    state = field("maethor faron", "adan faron")
    state = play(state, A, "contest", HERE, B)
    assert state.stack[-1].putting(state) == B
    state = play(state, B, "send", find(state, "adan", B))
    assert asked(state) == Move("meet", (find(state, "faron", A),))
    assert asked(state, level="steady") == Move("meet", (find(state, "maethor", A),))


def test_points_are_paid_where_they_matter() -> None:
    """None for what is won or lost anyway; some between equals; none without means."""
    mind = mind_of(field("maethor", "maethor"), A)

    def points(lead: int, means: int = 30) -> int:
        mine, theirs = Stakes(10, 10, means, 0.5), Stakes(10, 10, 0, 0.5)
        values = points_for(mind, lead, mine, theirs)
        return values.index(max(values))

    assert points(8) == 0
    assert points(-14) == 0
    assert points(0) > 1
    assert points(0, means=0) == 0


def test_a_bot_expects_the_other_to_pay_as_well() -> None:
    """Against a full purse a fight is worth less than against an empty one."""
    mind = mind_of(field("maethor", "maethor"), A)
    mine = Stakes(10, 10, 30, 0.5)
    rich, poor = (max(points_for(mind, 0, mine, Stakes(10, 10, n, 0.5))) for n in (30, 0))
    assert rich < poor
