"""A game is kept while it is played: what a crash, a second program or a full disk leaves."""

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan import CHANCE, Match, Player, load_game
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import CruachanError, TranscriptError
from cruachan.engine.files import HALF_WRITTEN, safe_write
from cruachan.engine.locks import lock_file
from cruachan.engine.verify import verify
from cruachan.games import load_for_transcript
from tests.engine.test_transcript import head, play


def kept(path: Path, plies: int) -> tuple[transcript.TranscriptWriter, Match[Any, Any]]:
    """A match kept move by move."""
    whole = play(plies)
    match = Match(whole.game, whole.players, whole.options, whole.seed)
    writer = transcript.TranscriptWriter(match, path)
    writer.save()
    for number, ply in enumerate(whole.history):
        text = whole.game.write_move(whole.state_at(number), ply.seat, ply.move, CHANCE)
        match.restore(ply.seat, text)
        writer.save()
    return writer, match


def test_keeping_appends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is written whole once; then only what is new, and it reads as if written whole."""
    whole: list[Path] = []

    def counted(path: Path, text: str, private: bool = False) -> None:
        whole.append(path)
        safe_write(path, text, private)

    monkeypatch.setattr("cruachan.engine.transcript.storage.safe_write", counted)
    path = tmp_path / "run.game"
    writer, match = kept(path, 30)
    assert whole == [transcript.seed_path(path), path]
    assert path.read_text("utf-8") == transcript.write(match, secrets=True)
    inode = path.stat().st_ino
    while CHANCE in match.to_act:
        match.roll()
    (seat,) = match.to_act
    match.play(seat, match.legal_moves(seat)[0])
    writer.save()
    assert path.stat().st_ino == inode
    assert path.read_text("utf-8") == transcript.write(match, secrets=True)


def test_what_was_taken_back_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "run.game"
    writer, match = kept(path, 30)
    while CHANCE in match.to_act:
        match.roll()
    (seat,) = match.to_act
    first, second = match.legal_moves(seat)[:2]
    match.play(seat, first)
    writer.save()
    match.undo(seat)
    match.play(seat, second)
    writer.save()
    assert path.read_text("utf-8") == transcript.write(match, secrets=True)


def test_another_player_in_a_seat_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "run.game"
    writer, match = kept(path, 12)
    match.hand_over(1, "greedy")
    writer.save()
    assert transcript.read(path).players[1].kind == "greedy"


def test_a_file_that_was_changed_or_lost_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "run.game"
    writer, match = kept(path, 12)
    for spoil in (path.unlink, lambda: path.write_text("nonsense\n")):
        spoil()
        while CHANCE in match.to_act:
            match.roll()
        (seat,) = match.to_act
        match.play(seat, match.legal_moves(seat)[0])
        writer.save()
        assert path.read_text("utf-8") == transcript.write(match, secrets=True)


@pytest.mark.parametrize("lost", [1, 9, 14])
def test_a_line_cut_off_by_a_crash_is_left_out(tmp_path: Path, lost: int) -> None:
    """Nobody was told that it is safe; all before it is there, and the game goes on."""
    path = tmp_path / "run.game"
    kept(path, 30)
    source = path.read_bytes()
    path.write_bytes(source[:-lost])
    with pytest.raises(TranscriptError, match="cut off"):
        transcript.read(path)
    writer = transcript.resume(path, load_for_transcript)
    assert len(writer.match.history) == source[:-lost].count(b"\n") - head(source)
    writer.save()
    assert path.read_text("utf-8") == transcript.write(writer.match, secrets=True)


def test_an_end_cut_off_by_a_crash_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "run.game"
    _, match = kept(path, 100_000)
    assert match.outcome
    source = path.read_text("utf-8")
    assert match.seed is not None
    transcript.seed_path(path).write_text(match.seed.hex())
    path.write_text(source[: source.rindex("seed ")])
    again = transcript.resume(path, load_for_transcript)
    again.save()
    assert path.read_text("utf-8") == source
    assert not transcript.seed_path(path).exists()


def test_a_resumed_game_is_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "run.game"
    kept(path, 30)
    inode = path.stat().st_ino
    writer = transcript.resume(path, load_for_transcript)
    match = writer.match
    while CHANCE in match.to_act:
        match.roll()
    (seat,) = match.to_act
    match.play(seat, match.legal_moves(seat)[0])
    writer.save()
    assert path.stat().st_ino == inode
    assert path.read_text("utf-8") == transcript.write(match, secrets=True)


def test_a_seed_left_over_from_another_game_is_replaced(tmp_path: Path) -> None:
    """It once made the new game unplayable."""
    path = tmp_path / "run.game"
    transcript.seed_path(path).write_text("11" * 32 + "\n")
    _, match = kept(path, 20)
    assert transcript.resume(path, load_for_transcript).match.seed == match.seed


def test_two_programs_do_not_keep_one_game(tmp_path: Path) -> None:
    path = tmp_path / "run.game"
    _, match = kept(path, 12)
    with lock_file(path):
        with pytest.raises(CruachanError) as held, lock_file(path):
            pytest.fail("both have it")
        assert str(os.getpid()) in held.value.text("de")
    with lock_file(path):
        transcript.TranscriptWriter(match, path).save()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["run.game", "run.game.seed"]


def test_what_a_killed_program_half_wrote_is_cleared(tmp_path: Path) -> None:
    path = tmp_path / "run [1].game"
    kept(path, 12)
    half = tmp_path / f".{path.name}.0a1b{HALF_WRITTEN}"
    seed = tmp_path / f".{path.name}.seed.0a1b{HALF_WRITTEN}"
    foreign = tmp_path / f".other.game.0a1b{HALF_WRITTEN}"
    for each in (half, seed, foreign):
        each.write_text("x")
    with lock_file(path):
        assert not half.exists()
        assert not seed.exists()
        assert foreign.exists()


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_files_have_the_rights_that_the_user_gives(tmp_path: Path) -> None:
    """A running game with secrets is its owner's alone; all else as the umask says."""
    old = os.umask(0o027)
    try:
        open_game, secret_game = tmp_path / "open.game", tmp_path / "secret.game"
        transcript.save(play(20), open_game)
        assert mode(open_game) == 0o640
        match = Match(load_game("gallia"), [Player("a"), Player("b")], seed=seed_from("x"))
        writer = transcript.TranscriptWriter(match, secret_game)
        writer.save()
        rng = Random(2)
        while match.outcome is None:
            assert mode(secret_game) == 0o600
            seat = match.to_act[0]
            if seat == CHANCE:
                match.roll()
            else:
                match.play(seat, rng.choice(match.legal_moves(seat)))
            writer.save()
        assert mode(secret_game) == 0o640
        assert verify(secret_game, load_for_transcript).rolls
    finally:
        os.umask(old)


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.game"
    safe_write(path, "old")

    def fail(handle: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        safe_write(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
