"""What viewers are shown: the keys of the contract, words for everything, and no secret."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.engine.view import Choice
from cruachan.games.shent.chapters.challenges import Challenge
from cruachan.games.shent.chapters.claims import CallLot
from cruachan.games.shent.chapters.contests import Contest, Survivor
from cruachan.games.shent.chapters.countermagic import Counter, Moment
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.gaining import Overflow
from cruachan.games.shent.chapters.placing import Homecoming
from cruachan.games.shent.chapters.quests import Declare
from cruachan.games.shent.chapters.rewards import Pouch
from cruachan.games.shent.chapters.round_events import Gather, Thin
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import GALAS, HANNAS, NARCHAD, RATH
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HIDDEN, TRACK
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.numbers import Numbers
from cruachan.games.shent.core.state import Aim, State, Token
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.readings.questions import News
from cruachan.games.shent.view.prompts import Prompts
from cruachan.games.shent.view.speech import ShentSpeech

from .positions import BOARD, near, put, quest, table
from .tables import game_for as game
from .tables import walk

GAME = SHENT(BOARD)
NAMES = ("Medb", "Ailill", "Cu")
KEYS = {
    *("game", "board", "seat", "seats", "to_act", "prompt", "points", "result", "calls"),
    *("asked", "turn", "phase", "phase_name", "round", "stone", "sky", "sky_name", "weather"),
    *("bag", "numbers", "lands", "paths", "peace", "track", "players", "seats", "options"),
}
LAND = {
    *("id", "name", "short", "tag", "element", "element_name", "rune", "marker", "figures"),
    *("building", "tokens", "besides", "quest"),
}
PLAYER = {
    *("seat", "letter", "piece", "name", "element", "element_name", "tur", "golu", "aglar"),
    *("hand", "runes", "stones", "lands", "wish", "wish_name", "roles", "role_names"),
    *("fulfilled", "kept", "broken", "goal", "quests"),
}


def at_table(phase: str = "prepare") -> State:
    """a is on turn; all have a figure on the board."""
    state = table()
    state.options = tuple(GAME.complete(3, {}).items())
    for seat, land in enumerate((0, 8, 16)):
        put(state, "faron", land, seat, steps=2)
    state.stack = [TurnFrame(0, phase)]
    return state


def seen(state: State, viewer: int | None = 0, lang: Lang = DEFAULT_LANG) -> Any:
    return GAME.presentation.view(state, viewer, NAMES, lang)


def labels(view: Any) -> dict[str, str]:
    return {move["text"]: move["label"] for point in view["points"] for move in point["moves"]}


# --- The contract -------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "seats"), [(11, 2), (12, 3), (13, 4), (14, 6)])
def test_views_of_a_game_are_whole_and_in_words(seed: int, seats: int) -> None:
    """For all viewers in both languages, at many positions."""
    playing = game(seats)
    for number, (state, _, _) in enumerate(walk(seed, seats, 360, limit="15")):
        if number % 9:
            continue
        for viewer in (None, *range(seats)):
            view = playing.presentation.view(state, viewer, NAMES[:seats], LANGS[number % 2])
            check(view, playing.legal_moves(state, viewer) if viewer is not None else [])
            playing.presentation.draw(view, LANGS[number % 2]) if not number % 90 else None


def check(view: Any, legal: list[Move]) -> None:
    """All keys, all moves once, no empty words, no braces left over."""
    assert set(view) >= KEYS
    assert all(set(land) == LAND for land in view["lands"])
    assert all(set(player) == PLAYER for player in view["players"])
    every = [move for point in view["points"] for move in point["moves"]]
    # A page asks for the words of a task of her own; the rules do without them.
    moves = [m for m in every if not m["needs"] or GAME.unpack(m["move"]).verb == "free"]
    assert sorted(map(repr, legal)) == sorted(repr(GAME.unpack(move["move"])) for move in moves)
    said = [view["prompt"], view["phase_name"], *(call["label"] for call in view["calls"])]
    said += [point["label"] for point in view["points"]]
    for move in moves:
        assert Choice.__required_keys__ <= set(move) <= set(Choice.__annotations__)
        said += [move["text"], move["label"]]
    for text in said:
        assert text.strip()
        assert "{" not in text
    assert json.loads(json.dumps(view)) == view


def test_points_are_what_is_pointed_at() -> None:
    """Figures by the same names as on the map."""
    state = at_table("move")
    view = seen(state)
    ids = {point["id"] for point in view["points"]}
    assert "piece:faron1" in ids
    assert "" in ids
    figures = [figure["id"] for land in view["lands"] for figure in land["figures"]]
    assert figures == ["faron1", "b.faron1", "c.faron1"]
    assert [f["id"] for land in seen(state, 1)["lands"] for f in land["figures"]][1] == "faron1"
    prepared = {point["id"] for point in seen(at_table())["points"]}
    assert {f"land:{BOARD.lands[0].short}", "seat:b", "seat:c", ""} <= prepared


def test_lands_show_what_lies_and_stands_there() -> None:
    """Markers, buildings, tokens, flags, the round track."""
    state = at_table()
    state.markers[3] = 1
    put(state, "talan", 3, 1)
    state.tokens += [
        Token(TokenKind.WALL, 4, 3),
        Token(TokenKind.HOST, 5, 6, 0),
        Token(TokenKind.PATH, 1, other=9),
    ]
    state.tokens.append(Token(TokenKind.BAND, 0, 4, 0, pieces=(0,)))
    acts.change_piece(state, 0, plus=1)
    away = put(state, "maethor", 5, 1)
    acts.change_piece(state, away, land=TRACK, back=13)
    view = seen(state)
    assert view["lands"][3]["marker"] == 1
    assert view["lands"][3]["building"]["kind"] == "talan"
    assert view["lands"][4]["tokens"] == [
        {"kind": "wall", "name": "wall", "strength": 3, "owner": None, "text": ""}
    ]
    assert view["lands"][5]["besides"][0]["kind"] == "host"
    assert view["paths"] == [[1, 9]]
    assert view["lands"][0]["figures"][0]["flags"] == ["held", "experienced"]
    (waiting,) = view["track"]
    assert (waiting["stone"], waiting["figures"][0]["owner"]) == (3, 1)
    GAME.presentation.draw(view)


# --- Secrets ------------------------------------------------------------------------------


def test_a_quest_is_shown_as_far_as_it_is_known() -> None:
    """Open: all; silent: its runes; secret: how many there are."""
    state = at_table()
    aim = Aim("reach", RATH, (), 1, 7)
    for mode in ("open", "silent", "secret"):
        quest(state, 0, aim, mode=mode, runes=(RATH, RATH))
    own = seen(state)["players"][0]["quests"]
    assert all(q["text"] and q["runes"] == ["rath", "rath"] and q["progress"] for q in own)
    assert seen(state)["lands"][7]["quest"]
    theirs = seen(state, 1)["players"][0]["quests"]
    assert [bool(q["text"]) for q in theirs] == [True, False, False]
    assert [q["runes"] for q in theirs] == [["rath"] * 2, ["rath"] * 2, []]
    assert [q["progress"] is None for q in theirs] == [False, True, True]
    assert [q["mode_name"] for q in seen(state, 1, "de")["players"][0]["quests"]] == [
        "offen",
        "schweigsam",
        "geheim",
    ]


def test_hands_and_goals_are_shown_to_their_players_alone() -> None:
    """Others see how many."""
    state = at_table()
    acts.change(state, 0, hand=(GALAS, HANNAS), goal=(NARCHAD,))
    own, other = seen(state)["players"][0], seen(state, 1)["players"][0]
    assert [rune["key"] for rune in own["runes"]] == ["galas", "hannas"]
    assert "narchad" in own["goal"]["text"]
    assert (other["runes"], other["hand"], other["goal"]["text"]) == ([], 2, "")
    assert other["goal"]["size"] == 1
    assert HIDDEN in GAME.observe(state, 1).players[0].hand


def test_nobody_is_shown_what_another_has_bid() -> None:
    """Two views that differ in a sealed answer alone are equal."""
    state = at_table()
    acts.change(state, 1, tur=30)
    one, two = put(state, "faron", 0, 0), put(state, "faron", 0, 1)
    views = []
    for points in (0, 3):
        fight = Challenge(0, (0, one), (1, two), bids=((1, points),))
        state.stack = [TurnFrame(0, "contest"), fight]
        views.append(seen(state, 0))
    assert views[0] == views[1]


# --- Questions ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_the_narrator_is_told_rune_strength_and_land(lang: Lang) -> None:
    """And every reading is offered with what it does."""
    state = at_table("events")
    state.stack.append(Event(0, 0, (0,), rune=GALAS, strength=4, step="read"))
    (narrator,) = GAME.to_act(state)
    view = seen(state, narrator, lang)
    assert "galas" in view["prompt"]
    assert "4" in view["prompt"]
    assert BOARD.lands[0].called(lang) in view["prompt"]
    assert view["asked"]["kind"] == "event_read"
    harvest = labels(view)["read galas.harvest"]
    assert "4 tûr" in harvest
    assert all(move["tell"] for point in view["points"] for move in point["moves"])
    assert NAMES[narrator] in seen(state, 0, lang)["prompt"]


def test_odds_are_told_before_a_bid() -> None:
    """With what each side counts."""
    state = at_table("contest")
    acts.change(state, 0, tur=10)
    put(state, "maethor", 0, 1)
    foe = next(i for i, p in enumerate(state.pieces) if p.owner == 1 and p.kind == 1)
    state.stack.append(Challenge(0, (0, 0), (1, foe)))
    view = seen(state)
    assert "How many points" in view["prompt"]
    said = labels(view)
    assert "6 tûr" in said["bid 3"]
    assert int(said["bid 3"].split("(")[1].split(" ")[0]) > int(
        said["bid 0"].split("(")[1].split(" ")[0]
    )


@pytest.mark.parametrize("lang", LANGS)
def test_voters_are_told_the_aim_and_how_hard_it_is(lang: Lang) -> None:
    """What the quest says is in the question."""
    state = at_table()
    number = quest(state, 0, Aim("reach", RATH, (), 1, 7))
    state.stack.append(Ballot("claim", 0, ("hard", "done"), state.players[0].quests[0]))
    view = seen(state, 1, lang)
    assert number == 1
    assert BOARD.lands[7].called(lang) in view["prompt"]
    assert len(labels(view)) == 4


def test_aims_are_offered_in_words_with_their_level() -> None:
    """For the runes of the quest."""
    state = at_table()
    acts.change(state, 0, hand=(GALAS, RATH))
    state.stack.append(Declare(0, (GALAS, RATH), "open"))
    view = seen(state)
    assert "galas" in view["prompt"]
    aims = [label for text, label in labels(view).items() if text.startswith("aim")]
    assert len(aims) > 5
    assert all("turns)" in label for label in aims)


def test_a_met_quest_calls_while_others_move() -> None:
    """For its owner alone, and not when the owner is asked anyhow."""
    state = at_table("move")
    land = near(state, 8)[0]
    quest(state, 1, Aim("reach", RATH, (), 1, land), turn=0)
    assert seen(state, 1)["calls"] == []
    put(state, "maethor", land, 1)
    acts.note(state, DomainEventKind.STEPPED, 1, land=land, piece=13, amount=8)
    acts.note(state, DomainEventKind.ENTERED, 1, land=land)
    claims = [m for m in GAME.legal_moves(state, 1) if m.verb == "claim"]
    assert len(seen(state, 1)["calls"]) == len(claims)
    assert seen(state, 0)["calls"] == []
    assert seen(state, None)["calls"] == []


def test_who_waits_is_told_for_whom() -> None:
    """Spectators and those not asked; chance; the end."""
    state = at_table()
    for viewer in (1, None):
        assert "Medb" in seen(state, viewer)["prompt"]
    state.stack.append(Event(0, 0, (0,)))
    assert seen(state)["asked"]["kind"] == "chance"
    assert GAME.presentation.view(state, CHANCE)["points"]
    state.stack = []
    state.outcome, state.won = (2, 0, 1), True
    view = seen(state)
    assert "Cu" in view["prompt"]
    assert view["phase"] == "over"
    assert view["result"][0]["seat"] == 2
    state.won = False
    assert "Cu" not in seen(state)["prompt"]
    assert NOBODY not in [player["seat"] for player in view["players"]]


SELDOM = {
    "pouch": Pouch(0),
    "calllot": CallLot(0, 1),
    "news": News(0, 2, 2),
    "overflow": Overflow(0),
    "thin": Thin(0),
    "gather": Gather(0),
    "survivor": Survivor(0, 0),
    "numbers": Numbers((0, 1), 2, (3, 4)),
    "homecoming": Homecoming(0, 0),
    "contest_champions": Contest(0, 0, 1, "champions", kind="riddle"),
    "contest_kind": Contest(0, 0, 1),
    "challenge_banish": Challenge(0, (0, 0), (1, 13), "song", step="banish", margin=3),
    "counter_where": Counter(0, (-1, RATH), 0, GALAS, 4, "where"),
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", SELDOM)
def test_questions_that_come_seldom_are_asked_in_words(kind: str, lang: Lang) -> None:
    """Each by its own key."""
    state = at_table()
    state.stack += [Moment("cast", (0,), caster=1), SELDOM[kind]]
    found, said = Prompts(state, ShentSpeech(state, NAMES, lang, 0)).text((0,), 0)
    assert found == kind
    assert "Medb" not in said, "the question is put to her"
    assert "{" not in said
