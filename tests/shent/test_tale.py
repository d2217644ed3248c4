"""The tale: sentences that read well, in both languages, and tell nobody what is hidden."""

import re
from copy import deepcopy
from pathlib import Path

import pytest

import cruachan.games.shent as package
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.texts import LANGS, Lang, tables
from cruachan.engine.verify import verify
from cruachan.games import load_for_transcript
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.components.material import FARON, RHACH, RUNES
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import change_quest
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.reading import STORY
from cruachan.games.shent.core.state import Aim, DomainEvent, Quest, State, Token
from cruachan.games.shent.readings import Act, Reading
from cruachan.games.shent.tale import sentences
from cruachan.games.shent.tale.domain_events import DomainEventTeller
from cruachan.games.shent.tale.readings import tell_reading
from cruachan.games.shent.tale.tale import tell
from cruachan.games.shent.tale.voice import Voice, as_sentence
from tests.shent.play import fall, in_turn, play
from tests.shent.positions import near, put, quest, table
from tests.shent.tables import game_for as game
from tests.shent.tables import walk

NAMES = ("Medb", "Ailill", "Fergus")
READINGS = "cruachan.games.shent.readings"
GOLDEN = Path(__file__).parent / "golden"
SILENT = frozenset(
    (
        *("gain", "spent", "entered", "turn_end", "round_end", "won"),
        *("lost", "drawn", "cast", "claims", "off", "clock"),
        *("grown", "blossom", "blight", "healed", "raid", "duel"),
        *("camp", "hunted", "lust", "feud", "truce", "passage"),
        *("welcome", "gifts", "hid", "silence", "hoard", "buried"),
        *("mist", "lost_way", "hint", "unmasked", "seen_through", "shown"),
        *("turned_back", "wall", "dearth", "ground", "delay", "phantom"),
        *("support", "gift", "rescue", "freed", "lifted", "slept"),
        *("standstill", "rest", "slumber", "swept", "gathered", "linked"),
        *("side_by_side", "one_riddle", "scattered", "detours", "layers", "luck"),
        *("rode_off", "choice", "sooner", "ill", "vain", "tired"),
        *("setback", "held", "besieged", "tongue", "captive", "gate"),
        *("road", "ride", "path", "razed", "legend", "stood"),
        "ready",
    )
)
"""Events that the sentence of their reading, or of their contest, tells already."""


BLIGHT = "narchad.blight"
GAME = game(3)
ROOMS = ("readings", "tale", "saga", "aims")
"""Where sentences lie."""


@pytest.mark.parametrize("room", ROOMS)
def test_sentences_lie_by_topic_and_each_file_says_what_it_is_for(room: str) -> None:
    folder = Path(package.__file__).parent / room / "texts"
    topics = {lang: sorted(path.name for path in (folder / lang).iterdir()) for lang in LANGS}
    assert topics["en"] == topics["de"] != []
    for path in folder.rglob("*.toml"):
        assert re.match(r"# .+\.\n\n\[", path.read_text("utf-8")), path


def test_every_noun_has_its_cases() -> None:
    assert sentences("en")["noun"].keys() == sentences("de")["noun"].keys()
    for key, forms in sentences("de")["noun"].items():
        assert {"the", "the_acc", "the_dat", "a", "a_acc", "a_dat"} <= forms.keys(), key


def test_every_event_is_told_or_part_of_what_is_told() -> None:
    folder = Path(package.__file__).parent
    source = "\n".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    noted = set(re.findall(r'note\(\s*state,\s*"(\w+)"', source))
    untold = {what for what in noted if not hasattr(DomainEventTeller, f"of_{what}")}
    assert untold <= SILENT


@pytest.mark.parametrize("lang", LANGS)
def test_readings_are_told_with_articles(lang: Lang) -> None:
    state = table()
    hunter = put(state, "faron", 5, 0)
    voice = Voice(state, NAMES, lang)
    act = Act(RUNES.index("narchad"), 5, 0, 5)
    found = set()
    for number in range(9):
        state.told = {"narchad.death": number}
        found.add(tell_reading(voice, state, act, "narchad.death", (hunter,)).text)
    assert len(found) >= 4
    for sentence in found:
        assert ("hunter" if lang == "en" else "Jäger") in sentence
        assert "{" not in sentence
        assert sentence[0].isupper()


def test_a_figure_of_another_player_is_named_with_its_player() -> None:
    state = table()
    hunter = put(state, "faron", 5, 1)
    act = Act(RUNES.index("narchad"), 5, 0, 5, magic=True)
    english = tell_reading(Voice(state, NAMES, "en"), state, act, "narchad.death", (hunter,)).text
    german = tell_reading(Voice(state, NAMES, "de"), state, act, "narchad.death", (hunter,)).text
    assert "the hunter of Ailill" in english
    assert "Jäger von Ailill" in german


