"""Scenes of a saga say what happened in them: sleep, songs, duels, dragons, peace, names."""

import re

import pytest

from cruachan.engine.words import LANGS, Lang
from cruachan.games.shent.core.deeds import DeedKind
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.memory import SLEEP, WOKEN, Away
from cruachan.games.shent.saga.rotation import Rotation
from cruachan.games.shent.saga.saga import Scribe
from cruachan.games.shent.saga.told import Scene, Told
from cruachan.games.shent.tale.voice import Said
from tests.shent.test_saga import named

LONG = re.compile(r"\b(long|season|years?|months?|lange?|Jahreszeit|Jahre?|Monate?)\b")


@pytest.mark.parametrize("lang", LANGS)
def test_nobody_knows_how_long_a_sleep_will_be_when_it_begins(lang: Lang) -> None:
    told = [*Reading.ALL[SLEEP].words(lang)["event"], *sentences(lang)["gone"]]
    assert [each for each in told if LONG.search(each)] == []


def _asleep(scribe: Scribe, elsewhere: bool) -> tuple[Told, int, int]:
    """Somebody who has learned something, told to have slept since their first day."""
    for ply in range(len(scribe.match.history)):
        for deed in scribe.match.state_at(ply + 1).deeds:
            if deed.what != DeedKind.DEVELOPED:
                continue
            old = scribe.match.history[ply].move.args[0]
            life = scribe.figures.life(old, ply)
            land = scribe.match.state_at(ply).pieces[old].land
            if life is None or land < 0:
                continue
            bed = (land + 1) % len(scribe.match.state.board.lands) if elsewhere else land
            scribe.memory.away[life.number] = Away(ply - 1, True, bed)
            mark = scribe.voice.figure(old, deed.seat)
            kind = scribe.match.state_at(ply + 1).pieces[deed.piece].kind
            said = Said(f"{mark} had looked on.", "", "new", (deed.seat, kind), land, "developed")
            return Told(said._replace(pieces=(old,)), ply, deed.seat), land, bed
    raise AssertionError("nobody learned anything")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("elsewhere", [True, False])
def test_a_sleeper_wakes_where_it_slept_and_learned_it_asleep(lang: Lang, elsewhere: bool) -> None:
    scribe = Scribe(named(3, 3), lang, None)
    told, land, bed = _asleep(scribe, elsewhere)
    woke, learned = scribe.memory.tell(Scene(told.seat, 1, [told]))
    assert woke.said.key == WOKEN
    for each in (land, bed):
        assert scribe.voice.land(each) in woke.text
    assert "had looked on" not in learned.text


@pytest.mark.parametrize("lang", LANGS)
def test_those_who_still_sleep_or_are_away_are_told_of_at_the_end(lang: Lang) -> None:
    scribe = Scribe(named(3, 3), lang, None)
    scribe.write()
    ending = scribe.ending
    own = [life for life in ending.known() if ending.fate(life) == "alive"]
    life = own[0]
    seat, name = scribe.figures.whose[life.number], scribe.figures.names[life.number]
    for asleep in (True, False):
        ending.asleep = {life.number} if asleep else set()
        scribe.figures.fate = lambda one: "away" if one is life else "gone"  # type: ignore[method-assign,assignment]
        keys = [f"{'asleep' if asleep else 'away'}{s}" for s in ("", "s")]
        begun = [each.split("{")[0] for key in keys for each in sentences(lang)[key]]
        said = ending._people(seat)
        assert name in said
        assert any(each in said for each in begun)


def test_no_omen_stands_before_what_it_does_not_belong_to() -> None:
    pick = Rotation()
    assert pick("opening.dark.open", ["It came without a sound."], 0) == ""
    assert pick("event.idh.idh.rest", ["They slept."], 0) == "They slept."
    assert pick("memory.fell", ["There was a grave."], 0) == "There was a grave."
