"""Moves as text: written for each viewer, read back, and read as people type them."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.errors import AmbiguousMove, IllegalMove, MoveError, UnreadableMove
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.games.shent.chapters.beginning import Setup
from cruachan.games.shent.chapters.challenges import Challenge
from cruachan.games.shent.chapters.countermagic import Moment
from cruachan.games.shent.chapters.drawing import HandRune
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.goal import SealGoal
from cruachan.games.shent.chapters.quests import Declare
from cruachan.games.shent.chapters.rewards import Reward
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.board import tags
from cruachan.games.shent.components.material import HANNAS, KIND, RATH, RUNES
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import PART
from cruachan.games.shent.core.flow import Move, Verb
from cruachan.games.shent.core.state import Aim, State, Token
from cruachan.games.shent.game import SHENT

from .positions import BOARD, near, put, quest, table
from .tables import game_for as game
from .tables import walk

GAME = SHENT(BOARD)
NAMES = ("Medb", "Ailill Mor", "Cu")


def moving(phase: str = "move") -> State:
    """a has two hunters in one land and a warrior in the next; b has one farther on."""
    state = table()
    state.options = tuple(GAME.complete(3, {}).items())
    for kind, land, seat in (("faron", 0, 0), ("faron", 0, 0), ("maethor", near(state, 0)[0], 0)):
        put(state, kind, land, seat, steps=2)
    put(state, "faron", 20, 1)
    state.stack = [TurnFrame(0, phase)]
    return state


def short(land: int) -> str:
    return BOARD.lands[land].short


def read(state: State, text: str, seat: int = 0, lang: Lang = DEFAULT_LANG) -> Move:
    return GAME.read_move(state, seat, text, "de" if lang == "de" else "en", NAMES)


def written(state: State, move: Move, viewer: int | None = 0, seat: int = 0) -> str:
    return GAME.write_move(state, seat, move, viewer)


# --- Everything that can be written is read back ------------------------------------------


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)])
def test_every_legal_move_is_written_and_read_back(seed: int, seats: int) -> None:
    """For all seats and chance, at many positions of a game; and no two moves look alike."""
    playing = game(seats)
    for number, (state, mover, done) in enumerate(walk(seed, seats, 400, limit="15", goal="3")):
        text = playing.write_move(state, mover, done, CHANCE)
        assert playing.read_move(state, mover, text) == done
        if number % 5:
            continue
        for seat in (CHANCE, *range(seats)):
            moves = playing.legal_moves(state, seat)
            texts = [playing.write_move(state, seat, move, seat) for move in moves]
            if seat == CHANCE:
                texts = [playing.write_move(state, seat, move, CHANCE) for move in moves]
            assert len(set(texts)) == len(set(moves))
            for move, text in list(zip(moves, texts, strict=True))[:: max(1, len(moves) // 8)]:
                assert playing.read_move(state, seat, text) == move
                assert ":" not in text
                assert "?" not in text


def test_a_move_told_in_words_is_read_back_with_them() -> None:
    """Texts may hold anything but what a screen would obey."""
    state = moving("prepare")
    told = Move("honour", (1,), "for the bridge: it held ~2 days")
    assert written(state, told) == "honour b : for the bridge: it held ~2 days"
    assert read(state, written(state, told)) == told


def test_only_some_moves_are_told_in_words() -> None:
    """A step is a step."""
    assert Verb.ALL["read"].takes_words
    assert not Verb.ALL["step"].takes_words
    with pytest.raises(UnreadableMove, match="in words of your own"):
        read(moving(), "done : at last")


# --- The canonical forms ------------------------------------------------------------------


def spelled(state: State, verb: str, *args: object, seat: int = 0) -> str:
    return Verb.ALL[verb].write(state, seat, args)


def test_pieces_are_written_by_kind_and_number() -> None:
    """Own ones so, others with their owner's letter, common ones without."""
    state = moving()
    foe = put(state, "dru", 5)
    other = next(i for i, piece in enumerate(state.pieces) if piece.owner == 1)
    assert spelled(state, "step", 1, 3) == f"step faron2 {short(3)}"
    state.stack.append(_event("narchad", "narchad.death"))
    assert spelled(state, "target", (other,)) == "target b.faron1"
    assert spelled(state, "target", (other,), seat=1) == "target faron1"
    assert spelled(state, "target", (foe,)) == "target dru1"


def _event(rune: str, reading: str = "", step: str = "answer") -> Event:
    """An event of a in its land, of strength 4."""
    number = RUNES.index(rune)
    return Event(0, 0, (0, 1), rune=number, strength=4, step=step, reading=reading)