def test_the_temper_of_the_narrator_begins_every_second_time() -> None:
    state = table()
    voice = Voice(state, NAMES, "en")
    act = Act(0, 3, 0, 4)
    begun = 0
    for turns in range(8):
        state.turns = turns
        plain = tell_reading(voice, state, act, "galas.harvest", ()).text
        dark = tell_reading(voice, state, act, "galas.harvest", (), style=3).text
        begun += dark != plain
        assert dark.endswith(plain) or plain in dark
    assert begun == 4


def test_a_land_remembers_what_happened_in_an_earlier_round() -> None:
    state = table(round=3)
    act = Act(0, 3, 0, 4)
    state.memory = {4: ("fell", FARON, 1)}
    found = []
    for turns in range(6):
        state.turns = turns
        found.append(tell_reading(Voice(state, NAMES, "en"), state, act, "galas.harvest", ()).text)
    assert 0 < sum("hunter" in text for text in found) < len(found)
    state.memory = {4: ("fell", FARON, 3)}
    for turns in range(6):
        state.turns = turns
        assert (
            "hunter"
            not in tell_reading(Voice(state, NAMES, "en"), state, act, "galas.harvest", ()).text
        )


def test_only_an_open_quest_is_remembered() -> None:
    state = table(turns=0)
    state.board.distance(4, 7)
    act = Act(0, 3, 0, 4)
    aim = Aim("reach", RUNES.index("rath"), land=4, size=3)
    voice = Voice(state, NAMES, "en")
    plain = {tell_reading(voice, _at(state, t), act, "galas.harvest", ()).text for t in range(6)}
    quest(state, 0, aim, mode="secret")
    assert {
        tell_reading(voice, _at(state, t), act, "galas.harvest", ()).text for t in range(6)
    } == plain
    quest(state, 0, aim)
    assert {
        tell_reading(voice, _at(state, t), act, "galas.harvest", ()).text for t in range(6)
    } != plain


def _at(state: State, turns: int) -> State:
    state.turns = turns
    return state


def _event(rune: str, strength: int) -> State:
    state = in_turn("events")
    hunter = put(state, "faron", 5, 0, left=near(state, 5)[0])
    state.stack.append(
        Event(0, 5, (hunter,), rune=RUNES.index(rune), strength=strength, step="read")
    )
    return state


@pytest.mark.rule("S4.13")
def test_own_words_stand_instead_of_the_sentence_under_a_name() -> None:
    state = _event("narchad", 4)
    reader = 1
    after = play(state, reader, "read", "narchad.blight", (), words="The mill  burned down")
    said = tell(
        state, reader, Move("read", ("narchad.blight", ()), "The mill  burned down"), after, None,
        NAMES, "en",
    )  # fmt: skip
    own, told = said.split("\n")
    assert own == f"{NAMES[reader]} says: “The mill burned down.”"
    assert told == "Blight: narchad with strength 4."
    plain = Move("read", ("narchad.blight", ()))
    assert tell(state, reader, plain, after, None, NAMES, "en") != told


@pytest.mark.rule("S4.13")
@pytest.mark.parametrize("lang", LANGS)
def test_what_was_told_in_own_words_is_not_told_again_when_it_happens(lang: Lang) -> None:
    """By the narrator, or by whoever says for what."""
    state = _event("galas", 4)
    worded = play(state, 1, "read", "galas.harvest", (), words="Nobody had sown it.")
    target = Move("target", ((),))
    said = tell(worded, 0, target, play(worded, 0, "target", ()), None, NAMES, lang)
    gains = {"de": "gewinnt", "en": "gains"}[lang]
    strength = {"de": "mit Stärke", "en": "with strength"}[lang]
    assert re.fullmatch(rf"\w+: galas {strength} 4; Medb {gains} 4 tûr\.", said)
    plain = play(state, 1, "read", "galas.harvest", ())
    own = Move("target", ((),), "Nobody had sown it.")
    after = play(plain, 0, "target", (), words=own.words)
    heard, note = tell(plain, 0, own, after, None, NAMES, lang).split("\n")
    assert "Nobody had sown it." in heard
    assert note == said


