"""Kits to print over the API: the PDF, kept; and what is refused, in a sentence."""

from __future__ import annotations

import asyncio
import inspect
import subprocess
import tempfile
from pathlib import Path
from tempfile import gettempdir
from types import SimpleNamespace

import httpx
import pytest
from starlette.requests import Request

from cruachan.engine.boardfile import BoardError
from cruachan.games import game_class, load_game
from cruachan.printing import KitOptions, KitPart, make_kit
from cruachan.server.api import kits
from cruachan.server.errors import ServerError, missing
from tests.server.running import Running

PATIENCE = 300.0


def asked(server: Running, game: str, **query: str) -> httpx.Response:
    address = f"{server.address}/api/games/{game}/kit"
    return httpx.get(address, params=query, timeout=PATIENCE)


def test_a_kit_is_the_one_that_the_library_makes(server: Running) -> None:
    query = {"part": "board", "lang": "de", "paper": "letter", "board": "north", "grey": "true"}
    answer = asked(server, "cambria", **query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert "cambria-letter-de.pdf" in answer.headers["content-disposition"]
    options = KitOptions("de", "letter", grey=True, part=KitPart.BOARD)
    assert answer.content == make_kit(load_game("cambria", "north"), options)


@pytest.mark.parametrize(
    ("game", "query", "status", "told"),
    [
        ("nothing", {}, 404, "nothing"),
        ("cambria", {"board": "atlantis"}, 422, "atlantis"),
        ("cambria", {"board": "/etc/passwd"}, 422, "/etc/passwd"),
        ("cambria", {"paper": "napkin"}, 422, "paper"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    server: Running, game: str, query: dict[str, str], status: int, told: str
) -> None:
    answer = asked(server, game, lang="en", **query)
    assert answer.status_code == status
    assert told in answer.json()["text"]


def test_the_catalogue_says_whether_it_can_print(server: Running) -> None:
    found = httpx.get(f"{server.address}/api/games", timeout=PATIENCE).json()
    assert [game["prints"] for game in found] == [True] * len(found)


def test_a_kit_that_fails_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not for all of Python: it starts a process of its own by that name, and misses it later.
    monkeypatch.setattr(kits, "sys", SimpleNamespace(executable="/bin/false"))
    with pytest.raises(ServerError, match="The kit of Cambria could not be made") as told:
        kits.print_apart("cambria", None, KitOptions("en"))
    assert told.value.status == 503


def test_a_kit_that_takes_too_long_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kits, "PATIENCE", 0.001)
    with pytest.raises(ServerError, match="The kit of Cambria could not be made"):
        kits.print_apart("cambria", None, KitOptions("en"))


def test_a_game_is_loaded_for_its_kit_as_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thread, the first time: that takes seconds, and all others wait for the event loop."""
    asked_for = []

    async def known(game: str, board: str | None) -> None:
        asked_for.append((game, board))
        raise missing("no_game", name=game, games=[])

    monkeypatch.setattr(kits, "can_print", lambda: True)
    state = SimpleNamespace(service=SimpleNamespace(known=known))
    request = Request({"type": "http", "app": SimpleNamespace(state=state), "headers": []})
    with pytest.raises(ServerError):
        asyncio.run(kits.kit(request, "cambria", KitOptions("en"), "north"))
    assert asked_for == [("cambria", "north")]


def own_board() -> bytes:
    """A board that is in no box: Northern Britain under another name, which its board shows."""
    path = Path(inspect.getfile(game_class("cambria"))).parent / "boards" / "north.toml"
    text = path.read_text("utf-8").replace('"Northern Britain"', '"Land <of> & mine"')
    return text.replace('"Nordbritannien"', '"Mein <Land> & deins"').encode()


def sent(server: Running, game: str, body: bytes, **query: str) -> httpx.Response:
    address = f"{server.address}/api/games/{game}/kit"
    return httpx.post(address, content=body, params=query, timeout=PATIENCE)


def test_a_board_of_ones_own_is_printed(server: Running, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(own_board())
    answer = sent(server, "cambria", own_board(), part="board", lang="de", save_ink="true")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    options = KitOptions("de", save_ink=True, part=KitPart.BOARD)
    assert answer.content == make_kit(load_game("cambria", str(file)), options)


@pytest.mark.parametrize(
    ("game", "body", "status", "told"),
    [
        ("nothing", b"", 404, "nothing"),
        ("cambria", b"", 422, "board.toml: top level: the key 'view_box' is missing. Add it."),
        ("cambria", b"name", 422, "board.toml: not valid TOML: Expected '='"),
        ("cambria", b"\xff", 422, "board.toml: byte 0 is not UTF-8. Save it as UTF-8."),
        ("hibernia", own_board(), 422, "board.toml: "),
        ("cambria", own_board().replace(b"value = 3", b"value = 4", 1), 422, "board.toml"),
    ],
)
def test_a_faulty_board_is_refused_with_what_is_wrong_in_it(
    server: Running, game: str, body: bytes, status: int, told: str
) -> None:
    answer = sent(server, game, body, lang="en")
    assert answer.status_code == status
    assert told in answer.json()["text"]
    assert gettempdir() not in answer.text


def test_a_fault_in_a_board_is_told_in_the_language_of_the_request(server: Running) -> None:
    answer = sent(server, "cambria", b"name = 3\nview_box = [0, 0, 9, 9]", lang="de")
    assert answer.json()["error"] == "wrong"
    assert "'name' muss ein Text in Anführungszeichen sein" in answer.json()["text"]


def test_a_board_that_is_too_large_is_refused(server: Running) -> None:
    largest = b"#" * 256 * 1024
    assert sent(server, "cambria", largest).status_code == 422
    answer = sent(server, "cambria", largest + b"#", lang="en")
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
    assert "256 kB" in answer.json()["text"]
    address = f"{server.address}/api/games/cambria/kit"
    pieces = httpx.post(address, content=iter([largest, b"#"]), timeout=PATIENCE)
    assert (pieces.status_code, pieces.json()["error"]) == (413, "too_large")


def test_nothing_of_a_board_is_left_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def run(typed: list[str], **_: object) -> None:
        board = Path(typed[typed.index("--board") + 1])
        assert board.read_bytes() == b"x"
        made.append(board)
        raise subprocess.CalledProcessError(2, typed, stderr=f"{board}: wrong".encode())

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(BoardError, match=r"^board\.toml: wrong$"):
        kits.print_apart("cambria", b"x", KitOptions("en"))
    assert made
    assert not list(tmp_path.iterdir())


def test_options_become_those_of_the_command() -> None:
    options = KitOptions("de", "letter", True, True, KitPart.RULES)
    typed = kits.arguments("shent", "sirren", options, Path("k.pdf"))
    assert typed == [
        *("shent", "--paper", "letter", "--part", "rules", "--lang", "de", "--board", "sirren"),
        *("--grey", "--save-ink", "--out", "k.pdf"),
    ]
