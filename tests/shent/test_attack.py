"""Attacks: strange moves, words, positions, boards and files end in words, never in a crash."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from cruachan.cli import cli, main
from cruachan.cli.speech import put
from cruachan.engine import transcript
from cruachan.engine.boardfile import BoardError
from cruachan.engine.errors import CruachanError, PositionError, TranscriptError, UnreadableMove
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, LONGEST_SAID
from cruachan.games.shent.chapters.claims import fulfil
from cruachan.games.shent.chapters.rewards import Reward
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HIDDEN
from cruachan.games.shent.core.flow import LONGEST_TEXT, Move, Verb, top
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation import position

from .play import in_turn
from .positions import quest
from .tables import any_options, by_lot, game_for

STRANGE: tuple[Any, ...] = (
    *(None, True, -1, -9, 99, 10**30, 1.0, float("nan"), "", "@Piece", "galas.harvest", b"x"),
    *((), ((),), (1, (2, (3,))), [1], {}, {1}, object()),
)
SIRREN = Path(__file__).parents[2] / "src/cruachan/games/shent/components/boards/sirren.toml"


def bent(args: tuple[Any, ...], rng: Random) -> Any:
    """The arguments of a move, made strange."""
    found = list(args)
    if not found or rng.random() < 0.3:
        return tuple(rng.choice(STRANGE) for _ in range(rng.randrange(4)))
    at = rng.randrange(len(found))
    if isinstance(found[at], int) and rng.random() < 0.4:
        found[at] = rng.choice((float(found[at]), bool(found[at]), found[at] + 60, found[at] - 60))
    else:
        found[at] = rng.choice(STRANGE)
    return tuple(found) if rng.random() < 0.9 else found


def exact(moves: list[Move]) -> set[str]:
    """Moves so that 1, 1.0 and True are three things."""
    return {repr(move.args) + move.verb for move in moves}


@pytest.mark.rule("S4.6")
@pytest.mark.parametrize("seed", range(3))
def test_strange_moves_are_refused_in_words(seed: int) -> None:
    """Wrong kinds, huge numbers, nested and unhashable things: a rule and a reason, no crash."""
    rng = Random(seed)
    game = game_for(2 + seed)
    for state, _, _, _ in by_lot(2 + seed, seed, any_options(rng)):
        if rng.random() > 0.1:
            continue
        for seat in (-3, -2, *game.to_act(state), state.seats):
            legal = game.legal_moves(state, seat)
            tries = [*rng.sample(legal, min(3, len(legal))), Move("cast"), Move("wish")]
            for verb, args, _ in tries:
                move = Move(verb, bent(args, rng))
                refusal = game.why_not(state, seat, move, rng.choice(LANGS))
                told = verb in ("read", "tell") or Verb.ALL[verb].unlisted
                assert refusal is None or (refusal.reason and "{" not in refusal.reason)
                assert refusal or told or repr(move.args) + verb in exact(legal)


def test_nobody_speaks_through_a_seat_that_is_not_there() -> None:
    """A seat counted from the end is no seat."""
    state = in_turn("prepare")
    game = SHENT(state.board)
    for seat in (-3, -2, CHANCE, 3, 99):
        assert not game.legal_moves(state, seat)
        assert game.why_not(state, seat, Move("wish", ("never",)))


@pytest.mark.rule("S4.12")
def test_words_only_where_something_is_told() -> None:
    """Texts with a vote could not be read back from the transcript."""
    state = in_turn("prepare")
    game = SHENT(state.board)
    assert game.why_not(state, 0, Move("march")) is None
    assert game.why_not(state, 0, Move("march", (), "and off they went"))
    assert game.why_not(state, 0, Move("honour", (1,), 7))  # type: ignore[arg-type]
    assert game.why_not(state, 0, Move("honour", (1,), "x" * 10_000_000))


@pytest.mark.rule("S4.12")
def test_words_are_never_cut_off() -> None:
    """They are kept whole, or refused with a sentence that says by how much they are too long."""
    state = in_turn("prepare")
    game = SHENT(state.board)
    move = game.narration.attach(Move("honour", (1,)), "x" * LONGEST_TEXT)
    assert move.words == "x" * LONGEST_TEXT
    assert game.why_not(state, 0, move) is None
    long = game.narration.attach(move, "x" * (LONGEST_TEXT + 1))
    assert len(long.words) == LONGEST_TEXT + 1
    refused = game.why_not(state, 0, long, "de")
    assert refused is not None
    assert "2001 Zeichen" in refused.reason


@pytest.mark.parametrize("words", ["@Piece", "@Player", "@@", "@"])
def test_words_cannot_pretend_to_be_records(words: str) -> None:
    """An event told as @Piece is kept as it was told, or bots could read no position any more."""
    state = in_turn("prepare")
    quest(state, 0)
    game = SHENT(state.board)
    after = game.apply(state, 0, Move("honour", (1,), words))
    read = position.read_seen(state.board, position.write(after))
    assert read.players == after.players


def test_positions_name_an_event_of_a_quest_as_stored_ones_do() -> None:
    """Stored positions know a domain event as `Deed`, and that never changes."""
    state = in_turn("prepare")
    quest(state, 0)
    after = SHENT(state.board).apply(state, 0, Move("honour", (1,)))
    log = position.read_seen(state.board, position.write(after)).players[0].quests[0].log
    text = position.write(after)
    assert text.count('["@Deed",') == sum(len(q.log) for p in after.players for q in p.quests) > 0
    assert "@DomainEvent" not in text
    assert log == after.players[0].quests[0].log


def test_much_text_is_read_at_once() -> None:
    """A move is short; nobody waits for a page to be understood."""
    state = in_turn("prepare")
    game = SHENT(state.board)
    for text in ("x " * 1_000_000, "declare " * 100_000):
        with pytest.raises(UnreadableMove):
            game.read_move(state, 0, text)


# --- Secrets ------------------------------------------------------------------------------


@pytest.mark.rule("S15.9")
def test_the_rest_of_a_quest_does_not_show_the_stone_in_the_goal() -> None:
    """Between two rewards others do not see which stones of the quest are left."""
    state = in_turn("prepare")
    number = quest(state, 0, runes=(1, 4, 7))
    state.stack.append(Reward(0, number, 2))
    after = SHENT(state.board).apply(state, 0, Move("reward", ("goal", 4)))
    assert isinstance(top(after), Reward)
    assert after.players[0].quests[0].runes == (1, 7)
    assert position.observe(after, 0).players[0].quests[0].runes == (1, 7)
    for viewer in (1, None):
        assert position.observe(after, viewer).players[0].quests[0].runes == (HIDDEN, HIDDEN)


@pytest.mark.rule("S27.5")
def test_who_has_looked_does_not_take_it_back() -> None:
    """A target of magic may be a quest that comes to light at once."""
    state = in_turn("prepare")
    assert SHENT(state.board).reveals(state, 0, Move("aimat", ((1,),)))


def test_a_guess_does_not_invent_an_aim_of_ones_own() -> None:
    """While a goal is being sealed its owner knows that it has no aim yet."""
    state = in_turn("prepare")
    state.players[0] = state.players[0]._replace(goal=(1, 2))
    state.players[1] = state.players[1]._replace(goal=(3, 4))
    seen = position.observe(state, 0)
    guessed = position.determinize(seen, Random(1))
    assert guessed.players[0].aim is None
    assert guessed.players[1].aim is not None


@pytest.mark.rule("S15.7")
def test_quests_do_not_hold_the_pasts_of_other_quests() -> None:
    """Else positions would grow with every quest fulfilled, and double."""
    state = in_turn("prepare")
    one, two = quest(state, 0), quest(state, 0)
    fulfil(state, 0, one)
    (kept,) = [q for q in state.players[0].quests if q.number == two]
    (done,) = [event for event in kept.log if event.what == DomainEventKind.FULFILLED]
    assert done.more[0].log == ()


# --- Positions ----------------------------------------------------------------------------


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in lists and tables, all the way down."""
    if not isinstance(value, dict | list):
        return []
    keys = list(value) if isinstance(value, dict) else range(len(value))
    return [pair for key in keys for pair in [(value, key), *places(value[key])]]


