"""Vows that were laid down, and an end that denies nothing of what was told."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.components.material import RHACH
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.state import Aim, Quest
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence
from cruachan.games.shent.saga.passes.follow_quests import QuestArc, QuestFollower
from cruachan.games.shent.tale.subjects import GoalLands, OfQuest
from cruachan.games.shent.tale.voice import Said
from tests.shent.saga_bench import SagaBench
from tests.shent.test_saga import named
from tests.shent.test_saga_homes import says


def _quest(kind: str, number: int = 900, **more: Any) -> Quest:
    aim = Aim(kind, 0, more.pop("manners", ()), more.pop("size", 1), **more)
    return Quest(number, "open", (), aim)


@pytest.mark.parametrize("lang", LANGS)
def test_a_vow_that_was_laid_down_is_named_in_the_end(lang: Lang) -> None:
    ending = SagaBench(named(3, 3), lang, None).ending
    quest = _quest("reach", land=4)
    before = len(ending._of(0))
    ending.walk.given_up.append((0, quest))
    ending.walk.first[0] = quest
    said = ending._of(0)
    assert len(said) == before + 1
    assert ending.quest(quest) in said[0]
    ending.walk.fulfilled.append((0, quest))
    assert not any(says(each, lang, "laid_down") for each in ending._of(0))


def test_a_watch_whose_watcher_is_dead_is_told_so_and_laid_down_for_it() -> None:
    match = named(3, 3)
    arcs = QuestFollower(match, SagaBench(match, "en", None).voice, None)
    arc = QuestArc(0, _quest("hold", land=4, thing=1), fallen=True)
    stage = arcs._stage(arc, match.state_at(50), set())
    assert stage
    assert stage.key == "guard_fell"
    assert arcs._stage(arc, match.state_at(50), set()) is None
    told = StorySentence(Said("Given up.", subject=OfQuest(arc.quest), key="forsaken_open"), 50)
    assert says(arcs._given_up(arc, told).text, "en", "forsaken_guard")
    arc.fallen = False
    assert arcs._given_up(arc, told) is told


@pytest.mark.parametrize("lang", LANGS)
def test_lands_come_into_unseen_were_kept_lost_again_or_only_passed(
    lang: Lang, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = SagaBench(named(3, 3), lang, None).ending
    lands = [SimpleNamespace(land=land) for land in (0, 1, 2)]
    monkeypatch.setattr(AimKind.ALL["unseen"], "scenes", lambda *_: lands)
    then = SimpleNamespace(markers=(0, 0, NOBODY))
    ending.match = cast("Any", SimpleNamespace(history=[0], state_at=lambda _: then))
    ending.state = cast("Any", SimpleNamespace(markers=(0, 1, 1)))
    said = ending._passed(_quest("unseen"), 0)
    words = sentences(lang)
    for key, land in (("passed_kept", 0), ("passed_lost", 1), ("passed_by", 2)):
        name = ending.voice.land(land)
        values = {"player": ending.voice.player(0), "lands": name}
        options = [words[key]] if isinstance(words[key], str) else words[key]
        assert any(each.format(**values) in said for each in options)


@pytest.mark.parametrize(("done", "key"), [(0, "to_fail"), (1, "to_fail_done")])
def test_what_was_to_fail_and_went_well_is_told_so(
    done: int, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = SagaBench(named(3, 3), "en", None).ending
    quest = _quest("reach", land=4, manners=(RHACH,))
    ending.state = cast("Any", SimpleNamespace(players=[SimpleNamespace(quests=(quest,))]))
    monkeypatch.setattr(AimKind.ALL["reach"], "done", lambda *_: done)
    assert ending.quest(quest).endswith(sentences("en")[key])


@pytest.mark.parametrize(("fell", "key"), [(1, "lack_older"), (5, "lack_other"), (0, "")])
def test_why_the_dead_were_no_sacrifice(
    fell: int, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = SagaBench(named(3, 3), "en", None).ending
    quest = _quest("lose")._replace(round=3)
    monkeypatch.setattr(AimKind.ALL["lose"], "done", lambda *_: 0)
    death = SimpleNamespace(what=DomainEventKind.FELL, seat=0)
    then = SimpleNamespace(round=fell, domain_events=[death] if fell else [])
    ending.match = cast("Any", SimpleNamespace(history=[0], state_at=lambda _: then))
    assert ending._lack(quest, 0) == (AimKind.ALL["lose"].texts("en")[key] if key else "")


@pytest.mark.parametrize(("rounds", "late"), [(0, True), (1, False)])
def test_what_decided_the_game_in_an_earlier_chapter_does_not_come_now(
    rounds: int, late: bool
) -> None:
    match = named(2, 2)
    summit = SagaBench(match, "en", None).goal_teller
    done = match.state_at(summit.steps_end).round
    now = StorySentence(
        Said("Now came the last.", key="summit", subject=GoalLands(("Ashfield", "Tombhill"))), 9
    )
    told = summit.bound([now], {done} if rounds else {done + 1})[0]
    keys = ("summit_late", "summit_then")
    assert any(says(told.text, "en", key) for key in keys) if late else told is now


@pytest.mark.parametrize("lang", LANGS)
def test_lands_that_were_come_into_unseen_are_named_where_the_quest_ends(lang: Lang) -> None:
    crossings = SagaBench(named(3, 3), lang, None).entries
    crossings.came = {(0, 5): 20, (0, 4): 30}
    feat = StorySentence(Said("They had come. It was done.", key="feat"), 40)
    text = crossings._where(feat, 0, {4, 5}, 2).text
    assert text.startswith("They had come.")
    assert text.endswith("It was done.")
    assert crossings.voice.listed([crossings.voice.land(land) for land in (5, 4)]) in text


@pytest.mark.parametrize(("owner", "opens"), [(0, True), (1, False)])
def test_a_door_is_opened_only_where_it_is_ones_own(owner: int, opens: bool) -> None:
    ending = SagaBench(named(3, 3), "en", None).ending
    life = cast("Any", SimpleNamespace(number=1))
    ending.figures.last[1] = cast("Any", SimpleNamespace(land=0))
    ending.state = cast("Any", SimpleNamespace(markers=(owner,)))
    assert ending._at_home([life], 0) is opens
    assert not any("knock" in each for each in sentences("en")["alive"])


@pytest.mark.parametrize(("owner", "told"), [(1, True), (0, False)])
def test_a_vow_about_a_home_that_is_lost_says_what_the_land_was(
    owner: int, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = SagaBench(named(3, 3), "en", None).memory
    memory.homes, memory.owners = {0: 4}, {4: owner}
    quest = _quest("ruin", land=4)
    monkeypatch.setattr(
        "cruachan.games.shent.saga.passes.fill_gaps.quest_of", lambda *_: (0, quest)
    )
    vow = StorySentence(Said("The tolls went elsewhere.", subject=OfQuest(quest), key="vow"), 9)
    text = memory._vowed(vow).text
    assert text.endswith("The tolls went elsewhere.")
    assert says(text, "en", "home_wanted") is told
