"""Looking after the store from the command line, while the server is open and when it is not."""

from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests import warm
from tests.server.running import Running

pytestmark = pytest.mark.usefixtures("quick")


def cruachan(*arguments: str) -> subprocess.CompletedProcess[str]:
    return warm.run(*arguments, "--lang", "en", strict=False)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A store with a finished game and a running one."""
    folder = tmp_path_factory.mktemp("data")
    with Running(folder) as server:
        anna, ben = server.client(), server.client()
        tables = []
        for _ in range(2):
            seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
            tables.append(str(anna.create("gallia", seats)["table"]))
            ben.act(tables[-1], "sit", name="Ben", word="bits")
            anna.act(tables[-1], "start")
        ben.act(tables[0], "resign", seat=1)
        during = cruachan("backup", str(folder / "copy.sqlite"), "--data", str(folder))
        assert during.returncode == 0, during.stderr
        assert "tables: 2." in during.stdout
        assert cruachan("doctor", "--data", str(folder)).returncode == 0
        assert server.stop() == 0
        assert server.stderr == ""
    return folder, tables[0], tables[1]


def test_the_doctor_finds_all_well(played: tuple[Path, str, str]) -> None:
    folder, over, running = played
    found = cruachan("doctor", "--data", str(folder))
    assert found.returncode == 0
    assert over in found.stdout
    assert running in found.stdout
    assert "being played" in found.stdout
    assert "Tables that replay: 2 of 2." in found.stdout


def test_an_exported_game_verifies_and_a_running_one_tells_no_secret(
    played: tuple[Path, str, str], tmp_path: Path
) -> None:
    folder, over, running = played
    path = tmp_path / "over.game"
    assert cruachan("export", over, "--data", str(folder), "--out", str(path)).returncode == 0
    checked = cruachan("verify", str(path))
    assert checked.returncode == 0, checked.stderr
    told = cruachan("export", running, "--data", str(folder)).stdout
    assert "seed" not in told
    assert cruachan("export", "nowhere", "--data", str(folder)).returncode == 2


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        ('UPDATE rows SET data = \'{"seat": 0, "text": "no move"}\' WHERE kind = \'move\'', "no"),
        ("DELETE FROM rows WHERE seq = 2", "does not replay"),
        ("UPDATE seeds SET seed = x'00'", "seed"),
        ("UPDATE tables SET rules_version = 99", "version 99"),
    ],
)
def test_the_doctor_names_what_does_not_replay(
    played: tuple[Path, str, str], tmp_path: Path, harm: str, says: str
) -> None:
    (tmp_path / "hall.sqlite").write_bytes((played[0] / "copy.sqlite").read_bytes())
    with sqlite3.connect(tmp_path / "hall.sqlite") as base:
        base.execute(harm)
    base.close()
    found = cruachan("doctor", "--data", str(tmp_path))
    assert found.returncode == 1
    assert "does not replay" in found.stderr
    assert says in found.stderr
    assert "Traceback" not in found.stderr


def test_there_must_be_a_store_and_no_file_is_written_over(
    played: tuple[Path, str, str], tmp_path: Path
) -> None:
    assert "There is no store" in cruachan("doctor", "--data", str(tmp_path)).stderr
    again = cruachan("backup", str(played[0] / "copy.sqlite"), "--data", str(played[0]))
    assert again.returncode == 2
    assert "there already" in again.stderr
    nowhere = cruachan("backup", str(tmp_path / "no" / "x"), "--data", str(played[0]))
    assert nowhere.returncode == 2
    assert "could not be written" in nowhere.stderr


def test_serve_refuses_in_a_sentence(played: tuple[Path, str, str], tmp_path: Path) -> None:
    (tmp_path / "hall.sqlite").write_bytes((played[0] / "copy.sqlite").read_bytes())
    with sqlite3.connect(tmp_path / "hall.sqlite") as base:
        base.execute("UPDATE alembic_version SET version_num = '9999'")
    base.close()
    newer = cruachan("serve", "--port", "0", "--data", str(tmp_path))
    assert newer.returncode == 2
    assert "newer version" in newer.stderr
    with Running(tmp_path / "one") as server:
        second = cruachan("serve", "--port", "0", "--data", str(tmp_path / "one"))
        assert second.returncode == 2
        assert f"process {server.process.pid if server.process else 0}" in second.stderr
        taken = cruachan("serve", "--port", str(server.port), "--data", str(tmp_path / "two"))
        assert taken.returncode == 2
        assert f"Port {server.port}" in taken.stderr
