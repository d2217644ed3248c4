"""What all readings have in common: each is whole, and one more needs nothing elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan.bots.shent import ShentBot
from cruachan.engine.rulebook import rulebook
from cruachan.engine.words import LANGS, Lang
from cruachan.games.shent.box.material import GALAS, RUNES, temper
from cruachan.games.shent.core.acts import gain
from cruachan.games.shent.core.state import State
from cruachan.games.shent.readings import Act, Reading, Target
from cruachan.games.shent.tale.tale import tell
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
    if rule not in rulebook("shent").rules:
        yield f"{key}: RULES.md has no rule {rule}; add it, in both languages."
    if f'"{rule}"' not in TESTS:
        yield f'{key}: no test is marked @pytest.mark.rule("{rule}").'
    for lang in LANGS:
        file = f"readings/words/{lang}/{key.split('.')[0]}.toml"
        try:
            words = reading.words(lang)
        except KeyError:
            yield f"{key}: {file} has no table [{key}]."
            continue
        for name in wanted(reading):
            if not words.get(name):
                yield f"{key}: `{name}` is missing in [{key}] of {file}."
        for name in words.keys() - {"name", "does", "does_magic"}:
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
    assert list(missing(Reading.ALL[key])) == []


@pytest.mark.parametrize("rune", RUNES)
@pytest.mark.rule("S20.1", "S21.1", "S22.1", "S23.1", "S24.1", "S25.1", "S26.1", "S27.1")
@pytest.mark.rule("S28.1", "S29.1", "S30.1", "S31.1", "S32.1", "S33.1", "S34.1", "S35.1")
def test_every_rune_has_its_temper_and_its_readings_in_the_order_of_the_rules(rune: str) -> None:
    number = RUNES.index(rune)
    assert temper(number) == TEMPERS.get(rune, "open")
    first, *rules = [r for r in rulebook("shent").rules if r.startswith(f"S{20 + number}.")]
    assert first == f"S{20 + number}.1"
    assert [reading.rule for reading in Reading.OF[number]] == rules


# --- One more -----------------------------------------------------------------------------


class Spring:
    """A spring gives tûr; with strength 6 or more also golu."""

    key, rule, gains = "galas.spring", "S20.9", True
    harsh, rich = 0, 3

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()] if act.group else []

    def work(self, state: State, act: Act, target: Target) -> None:
        gain(state, act.seat, tur=1, golu=int(act.strength >= 6))

    def words(self, lang: Lang) -> dict[str, Any]:
        return {
            "name": {"en": "Spring", "de": "Quelle"}[lang],
            "does": {"en": "A spring.", "de": "Eine Quelle."}[lang],
            "does_magic": {"en": "A spring.", "de": "Eine Quelle."}[lang],
            "event": [{"en": "Water for {player}.", "de": "Wasser für {player}."}[lang]],
            "magic": [{"en": "Water for {player}.", "de": "Wasser für {player}."}[lang]],
        }


@contextmanager
def one_more() -> Iterator[Reading]:
    """A reading that is there for a while."""
    type("Spring", (Spring, Reading), {})
    try:
        yield Reading.ALL[Spring.key]
    finally:
        Reading.OF[GALAS].remove(Reading.ALL.pop(Spring.key))


def test_one_more_reading_is_played_told_typed_and_shown() -> None:
    game = game_for(3)
    state = in_turn("events")
    put(state, "faron", HERE, A)
    asked = read_in(state, GALAS, 6, HERE)
    with one_more() as spring:
        move = next(m for m in game.legal_moves(asked, B) if m.args[0] == spring.key)
        assert game.read_move(asked, B, "read spring", "en").args[0] == spring.key
        assert game.read_move(asked, B, "lies quelle", "de").args[0] == spring.key
        assert game.read_move(asked, B, game.write_move(asked, B, move)) == move
        read = game.apply(asked, B, move)
        (take,) = [m for m in game.legal_moves(read, A) if m.verb == "target"]
        after = game.apply(read, A, take)
        assert (after.players[A].tur, after.players[A].golu) == (11, 11)
        assert "Water for Medb." in tell(read, A, take, after, None, NAMES, "en")
        assert "Wasser für Medb." in tell(read, A, take, after, None, NAMES, "de")
        labels = str(game.view(asked, B, NAMES, "de")["points"])
        assert "Quelle" in labels
        bot = ShentBot(game, "purposeful")
        chosen = [
            bot.decide(asked, B, game.legal_moves(asked, B), Random(seed), []).args[0]
            for seed in range(40)
        ]
        assert spring.key in chosen
    assert spring.key not in [m.args[0] for m in game.legal_moves(asked, B)]


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


def test_what_one_more_reading_lacks_is_said() -> None:
    with one_more() as spring:
        assert list(missing(spring)) == [
            "galas.spring: RULES.md has no rule S20.9; add it, in both languages.",
        ]