@pytest.mark.parametrize("lang", LANGS)
def test_a_reading_is_told_as_it_stood_on_the_card_and_in_the_question(lang: Lang) -> None:
    state = _event("narchad", 4)
    on_card = tell_reading(Voice(state, NAMES, lang), state, state.stack[-1].act, BLIGHT, ()).text
    read = Move("read", (BLIGHT, ()))
    after = play(state, 1, "read", BLIGHT, ())
    assert on_card in tell(state, 1, read, after, None, NAMES, lang)
    state = _event("galas", 4)
    after = play(state, 1, "read", "galas.harvest", ())
    asked = GAME.presentation.view(after, 0, NAMES, lang)["prompt"]
    done = play(after, 0, "target", ())
    told = tell(after, 0, Move("target", ((),)), done, None, NAMES, lang)
    assert told.split(" (")[0] in asked


@pytest.mark.rule("S30.2")
@pytest.mark.parametrize("lang", LANGS)
def test_who_falls_asleep_in_somebodys_words_is_not_told_to_leave(lang: Lang) -> None:
    state = _event("idh", 4)
    (hunter,) = state.stack[-1].group
    other = put(state, "maethor", 5, 0)
    state.stack[-1] = state.stack[-1]._replace(group=(hunter, other))
    words = "The hunter asked to be woken at seven."
    read = Move("read", ("idh.sleep", (hunter,)), words)
    after = play(state, 1, "read", "idh.sleep", (hunter,), words=words)
    steps = [(state, 1, read, after)]
    while after.pieces[hunter].land == 5:
        seat = GAME.to_act(after)[0]
        move = next(m for m in GAME.legal_moves(after, seat) if m.verb in ("pass", "target"))
        steps.append((after, seat, move, GAME.apply(after, seat, move)))
        after = steps[-1][-1]
    said = " ".join(tell(*step, None, NAMES, lang) for step in steps)
    assert any(
        fragment in said
        for fragment in {"en": (" slept", "not wake"), "de": ("schlief", "wachte")}[lang]
    )
    assert not any(gone in said for gone in {"en": ("had to leave",), "de": ("verlassen",)}[lang])


def test_words_are_cleaned() -> None:
    assert as_sentence("a\tb\x1b[31m\n c ") == "a b [31m\nc."
    assert as_sentence("Really?") == "Really?"
    assert len(as_sentence("x" * 2000)) == 2001


def test_a_reading_is_told_when_its_target_is_known() -> None:
    state = _event("galas", 4)
    read = Move("read", ("galas.harvest", ()))
    after = play(state, 1, "read", "galas.harvest", ())
    assert tell(state, 1, read, after, None, NAMES, "en") == ""
    done = play(after, 0, "target", ())
    said = tell(after, 0, Move("target", ((),)), done, None, NAMES, "en")
    assert "Medb" in said
    assert "Medb gains 4 tûr" in said


def test_a_good_rune_may_be_only_a_story() -> None:
    state = _event("galas", 4)
    after = play(state, 1, "read", "galas.harvest", ())
    done = play(after, 0, "waive")
    said = tell(after, 0, Move("waive"), done, None, NAMES, "en")
    assert said
    assert "tûr" not in said


def test_a_fight_is_told_with_its_numbers() -> None:
    state = in_turn("contest")
    put(state, "maethor", 5, 0)
    put(state, "dru", 5, NOBODY)
    for seat in range(3):
        state.players[seat] = state.players[seat]._replace(tur=0)
    state = play(state, 0, "contest", 5, NOBODY)
    while CHANCE not in state.stack[-1].waits(state):
        (seat,) = state.stack[-1].waits(state)
        frame = state.stack[-1]
        verb = frame.verbs(state, seat)[0]
        unit = (
            frame.sendable(state)[0]
            if verb == "send"
            else frame.free(state, frame.answering(state))[0]
        )
        state = play(state, seat, verb, unit)
    before = fall(state, 8)
    after = fall(before, 1)
    said = tell(before, CHANCE, Move("number", (1,)), after, None, NAMES, "en")
    assert "the warrior of Medb" in said.lower().replace("medb", "Medb")
    assert re.search(r"\(\d+ to \d+ – 4 and the number 8 against 2 and the number 1\)$", said)
    assert "barbarian" in said


def _told_of(state: State, *found: DomainEvent) -> str:
    """What is told of these events."""
    after = state.copy()
    after.domain_events = list(found)
    said = DomainEventTeller(Voice(state, NAMES, "en"), state, Move("done"), after, None).all(
        None, {}
    )
    return " ".join(each.text for each in said)


def test_those_who_leave_together_are_told_of_together() -> None:
    state = in_turn()
    figures = [put(state, "dru", 5, 0) for _ in range(3)]
    said = _told_of(
        state, *(DomainEvent(DomainEventKind.DESERTED, 0, 5, piece=each) for each in figures)
    )
    assert said.count(".") == 1
    assert "three barbarians of Medb" in said


