"""Views of SHENT made by hand: an island in the middle of a game, for any board and number."""

from __future__ import annotations

from random import Random
from typing import Any

from cruachan.engine.pieces import PIECES
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import Choice, Parts, Point, choice
from cruachan.games.shent.components.board import Board
from cruachan.games.shent.components.material import ELEMENTS, KINDS, RUNES
from cruachan.games.shent.picture.terms import term

NAMES = ("Anna", "Maximiliane-Josephine", "Cu", "Dana", "Emer", "Finn")
MODES = ("open", "silent", "secret")


def make_view(
    board: Board, seats: int = 4, seat: int | None = 0, lang: Lang = DEFAULT_LANG, seed: int = 1
) -> Any:
    """A position with figures, buildings, tokens, markers and quests here and there."""
    rng = Random(seed)
    lands = [_land(board, number, seats, lang, rng) for number in range(len(board.lands))]
    for land in rng.sample(lands, 6):
        land["figures"] += _figures(rng, seats, rng.randint(1, 3))
    lands[3]["figures"] = [
        _figure("faron", 1, 0),
        _figure("maethor", 1, 0),
        _figure("randir", 2, 0),
    ]
    lands[4]["figures"] = [_figure(kind, 1, n % seats) for n, kind in enumerate(FULL)]
    lands[5]["figures"] = [_figure("urlug", 1, None)]
    lands[6]["figures"] = [
        _figure("faron", 2, 0, "hidden"),
        _figure("maethor", 2, 0, "held"),
        _figure("talagan", 1, 0, "asleep"),
    ]
    return {
        "game": "shent",
        "board": board.name,
        "seat": seat,
        "seats": seats,
        "to_act": [0],
        "prompt": "Move your figures." if lang == "en" else "Zieh deine Figuren.",
        "result": None,
        "turn": 0,
        "phase": "move",
        "phase_name": "movement" if lang == "en" else "Bewegung",
        "round": 12,
        "stone": 2,
        "sky": "naur",
        "sky_name": term("naur", lang),
        "weather": {"rune": "rath", "strength": 3, "text": "The roads are dry and wide."},
        "bag": 41,
        "numbers": [8, 7, 6, 5, 4, 3, 2, 1],
        "lands": lands,
        "paths": [[1, 2]],
        "pacts": [],
        "track": [{"stone": 4, "figures": [{"kind": "faron", "owner": 1, "name": "hunter"}]}],
        "players": [_player(number, seat, lang, lands) for number in range(seats)],
        "asked": {"kind": "move", "text": ""},
        "calls": [],
        "points": _points(board, lang),
    }


FULL = ("faron", "maethor", "thalion", "randir", "saelon", "gollor", "pethdan", "dru")


def _figure(kind: str, number: int, owner: int | None, *flags: str) -> dict[str, Any]:
    known = next(each for each in KINDS if each.key == kind)
    return {
        "id": f"{kind}{number}",
        "kind": kind,
        "name": term(kind, "en"),
        "owner": owner,
        "strength": known.strength,
        "wisdom": known.wisdom,
        "flags": list(flags),
    }


def _figures(rng: Random, seats: int, many: int) -> list[dict[str, Any]]:
    kinds = [kind.key for kind in KINDS[:10]]
    return [_figure(rng.choice(kinds), 1, rng.choice([None, *range(seats)])) for _ in range(many)]


def _land(board: Board, number: int, seats: int, lang: Lang, rng: Random) -> dict[str, Any]:
    land = board.lands[number]
    element = ELEMENTS[land.element]
    rune = None if land.rune is None else {"name": RUNES[land.rune], "strength": land.strength}
    building = {"kind": "talan", "owner": rng.randrange(seats), "flags": []}
    token = {"kind": "band", "name": "band", "strength": 4, "owner": None}
    return {
        "id": number,
        "name": land.called(lang),
        "short": land.short,
        "tag": land.short,
        "element": element,
        "element_name": term(element, lang),
        "rune": rune,
        "marker": rng.choice([None, *range(seats)]),
        "figures": [],
        "building": building if number % 9 == 0 else None,
        "tokens": [token] if number % 11 == 2 else [],
        "quest": number % 13 == 1,
    }


def _player(number: int, viewer: int | None, lang: Lang, lands: list[Any]) -> dict[str, Any]:
    own = number == viewer
    runes = [{"key": key, "name": key, "meaning": term(key, lang)} for key in RUNES[3:7]]
    return {
        "seat": number,
        "letter": "ABCDEF"[number],
        "piece": PIECES[number],
        "name": NAMES[number],
        "element": ELEMENTS[number],
        "element_name": term(ELEMENTS[number], lang),
        "tur": 12 + number,
        "golu": 5 * number,
        "aglar": 1,
        "hand": 4,
        "runes": runes if own else [],
        "stones": [term("nen", lang)] if own else [],
        "lands": sum(land["marker"] == number for land in lands),
        "wish": "touched",
        "roles": [],
        "fulfilled": number % 2,
        "goal": {"size": 1, "of": 2, "text": "Hold four lands of fire at once." if own else ""},
        "quests": [_quest(3 * number + n, n, own) for n in range(3)],
    }


def _quest(number: int, mode: int, own: bool) -> dict[str, Any]:
    known = own or MODES[mode] == "open"
    text = "Bring a hunter to Silverford and home again before the sky turns, and unseen."
    return {
        "number": number,
        "mode": MODES[mode],
        "mode_name": MODES[mode],
        "runes": ["rath", "maeth"] if own or MODES[mode] != "secret" else [],
        "text": text if known else "",
        "level": "fair",
        "progress": [1, 3] if own else None,
        "accepted": MODES[mode] == "open",
    }


def _points(board: Board, lang: Lang) -> list[Point]:
    """Three figures with their ways, and a few general moves."""
    points: list[Point] = []
    for piece, where in (("faron1", 3), ("maethor1", 3), ("faron2", 6)):
        moves = [
            offer(
                f"step {piece} {board.lands[near].short}",
                f"{piece} to {board.lands[near].called(lang)}",
            )
            for near in board.near[where]
        ]
        points.append({"id": f"piece:{piece}", "label": piece, "moves": moves})
    points.append({"id": "", "label": "", "moves": [offer("done", "no more steps")]})
    return points


def offer(text: str, label: str = "", move: Any = None, order: int = 0) -> Choice:
    """A move of one or two things, by its notation."""
    verb, *named = text.split()
    actor = named[0] if len(named) == 2 else ""
    parts = Parts(verb, actor, named[-1] if named else "")
    return choice(move or text, parts, label, text=text, order=order)
