"""Stories of one server or folder are numbered, and the number stays with the game."""

from __future__ import annotations

from pathlib import Path

from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.match import Match, Player
from cruachan.games import load_for_transcript, load_game
from cruachan.games.shent.saga.saga import book
from cruachan.server.tables.commands import NewTable, SavedGame
from cruachan.server.tables.keys import new_key
from cruachan.server.tables.service import TableService
from cruachan.terminal import saves
from tests.server.test_absence import act, run

ANNA = new_key()
SEATS = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]


async def table(service: TableService, game: str = "shent") -> int:
    wish = NewTable.model_validate({"game": game, "seats": SEATS})
    return (await service.maker.create(wish, ANNA)).table.setting.edition


def test_tables_of_a_server_are_counted_on_after_a_restart(tmp_path: Path) -> None:
    async def first(service: TableService) -> None:
        assert [await table(service), await table(service)] == [1, 2]
        assert await table(service, "gallia") == 0, "a game without a story has no editions"

    async def later(service: TableService) -> None:
        assert await table(service) == 3

    run(tmp_path, first)
    run(tmp_path, later)


def test_a_rematch_is_the_next_story_and_a_file_keeps_its_own(tmp_path: Path) -> None:
    async def played(service: TableService) -> None:
        session = await service.maker.create(
            NewTable.model_validate({"game": "shent", "seats": SEATS}), ANNA
        )
        await act(service, session.table.id, ANNA, "start", wordless=True)
        match = session.table.match
        assert match is not None
        assert match.edition == 1
        kept = transcript.write(match, secrets=True)
        assert "\nedition 1  #" in kept
        text = transcript.write(_game(7))
        opened = await service.maker.open_file(SavedGame(name="x.game", text=text), ANNA)
        assert opened.table.match is not None
        assert opened.table.match.edition == 7
        assert service.editions.after(session.table.setting) == 2
        assert service.editions.after(opened.table.setting) == 8
        assert await table(service) == 9

    run(tmp_path, played)


def _game(edition: int, seed: str = "saga") -> Match:  # type: ignore[type-arg]
    """A game of two people whose first lots were drawn."""
    match = Match(load_game("shent"), [Player("Anna"), Player("Ben")], seed=seed_from(seed))
    match.edition = edition
    match.roll()
    return match


def test_a_file_tells_the_story_in_the_same_words(tmp_path: Path) -> None:
    match, path = _game(5), tmp_path / "x.game"
    path.write_text(transcript.write(match), "utf-8")
    assert path.read_text("utf-8").startswith("cruachan transcript 4  #")
    again = transcript.replay(transcript.read(path), load_for_transcript)
    assert again.edition == 5
    told = [book(each, "en").prologue.paragraphs for each in (match, again, _game(6))]
    assert told[0] == told[1] != told[2]


def test_games_of_a_folder_are_counted(tmp_path: Path) -> None:
    shent, gallia = load_game("shent"), load_game("gallia")
    assert saves.next_edition(tmp_path, shent) == 1
    for edition in (3, 1):
        (tmp_path / f"{edition}.game").write_text(transcript.write(_game(edition)), "utf-8")
    (tmp_path / "broken.game").write_bytes(b"\xff\xfe edition 99")
    assert saves.next_edition(tmp_path, shent) == 4
    assert saves.next_edition(tmp_path, gallia) == 0
    assert saves.next_edition(tmp_path / "none", shent) == 1
