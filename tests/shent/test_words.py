"""The words of both languages: none missing, none idle, and a reason for every refusal."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games import shent
from cruachan.games.shent.components.material import ELEMENTS, KINDS, RUNES
from cruachan.games.shent.components.tokens import Shown, TokenKind
from cruachan.games.shent.core.chance import DrawVerb
from cruachan.games.shent.core.flow import Frame, No, Question, Verb
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.view.speech import reason, values_in_words
from cruachan.games.shent.view.view import ROLES
from tests.tables import placeholders

from .positions import put, table

EN = Texts(shent.__name__, "en").table
NAMES = ("Medb", "Ailill", "Cu")
"""Frames that never wait for a player."""


def test_everything_has_a_name() -> None:
    """Runes, elements, figures, tokens, roles, options."""
    wanted = [f"rune.{key}" for key in RUNES] + [f"meaning.{key}" for key in RUNES]
    wanted += [f"element.{key}" for key in ELEMENTS]
    wanted += [f"{group}.{kind.key}" for kind in KINDS for group in ("kind", "the")]
    wanted += [f"token.{kind}" for kind in TokenKind if kind.shown != Shown.NOWHERE] + [
        f"role.{key}" for key in ROLES
    ]
    for option in SHENT.options:
        wanted += [f"option.{key}" for key in (option.name, *option.choices)]
    assert set(wanted) <= set(EN)


def test_every_verb_has_a_label_and_words_to_type() -> None:
    """Those of chance need no label."""
    assert {f"verb.{name}" for name in Verb.ALL} == {key for key in EN if key.startswith("verb.")}
    labelled = {key.removeprefix("do.").split("_")[0] for key in EN if key.startswith("do.")}
    spoken = {name for name, verb in Verb.ALL.items() if not isinstance(verb, DrawVerb)}
    assert spoken <= labelled


def test_every_frame_has_its_question() -> None:
    """All that can wait for a player."""
    asked = {key.removeprefix("ask.").split("_")[0] for key in EN if key.startswith("ask.")}
    asking = [name for name, frame in Frame.ALL.items() if issubclass(frame, Question)]
    names = {name.lower().removesuffix("frame") for name in asking}
    assert names <= asked


# --- Refusals -----------------------------------------------------------------------------

REASONS = [key.removeprefix("why.") for key in EN if key.startswith("why.")]


@cache
def refusals() -> dict[str, set[str]]:
    """The keys of all refusals in the sources, each with the values that are named with it."""
    found: dict[str, set[str]] = {}
    for path in Path(shent.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "No":
                for key in _strings(node.args[1]):
                    found.setdefault(key, _values(node)).intersection_update(_values(node))
    return found


def _strings(node: ast.expr) -> list[str]:
    """A string, or both of a choice."""
    if isinstance(node, ast.IfExp):
        return [*_strings(node.body), *_strings(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _values(call: ast.Call) -> set[str]:
    if len(call.args) < 3:
        return set()
    given = call.args[2]
    if not isinstance(given, ast.Dict):
        return {"tur", "golu", "aglar"}
    return {str(key.value) for key in given.keys if isinstance(key, ast.Constant)}


def test_there_is_a_reason_for_every_refusal_and_none_besides() -> None:
    """By the keys that the rules name."""
    assert set(REASONS) == set(refusals())


@pytest.mark.parametrize("key", REASONS)
def test_a_reason_names_only_what_the_rule_gives(key: str) -> None:
    """Figures also with a capital letter, prices as a whole."""
    given = set(refusals()[key])
    given |= {name.capitalize() for name in given & {"piece", "unit"}}
    given |= {"price"} if {"tur", "golu", "aglar"} <= given else set()
    assert set(placeholders(EN[f"why.{key}"])) <= given


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("key", REASONS)
def test_every_reason_is_a_sentence(key: str, lang: Lang) -> None:
    """With a capital letter, a full stop and no brace, whatever it is filled with."""
    state = table()
    put(state, "faron", 0, 0)
    samples = {"land": 3, "piece": 0, "unit": 0, "seat": 1, "rune": 10, "kind": 0, "element": 5}
    values: dict[str, Any] = {name: samples.get(name, 2) for name in refusals()[key]}
    values |= {"reading": "galas.harvest"} if "reading" in values else {}
    said = reason(state, No("S4.6", key, values), NAMES, lang)
    assert said.lstrip("„")[0].isupper() or said.startswith("îdh ")
    assert said.endswith(".")
    assert "{" not in said


@pytest.mark.parametrize(
    ("lang", "piece", "rune", "price"),
    [("en", "the hunter", "îdh", "10 tûr, 1 aglar"), ("de", "der Jäger", "îdh", "10 tûr, 1 aglar")],
)
def test_values_are_put_into_words(lang: Lang, piece: str, rune: str, price: str) -> None:
    """Names of lands and players, articles, printed runes."""
    state = table()
    values = {"piece": 0, "land": 2, "seat": 1, "rune": 10, "tur": 10, "golu": 0, "aglar": 1}
    said = values_in_words(state, values, NAMES, lang)
    assert said["piece"] == piece
    assert said["Piece"] == piece[0].upper() + piece[1:]
    assert said["land"] == state.board.lands[2].called(lang)
    assert said["seat"] == "Ailill"
    assert (said["rune"], said["price"]) == (rune, price)


def test_one_german_word_for_a_marker() -> None:
    """As in the rules: Markierungsstein; the track of the rounds is the Rundenmarkierung."""
    home = Path(shent.__file__).parent
    found = {
        f"{path.relative_to(home)}:{number}"
        for path in [home / "lesson.toml", home / "RULES.md", *home.rglob("texts/de/**/*.toml")]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\bMarkierung(en)?\b", line)
    }
    assert not found
