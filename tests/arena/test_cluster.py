"""A real Ray cluster of three nodes on this machine: the games of one machine, whatever dies."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cruachan.arena.cluster import ComputeCluster, work
from cruachan.engine.cache import kernel_hash
from cruachan.engine.errors import OptionError

PATIENCE = 180.0


class Nodes:
    """A cluster of its own: a head without cores, and nodes of one core that can be killed."""

    def __init__(self, folder: Path) -> None:
        token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        self.environment = os.environ | token | {"RAY_USAGE_STATS_ENABLED": "0"}
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.started: list[subprocess.Popen[bytes]] = []
        port = self.address.partition(":")[2]
        head = ("--head", "--port", port, "--num-cpus", "0", "--include-dashboard", "false")
        self.start(*head, "--temp-dir", str(folder))

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a node; it and all it starts are a group of processes."""
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", *arguments]
        command += ["--node-ip-address", "127.0.0.1"]
        with (self.folder / "node.log").open("ab") as log:
            node = subprocess.Popen(
                command, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        self.started.append(node)
        return node

    def add(self) -> subprocess.Popen[bytes]:
        """A node with one core."""
        return self.start("--address", self.address, "--num-cpus", "1")

    def kill(self, node: subprocess.Popen[bytes]) -> None:
        """End a node and everything on it at once."""
        os.killpg(node.pid, signal.SIGKILL)
        node.wait()
        self.started.remove(node)

    def leave(self) -> None:
        """End all of them."""
        for node in reversed(list(self.started)):
            self.kill(node)

    def cruachan(self, *arguments: str) -> subprocess.Popen[str]:
        """A command that uses the cluster."""
        return subprocess.Popen(
            [sys.executable, "-m", "cruachan", *arguments, "--cluster", self.address],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    found = Nodes(tmp_path_factory.mktemp("r"))
    try:
        found.add()
        wait_for(found)
        yield found
    finally:
        found.leave()


def wait_for(nodes: Nodes) -> None:
    """Until the cluster has a core: a small simulation comes back."""
    end = time.monotonic() + PATIENCE
    while True:
        asked = nodes.cruachan("simulate", "hibernia", "--games", "10", "--json")
        _, err = asked.communicate(timeout=PATIENCE)
        if asked.returncode == 0:
            return
        assert time.monotonic() < end, err
        time.sleep(1)


def here(*arguments: str) -> str:
    """The same command on this machine alone."""
    done = subprocess.run(
        [sys.executable, "-m", "cruachan", *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout


def timeless(text: str) -> dict[str, Any]:
    """A report without what no two runs have in common."""
    found = json.loads(text)
    return {key: found[key] for key in found if "second" not in key and "slowest" not in key}


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "hibernia", "--games", "2050", "--bots", "greedy,random,random", "--json"),
        ("simulate", "shent", "--games", "2", "--bots", "wandering,wandering", "--json"),
    ],
)
def test_the_same_seed_gives_the_same_games_on_a_cluster(
    nodes: Nodes, arguments: tuple[str, ...]
) -> None:
    asked = nodes.cruachan(*arguments)
    out, err = asked.communicate(timeout=PATIENCE)
    assert asked.returncode == 0, err
    assert timeless(out) == timeless(here(*arguments))


def test_a_node_that_is_killed_loses_nothing_and_doubles_nothing(
    nodes: Nodes, tmp_path: Path
) -> None:
    doomed = nodes.add()
    tournament = ("arena", "cambria", "--bots", "random,greedy", "--games", "8000", "--json")
    kept = tmp_path / "kept"
    asked = nodes.cruachan(*tournament, "--out", str(kept))
    until(lambda: _lines(kept) > 500)
    nodes.kill(doomed)
    assert _lines(kept) < 8000
    out, err = asked.communicate(timeout=PATIENCE)
    assert asked.returncode == 0, err
    assert json.loads(out)["games"] == 8000
    numbers = [json.loads(line)["number"] for line in _games(kept).read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(8000))
    assert _comparable(out) == _comparable(here(*tournament))


def test_an_interrupt_ends_it_and_tells_what_there_is(nodes: Nodes) -> None:
    for moment in (8, 30, 90):
        asked = nodes.cruachan("simulate", "hibernia", "--games", "900000000", "--json")
        time.sleep(moment)
        asked.send_signal(signal.SIGINT)
        out, err = asked.communicate(timeout=PATIENCE)
        assert asked.returncode == 130
        if "Interrupted after" in err:
            break
        # On a slow machine it had not begun yet.
    assert "Interrupted after" in err
    assert "Traceback" not in err
    assert not out or json.loads(out)["games"] > 0


def test_a_network_learns_the_same_on_a_cluster(nodes: Nodes, tmp_path: Path) -> None:
    learn = ("train", "cambria", "--seats", "2", "--steps", "4", "--out")
    asked = nodes.cruachan(*learn, str(tmp_path / "there"))
    _, err = asked.communicate(timeout=PATIENCE)
    assert asked.returncode == 0, err
    here(*learn, str(tmp_path / "here"))
    found = [_learned(tmp_path / place / "cambria.learning.npz") for place in ("there", "here")]
    assert found[0] == found[1]


def test_a_cluster_that_is_not_there_is_named() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cruachan", "simulate", "hibernia", "--cluster", "127.0.0.1:9"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "There is no Ray cluster at 127.0.0.1:9" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_no_address_is_named() -> None:
    with pytest.raises(OptionError, match="nowhere:near is no address"):
        ComputeCluster("nowhere:near")


def test_a_machine_with_another_program_refuses() -> None:
    assert work(("0", kernel_hash()), "", int, (), {})[0] is False
    good, refused = work(("0", "other"), "", int, (), {})
    assert not good
    assert isinstance(refused, OptionError)
    assert "another Cruachan" in str(refused)


def test_without_ray_one_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"cruachan\[cluster\]"):
        ComputeCluster("auto")


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def _games(folder: Path) -> Path:
    return next(iter(folder.glob("*.jsonl")), folder / "none")


def _lines(folder: Path) -> int:
    file = _games(folder)
    return len(file.read_text().splitlines()) if file.exists() else 0


def _comparable(text: str) -> Any:
    found = json.loads(text)
    return [found[key] for key in ("games", "moves", "rounds", "ends", "cross")]


def _learned(file: Path) -> bytes:
    from cruachan.bots.network import seen_of
    from cruachan.learning.learner import load

    return load(file, seen_of("cambria").INPUTS)[2].numbers.tobytes()
