"""Aims are whole, and a new one needs its class, its texts, its rule and its test alone."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.rulebook import Rulebook, rulebook
from cruachan.engine.texts import LANGS, Lang, tables
from cruachan.games import shent
from cruachan.games.shent import aims as package
from cruachan.games.shent.aims import aims, foes
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.aims.manners import Manner
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.bots.tempers import TEMPERS, _temper
from cruachan.games.shent.components.material import NUTHAD, RHACH, RUNES
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Aim, State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation import phrases
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.saga.saga import book
from tests.shent import test_aims
from tests.tables import placeholders

ROOT = Path(shent.__path__[0])
NAMES = ("Medb", "Ailill", "Fergus", "Nessa")
TESTS = "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))


# --- Whole aims ---------------------------------------------------------------------------

NEEDED = ("word", "about", "title", "text", "story", "fulfilled")
SAID = {"land", "other", "size", "thing"}
TOLD = SAID - {"thing"} | {"player", "element_of"}
SAGA = {"player", "other", "land"}
NOTHING: set[str] = set()
LACKING = {"other"}
FILLED: dict[str, set[str]] = {
    **dict.fromkeys(("word", "about"), NOTHING),
    **dict.fromkeys(("title", "text"), SAID),
    **dict.fromkeys(("story", "fulfilled"), SAID | {"player"}),
    **dict.fromkeys(("called", "stories", "endings", "untold"), TOLD),
    **dict.fromkeys(("hints", "toward", "decisive", "decisive_dear", "summit"), SAGA),
    **dict.fromkeys(("lack", "lack_older", "lack_other"), LACKING),
}
"""What each text of an aim may name."""
STAGES = {"first", "some", "last"}


def missing(kind: AimKind) -> Iterator[str]:
    """What an aim lacks, each in a sentence that says where it belongs."""
    key, rule = kind.key, kind.rule
    if rule not in rulebook(SHENT.package).rules:
        yield f"{key}: RULES.md has no rule {rule}; add it, in both languages."
    if f'"{rule}"' not in TESTS:
        yield f'{key}: no test is marked @pytest.mark.rule("{rule}").'
    if kind.fits(RHACH) != (type(kind).failures is not AimKind.failures):
        yield f"{key}: exclude RHACH, or say in `failures` what a failed try is; not both."
    for odd in sorted(set(kind.readings) - Reading.ALL.keys()):
        yield f"{key}: there is no reading {odd}."
    for odd in sorted(set(kind.tempers) - {temper.name for temper in TEMPERS}):
        yield f"{key}: there is no temper {odd}."
    for lang in LANGS:
        file = f"aims/texts/{lang}/{key}.toml"
        try:
            texts = kind.texts(lang)
        except KeyError:
            yield f"{key}: {file} has no [aim.{key}]."
            continue
        for name in NEEDED:
            if not texts.get(name):
                yield f"{key}: `{name}` is missing in {file}."
        yield from _odd(key, file, texts)


def _odd(key: str, file: str, texts: dict[str, Any]) -> Iterator[str]:
    """What nobody reads in the texts of an aim, or nothing fills."""
    for name, value in texts.items():
        if name == "stages":
            for odd in sorted(value.keys() - STAGES):
                yield f"{key}: nobody reads `{odd}` in [aim.{key}.stages] of {file}."
        elif name == "manners":
            for odd in sorted(value.keys() - set(RUNES)):
                yield f"{key}: there is no rune {odd} for [aim.{key}.manners] of {file}."
        elif isinstance(value, dict):
            yield from _odd(key, file, value)
        elif name not in FILLED:
            yield f"{key}: nobody reads `{name}` in {file}."
        else:
            for text in [value] if isinstance(value, str) else value:
                for odd in sorted(placeholders(text) - FILLED[name]):
                    yield f"{key}: nothing fills {{{odd}}} in `{name}` of {file}."


@pytest.mark.parametrize("key", AimKind.ALL)
def test_every_aim_is_whole(key: str) -> None:
    lacking = list(missing(AimKind.ALL[key]))
    assert not lacking, "\n".join(lacking)


@pytest.mark.parametrize("rune", range(len(RUNES)))
def test_every_manner_is_whole(rune: int) -> None:
    manner = Manner.ALL[rune]
    assert manner.rule in rulebook(SHENT.package).rules
    assert f'"{manner.rule}"' in TESTS
    assert set(manner.readings) <= Reading.ALL.keys()
    for lang in LANGS:
        texts = manner.texts(lang)
        assert texts["text"]
        assert texts["story"]
        assert texts["last"]
        assert ("lack" in texts) == (rune != RHACH)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"rule": "S17.9", "runes": (1,)}, "Odd needs a `key`"),
        ({"key": "odd", "runes": (1,)}, "Odd needs a `rule`"),
        ({"key": "odd", "rule": "S17.9"}, "Odd needs a `runes`"),
        ({"key": "hold", "rule": "S17.9", "runes": (1,)}, "there is an aim hold already"),
        ({"key": "odd", "rule": "S17.9", "runes": (1,), "thing": "hat"}, "`thing` is one of"),
    ],
)
def test_an_aim_that_cannot_be_one_says_why(values: dict[str, Any], said: str) -> None:
    before = list(AimKind.ALL)
    with pytest.raises(TypeError, match=said):
        type("Odd", (AimKind,), values)
    assert list(AimKind.ALL) == before


# --- In few files -------------------------------------------------------------------------

ALSO = {"ruin", "win", "hinder", "answer", "peace", "gather", "wide", "develop", "sky", "free"}
"""Keys of aims that are also verbs, events, readings, epithets or hints of plans."""
LIST = 3
"""So many keys of aims in one table are a table of aims, unless all of them have other meanings."""


def _strings(node: ast.AST) -> list[str]:
    return [n.value for n in ast.iter_child_nodes(node) if _is_string(n)]  # type: ignore[attr-defined]


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def in_code(source: str) -> set[str]:
    """The keys of aims that Python code names: as texts, in lists, or compared with a kind."""
    tree = ast.parse(source)
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and _is_string(node.value):
            node.value = ast.Constant(0)  # a docstring
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            head = node.value.split(".")[0]
            found |= {head} & (AimKind.ALL.keys() - ALSO)
            found |= _listed(node.value.split())
        elif isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set):
            found |= _listed(_strings(node))
        elif isinstance(node, ast.Compare) and ast.unparse(node.left).endswith("aim.kind"):
            for each in ast.walk(node):
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    found.add(each.value)
    return found & AimKind.ALL.keys()


def _listed(words: list[str]) -> set[str]:
    named = {word.split(".")[0] for word in words} & AimKind.ALL.keys()
    return named if len(named) >= LIST and named - ALSO else set()


def in_texts(table: dict[str, Any], path: tuple[str, ...] = ()) -> set[str]:
    """The keys of aims that name texts or tables of texts."""
    names = [part for name in table for part in (name, *name.split("."))]
    found = (set(names) & (AimKind.ALL.keys() - ALSO)) | _listed(names)
    if path == ("aim",):
        found |= table.keys() & AimKind.ALL.keys()
    for name, value in table.items():
        if isinstance(value, dict):
            found |= in_texts(value, (*path, name))
    return found


def named_in() -> dict[str, set[str]]:
    """The files that name each kind of aim."""
    found: dict[str, set[str]] = {key: set() for key in AimKind.ALL}
    for path in ROOT.rglob("*"):
        keys: set[str] = set()
        if path.suffix == ".py":
            keys = in_code(path.read_text("utf-8"))
        elif path.suffix == ".toml":
            keys = in_texts(tomllib.loads(path.read_text("utf-8")))
        for key in keys:
            found[key].add(path.relative_to(ROOT).as_posix())
    return found


def test_an_aim_is_named_in_its_module_and_its_texts_alone() -> None:
    """Its rule in RULES.md and its test are the other two of five files."""
    for key, files in named_in().items():
        module = type(AimKind.ALL[key]).__module__.rpartition(".")[2]
        own = {f"aims/{module}.py", *(f"aims/texts/{lang}/{key}.toml" for lang in LANGS)}
        own |= {file for file in files if re.fullmatch(rf"aims/texts/\w+/{key}\.toml", file)}
        assert key in ALSO or files == own, key
        assert files <= own, key


def test_a_manner_is_asked_for_and_not_told_by_its_rune() -> None:
    """Outside of `aims/` nobody looks whether a certain rune is among the manners."""
    odd = re.compile(r"[A-Z]{3,} (not )?in [\w.]*\.manners")
    for path in ROOT.rglob("*.py"):
        if path.parent.name != "aims":
            assert not odd.search(path.read_text("utf-8")), path
    manners = {
        path.relative_to(ROOT).as_posix(): tomllib.loads(path.read_text("utf-8")).get("manner", {})
        for path in ROOT.rglob("*.toml")
    }
    for rune in RUNES:
        holders = [path for path, described in manners.items() if rune in described]
        assert sorted(holders) == sorted(f"aims/texts/{lang}/{rune}.toml" for lang in LANGS)


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        ('KINDS = {"wealth": 6}', {"wealth"}),
        ('if aim.kind == "peace": pass', {"peace"}),
        ('if quest.aim.kind in ("lose", "sky"): pass', {"lose", "sky"}),
        ('GENEROUS = "peace help allies free"', {"peace", "help", "allies", "free"}),
        ('OTHERS = ("realm.element", "x")', {"realm"}),
        ('FRIENDLY = ("peace", "free", "help")', {"peace", "free", "help"}),
        ('VERBS = ("peace", "win", "develop")', set()),
        ('def f():\n    """wealth"""', set()),
        ('said = words("about.wealth_of", 3)', set()),
    ],
)
def test_an_aim_named_elsewhere_would_be_found(code: str, keys: set[str]) -> None:
    assert in_code(code) == keys


def test_texts_of_an_aim_elsewhere_would_be_found() -> None:
    assert in_texts({"saga": {"hint": {"wealth": ["..."]}}}) == {"wealth"}
    assert in_texts({"aim_title": {"realm.element": "..."}}) == {"realm"}
    assert in_texts({"word": {"sky": "", "win": "", "hold": ""}}) == {"sky", "win", "hold"}
    assert in_texts({"tell": {"peace": "", "sky": ""}}) == set()


# --- One more -----------------------------------------------------------------------------

RECIPE = Path(__file__).parents[2] / "docs" / "add-an-aim.md"
KEY = "example"


def blocks() -> dict[str, str]:
    """The example of docs/add-an-aim.md by how its parts begin, under another name."""
    text = RECIPE.read_text("utf-8").replace("S17.23", "S17.99")
    text = text.replace("aim.border", f"aim.{KEY}").replace('"border"', f'"{KEY}"')
    text = text.replace('"Grenze"', '"Beispiel"')
    found = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)
    parts = [re.sub(r"\A#.*\s+", "", dedent(block).strip()) for block in found]
    english, german = (f'[aim.{KEY}]\nword = "{word}"' for word in (KEY, "Beispiel"))
    starts = ("**S17", "class Border", english, german, "@pytest")
    return {
        name: next(part for part in parts if part.startswith(start))
        for name, start in zip(("rule", "class", "en", "de", "test"), starts, strict=True)
    }


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Iterator[AimKind]:
    """The aim of the recipe, made known by its class and its texts alone."""
    for lang in LANGS:
        made = tomllib.loads(blocks()[lang])["aim"][KEY]
        monkeypatch.setitem(tables(package.__name__, lang)["aim"], KEY, made)
    _temper.cache_clear()
    try:
        exec(blocks()["class"], dict(vars(foes)))
        yield AimKind.ALL[KEY]
    finally:
        del AimKind.ALL[KEY]
        _temper.cache_clear()
        phrases.aim_names.cache_clear()


@pytest.fixture
def eager(example: AimKind, monkeypatch: pytest.MonkeyPatch) -> AimKind:
    """The same, and bots long for nothing else."""
    monkeypatch.setattr(type(example), "extra_turns", -40)
    return example


def test_the_rule_of_the_recipe_is_one() -> None:
    assert list(Rulebook.parse(blocks()["rule"] + "\n").rules) == ["S17.99"]


def test_the_test_of_the_recipe_passes(example: AimKind) -> None:
    names = dict(vars(test_aims))
    exec(blocks()["test"], names)
    names["test_border_is_made_of_own_lands_beside_the_other_player"]()


def test_what_is_missing_is_said_in_sentences(example: AimKind) -> None:
    rule = f"{KEY}: RULES.md has no rule S17.99; add it, in both languages."
    assert list(missing(example)) == [rule]
    with pytest.MonkeyPatch.context() as patch:
        english = tables(package.__name__, "en")["aim"]
        odd = {**english[KEY], "title": "{hat}", "about": "", "stages": {"none": []}}
        patch.setitem(english, KEY, odd | {"manners": {"gallas": ""}, "storys": []})
        patch.delitem(tables(package.__name__, "de")["aim"], KEY)
        patch.setattr(type(example), "excludes", ())
        patch.setattr(type(example), "readings", ("galas.spring",))
        patch.setattr(type(example), "tempers", ("mild",))
        file = f"aims/texts/en/{KEY}.toml"
        assert list(missing(example)) == [
            rule,
            f"{KEY}: exclude RHACH, or say in `failures` what a failed try is; not both.",
            f"{KEY}: there is no reading galas.spring.",
            f"{KEY}: there is no temper mild.",
            f"{KEY}: `about` is missing in {file}.",
            f"{KEY}: nothing fills {{hat}} in `title` of {file}.",
            f"{KEY}: nobody reads `none` in [aim.{KEY}.stages] of {file}.",
            f"{KEY}: there is no rune gallas for [aim.{KEY}.manners] of {file}.",
            f"{KEY}: nobody reads `storys` in {file}.",
            f"{KEY}: aims/texts/de/{KEY}.toml has no [aim.{KEY}].",
        ]


def play(seed: int) -> Match[State, Move]:
    """A game of bots."""
    game = SHENT.on_board(SHENT.usual_board(3))
    players = [Player(name, "purposeful") for name in NAMES[:3]]
    match = Match(game, players, {"limit": "10"}, seed=bytes([seed]) * 32)
    bots, rng = [ShentBot("purposeful") for _ in NAMES[:3]], Random(seed)
    while match.to_act:
        if CHANCE in match.to_act:
            match.roll()
            continue
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(match.decision(seat), rng))
    return match


def fulfils(match: Match[State, Move]) -> bool:
    """Whether somebody fulfilled a quest with the aim of the recipe."""
    states = map(match.state_at, range(len(match.history) + 1))
    done = [
        event.more[0].aim for s in states for event in s.domain_events if event.what == "fulfilled"
    ]
    return any(aim is not None and aim.kind == KEY for aim in done)


def test_bots_choose_the_example_of_the_recipe_and_fulfil_it(eager: AimKind) -> None:
    """And everything that tells of it does: log, view, notation, saga."""
    match = next(found for found in map(play, range(3, 9)) if fulfils(found))
    game, taken = match.game, 0
    for number, ply in enumerate(match.history):
        before = match.state_at(number)
        if ply.move.verb == "aim" and ply.move.args[0] == KEY:
            taken += 1
            written = game.write_move(before, ply.seat, ply.move, ply.seat)
            assert game.read_move(before, ply.seat, written) == ply.move
            german = written.replace(KEY, "Beispiel")
            assert game.read_move(before, ply.seat, german, "de") == ply.move
    assert taken
    for lang, words in {"en": "hearth", "de": "Herd"}.items():
        told = "\n".join(match.log(None, lang))
        saga = " ".join(each.text for chapter in book(match, lang).chapters for each in chapter.all)
        assert words in saga
        assert words in told


@pytest.mark.parametrize("lang", LANGS)
def test_the_example_of_the_recipe_is_shown(example: AimKind, lang: Lang) -> None:
    aim = Aim(KEY, NUTHAD, (), 2, seat=1)
    board = SHENT.load_board("elvarin")
    words = {"en": "Own two lands at once that", "de": "Besitze zugleich zwei Länder"}
    assert aims.describe(aim, board, NAMES[:3], lang).startswith(words[lang])
    assert aims.describe(aim, board, NAMES[:3], lang, "title").endswith("Ailill")