def seen_or_refused(game: SHENT, line: str) -> State | None:
    """A crafted position: refused in one line, or one that can be looked at."""
    try:
        state = game.read_position(line)
    except PositionError:
        return None
    game.presentation.draw(game.presentation.view(state, None))
    return state


@pytest.mark.parametrize("seed", range(3))
def test_crafted_positions_are_refused(seed: int) -> None:
    """Whatever stands in it: no crash, then or later."""
    rng = Random(seed)
    game = game_for(2 + seed)
    steps = [after for _, _, _, after in by_lot(2 + seed, seed, any_options(rng))]
    wrong: tuple[Any, ...]
    wrong = (None, True, -99, 10**30, 1.5, "x", "@Piece", [], {}, [[]], ["@Cast", 1, 2], ["@x"])
    for state in rng.sample(steps, 8):
        line = game.write_position(state)
        assert seen_or_refused(game, line) is not None
        for _ in range(12):
            data = json.loads(line)
            part = rng.choice(list(data))
            inside, key = rng.choice([(data, part), *places(data[part])])
            inside[key] = rng.choice(wrong)
            seen_or_refused(game, json.dumps(data))


def test_odd_lines_are_no_positions() -> None:
    """Nested too deeply, empty, no JSON."""
    game = game_for(2)
    for line in ("", "x", "[" * 100_000, "{}", "[]", "null", '{"seats": 1e999}'):
        with pytest.raises(PositionError):
            game.read_position(line)


