"""What is shown beside the island: to everybody what is open, to each what is her own."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang, Texts
from cruachan.engine.view import PanelEntry, SidePanel
from cruachan.games.shent import WORDS
from cruachan.games.shent.chapters.countermagic import WISHES
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.components.material import GALAS, HANNAS, NARCHAD, RATH, RUNES
from cruachan.games.shent.components.tokens import Shown, TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import TRACK
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.state import Aim, State, Token
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.view.side_panels import about_rune

from .positions import BOARD, put, quest, table

GAME = SHENT(BOARD)
NAMES = ("Medb", "Ailill", "Cu")


def at_table(**options: str) -> State:
    """a is on turn; all have a figure on the board."""
    state = table()
    state.options = tuple(GAME.complete(3, options).items())
    for seat, land in enumerate((0, 8, 16)):
        put(state, "faron", land, seat)
    state.stack = [TurnFrame(0, "prepare")]
    return state


def side_panels(
    state: State, viewer: int | None = 0, lang: Lang = DEFAULT_LANG
) -> dict[str, SidePanel]:
    """The side panels of a viewer by their ids."""
    view = GAME.presentation.view(state, viewer, NAMES, lang)
    return {panel["id"]: panel for panel in GAME.presentation.side_panels(view, lang)}


def by_label(panel: SidePanel) -> dict[str, PanelEntry]:
    return {entry["label"]: entry for entry in panel["entries"]}


def place(land: int) -> str:
    return f"land:{BOARD.lands[land].short}"


def values(entry: Any, *keys: str) -> list[Any]:
    return [entry.get(key) for key in keys]


# --- Seats --------------------------------------------------------------------------------


def test_what_everybody_sees_of_a_player() -> None:
    """Numbers, lands and figures with their places; the roles of this turn."""
    state = at_table()
    acts.change(state, 1, tur=12, hand=(GALAS, RATH), goal=(NARCHAD,), fulfilled=1)
    state.markers[3] = state.markers[8] = 1
    found = by_label(side_panels(state, None)["seat:1"])
    goal = found["runes of the goal"]
    assert next(iter(found)) == "runes of the goal"
    assert values(goal, "value", "done", "of") == ["1 of 2", 1, 2]
    assert values(found["lands"], "value", "at") == ["2", [place(3), place(8)]]
    assert values(found["figures"], "value", "at") == ["1", [place(8)]]
    assert [found[label]["value"] for label in ("tûr (power)", "runes in the hand")] == ["12", "2"]
    assert found["element"]["symbol"].startswith("element-")
    assert "narrator" in found["this turn"]["value"]
    assert "administrator" not in found


@pytest.mark.parametrize("wish", WISHES)
def test_a_wish_says_what_it_means(wish: str) -> None:
    state = at_table()
    acts.change(state, 0, wish=wish)
    entry = by_label(side_panels(state)["seat:0"])["asked about magic"]
    assert entry["about"] == Texts(WORDS, "en")(f"about.wish_{wish}")


def test_the_end_says_what_the_points_are_made_of() -> None:
    """First of all, for the page calls the scores by it; nobody is asked for magic any more."""
    state = at_table()
    acts.change(state, 1, aglar=2)
    state.markers[3] = state.markers[8] = 1
    state.stack, state.outcome = [], (1, 0, 2)
    found = by_label(side_panels(state, None)["seat:1"])
    assert next(iter(found)) == "points"
    assert found["points"]["value"] == "12"
    assert "5 for each aglar" in found["points"]["about"]
    assert "asked about magic" not in found
    assert found["lands"]["value"] == "2 × 1"
    assert found["aglar (respect)"]["value"] == "2 × 5"
    assert "golu, for the points are equal" not in found
    assert "hand" not in " ".join(found)
    even = by_label(side_panels(state, None)["seat:0"])
    assert "golu, for the points are equal" in even, "two have no points at all"


# --- Hand and goal ------------------------------------------------------------------------


def test_hand_and_goal_are_for_their_player_alone() -> None:
    state = at_table()
    acts.change(state, 0, hand=(GALAS, HANNAS), goal=(NARCHAD,))
    own = side_panels(state)
    assert [entry["label"] for entry in own["hand"]["entries"]] == ["galas", "hannas"]
    assert own["hand"]["own"]
    assert own["goal"]["own"]
    assert "narchad" in own["goal"]["entries"][0]["about"]
    assert [entry["value"] for entry in own["goal"]["entries"]] == ["1 of 2"]
    assert side_panels(state, 1)["hand"]["entries"] == []
    assert not {"hand", "goal"} & side_panels(state, None).keys()
    assert "narchad" not in str(side_panels(state, 1)["seat:0"])


def test_a_goal_with_its_aim_says_how_far_it_has_come() -> None:
    state = at_table()
    quest(state, 0, Aim("gather", RATH, (), 3, 0))
    (sealed,) = state.players[0].quests
    acts.change(state, 0, goal=(RATH, GALAS), aim=sealed, quests=())
    laid, aim = side_panels(state)["goal"]["entries"]
    assert laid["value"] == "2 of 2"
    assert values(aim, "value", "done", "of", "at") == ["1 of 3", 1, 3, [place(0)]]
    assert "state" not in aim
    for _ in range(2):
        put(state, "maethor", 0, 0)
    assert side_panels(state)["goal"]["entries"][1]["state"] == "done"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("rune", RUNES)
def test_a_rune_tells_all_that_it_can_do(rune: str, lang: Lang) -> None:
    """Every reading by its name, what it does as magic, and no place left to fill."""
    about = about_rune(rune, lang)
    for key, reading in Reading.ALL.items():
        if key.startswith(f"{rune}."):
            assert str(reading.words(lang)["name"]) in about
    assert "{" not in about
    assert len(about) > 200


# --- Quests -------------------------------------------------------------------------------


def test_a_quest_is_told_as_far_as_it_is_known() -> None:
    """Open: all; silent: its runes; secret: that it is there. What is not known is hidden."""
    state = at_table()
    for mode in ("open", "silent", "secret"):
        quest(state, 0, Aim("reach", RATH, (), 1, 7), mode=mode, runes=(RATH, RATH))
    own, theirs = side_panels(state)["quests:0"], side_panels(state, 1)["quests:0"]
    assert (own["own"], theirs["own"], theirs["title"]) == (True, False, "Quests of Medb")
    assert all(entry["at"] == [place(7)] for entry in own["entries"])
    assert all(BOARD.lands[7].called("en") in entry["label"] for entry in own["entries"])
    known, silent, secret = theirs["entries"]
    assert known["label"] == own["entries"][0]["label"]
    assert [entry.get("state") for entry in theirs["entries"]] == [None, "hidden", "hidden"]
    assert "rath, rath" in silent["label"]
    assert "rath" not in str(secret)
    assert not silent["at"]
    assert not secret["at"]
    assert side_panels(state, None)["quests:0"]["entries"] == theirs["entries"]
    assert "quests:1" not in side_panels(state)
    acts.change(state, 0, quests=tuple(q for q in state.players[0].quests if q.mode == "open"))
    assert not side_panels(state)["quests:0"]["own"], "all see what is open"


def test_a_quest_says_that_it_is_reached_or_lost() -> None:
    state = at_table()
    quest(state, 0, Aim("gather", RATH, (), 1, 0))
    quest(state, 0, Aim("answer", HANNAS, (), 1, 5))
    reached, lost = side_panels(state)["quests:0"]["entries"]
    assert (reached["state"], lost["state"]) == ("done", "lost")
    assert "can be claimed" in reached["about"]
    assert "any more" in lost["about"]


def test_a_quest_against_somebody_points_at_her_figures() -> None:
    state = at_table()
    quest(state, 0, Aim("win", RATH, (), 1, seat=2, thing=1))
    assert side_panels(state)["quests:0"]["entries"][0]["at"] == [place(16)]


# --- The table ----------------------------------------------------------------------------


def test_round_sky_and_bags() -> None:
    state = at_table(limit="20")
    away = put(state, "maethor", 5, 1)
    acts.change_piece(state, away, land=TRACK, back=13)
    found = by_label(side_panels(state, None)["sky"])
    assert values(found["round"], "value", "of") == ["1 of 20", 20]
    assert found["round stone"]["at"] == ["stone:1"]
    assert values(found["sky"], "value", "symbol", "at") == ["water", "sky-nen", ["sky"]]
    assert values(found["back at stone 3"], "value", "at") == ["warrior of Ailill", ["stone:3"]]
    assert "round event" not in found
    state.weather = (GALAS, 4)
    weather = by_label(side_panels(state, None)["sky"])["round event"]
    assert values(weather, "value", "symbol") == ["galas 4", "rune-galas"]
    assert by_label(side_panels(at_table(), None)["sky"])["round"]["value"] == "1"


def test_legends_peace_and_what_else_holds() -> None:
    """Only where there is something of the kind."""
    state = at_table()
    assert not {"legends", "agreements"} & side_panels(state).keys()
    state.tokens += [Token(TokenKind.LEGEND, 4, 5), Token(TokenKind.HOST, 5, 6, 0)]
    state.peace.append((8, 1, 2))
    found = side_panels(state, None)
    (legend,) = found["legends"]["entries"]
    assert legend["at"] == [place(4)]
    assert "depth is 5" in legend["about"]
    peace, host = found["agreements"]["entries"]
    assert values(peace, "label", "at") == ["Ailill and Cu: peace", [place(8)]]
    assert values(host, "label", "at") == ["host of Medb 6", [place(5)]]


@pytest.mark.parametrize("kind", [kind for kind in TokenKind if kind.shown == Shown.WORDS])
def test_everything_that_holds_in_a_land_is_explained(kind: TokenKind) -> None:
    state = at_table()
    state.tokens.append(Token(kind, 0, 2, 0, pieces=(0,)))
    (entry,) = side_panels(state)["agreements"]["entries"]
    assert len(entry["about"]) > 40
