"""What all readings have in common: each is whole, and one more needs nothing elsewhere."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from cruachan.engine.game import Decision
from cruachan.engine.languages import COMPLETE_LANGS
from cruachan.engine.rulebook import Rulebook, rulebook
from cruachan.engine.texts import tables
from cruachan.games.shent import readings
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.components.material import GALU, RUNES, temper
from cruachan.games.shent.core.acts import change_piece
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation import phrases
from cruachan.games.shent.readings import Reading, fortunes
from cruachan.games.shent.readings.reach import mine
from cruachan.games.shent.tale.tale import tell
from tests.shent import test_readings_fortunes
from tests.shent.play import in_turn
from tests.shent.positions import put
from tests.shent.tables import game_for
from tests.shent.test_events import HERE, read_in
from tests.tables import placeholders

A, B, C = range(3)
NAMES = ("Medb", "Ailill", "Fergus")
TESTS = "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
TEMPERS = {
    **dict.fromkeys(("galas", "rath", "gwend", "hannas", "tulu", "erthad", "galu"), "good"),
    **dict.fromkeys(("narchad", "band", "maeth", "nuthad", "rim", "rhach"), "bad"),
}
"""Of the other runes nobody can say it beforehand."""


# --- Whole readings -----------------------------------------------------------------------


def missing(reading: Reading) -> Iterator[str]:
    """What a reading lacks, each in a sentence that says where it belongs."""
    key, rule = reading.key, reading.rule
    if rule not in rulebook(SHENT.package).rules:
        yield f"{key}: RULES.md has no rule {rule}; add it, in both languages."
    if f'"{rule}"' not in TESTS:
        yield f'{key}: no test is marked @pytest.mark.rule("{rule}").'
    for lang in COMPLETE_LANGS:
        file = f"readings/texts/{lang}/{key.split('.')[0]}.toml"
        try:
            words = reading.words(lang)
        except KeyError:
            yield f"{key}: {file} has no table [{key}]."
            continue
        for name in wanted(reading):
            if not words.get(name):
                yield f"{key}: `{name}` is missing in [{key}] of {file}."
        for name in sorted(words.keys() - {"name", "does", "does_other", "does_magic"}):
            for sentence in words[name]:
                odd = placeholders(sentence) - fillable(reading)
                if odd:
                    yield f"{key}: nothing fills {sorted(odd)} in `{name}` of {file}."


def wanted(reading: Reading) -> list[str]:
    """The words a reading needs."""
    found = ["name"]
    found += ["does", "event"] if reading.event else []
    return found + (["does_magic", "magic"] if reading.magic else [])


def fillable(reading: Reading) -> set[str]:
    """What its sentences may name, by the shape of its target."""
    shape = reading.shape.split()
    found = {"player", "land"}
    if {"piece", "pieces"} & {*shape}:
        found |= {"figure", "figure_acc", "figure_dat"}
    found |= {"place"} if "land" in shape else set()
    return found | ({"other"} if {"seat", "quest"} & {*shape} else set())


@pytest.mark.parametrize("key", Reading.ALL)
def test_every_reading_is_whole(key: str) -> None:
    lacking = list(missing(Reading.ALL[key]))
    assert not lacking, "\n".join(lacking)


@pytest.mark.parametrize("rune", RUNES)
@pytest.mark.rule("S20.1", "S21.1", "S22.1", "S23.1", "S24.1", "S25.1", "S26.1", "S27.1")
@pytest.mark.rule("S28.1", "S29.1", "S30.1", "S31.1", "S32.1", "S33.1", "S34.1", "S35.1")
def test_every_rune_has_its_temper_and_its_readings_in_the_order_of_the_rules(rune: str) -> None:
    number = RUNES.index(rune)
    assert temper(number) == TEMPERS.get(rune, "open")
    first, *rules = [r for r in rulebook(SHENT.package).rules if r.startswith(f"S{20 + number}.")]
    assert first == f"S{20 + number}.1"
    assert [reading.rule for reading in Reading.OF[number]] == rules


# --- One more -----------------------------------------------------------------------------

RECIPE = Path(__file__).parents[2] / "docs" / "add-a-reading.md"
KEY = "galu.example"


def blocks() -> dict[str, str]:
    """The example of docs/add-a-reading.md by how its parts begin, under another name."""
    text = RECIPE.read_text("utf-8").replace("galu.wind", KEY).replace("S34.7", "S34.99")
    text = text.replace("Fair wind", "Fair example").replace("Guter Wind", "Gutes Beispiel")
    found = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)
    parts = [dedent(block).strip() for block in found]
    starts = ("**S34", "class Wind", f'[{KEY}]\nname = "Fair', f'[{KEY}]\nname = "Gutes', "@pytest")
    names = ("rule", "class", "en", "de", "test")
    return {
        name: next(part for part in parts if part.startswith(start))
        for name, start in zip(names, starts, strict=True)
    }


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reading]:
    """The reading of the recipe, made known by its class and its words alone."""
    package = readings.__name__
    for lang in COMPLETE_LANGS:
        made = tomllib.loads(blocks()[lang])
        monkeypatch.setitem(tables(package, lang)["galu"], "example", made["galu"]["example"])
    names = {**vars(fortunes), "mine": mine, "change_piece": change_piece}
    try:
        exec(blocks()["class"], names)
        phrases._long_names.cache_clear()
        yield Reading.ALL[KEY]
    finally:
        Reading.OF[GALU].remove(Reading.ALL.pop(KEY))
        phrases._long_names.cache_clear()


def test_the_example_of_the_recipe_is_played_told_typed_and_shown(example: Reading) -> None:
    game = game_for(3)
    state = in_turn("events")
    goer = put(state, "faron", HERE, A, steps=1)
    asked = read_in(state, GALU, 6, HERE)
    move = next(m for m in game.legal_moves(asked, B) if m.args[0] == KEY)
    assert game.read_move(asked, B, "read fair example", "en").args[0] == KEY
    assert game.read_move(asked, B, "lies gutes beispiel", "de").args[0] == KEY
    assert game.read_move(asked, B, game.write_move(asked, B, move)) == move
    assert "Gutes Beispiel" in str(game.presentation.view(asked, B, NAMES, "de")["points"])
    read = game.apply(asked, B, move)
    (take,) = [m for m in game.legal_moves(read, A) if m.verb == "target"]
    after = game.apply(read, A, take)
    assert after.pieces[goer].steps == 2
    assert "the hunter" in tell(read, A, take, after, None, NAMES, "en")
    assert re.search("der Jäger|den Jäger", tell(read, A, take, after, None, NAMES, "de"))


def test_bots_read_the_example_of_the_recipe(example: Reading) -> None:
    game, bot = game_for(3), ShentBot("purposeful")
    state = in_turn("events")
    put(state, "faron", HERE, A, steps=1)
    asked = read_in(state, GALU, 6, HERE)
    legal = game.legal_moves(asked, B)
    assert KEY in {bot.choose(Decision(B, asked, legal), Random(n)).args[0] for n in range(40)}


@pytest.mark.parametrize("cast", [False, True])
def test_the_test_of_the_recipe_passes(example: Reading, cast: bool) -> None:
    names = dict(vars(test_readings_fortunes))
    exec(blocks()["test"], names)
    names["test_a_fair_wind_gives_a_step_to_a_figure_that_can_still_go"](cast)


def test_the_rule_of_the_recipe_is_one() -> None:
    assert list(Rulebook.parse(blocks()["rule"] + "\n").rules) == ["S34.99"]


def test_what_is_missing_is_said_in_sentences(example: Reading) -> None:
    assert list(missing(example)) == [
        f"{KEY}: RULES.md has no rule S34.99; add it, in both languages."
    ]
    example.words("en")
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(tables(readings.__name__, "de")["galu"], "example")
        patch.setattr(type(example), "shape", "")
        assert list(missing(example))[1:] == [
            f"{KEY}: nothing fills ['figure'] in `{kind}` of readings/texts/en/galu.toml."
            for kind in ("event", "event", "magic")
        ] + [f"{KEY}: readings/texts/de/galu.toml has no table [{KEY}]."]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"key": "galas"}, "Odd needs a `key` like galas.harvest and a `rule`."),
        ({"key": "gallas.spring", "rule": "S20.9"}, "Odd needs a `key`"),
        ({"key": "galas.spring"}, "Odd needs a `key`"),
        ({"key": "galas.harvest", "rule": "S20.9"}, "there is a reading galas.harvest already"),
        ({"key": "galas.odd", "rule": "S20.9", "shape": "hat"}, "no target is made of hat"),
    ],
)
def test_a_reading_that_cannot_be_one_says_why(values: dict[str, Any], said: str) -> None:
    before = list(Reading.ALL)
    with pytest.raises(TypeError, match=said):
        type("Odd", (Reading,), values)
    assert list(Reading.ALL) == before
