"""No leak: change the backs a viewer has not seen, and not one byte of what she gets changes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cruachan.engine import record
from cruachan.engine.bits import bit
from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.match import Match, Player
from cruachan.engine.plies import Ply
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.games.gallia import moves, notation
from cruachan.games.gallia.cards import Cards
from cruachan.games.gallia.game import Gallia
from cruachan.games.gallia.presentation import GalliaPresentation
from cruachan.games.gallia.state import BACK, CARDS, FREE, LANDS, NOWHERE, State
from tests.leaks import Leak, assert_no_leak, assert_no_leak_in_match

from .positions import BOARD, GAME, SHORTS

VIEWERS: tuple[Viewer, ...] = (0, 1, None)
PEOPLE = (Player("Medb"), Player("Ailill"))
WORDS = (
    "scout Ins",
    "erkunde Boii",
    "build Ins",
    "demolish Ana",
    "recruit 3",
    "move Med Oro",
    "starve Ins",
    "fight 2",
    "enter 1",
    "end",
    *(f"back {back.name}" for back in BOARD.backs),
    "back ?",
    "",
    "xyz",
    "a",
)
EVERY_MOVE = range(moves.MOVES)


def hidden(state: State, viewer: Viewer) -> list[int]:
    """The cards whose back somebody has seen, but not this viewer."""
    known = int(state.shown) | (0 if viewer is None else int(state.knows[viewer]))
    return [c for c in range(CARDS) if state.back[c] != NOWHERE and not known & bit(c)]


def deal(state: State, viewer: Viewer, rng: Random) -> dict[int, int]:
    """Other backs for the hidden cards, of those the viewer does not know."""
    covered = hidden(state, viewer)
    known = {int(state.back[c]) for c in range(CARDS) if c not in covered}
    pool = [back for back in range(LANDS) if back not in known]
    for _ in range(20):
        dealt = dict(zip(covered, rng.sample(pool, len(covered)), strict=True))
        if any(state.back[card] != back for card, back in dealt.items()):
            break
    return dealt


def otherwise(state: State, viewer: Viewer, rng: Random) -> State:
    """A state that the viewer cannot tell from this one."""
    other = record.copy(state)
    for card, back in deal(state, viewer, rng).items():
        other.back[card] = back
    return other


def scouting(rng: Random, game: Gallia, state: State, seat: int) -> int:
    """A random move of a player who likes to look at cards."""
    legal = game.legal_moves(state, seat)
    kinds = {move: moves.decode(move).kind for move in legal}
    likes = [m for m in legal if kinds[m] in (moves.RECRUIT, moves.LOOK) and m != moves.RECRUIT]
    builds = [m for m in legal if kinds[m] == moves.TURN_CARD]
    likes = builds if builds and rng.random() < 0.2 else likes
    return rng.choice(likes if likes and rng.random() < 0.6 else legal)


def play(seed: int, plies: int, game: Gallia = GAME, strict: str = "no") -> Match[State, int]:
    """A seeded match in progress; it knows only the hash of its seed."""
    rng = Random(seed)
    match = Match(game, PEOPLE, {"strict": strict}, commitment_="00" * 32)
    while match.to_act and len(match.history) < plies:
        (seat,) = match.to_act
        if seat == CHANCE:
            fell = rng.choice(match.legal_moves(CHANCE))
            match.restore(CHANCE, game.write_move(match.state, CHANCE, fell, CHANCE))
        else:
            match.play(seat, scouting(rng, game, match.state, seat))
    return match


def replayed(match: Match[State, int], viewer: Viewer, rng: Random) -> Match[State, int]:
    """The same match with other backs where the viewer has not seen them."""
    dealt = deal(match.state, viewer, rng)
    twin = Match(match.game, match.players, match.options, commitment_=match.commitment)
    for ply in match.history:
        move = ply.move
        if ply.seat == CHANCE and twin.state.phase == BACK and int(twin.state.look) in dealt:
            assert twin.state.about == FREE
            move = moves.BACK_IS + dealt[int(twin.state.look)]
        twin.restore(ply.seat, match.game.write_move(twin.state, ply.seat, move, CHANCE))
    return twin


@pytest.mark.rule("G10.1", "G4.5")
@pytest.mark.parametrize(("seed", "strict"), [(0, "no"), (1, "yes")])
def test_every_position_of_a_game_hides_what_it_must(seed: int, strict: str) -> None:
    """At every position, for every viewer; all refusals of all moves at some of them."""
    rng = Random(seed)
    match = play(seed, 120, strict=strict)
    checked = 0
    for number in range(len(match.history) + 1):
        state = match.state_at(number)
        for viewer in VIEWERS:
            if hidden(state, viewer):
                full = rng.random() < 0.02
                some = EVERY_MOVE if full else rng.sample(EVERY_MOVE, 5)
                words = WORDS if full else rng.sample(WORDS, 3)
                other = otherwise(state, viewer, rng)
                quick = None if full else rng
                assert_no_leak(GAME, state, other, viewer, some, words, match.names, quick)
                checked += 1
    assert checked > 50


@pytest.mark.rule("G10.1", "G4.5")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", range(2))
def test_whole_matches_with_other_backs_read_the_same(seed: int, viewer: Viewer) -> None:
    """Log, transcript, view and the reasons for no undo, at many points of a match."""
    rng = Random(seed)
    compared = 0
    for plies in range(6, 110, 12):
        match = play(seed, plies)
        twin = replayed(match, viewer, rng)
        if hidden(match.state, viewer):
            compared += not record.same(match.state, twin.state)
        assert_no_leak_in_match(match, twin, viewer)
    assert compared > 3


@pytest.mark.rule("G10.1", "G10.3")
@pytest.mark.parametrize("seed", range(2))
def test_a_guess_fits_the_view_it_is_made_from(seed: int) -> None:
    """All along a game a guess looks the same to its viewer, but for the order of her moves."""
    match = play(seed, 150, strict="yes" if seed == 1 else "no")
    for number in range(0, len(match.history) + 1, 2):
        for viewer in VIEWERS:
            view = GAME.presentation.view(match.state_at(number), viewer)
            guessed = GAME.determinize(GAME.observe(match.state_at(number), viewer), Random(number))
            again = GAME.presentation.view(guessed, viewer)
            assert _unordered(again) == _unordered(view)
            backs = [int(back) for back in guessed.back if back != NOWHERE]
            assert len(backs) == len(set(backs))
            drawn = [card for card in range(CARDS) if match.state_at(number).back[card] != NOWHERE]
            assert [card for card in range(CARDS) if guessed.back[card] != NOWHERE] == drawn


def _unordered(view: Any) -> Any:
    points = {point["id"]: point for point in view["points"]}
    for point in points.values():
        point["moves"].sort(key=lambda move: move["move"])
    return {**view, "points": dict(sorted(points.items()))}


def test_a_guess_lists_its_moves_in_the_same_order() -> None:
    """Its view is the same to the byte, so that a bot's choice does not hang on how it guesses."""
    match = play(0, 60)
    for number in range(len(match.history) + 1):
        for viewer in (0, 1):
            view = GAME.presentation.view(match.state_at(number), viewer)
            seen = GAME.observe(match.state_at(number), viewer)
            again = GAME.presentation.view(GAME.determinize(seen, Random(number)), viewer)
            assert again["points"] == view["points"]


