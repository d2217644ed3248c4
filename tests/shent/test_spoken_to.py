"""Cards and questions speak to the one who reads them: names, titles, and quotations."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.chapters.countermagic import Counter
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import GALAS, HANNAS, NUTHAD, RATH
from cruachan.games.shent.core.fields import HAND
from cruachan.games.shent.core.flow import run
from cruachan.games.shent.core.quotes import marks_of, nested, printed
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.state import Aim, State, quest_of
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.tale.voice import Voice
from cruachan.games.shent.view.speech import ShentSpeech
from tests.shent.arena import give
from tests.shent.play import in_turn, play
from tests.shent.positions import BOARD, put, quest

A, B, C = range(3)
HERE = 0
NAMES = ("Medb", "Ailill", "Cu")
GAME = SHENT(BOARD)


def seen(state: State, seat: int, lang: Lang) -> Any:
    return GAME.presentation.view(GAME.observe(state, seat), seat, NAMES[: state.seats], lang)


def answered(state: State, rune: int, reading: str, target: tuple[int, ...], words: str) -> State:
    """a is asked what it says to an event that was read."""
    piece = put(state, "faron", HERE, A)
    event = Event(A, HERE, (piece,), rune=rune, strength=3, step="answer", words=words)
    state.stack.append(event._replace(reading=reading, target=target))
    run(state)
    return state


def test_typed_quotation_marks_are_printed_as_the_language_has_them() -> None:
    assert printed('"Hm," said Odo. "No."', "“”") == "“Hm,” said Odo. “No.”"
    assert printed('5" of rain', "“”") == '5" of rain'
    assert nested('„Nein“, sagte er, "nie".', "„“") == "‚Nein‘, sagte er, ‚nie‘."
    assert nested("“No,” he said.", "“”") == "‘No,’ he said."
    assert marks_of("{player} says: “{words}”") == "“”"
    assert marks_of("{player}: {words}") == ""


@pytest.mark.parametrize("lang", LANGS)
def test_own_words_have_no_marks_of_the_same_kind_around_them(lang: Lang) -> None:
    voice = Voice(in_turn("events"), NAMES, lang)
    said = voice.say("says", player="Medb", words='"Later," said Odo.')
    assert '"' not in said
    assert voice.quoted('"Later."') == {"de": "„Later.“", "en": "“Later.”"}[lang]


@pytest.mark.parametrize("lang", LANGS)
def test_a_card_that_accepts_names_quests_by_their_titles(lang: Lang) -> None:
    """And the one who is asked is spoken to."""
    state = in_turn("events")
    number = quest(state, A, Aim("hold", GALAS, size=3, land=HERE))
    found = quest_of(state, number)
    assert found
    answered(state, NUTHAD, "nuthad.delay", (number,), "")
    card = seen(state, A, lang)["deck"][0]
    assert card["effect"].startswith(
        {"de": "Betrifft: deine Queste „", "en": "Concerns: your quest “"}[lang]
    )
    assert not any(char.isdigit() for char in card["effect"])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", [2, 3])
def test_an_appeal_says_who_reads_anew(lang: Lang, seats: int) -> None:
    state = in_turn("events", seats)
    number = quest(state, A, Aim("hold", GALAS, size=3, land=HERE))
    deck = seen(answered(state, NUTHAD, "nuthad.delay", (number,), ""), A, lang)["deck"]
    card = next(each for each in deck if each["move"] == "appeal")
    assert ("Cu" in card["effect"]) is (seats == 3)


@pytest.mark.parametrize("lang", LANGS)
def test_a_rune_is_offered_as_magic(lang: Lang) -> None:
    state = in_turn()
    put(state, "randir", HERE, A)
    labels = [card["label"] for card in seen(state, A, lang)["deck"]]
    begins = {"de": "Magie mit ", "en": "Magic with "}[lang]
    assert any(label.startswith(begins) for label in labels)


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_speaks_of_an_active_player(lang: Lang) -> None:
    """Readings speak to the one whose event it is, or of that player by name."""
    for reading in Reading.ALL.values():
        for key, text in reading.words(lang).items():
            if key.startswith("does"):
                assert "active player" not in str(text)
                assert "aktiven Spieler" not in str(text)


@pytest.mark.parametrize("lang", LANGS)
def test_a_task_of_ones_own_is_asked_for_its_words(lang: Lang) -> None:
    """The page does not offer to have it told by the game."""
    state = give(in_turn(), A, RATH, HANNAS)
    view = seen(play(state, A, "declare", "silent", RATH, HANNAS), A, lang)
    moves = [move for point in view["points"] for move in point["moves"]]
    assert [move["needs"] for move in moves if GAME.unpack(move["move"]).verb == "free"] == [True]


@pytest.mark.parametrize("lang", LANGS)
def test_a_vote_that_cannot_win_does_not_say_what_it_would_bring(lang: Lang) -> None:
    state = in_turn("prepare", 2)
    number = quest(state, A, Aim("hold", GALAS, size=3, land=HERE))
    found = quest_of(state, number)
    assert found
    state.stack.append(Ballot("accept", A, ("hard",), found[1]))
    run(state)
    deck = seen(state, B, lang)["deck"]
    assert not any("Medb" in card["effect"] for card in deck)


def test_whoever_is_the_referee_of_her_own_counter_magic_is_spoken_to() -> None:
    """With two players she is; with three somebody else reads who asks."""
    caster: dict[Lang, tuple[str, str]] = {
        "en": ("You want", "Ailill wants"),
        "de": ("Du willst", "Ailill will"),
    }
    state = in_turn()
    frame = Counter(B, (HAND, NUTHAD), HERE, GALAS, 2)
    for lang, (own, other) in caster.items():
        for viewer, said in ((B, own), (C, other)):
            speech = ShentSpeech(state, NAMES, lang, viewer)
            key, values = frame.ask(speech, state, viewer)
            assert speech.words(f"ask.{key}", **values).startswith(said)