def test_one_of_several_without_a_lord_is_not_the_one() -> None:
    state = in_turn()
    first = put(state, "dru", 5, NOBODY)
    joined = DomainEvent(DomainEventKind.JOINED, 0, 5, piece=first)
    assert "the barbarian" in _told_of(state, joined).lower()
    put(state, "dru", 5, NOBODY)
    assert "a barbarian" in _told_of(state, joined).lower()
    kind = state.pieces[first].kind
    state.memory[5] = ("fell", kind, state.round)
    assert "another barbarian" in _told_of(state, joined).lower()


def test_a_counter_is_told_inside_an_event() -> None:
    state = in_turn()
    state.stack.append(
        Event(0, 5, (), False, False, 1, 2, "moment", reading="narchad.death", target=(0,))
    )
    events = (
        DomainEvent(DomainEventKind.COUNTERED, 0, 5, 0, more=(0, 1, 2)),
        DomainEvent(DomainEventKind.ENTERED, 0, 5),
    )
    after = state.copy()
    after.domain_events = list(events)
    act = Act(1, 0, 5, 2)
    tale = DomainEventTeller(Voice(state, NAMES, "en"), state, Move("done"), after, None)
    assert "rune of growth" in tale.all(("narchad.death", act), {})[0].text


@pytest.mark.parametrize("lang", LANGS)
def test_a_quest_meant_to_fail_does_not_end_in_success(lang: Lang) -> None:
    state = in_turn()
    failing = Quest(1, "open", (3, RHACH), Aim("reach", 3, (RHACH,), land=5))
    tale = DomainEventTeller(Voice(state, NAMES, lang), state, Move("done"), state, None)
    assert tale.story(failing, 0, "fulfilled") in [
        each.format(player="Medb") for each in sentences(lang)["tell"]["meant_to_fail"]
    ]


def test_a_drawn_rune_is_named_to_its_owner_alone() -> None:
    state = in_turn()
    bought = play(state, 0, "buy")
    after = fall(bought, 3)
    move = Move("rune", (3,))
    for viewer in (None, 1, 2):
        said = tell(bought, CHANCE, move, after, viewer, NAMES, "en")
        assert said == "Medb drew a rune."
    assert "rath" in tell(bought, CHANCE, move, after, 0, NAMES, "en")


@pytest.mark.parametrize("mode", ["silent", "secret"])
def test_a_quest_is_told_as_far_as_it_is_open(mode: str) -> None:
    state = in_turn()
    state.players[0] = state.players[0]._replace(hand=(0, 3))
    put(state, "faron", 5, 0)
    worded = play(state, 0, "declare", mode, 0, 3)
    aim = worded.stack[-1].choices(worded)[0]
    after = play(worded, 0, "aim", *aim)
    move = Move("aim", tuple(aim))
    others = tell(worded, 0, move, after, 1, NAMES, "en")
    own = tell(worded, 0, move, after, 0, NAMES, "en")
    assert own.startswith(others)
    assert len(own) > len(others)
    assert ("galas" in others) == (mode == "silent")


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 4), (3, 6)])
def test_all_moves_of_games_are_told_well(seed: int, seats: int) -> None:
    names = ("Medb", "Ailill", "Fergus", "Nessa", "Conall", "Deirdre")[:seats]
    table = game(seats)
    for state, seat, move in walk(seed, seats, 700, limit="15"):
        after = table.apply(state, seat, move)
        for lang in LANGS:
            for viewer in (None, 0, CHANCE):
                said = tell(state, seat, move, after, viewer, names, lang)
                assert "  " not in said
                assert "{" not in said
                assert said == said.strip()
                assert not said or said[-1] in ".)”“!?…", said
                assert not re.search(r"\. [a-zäöü]", said), said


def test_every_reading_is_told_in_both_languages() -> None:
    state = table()
    put(state, "faron", 5, 0)
    act = Act(0, 3, 0, 5)
    for lang in LANGS:
        for key, reading in Reading.ALL.items():
            words = reading.words(lang)
            assert bool(words.get("event")) == reading.event, key
            assert bool(words.get("magic")) == reading.magic, key
        assert tell_reading(Voice(state, NAMES, lang), state, act, STORY, ()).text


@pytest.mark.parametrize(("lang", "words"), [("en", "a hunter"), ("de", "ein Jäger")])
def test_a_land_remembers_one_who_fell_not_the_one_who_stands_there(lang: Lang, words: str) -> None:
    state = table()
    hunter = put(state, "faron", 5, 0)
    state.round, state.memory[5] = 2, ("fell", FARON, 1)
    act = Act(RUNES.index("rath"), 5, 0, 5)
    found = []
    for state.turns in range(3):
        text = tell_reading(Voice(state, NAMES, lang), state, act, "rath.ride", (hunter, 6)).text
        found.append(words in text)
    assert any(found)


