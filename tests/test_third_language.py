"""A third language is data: added to a copy of the sources as files, it is spoken everywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import httpx
import pytest
from tools import missing_texts
from tools.missing_texts import missing, wrong
from tools.pseudo_language import add_language

import cruachan
from cruachan.engine.languages import COMPLETE_LANGS, LANGS
from cruachan.engine.texts import own_tables
from cruachan.games import GAMES
from cruachan.server.client import Client
from cruachan.terminal.boards.common import headings
from tests.server.running import Running

LANG = "xx"
PACKAGE = Path(cruachan.__path__[0])
TESTS = Path(__file__).parent
TOLD = TESTS / "shent" / "golden" / "two.game"
PATIENCE = 120.0


class Copy:
    """A copy of the sources in which a language was added; all that runs in it is interpreted."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(
            PACKAGE,
            root / "src" / "cruachan",
            ignore=shutil.ignore_patterns("__pycache__", "built", "weights"),
        )
        self.environment = {"PYTHONPATH": str(root / "src"), "CRUACHAN_RULES": "interpreted"}

    def run(self, *arguments: str, typed: str = "") -> str:
        """What a command prints; Python's own options first."""
        ended = subprocess.run(
            [sys.executable, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            env=os.environ | self.environment,
            timeout=PATIENCE,
        )
        return ended.stdout + ended.stderr

    def cruachan(self, *arguments: str, typed: str = "") -> str:
        """What the program prints in the new language."""
        return self.run("-m", "cruachan", *arguments, "--lang", LANG, typed=typed)

    def evaluate(self, code: str) -> Any:
        """What a piece of code assigns to `found`."""
        return json.loads(self.run("-c", f"{code}\nimport json; print(json.dumps(found))"))


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Every text in brackets."""
    copy = Copy(tmp_path_factory.mktemp("pseudo"))
    add_language(LANG, copy.root)
    return copy


@pytest.fixture(scope="module")
def partial(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A language of which there are two texts."""
    copy = Copy(tmp_path_factory.mktemp("partial"))
    engine = copy.root / "src" / "cruachan" / "engine"
    known = json.loads((engine / "languages.json").read_text("utf-8"))
    known.append({"code": LANG, "name": "Français", "locale": "fr"})
    (engine / "languages.json").write_text(json.dumps(known), "utf-8")
    text = '[piece]\nivory = "ivoire"\n[match]\nover = "La partie est finie."\n'
    (engine / "texts" / f"{LANG}.toml").write_text(text, "utf-8")
    return copy


# --- How complete a language is -----------------------------------------------------------


@pytest.mark.parametrize("lang", COMPLETE_LANGS)
def test_a_complete_language_lacks_nothing(lang: str) -> None:
    found = missing(lang)
    assert {place: lacking for place, (_, lacking) in found.items() if lacking} == {}
    assert sum(wanted for wanted, _ in found.values()) > 3000
    assert found["web/src/texts/notices"][0] > 20


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_is_wrong(lang: str) -> None:
    """Complete or not: a name in braces that nobody fills in ends a game."""
    assert wrong(lang) == {}


def test_what_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def texts(package: str, lang: str) -> dict[str, Any]:
        if lang != LANG:
            return own_tables(package, lang)
        engine = {"match": {"ovr": "Fini.", "over": "Fini, {nom}.", "resigned": "{name} part."}}
        terminal = {"command": {"quit": "finir board"}}
        return {"cruachan.engine": engine, "cruachan.terminal": terminal}.get(package, {})

    monkeypatch.setattr(missing_texts, "own_tables", texts)
    assert wrong(LANG) == {
        "src/cruachan/engine/texts": [
            "match.ovr: there is no such text in en",
            "match.over: {nom} is not filled in",
        ],
        "src/cruachan/terminal/texts": ["command.quit: 'board' means board too"],
    }


def test_a_file_that_is_no_toml_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "broken_texts" / "texts"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "en.toml").write_text("[game", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(tomllib.TOMLDecodeError, match=r"texts.en\.toml: Expected"):
        own_tables("broken_texts", "en")


def test_columns_of_a_terminal_do_not_touch() -> None:
    """In another language a title may be longer than its column."""
    assert headings(["pas", "réserve", "bouclier"], (6, 7, 7)) == "   pas réser… boucl…"


def test_what_is_missing_is_named() -> None:
    wanted, lacking = missing(LANG)["src/cruachan/engine/texts"]
    assert wanted == len(lacking)
    assert "match.over" in lacking


def test_the_pseudo_language_is_written_from_data_alone(pseudo: Copy) -> None:
    changed = {
        path.suffix
        for path in (pseudo.root / "src").rglob("*")
        if path.is_file()
        and (there := PACKAGE.parent / path.relative_to(pseudo.root / "src"))
        and (not there.is_file() or there.read_bytes() != path.read_bytes())
    }
    assert changed == {".json", ".toml", ".md"}


# --- Terminal -----------------------------------------------------------------------------


def test_help_and_complaints(pseudo: Copy) -> None:
    known = [*LANGS, LANG]
    said = pseudo.cruachan("--help")
    assert f"--lang [{'|'.join(known)}]  ⟦Language; else your page's (`login`)" in said
    assert pseudo.cruachan("play", "chess").startswith("⟦")
    refused = pseudo.run("-m", "cruachan", "play", "--lang", "zz")
    assert ", ".join(known) in refused


def test_a_game_in_the_terminal(pseudo: Copy) -> None:
    typed = "1\nrules 4.2\nquit\n"
    said = pseudo.cruachan("play", "hibernia", "--seats", "Medb,greedy,greedy", typed=typed)
    assert "⟦" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_and_a_board(pseudo: Copy, game: str) -> None:
    taught = pseudo.cruachan("learn", game, typed="\nquit\n")
    assert "⟦Welcome to" in " ".join(taught.split())
    drawn = pseudo.cruachan("draw", game)
    assert f'lang="{LANG}"' in drawn
    assert "⟦" in drawn


# --- SHENT --------------------------------------------------------------------------------


def test_a_saga_and_its_tale(pseudo: Copy, tmp_path: Path) -> None:
    out = tmp_path / "saga.md"
    pseudo.cruachan("saga", str(TOLD), "--out", str(out))
    told = out.read_text("utf-8")
    lines = [line for line in told.splitlines() if len(line) > 40]
    assert len(lines) > 20
    assert [line for line in lines if "⟦" not in line and "---" not in line] == []


def test_names_of_lands_can_be_typed_in_every_language(pseudo: Copy) -> None:
    found = pseudo.evaluate(f"""
from cruachan.engine.match import Match, Player
from cruachan.games.shent.components.board import load, tags
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation.phrases import Listener
from cruachan.games.shent.core.parts import Part
match = Match(SHENT.on_board("sirren"), [Player("A", "x"), Player("B", "x")], seed=b"names")
listener = Listener(match.state, 0, ("A", "B"))
board = match.state.board
found = [
    [land.called("{LANG}") for land in board.lands],
    [listener.names(Part("land", at)) for at in range(len(board.lands))],
    [tags(board, lang) for lang in ("en", "de", "{LANG}")],
]
""")
    called, typed, tags = found
    assert all(name.startswith("⟦") for name in called)
    for at, name in enumerate(called):
        assert name.casefold() in typed[at]
        mine = {each[at] for each in tags}
        assert not mine & {tag for each in tags for other, tag in enumerate(each) if other != at}


# --- Server -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(pseudo: Copy) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in pseudo.environment.items():
            patch.setenv(name, value)
        server = Running().start()
    yield server.address
    server.__exit__(None, None, None)


def test_the_api_offers_and_speaks_it(address: str) -> None:
    def get(path: str, **query: str) -> Any:
        answer = httpx.get(f"{address}/api{path}", params=query, timeout=PATIENCE)
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    assert {"code": LANG, "name": "⟦English⟧"} in get("/languages")
    games = get("/games", lang=LANG)
    assert all(game["sentence"].startswith("⟦") for game in games)
    for game in GAMES:
        rules = get(f"/games/{game}/rules", lang=LANG)
        assert all(text.startswith("⟦") for text in rules.values())
        assert all(t.startswith("⟦") for t in get(f"/games/{game}/chapters", lang=LANG).values())
    assert "⟦" in get("/games/shent/still", lang=LANG)
    assert get("/nothing", lang=LANG)["text"].startswith("⟦")
    wanted = {"accept-language": f"zz, {LANG};q=0.5"}
    assert "⟦" in httpx.get(f"{address}/nothing.txt", headers=wanted, timeout=PATIENCE).text


def test_a_table_is_told_in_it(address: str) -> None:
    anna = Client(address, lang=LANG)
    seats = [{"kind": "me", "name": "Anna"}]
    made = anna.post("/tables", {"game": "hibernia", "lesson": True, "seats": seats})
    said = next(
        said
        for said in anna.listen(made["table"], seat=made["seats"][-1])
        if said["table"]["lesson"]["text"]
    )
    assert said["table"]["lesson"]["text"].startswith("⟦Welcome to Ireland!")
    anna.close()


# --- A language with few texts ------------------------------------------------------------


def test_what_a_language_lacks_is_said_in_the_default_one(partial: Copy) -> None:
    found = partial.evaluate(f"""
from cruachan.engine.languages import numeral
from cruachan.engine.texts import message
from cruachan.games.shent.components.board import load
found = [
    message("cruachan.engine", "piece.ivory").text("{LANG}"),
    message("cruachan.engine", "piece.ink").text("{LANG}"),
    message("cruachan.cli", "put.written", out="x").text("{LANG}"),
    load("sirren").lands[0].called("{LANG}"),
    numeral(1234.5, ",.1f", "{LANG}"),
]
""")
    assert found == ["ivoire", "Ink", "x written.", "Wallrock", "1\u202f234,5"]
    assert f'lang="{LANG}"' in partial.cruachan("draw", "shent")