# The test of the test: leaks planted on purpose are found.


def secret(state: State) -> str:
    """What nobody is to know."""
    return " ".join(str(back) for back in state.back)


class LeakyView(GalliaPresentation):
    def view(
        self, state: State, viewer: Viewer, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
    ) -> Any:
        return super().view(state, viewer, names, lang) | {"debug": secret(state)}


class LeakyPrompt(GalliaPresentation):
    """In German only, and only one back."""

    def view(
        self, state: State, viewer: Viewer, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
    ) -> Any:
        view = super().view(state, viewer, names, lang)
        return view | {"prompt": secret(state)} if lang == "de" else view


class LeakyPosition(GalliaPresentation):
    """The view carries the position as its keeper writes it."""

    def view(
        self, state: State, viewer: Viewer, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
    ) -> Any:
        return super().view(state, viewer, names, lang) | {
            "position": self.game.write_position(state)
        }


class LeakyDrawing(GalliaPresentation):
    """The picture shows the table of the last view's state."""

    shown = ""

    def view(
        self, state: State, viewer: Viewer, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
    ) -> Any:
        LeakyDrawing.shown = secret(state)
        return super().view(state, viewer, names, lang)

    def draw(self, view: Any | None, lang: Lang = DEFAULT_LANG) -> str:
        return super().draw(view, lang) + f"<!-- {self.shown} -->"