def test_the_forms_of_many_verbs() -> None:
    """As the head of the module shows them."""
    state = moving()
    lay = Token(TokenKind.WALL, 4, 3)
    state.tokens += [lay, lay, Token(TokenKind.LEGEND, 6, 5)]
    forms: dict[str, tuple[Any, ...]] = {
        "read galas.harvest": ("read", "galas.harvest", ()),
        "read narchad.death faron2": ("read", "narchad.death", (1,)),
        f"read narchad.clearing wall@{short(4)}/2": ("read", "narchad.clearing", (1,)),
        f"read tulu.hint legend@{short(6)}": ("read", "tulu.hint", (2,)),
        f"read rath.ride {short(7)} faron1 faron2": ("read", "rath.ride", (7, 0, 1)),
        "read nuthad.delay quest3": ("read", "nuthad.delay", (3,)),
        f"read hannas.find {short(7)} golu": ("read", "hannas.find", (7, 1)),
        "cast hand rath": ("cast", -1, RATH),
        "cast faron1 hannas": ("cast", 0, HANNAS),
        f"choose rath.ride {short(2)}": ("choose", "rath.ride", 2, -1),
        "choose band.held nen": ("choose", "band.held", -1, 0),
        "points 2 1": ("points", 2, 1),
        "declare open rath hannas": ("declare", "open", RATH, HANNAS),
        f"aim reach rath+hannas {short(2)} 4": ("aim", *Aim("reach", RATH, (HANNAS,), 4, 2)),
        "vote yes no": ("vote", True, False),
        "bid 3": ("bid", 3),
        f"contest {short(2)} b": ("contest", 2, 1),
        f"contest {short(2)} foes": ("contest", 2, NOBODY),
        f"contest {short(2)} host": ("contest", 2, -3),
        "split 5 3": ("split", 5, 3),
        "meet part2": ("meet", PART + 1),
        "wish always": ("wish", "always"),
        "reward goal rath": ("reward", "goal", RATH),
        "reward elements nen mor": ("reward", "elements", 0, 5),
        "reward numbers": ("reward", "numbers"),
        "rune galas": ("rune", 0),
        "number 4": ("number", 4),
        f"scatter faron1 {short(3)} faron2 {short(4)}": ("scatter", 0, 3, 1, 4),
        f"start randir {short(3)}": ("start", KIND["randir"], 3),
    }
    for text, (verb, *args) in forms.items():
        assert spelled(state, verb, *args) == text


def test_an_aim_is_written_with_all_it_names() -> None:
    """So that no two aims look alike."""
    state = moving()
    aim = Aim("found", 0, (RATH,), 2, 3, 1, KIND["ost"], 4)
    assert spelled(state, "aim", *aim) == f"aim found galas+rath {short(3)} b ost 2 sky.cae"
    assert spelled(state, "aim", *aim._replace(kind="win")).endswith("x13 2 sky.cae")


@pytest.mark.parametrize(
    ("step", "value", "text"), [("first", 1, "b"), ("sky", 2, "calad"), ("lair", 4, short(4))]
)
def test_a_lot_is_written_by_what_it_decides(step: str, value: int, text: str) -> None:
    """A seat, an element or a land."""
    state = moving()
    state.stack = [Setup(step)]
    assert spelled(state, "lot", value) == f"lot {text}"


def test_the_manner_of_telling_is_written_with_a_wave() -> None:
    """And read back; plain telling is not written."""
    state = moving()
    state.stack.append(_event("galas", step="read"))
    plain = GAME.legal_moves(state, 1)[0]
    styled = plain._replace(args=(*plain.args, 2), words="so it was")
    assert written(state, plain, 1, 1) + " ~2 : so it was" == written(state, styled, 1, 1)
    assert read(state, written(state, styled, 1, 1), seat=1) == styled
    with pytest.raises(UnreadableMove, match="manner"):
        read(state, written(state, plain, 1, 1) + " ~7", seat=1)
    with pytest.raises(UnreadableMove, match="manner"):
        read(moving(), "done ~1")


def fight(state: State) -> Challenge:
    """Two figures meet."""
    one, two = put(state, "faron", 0, 0), put(state, "faron", 0, 1)
    return Challenge(0, (0, one), (1, two))


# --- What others may read -----------------------------------------------------------------


def hides(state: State, move: Move, text: str, seat: int = 0, other: int | None = 1) -> None:
    """Others read only this, the mover and the keeper all."""
    assert written(state, move, other, seat) == text
    assert written(state, move, None, seat) == text
    assert "?" not in written(state, move, seat, seat)
    assert "?" not in written(state, move, CHANCE, seat)