@pytest.mark.parametrize("lang", LANGS)
def test_a_dragon_builds_no_palisade(lang: Lang) -> None:
    state = table()
    voice = Voice(state, NAMES, lang, lambda key, options, number: "|".join(options))
    weak, strong = (Act(RUNES.index("maeth"), number, 0, 5) for number in (7, 8))
    assert "alisade" in tell_reading(voice, state, weak, "maeth.camp", ()).text
    assert "alisade" not in tell_reading(voice, state, strong, "maeth.camp", ()).text


@pytest.mark.parametrize("lang", LANGS)
def test_what_could_not_be_forced_names_who_tried(lang: Lang) -> None:
    assert all("{player}" in sentence for sentence in sentences(lang)["tell"]["band_lost"])


@pytest.mark.parametrize(("lang", "words"), [("en", "woke"), ("de", "weck|wach")])
def test_a_sleeping_foe_wakes_before_it_joins(lang: Lang, words: str) -> None:
    state = table()
    foe = put(state, "dru", 5, NOBODY)
    state.tokens.append(Token(TokenKind.ASLEEP, 5, 3, pieces=(foe,)))
    after = deepcopy(state)
    after.domain_events = [DomainEvent(DomainEventKind.JOINED, 0, land=5, piece=foe)]
    events = DomainEventTeller(Voice(state, NAMES, lang), state, Move("join", ()), after, CHANCE)
    (said,) = events.all(None, {})
    assert re.search(words, said.text)


def test_a_quest_that_became_another_one_is_told_anew() -> None:
    before = table()
    number = quest(before, 0, Aim("reach", RUNES.index("rath"), land=7))
    secret = quest(before, 0, Aim("reach", RUNES.index("rath"), land=9), mode="secret")
    after = deepcopy(before)
    for each in (number, secret):
        change_quest(after, 0, each, aim=Aim("reach", RUNES.index("rath"), land=8))
    events = DomainEventTeller(
        Voice(before, NAMES, "en"), before, Move("vote", (True,)), after, None
    )
    (said,) = events.said_anew()
    assert before.board.lands[8].called("en") in said.text
    assert said.kind == "quest"


NOTATION = re.compile(r"\d ?: ?\d|\d=|[+−]\d|\d/\d|(?<!\d )\b\w+ \d+:|\(\w+( \d+)?\)")
"""Sums, votes and gains in signs; a word in brackets."""


def without_readings(said: str, lang: Lang) -> str:
    """What is said without the names of readings, which stand in brackets after their runes."""
    runes = [rune for rune in tables(READINGS, lang).values() if isinstance(rune, dict)]
    for reading in (each for rune in runes for each in rune.values() if isinstance(each, dict)):
        said = said.replace(f" ({reading.get('name')})", "")
    return said


@pytest.mark.parametrize("lang", LANGS)
def test_a_name_of_one_word_is_no_notation(lang: Lang) -> None:
    """A reading has such a name, whichever the stored games tell of."""
    name = tables(READINGS, lang)["galas"]["blossom"]["name"]
    told = f"Medb, galas. ({name})"
    assert NOTATION.search(told)
    assert not NOTATION.search(without_readings(told, lang))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seat", [0, None])
def test_no_line_of_a_game_is_notation(lang: Lang, seat: int | None) -> None:
    """Neither in brackets nor as all that is told."""
    match = verify(GOLDEN / "two.game", load_for_transcript).match
    for at, taken in enumerate(match.history):
        before, after = match.state_at(at), match.state_at(at + 1)
        said = tell(before, taken.seat, taken.move, after, seat, NAMES, lang)
        assert not NOTATION.search(without_readings(said, lang)), said
        assert not said.startswith("("), said


@pytest.mark.rule("S4.13")
def test_own_words_for_the_event_of_a_round_stand_instead_of_the_games() -> None:
    match = verify(GOLDEN / "two.game", load_for_transcript).match
    at = next(at for at, each in enumerate(match.history) if each.move.verb == "tell")
    before, seat = match.state_at(at), match.history[at].seat
    move = Move("tell", (0,), "The crows were silent.")
    after = play(before, seat, "tell", 0, words=move.words)
    said = tell(before, seat, move, after, None, NAMES, "en")
    own, note = said.split("\n")
    assert "The crows were silent." in own
    assert re.match(r"[\w ]+: \w+ with strength \d\.", note), said
