"""The peers that the benchmark compares with."""

import json
from dataclasses import FrozenInstanceError

import pytest
from click.testing import CliRunner

from cruachan.bench import env_peers, peers
from cruachan.cli.benches import envs


def test_pace_divides_steps_by_seconds() -> None:
    assert (
        peers.PeerPace("peer", "a game", steps=300, games=2, seconds=1.5).steps_per_second == 200.0
    )


def test_pace_is_frozen() -> None:
    pace = peers.PeerPace("peer", "a game", steps=300, games=2, seconds=1.5)
    with pytest.raises(FrozenInstanceError):
        pace.steps = 1  # type: ignore[misc]


@pytest.mark.parametrize("peer", ["catanatron", "openspiel_maedn"])
def test_a_missing_package_answers_none(peer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    assert getattr(peers, peer)(0.5) is None


@pytest.mark.peers
@pytest.mark.parametrize(
    ("peer", "package"), [("catanatron", "catanatron"), ("openspiel_maedn", "pyspiel")]
)
def test_a_peer_plays_whole_games_in_silence(
    peer: str, package: str, capfd: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip(package)
    pace = getattr(peers, peer)(0.5)
    assert pace.steps > pace.games > 0
    assert 0.5 <= pace.seconds < 5.0
    assert capfd.readouterr() == ("", "")


@pytest.mark.peers
def test_an_environment_of_openspiel_is_timed() -> None:
    pytest.importorskip("pyspiel")
    assert env_peers.openspiel(0.05) > 0
    told = {peer.game: peer.time for peer in env_peers.PEERS if "rules alone" in peer.game}
    assert told["backgammon, rules alone"](0.05) > 0
    assert told["cambria (ours), rules alone"](0.05) > 0


@pytest.fixture
def two_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is installed and one that is not, and no games of ours."""
    here = env_peers.EnvPeer("Here", "go", ("json",), 1, lambda seconds: 1234.5)
    gone = env_peers.EnvPeer("Gone", "go", ("no_such_package",), 2048, lambda seconds: 1.0)
    monkeypatch.setattr(env_peers, "PEERS", (here, gone))
    monkeypatch.setattr("cruachan.bench.envs.bench", lambda games, seconds: iter(()))


@pytest.mark.usefixtures("two_peers")
def test_other_environments_are_told_and_missing_ones_named() -> None:
    done = CliRunner().invoke(envs, ["--peers"], obj="de")
    assert "Gone ist nicht installiert." in done.stderr
    assert "1.234 Züge/s" in done.stdout


@pytest.mark.usefixtures("two_peers")
def test_other_environments_as_data() -> None:
    done = CliRunner().invoke(envs, ["--peers", "--json"], obj="en")
    told = json.loads(done.stdout)["peers"]
    assert [(each["library"], each["pace"]) for each in told] == [("Here", 1234.5), ("Gone", None)]