def test_secret_declarations_show_only_how_many_runes() -> None:
    """A silent one shows them, and hides its aim; an open one hides nothing."""
    state = moving("prepare")
    hides(state, Move("declare", ("secret", 0, 3)), "declare secret ? ?")
    assert written(state, Move("declare", ("silent", 0, 3)), 1) == "declare silent galas rath"
    aim = Move("aim", tuple(Aim("reach", RATH, (), 4, 2)), "far away")
    for mode in ("silent", "secret"):
        state.stack.append(Declare(0, (0, 3), mode))
        hides(state, aim, "aim ?")
        hides(state, Move("free", (), "I seek the sea"), "free ?")
    state.stack.append(Declare(0, (0, 3), "open"))
    assert written(state, aim, 1).endswith(" : far away")
    state.stack.append(SealGoal(0))
    hides(state, aim, "aim ?")


def test_the_goal_is_laid_unseen() -> None:
    """The first stone, and those that rewards bring."""
    state = moving()
    state.stack = [Setup("goal")]
    hides(state, Move("lay", (3,)), "lay ?")
    number = quest(state, 0)
    state.stack = [Reward(0, number, 1)]
    hides(state, Move("reward", ("goal", 3)), "reward goal ?")
    assert written(state, Move("reward", ("numbers",)), 1) == "reward numbers"


def test_runes_drawn_into_a_hand_are_seen_by_its_player_alone() -> None:
    """Those of events by all."""
    state = moving()
    state.stack.append(HandRune(1))
    move = Move("rune", (3,))
    assert written(state, move, 1, CHANCE) == "rune rath"
    assert written(state, move, CHANCE, CHANCE) == "rune rath"
    assert written(state, move, 0, CHANCE) == "rune ?"
    assert written(state, move, None, CHANCE) == "rune ?"
    state.stack = [_event("galas", step="rune")]
    assert written(state, move, 0, CHANCE) == "rune rath"


def test_sealed_answers_are_hidden_while_others_have_to_answer() -> None:
    """The last one is not."""
    state = moving()
    state.stack.append(Ballot("honour", 0, ("agree",), None, NOBODY))
    hides(state, Move("vote", (True,)), "vote ?", seat=1, other=2)
    state.stack[-1] = state.stack[-1]._replace(votes=((2, (True,)),))
    assert written(state, Move("vote", (True,)), 2, 1) == "vote yes"
    acts.change(state, 1, tur=9)
    state.stack[-1] = fight(state)
    hides(state, Move("bid", (2,)), "bid ?")
    state.stack[-1] = Moment("march", (1, 2))
    hides(state, Move("pass"), "answer ?", seat=1, other=2)
    hides(state, Move("cast", (-1, 3)), "answer ?", seat=1, other=2)


def test_a_hidden_move_cannot_be_read() -> None:
    """The reader is told why."""
    with pytest.raises(UnreadableMove, match="hides"):
        read(moving(), "aim ?")


# --- As people type -----------------------------------------------------------------------


def test_steps_in_either_language_and_shortened() -> None:
    """Names in full, beginnings, with and without number, umlauts or their letters."""
    state = moving()
    goal = near(state, 0)[0]
    land = BOARD.lands[goal]
    assert near(state, 0)
    for text in (
        f"step faron1 {land.short}",
        f"STEP FARON1 {land.short.upper()}",
        f"go hunter to {land.called('en')}",
        f"zieh Jäger nach {land.called('de')}",
        f"ziehe jaeger1 {land.called('de')}",
        f"hunter1 {land.called('en')}",
        f"hun {land.called('en')}",
    ):
        assert read(state, text) == Move("step", (0, goal)), text
    assert read(state, f"go hunter2 {land.short}") == Move("step", (1, goal))


def test_equivalent_figures_are_no_ambiguity() -> None:
    """But one that has moved is another one."""
    state = moving()
    goal = near(state, 0)[0]
    assert read(state, f"step hunter {short(goal)}") == Move("step", (0, goal))
    acts.change_piece(state, 1, hidden=3)
    with pytest.raises(AmbiguousMove) as raised:
        read(state, f"step hunter {short(goal)}")
    assert raised.value.candidates == (f"step faron1 {short(goal)}", f"step faron2 {short(goal)}")


def test_what_is_left_out_is_found_or_asked_for() -> None:
    """A part at the end, or in the middle."""
    state = moving()
    with pytest.raises(AmbiguousMove):
        read(state, "step warrior")
    (only,) = {m.args for m in GAME.legal_moves(state, 0) if m.verb == "done"}
    assert read(state, "fertig") == Move("done", only)
    acts.change(state, 0, hand=(RATH,))
    state.stack = [TurnFrame(0, "prepare")]
    assert read(state, "cast rath") == read(state, "zaubere Weg") == Move("cast", (-1, RATH))


def test_players_are_called_by_their_names() -> None:
    """Also by several words, or by letter."""
    state = moving("prepare")
    for text in ("honour b", "honour Ailill Mor", "ehre ailill", "honour Ailill Mor: well done"):
        assert read(state, text)[:2] == ("honour", (1,)), text