# --- Files --------------------------------------------------------------------------------


def match_of_two(name: str) -> Match[State, Move]:
    """A match that has just begun."""
    match = Match(game_for(2), [Player(name), Player("B")], {"limit": "15"}, seed=bytes(32))
    while match.to_act == (CHANCE,):
        match.roll()
    return match


@pytest.mark.parametrize("name", ["\x1b[2JA", "A\x85B", "A  B", "x" * 41, "\u202eA"])
def test_crafted_names_in_transcripts(name: str) -> None:
    """A name that the house would not write is not read either; it could hurt a screen."""
    lines = transcript.write(match_of_two("NAME")).replace(" NAME", f" {name}").split("\n")[:-1]
    marker = transcript.Marker()
    plain = [line.rpartition("  #")[0] for line in lines]
    text = "".join(f"{line}  #{marker.mark(line)}\n" for line in plain)
    with pytest.raises(TranscriptError):
        transcript.parse(text, Path("x.game"))


def test_names_and_words_are_only_text_in_pictures() -> None:
    """Markup in a name breaks no picture."""
    match = match_of_two('<b>"A" & [red]</b> {land} %s')
    for lang in LANGS:
        drawn = presentation_of(match.game).draw(match.view(None, lang), lang)
        ElementTree.fromstring(drawn)
        assert "<b>" not in drawn


@pytest.mark.parametrize("name", [r"a\nb", r"\u001b[2J", "a  #abcdef", " a", "x" * 41, r"\u202e"])
def test_crafted_names_of_boards(name: str, tmp_path: Path) -> None:
    """The name of a board stands in transcripts: one short line."""
    file = tmp_path / "b.toml"
    file.write_text(SIRREN.read_text("utf-8").replace('name = "sirren"', f'name = "{name}"', 1))
    with pytest.raises(BoardError):
        SHENT.load_board(str(file))


def test_boards_too_large_or_too_deep(tmp_path: Path) -> None:
    """They are refused before anybody has waited long."""
    source = SIRREN.read_text("utf-8")
    lands = source[source.index("[[land]]") :]
    file = tmp_path / "b.toml"
    file.write_text(source + lands * 20)
    assert len(SHENT.board_problems(str(file))) == 1
    file.write_text("a = " + "[" * 5000 + "]" * 5000)
    with pytest.raises(BoardError):
        SHENT.load_board(str(file))


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    """--out names a file: neither a device nor a pipe is put out of place."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(CruachanError):
        put("text", pipe, "en")
    assert pipe.is_fifo()
    with pytest.raises(CruachanError):
        put("text", tmp_path, "en")


def test_errors_are_one_short_line() -> None:
    """Whatever a file says, the error that quotes it does a screen no harm."""
    said = str(CruachanError("no \x1b[2J such\nmove " + "x" * 9999 + " here. Try another."))
    assert said.isprintable()
    assert said.endswith(" here. Try another.")
    assert len(said) < LONGEST_SAID + 9


def test_a_name_too_long_for_a_file_is_an_error_for_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line and exit code 2, as for any other wrong name."""
    for words in (["saga", "x.game", "--out", "x" * 300], ["draw", "x" * 300]):
        monkeypatch.setattr("sys.argv", ["cruachan", *words])
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("lands", ["0", "-6", "17", "66", "99999999999999999999"])
def test_boards_of_odd_sizes(lands: str, tmp_path: Path) -> None:
    """Nothing is written."""
    out = tmp_path / "b.toml"
    result = CliRunner().invoke(cli, ["board", "new", "shent", "--lands", lands, "--out", str(out)])
    assert isinstance(result.exception, CruachanError)
    assert not out.exists()
