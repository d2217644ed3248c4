"""The peers that the benchmark compares with."""

from dataclasses import FrozenInstanceError

import pytest

from cruachan.bench import peers


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