def test_readings_are_called_by_their_names() -> None:
    """In either language, with or without their rune."""
    state = moving()
    state.stack.append(_event("galu", step="read"))
    seat = GAME.to_act(state)[0]
    for text in ("read galu.luck", "luck", "read Luck", "lies Glück"):
        assert read(state, text, seat) == Move("read", ("galu.luck", ())), text
    assert read(state, "happy choice", seat) == Move("read", ("galu.choice", ()))


def test_yes_and_no_are_enough_where_they_are_asked_for() -> None:
    """And a number alone, where a number is."""
    state = moving()
    state.stack.append(Ballot("respect", 0, ("object",)))
    assert read(state, "yes", 1) == read(state, "ja", 1) == Move("vote", (True,))
    assert read(state, "nein", 1) == Move("vote", (False,))
    acts.change(state, 0, tur=20)
    state.stack[-1] = fight(state)
    assert read(state, "3") == read(state, "biete 3") == Move("bid", (3,))


def test_points_without_golu() -> None:
    """One number means tûr."""
    from cruachan.games.shent.chapters.magic import Cast

    state = moving("prepare")
    state.stack.append(Cast(0, (-1, RATH), 0, "rath.path", rest=(0,), step="points"))
    assert read(state, "points 2") == Move("points", (2, 0))


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_understood_but_not_legal_is_refused_by_its_rule(lang: Lang) -> None:
    """With the reason in the language."""
    state = moving()
    far = next(land for land in range(24) if land not in near(state, 0) and land)
    with pytest.raises(IllegalMove) as raised:
        read(state, f"step faron1 {short(far)}", lang=lang)
    assert raised.value.refusal.rule == "S8.1"
    assert BOARD.lands[far].called(lang) in raised.value.refusal.reason
    with pytest.raises(IllegalMove) as raised:
        read(state, "march", lang=lang)
    assert raised.value.refusal.rule == "S4.6"
    with pytest.raises(IllegalMove):
        read(state, "done", seat=1, lang=lang)


@pytest.mark.parametrize(
    "text", ["", "   ", "xyzzy", "step", "step step", ":", "~1", "step ~", "👑"]
)
def test_nonsense_is_answered_with_help(text: str) -> None:
    """In both languages, never by a crash."""
    for lang in LANGS:
        with pytest.raises(MoveError) as raised:
            read(moving(), text, lang=lang)
        assert str(raised.value).endswith(".")


def test_every_verb_can_be_typed_in_both_languages() -> None:
    """No verb without words."""
    from cruachan.games.shent.notation.phrases import verb_names

    assert set(verb_names()) == set(Verb.ALL)
    assert all(len(names) > 1 for names in verb_names().values())


# --- Why not, for those who type only what they want --------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_a_land_alone_is_enough_to_be_told_why_nobody_goes_there(lang: Lang) -> None:
    """Also with a figure and without a verb."""
    state = moving()
    beside = {other for piece in (0, near(state, 0)[0]) for other in near(state, piece)}
    far = next(land for land in range(24) if land not in beside and land != 20)
    name = BOARD.lands[far].called(lang)
    for text in (name, f"faron {name}", f"hunter 1 to {name}", f"Krieger nach {name}"):
        with pytest.raises(IllegalMove) as raised:
            read(state, text, lang=lang)
        assert raised.value.refusal.rule == "S8.1"
        assert name in raised.value.refusal.reason


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        *(("hunter", "S7.1"), ("place hunter", "S7.1"), ("tower", "S7.1"), ("hero", "S7.8")),
        *(("dragon", "S7.4"), ("bard", "S7.6"), ("quest", "S6.1"), ("cast", "S14.1")),
    ],
)
def test_what_cannot_be_had_now_is_refused_by_its_own_rule(text: str, rule: str) -> None:
    """With an empty purse and an empty hand."""
    state = moving("prepare")
    acts.change(state, 0, tur=0, golu=0, hand=())
    with pytest.raises(IllegalMove) as raised:
        read(state, text)
    assert raised.value.refusal.rule == rule


def test_lands_have_three_letters_in_each_language_and_both_can_be_typed() -> None:
    """None of them means two lands."""
    german = tags(BOARD, "de")
    english = tags(BOARD, "en")
    assert english == tuple(land.short for land in BOARD.lands)
    assert len({*german, *english}) == len({*zip(german, english, strict=True)}) + sum(
        one != two for one, two in zip(german, english, strict=True)
    )
    state = moving()
    to = near(state, 0)[1]
    assert read(state, f"maethor1 {german[near(state, near(state, 0)[0])[0]]}").verb == "step"
    assert read(state, f"faron1 {german[to]}") == read(state, f"step faron1 {short(to)}")
