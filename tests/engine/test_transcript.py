"""Transcripts: written, read, checked; and what is said of a file that is wrong."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan import CHANCE, Match, Player, load_game
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import CruachanError, MoveError, TranscriptError
from cruachan.engine.record import same
from cruachan.engine.transcript import Marker, clean_name
from cruachan.engine.verify import verify
from cruachan.games import load_for_transcript

Lines = list[str]


def play(plies: int | None = None, text: str = "transcript") -> Match:  # type: ignore[type-arg]
    players = [Player("Ailill"), Player("Medb of Cruachan", "greedy"), Player("Fergus", "random")]
    match = Match(load_game("hibernia"), players, seed=seed_from(text))
    rng = Random(1)
    while match.outcome is None and (plies is None or len(match.history) < plies):
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.game.legal_moves(match.state, seat)))
    return match


@pytest.fixture(scope="module")
def finished() -> str:
    return transcript.write(play())


def head(source: bytes) -> int:
    """How many lines stand before the first move."""
    return next(at for at, line in enumerate(source.splitlines()) if line[:1].isdigit())


def remark(lines: Lines) -> str:
    """The lines with marks that fit, as a forger would make them."""
    marker = Marker()
    texts = [line.rpartition("  #")[0] for line in lines]
    return "".join(f"{text}  #{marker.mark(text)}\n" for text in texts)


def read(tmp_path: Path, source: str) -> None:
    path = tmp_path / "x.game"
    path.write_text(source, "utf-8")
    transcript.replay(transcript.read(path), load_for_transcript)


def check(tmp_path: Path, source: str) -> None:
    path = tmp_path / "x.game"
    path.write_text(source, "utf-8")
    verify(path, load_for_transcript)


def test_a_transcript_read_and_written_again_is_the_same(tmp_path: Path, finished: str) -> None:
    path = tmp_path / "x.game"
    path.write_text(finished, "utf-8")
    match = transcript.replay(transcript.read(path), load_for_transcript)
    assert transcript.write(match) == finished
    assert match.names == ("Ailill", "Medb of Cruachan", "Fergus")
    assert [player.kind for player in match.players] == ["person", "greedy", "random"]


@pytest.mark.parametrize(("fair", "named"), [("no", False), ("yes", True)])
def test_a_younger_option_is_named_only_where_it_was_chosen(
    tmp_path: Path, fair: str, named: bool
) -> None:
    """So games from before it stay as they are to the byte, and their results too."""
    players = [Player("Ailill"), Player("Medb"), Player("Fergus")]
    match = Match(load_game("hibernia"), players, {"fair": fair}, seed=seed_from("fair"))
    for _ in range(2):
        match.roll()
    text = transcript.write(match)
    assert ("option fair yes" in text) == named
    assert "option fair no" not in text
    assert "option harder no" in text
    path = tmp_path / "x.game"
    path.write_text(text, "utf-8")
    again = transcript.replay(transcript.read(path), load_for_transcript)
    assert again.options == {"harder": "no", "fair": fair}
    assert same(again.state, match.state)


def test_a_finished_game_verifies(tmp_path: Path, finished: str) -> None:
    path = tmp_path / "x.game"
    path.write_text(finished, "utf-8")
    found = verify(path, load_for_transcript)
    assert found.rolls + found.moves == len(found.match.history)
    assert found.rolls > 10


def roll_line(lines: Lines) -> int:
    """Where the third roll of the die stands."""
    return [index for index, line in enumerate(lines) if " chance die " in line][2]


def change_roll(line: str) -> str:
    other = "red" if "die red" not in line else "blue"
    return re.sub(r"die \w+", f"die {other}", line)


@pytest.mark.parametrize("forged", [False, True])
def test_a_changed_roll_is_named_by_its_ply(tmp_path: Path, finished: str, forged: bool) -> None:
    lines = finished.splitlines(keepends=True)
    index = roll_line(lines)
    ply = lines[index].split(" ")[0]
    lines[index] = change_roll(lines[index])
    source = remark(lines) if forged else "".join(lines)
    with pytest.raises(TranscriptError, match=f"ply {ply} does not fit: it says") as found:
        check(tmp_path, source)
    assert found.value.line == index + 1
    assert "the seed says" in str(found.value)
    assert "aus dem Startwert folgt" in found.value.text("de")


def test_a_changed_move_is_found_by_its_mark(tmp_path: Path, finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    index = next(i for i, line in enumerate(lines) if " raise " in line)
    lines[index] = lines[index].replace("raise", "march Mid")
    for reader in (read, check):
        with pytest.raises(TranscriptError) as found:
            reader(tmp_path, "".join(lines))
        assert found.value.line == index + 1


def test_an_illegal_move_is_named_with_its_rule(tmp_path: Path, finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    index = next(i for i, line in enumerate(lines) if re.match(r"\d+ [abc] ", line))
    lines[index] = re.sub(r"^(\d+ [abc]) .*  #", r"\1 pull Mid  #", lines[index])
    with pytest.raises(TranscriptError, match=r"\(H4\.3\)") as found:
        read(tmp_path, remark(lines))
    assert found.value.line == index + 1
    assert "Es ist kein Marsch unterwegs" in found.value.text("de")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cruachan transcript 1", "cruachan transcript 9", "version 9 are not known"),
        ("cruachan transcript 1", "something else", "not a transcript of Cruachan"),
        ("game hibernia rules 2", "game hibernia rules 3", "played by rules version 3"),
        ("game hibernia rules 2", "game chess rules 1", "no game 'chess'"),
        ("board Eriu", "board Atlantis", "played on the board Atlantis"),
        ("option harder no", "option harder perhaps", "can be no, yes, not 'perhaps'"),
        ("option harder no", "option harder", "cannot read"),
        ("seat c random Fergus", "seat d random Fergus", "cannot read"),
        ("1 chance start", "2 chance start", "move 2 stands where move 1 belongs"),
        ("result ", "outcome ", "cannot read"),
    ],
)
def test_lines_that_are_wrong(
    tmp_path: Path, finished: str, old: str, new: str, words: str
) -> None:
    assert old in finished
    lines = finished.replace(old, new, 1).splitlines(keepends=True)
    with pytest.raises(TranscriptError, match=words) as found:
        read(tmp_path, remark(lines))
    assert new in lines[found.value.line - 1] or "option" in new
    assert f", Zeile {found.value.line}: " in found.value.text("de")
    assert words not in found.value.text("de")


def test_an_edited_head_is_found_by_its_mark(tmp_path: Path, finished: str) -> None:
    source = finished.replace("seat a person Ailill", "seat a person Conchobar")
    for reader in (read, check):
        with pytest.raises(TranscriptError, match="its mark does not fit") as found:
            reader(tmp_path, source)
        assert "seat a" in finished.splitlines()[found.value.line - 1]


def test_a_file_cut_off_anywhere_is_refused_in_words(tmp_path: Path, finished: str) -> None:
    """A cut inside a line, or before the seed line, never ends in a traceback."""
    rng = Random(7)
    ends = [rng.randrange(len(finished) - 80) for _ in range(60)]
    for end in ends:
        whole_lines = finished[:end].endswith("\n") and "commitment" in finished[:end]
        if whole_lines:
            continue
        with pytest.raises(TranscriptError) as found:
            read(tmp_path, finished[:end])
        assert 1 <= found.value.line <= finished[:end].count("\n") + 1


def test_a_file_cut_between_result_and_seed(tmp_path: Path, finished: str) -> None:
    with pytest.raises(TranscriptError, match="the seed is missing"):
        read(tmp_path, finished[: finished.index("seed ")])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"\n", "not a transcript"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"hello\n", "not a transcript"),
    ],
)
def test_files_that_are_no_transcripts(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "x.game"
    path.write_bytes(content)
    with pytest.raises(TranscriptError, match=words):
        transcript.read(path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(CruachanError, match="There is no file"):
        transcript.read(tmp_path / "none.game")
    with pytest.raises(CruachanError, match="is a folder"):
        transcript.read(tmp_path)


def test_lines_of_rubbish_are_refused_in_words(tmp_path: Path, finished: str) -> None:
    rng = Random(3)
    for _ in range(200):
        lines = finished.splitlines(keepends=True)
        index = rng.randrange(len(lines))
        rubbish = "".join(chr(rng.choice([32, 35, 49, 97, 223, 0x2603])) for _ in range(12))
        lines[index] = rubbish + "\n"
        for reader in (read, check):
            with pytest.raises(TranscriptError):
                reader(tmp_path, "".join(lines))


def test_a_seed_that_was_not_promised(tmp_path: Path, finished: str) -> None:
    source = re.sub(r"seed \w+", "seed " + "00" * 32, finished)
    with pytest.raises(TranscriptError, match="not the one that was promised"):
        check(tmp_path, remark(source.splitlines(keepends=True)))


def test_a_forged_result(tmp_path: Path, finished: str) -> None:
    source = re.sub(r"a=\d:\d+", "a=1:99", finished)
    with pytest.raises(TranscriptError, match="result does not follow"):
        check(tmp_path, remark(source.splitlines(keepends=True)))


def test_a_running_game_keeps_its_seed_to_itself(tmp_path: Path) -> None:
    match = play(30)
    path = tmp_path / "run.game"
    transcript.save(match, path)
    assert match.seed is not None
    assert match.seed.hex() not in path.read_text("utf-8")
    secret = transcript.seed_path(path)
    assert secret.stat().st_mode & 0o077 == 0
    with pytest.raises(TranscriptError, match="not over"):
        verify(path, load_for_transcript)


def test_a_running_game_goes_on_where_it_was(tmp_path: Path) -> None:
    match = play(30)
    path = tmp_path / "run.game"
    transcript.save(match, path)
    again = transcript.resume(path, load_for_transcript).match
    assert same(again.state, match.state)
    assert again.history == match.history
    assert again.seed == match.seed


def test_a_finished_game_publishes_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "run.game"
    transcript.save(play(30), path)
    transcript.save(play(), path)
    assert not transcript.seed_path(path).exists()
    assert verify(path, load_for_transcript).rolls


def test_resuming_without_the_seed_or_with_a_wrong_one(tmp_path: Path) -> None:
    path = tmp_path / "run.game"
    transcript.save(play(30), path)
    transcript.seed_path(path).write_text("11" * 32)
    with pytest.raises(CruachanError, match="not the one that was promised"):
        transcript.resume(path, load_for_transcript)
    transcript.seed_path(path).unlink()
    with pytest.raises(CruachanError, match="its seed, which belongs into"):
        transcript.resume(path, load_for_transcript)


@pytest.mark.parametrize(
    "key", ["cruachan", "game", "board", "option", "seat", "commitment", "result", "seed"]
)
def test_no_line_of_the_head_stands_there_twice(tmp_path: Path, finished: str, key: str) -> None:
    """Else a noted promise could stand at the top, and another one count."""
    lines = finished.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith(f"{key} "))
    for place in (at + 1, len(lines)):
        twice = [*lines[:place], lines[at], *lines[place:]]
        with pytest.raises(TranscriptError):
            check(tmp_path, remark(twice))


def test_the_lines_of_the_head_have_their_order(tmp_path: Path, finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    last = head(finished.encode())
    for at in range(1, last):
        if lines[at].split(" ")[0] == lines[at - 1].split(" ")[0]:
            continue
        swapped = [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]]
        with pytest.raises(TranscriptError, match=r"does not belong here|not a transcript"):
            check(tmp_path, remark(swapped))
    late = [*lines[: last - 1], lines[last], lines[last - 1], *lines[last + 1 :]]
    with pytest.raises(TranscriptError, match="does not belong here"):
        check(tmp_path, remark(late))


def with_words(seed: str, *words: str) -> Match[Any, Any]:
    """A game whose players added words to the dice, up to the first decision."""
    whole = play(0)
    match = Match(whole.game, whole.players, seed=seed_from(seed))
    for seat, word in enumerate(words):
        match.add_entropy(seat, word)
    while CHANCE in match.to_act:
        match.roll()
    return match


def rolls(match: Match[Any, Any]) -> list[Any]:
    return [ply.move for ply in match.history]


def test_neither_the_seed_nor_a_word_alone_decides_the_dice() -> None:
    """The same seed rolls otherwise with other words, and the same words with another seed."""
    first = [rolls(with_words(f"seed {n}", "sword", "fish")) for n in range(8)]
    assert first == [rolls(with_words(f"seed {n}", "sword", "fish")) for n in range(8)]
    assert first != [rolls(with_words(f"seed {n}", "sword", "Fish")) for n in range(8)]
    assert first != [rolls(with_words(f"seed {n}", "swordb fish")) for n in range(8)]
    assert first != [rolls(with_words(f"seed {n}")) for n in range(8)]


def test_a_word_comes_once_and_before_the_first_roll() -> None:
    match = with_words("x", "sword")
    with pytest.raises(MoveError, match="before the first roll"):
        match.add_entropy(1, "late")
    whole = play(0)
    fresh = Match(whole.game, whole.players)
    fresh.add_entropy(0, "one")
    for seat in (0, CHANCE, 3):
        with pytest.raises(MoveError, match="once by each player"):
            fresh.add_entropy(seat, "two")


def test_words_are_kept_and_verified(tmp_path: Path) -> None:
    whole = play(0)
    match = Match(whole.game, whole.players, seed=seed_from("kept"))
    match.add_entropy(0, "a word of two")
    match.add_entropy(2, "c0ffee")
    rng = Random(1)
    path = tmp_path / "w.game"
    writer = transcript.TranscriptWriter(match, path)
    while match.outcome is None:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.legal_moves(seat)))
        writer.save()
    assert verify(path, load_for_transcript, match.commitment).match.entropy == match.entropy
    assert transcript.write(transcript.replay(transcript.read(path), load_for_transcript)) == (
        path.read_text("utf-8")
    )
    forged = path.read_text("utf-8").replace("word a a word of two", "word a another one")
    with pytest.raises(TranscriptError, match="the seed says"):
        check(tmp_path, remark(forged.splitlines(keepends=True)))
    with pytest.raises(TranscriptError, match="the file promises"):
        verify(path, load_for_transcript, "00" * 32)
    shown = transcript.digest(path.read_text("utf-8"))
    assert verify(path, load_for_transcript, digest=f" {shown.upper()}\n").digest == shown
    with pytest.raises(TranscriptError, match="another game"):
        verify(path, load_for_transcript, digest="00" * 32)
    with pytest.warns(DeprecationWarning, match="use commitment="):
        verify(path, load_for_transcript, promise=match.commitment)


def test_a_chosen_seed_is_marked(tmp_path: Path) -> None:
    whole = play(0)
    match = Match(whole.game, whole.players, seed=seed_from("mine"), chosen=True)
    source = transcript.write(match)
    assert source.startswith("cruachan transcript 2  #")
    assert transcript.parse(source, tmp_path / "x").chosen
    assert not transcript.parse(transcript.write(whole), tmp_path / "x").chosen


@pytest.mark.parametrize(
    ("name", "clean"),
    [("Anna", "Anna"), ("  a \n b\t", "a b"), ("", "?"), ("\x1b[2J", "[2J"), ("x" * 99, "x" * 40)],
)
def test_names_fit_on_a_line(name: str, clean: str) -> None:
    assert clean_name(name) == clean


SPELLINGS = {
    "digits": ("1 chance", "١ chance", "cannot read"),
    "fullwidth": ("1 chance", "１ chance", "cannot read"),
    "padded": ("1 chance", "01 chance", "cannot read"),
    "version": ("rules 2", "rules 02", "cannot read"),
    "signed": ("rules 2", "rules +2", "cannot read"),
    "rules": ("rules 2", "Rules 2", "cannot read"),
    "capitals": ("seat a person", "seat a PERSON", "no kind of player"),
    "letters": ("seat a person", "seat a pérson", "no kind of player"),
    "return": ("seat a person Ailill", "seat a person Ailill\r", "control character"),
    "tab": ("seat a person Ailill", "seat a person Ail\till", "control character"),
    "missing": ("option harder no\n", "", "another spelling"),
    "default": ("seat a", "option fair no\nseat a", "another spelling"),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_there_is_one_spelling_of_a_game(tmp_path: Path, name: str) -> None:
    """Each of these was read as the same game."""
    old, new, said = SPELLINGS[name]
    source = transcript.write(play(2))
    texts = [line.rpartition("  #")[0] for line in source.splitlines()]
    head = "\n".join(texts)
    at = head[: head.index(old)].count("\n")
    changed = transcript.Marker().lines(head.replace(old, new, 1).split("\n"))
    path = tmp_path / "spelled.game"
    path.write_bytes(changed.encode())
    with pytest.raises(TranscriptError, match=said) as refused:
        transcript.replay(transcript.read(path), load_for_transcript)
    assert refused.value.line == at + 1
    path.write_bytes(source.encode())
    assert transcript.write(transcript.replay(transcript.read(path), load_for_transcript)) == source


def test_moves_are_spelled_in_one_way(tmp_path: Path) -> None:
    match = play(3)
    text = transcript.write(match)
    move = transcript.parse(text, tmp_path).plies[2].text
    lines = [line.rpartition("  #")[0] for line in text.splitlines()]
    lines = [line.replace(move, move.upper()) if line.startswith("3 ") else line for line in lines]
    changed = transcript.Marker().lines(lines)
    with pytest.raises(TranscriptError, match="another spelling"):
        transcript.replay(transcript.parse(changed, tmp_path), load_for_transcript)


def test_lines_end_in_a_line_feed_alone(tmp_path: Path) -> None:
    path = tmp_path / "windows.game"
    path.write_bytes(transcript.write(play(0)).replace("\n", "\r\n").encode())
    with pytest.raises(TranscriptError, match="carriage return") as refused:
        transcript.read(path)
    assert refused.value.line == 1