class LeakyTale(GalliaPresentation):
    """All hear what a player reads on a back."""

    def tell(
        self,
        before: State,
        seat: int,
        move: int,
        after: State,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        return super().tell(before, seat, move, after, CHANCE, names, lang)


class LeakyNotation(Gallia):
    """The transcript shows what a player reads on a back."""

    def write_move(self, state: State, seat: int, move: int, viewer: Viewer = None) -> str:
        return super().write_move(state, seat, move, CHANCE)


class LeakyReason(Gallia):
    """A refusal says too much."""

    def reason(self, state: State, move: int, number: int, lang: Lang, names: Sequence[str]) -> str:
        return super().reason(state, move, number, lang, names) + secret(state)


class LeakyMoves(Gallia):
    """Nobody builds on a poor land, also when only the other knows that it is poor."""

    def legal_moves(self, state: State, seat: int) -> list[int]:
        return [
            move
            for move in super().legal_moves(state, seat)
            if not (
                moves.decode(move).kind == moves.LOOK and state.back[moves.decode(move).card] < 5
            )
        ]


class LeakyUndo(Gallia):
    """Whether a move can be taken back depends on what was hidden."""

    def reveals(self, state: State, seat: int, move: int) -> bool:
        return sum(int(back) * (card + 1) for card, back in enumerate(state.back)) % 2 == 0


Leaky = type[Gallia] | type[GalliaPresentation]

LEAKS: dict[Leaky, str] = {
    LeakyView: "view",
    LeakyPrompt: "view de",
    LeakyPosition: "view",
    LeakyDrawing: "draw",
    LeakyTale: "tell|log",
    LeakyNotation: "write_move|transcript",
    LeakyReason: "why_not|read_move",
    LeakyMoves: "legal_moves|view",
    LeakyUndo: "reveals|undo",
}


def leaking(kind: Leaky) -> Gallia:
    """The game with a leak in its rules or in how it is shown."""
    if issubclass(kind, Gallia):
        return kind(BOARD)
    game = Gallia(BOARD)
    game.presentation = kind(game)
    return game


def look_for_leaks(game: Gallia) -> None:
    """What the tests above do, on a short game that has all it takes."""
    rng = Random(1)
    for seed in range(2):
        match = play(seed, 60, GAME)
        states = [match.state_at(number) for number in range(20, len(match.history), 13)]
        for viewer in VIEWERS:
            for state in states:
                if hidden(state, viewer):
                    other = otherwise(state, viewer, rng)
                    assert_no_leak(game, state, other, viewer, EVERY_MOVE[::7], WORDS[::3])
            for plies in (30, 45, 60):
                _compare_matches(game, play(seed, plies), viewer, rng)


def _compare_matches(game: Gallia, match: Match[State, int], viewer: Viewer, rng: Random) -> None:
    """The match and its twin as this game tells them; the moves are those of the honest one."""
    twin = replayed(match, viewer, rng)
    leaky = [_as(game, each) for each in (match, twin)]
    assert_no_leak_in_match(leaky[0], leaky[1], viewer)


def _as(game: Gallia, match: Match[State, int]) -> Match[State, int]:
    told: Match[State, int] = Match(game, PEOPLE, match.options, commitment_=match.commitment)
    for ply in match.history:
        told._push(Ply(ply.seat, ply.move))
    return told


def test_an_honest_game_is_not_accused() -> None:
    """The search below finds nothing where nothing is."""
    look_for_leaks(GAME)


@pytest.mark.parametrize("kind", LEAKS, ids=lambda kind: kind.__name__)
def test_a_planted_leak_is_found(kind: Leaky) -> None:
    """By its channel."""
    with pytest.raises(Leak, match=LEAKS[kind]):
        look_for_leaks(leaking(kind))


@pytest.mark.parametrize("kind", [LeakyTale, LeakyNotation, LeakyUndo])
def test_a_leak_that_only_a_match_shows_is_found_in_the_match(
    kind: Leaky,
) -> None:
    """History is compared too, not only the positions."""
    rng = Random(2)
    with pytest.raises(Leak, match=r"log|transcript|undo"):  # noqa: PT012
        for seed in range(6):
            for plies in range(20, 80, 7):
                for viewer in VIEWERS:
                    _compare_matches(leaking(kind), play(seed, plies), viewer, rng)


def test_a_monkeypatched_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The notation of a viewer's position forgets who reads it."""
    write = notation.write_position

    def careless(cards: Cards, state: State, viewer: Viewer) -> str:
        return write(cards, state, CHANCE)

    monkeypatch.setattr(notation, "write_position", careless)
    with pytest.raises(Leak, match="position"):
        look_for_leaks(GAME)


def test_the_twin_differs_only_where_the_viewer_has_not_looked() -> None:
    """Else the comparison would prove nothing, or too much."""
    rng = Random(4)
    match = play(3, 90)
    for viewer in VIEWERS:
        covered = hidden(match.state, viewer)
        assert covered
        twin = otherwise(match.state, viewer, rng)
        changed = [card for card in range(CARDS) if twin.back[card] != match.state.back[card]]
        assert changed
        assert set(changed) <= set(covered)
        back = twin.back.copy()
        twin.back[:] = match.state.back
        assert record.same(twin, match.state)
        drawn = [int(each) for each in back if each != NOWHERE]
        assert len(drawn) == len(set(drawn))
        assert all(SHORTS[card] for card in covered)
