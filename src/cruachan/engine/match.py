"""A match: one game being played, with its history.

A game knows positions; a match knows how they came about. It is the only place where moves are
undone, where chance takes its turn, and where players have names.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Generic
from warnings import warn

from cruachan.engine.chance import commitment, draw, mixed, new_seed
from cruachan.engine.errors import IllegalMove, MoveError, StaleMove, UndoError
from cruachan.engine.game import CHANCE, Decision, Game, M, Options, Outcome, S, Viewer, When
from cruachan.engine.notation import seat_letter
from cruachan.engine.pieces import result_rows
from cruachan.engine.plies import Ply, PlyNode, PositionNode
from cruachan.engine.presentation import SvgPicture, presentation_of
from cruachan.engine.texts import DEFAULT_LANG, Lang, message
from cruachan.engine.view import View

LATEST = 2
"""How many states at the end are kept in any case: the present one, and that before it."""
RESIGNED = "resigned"
"""Instead of a rule, where a seat gave up."""


@dataclass(frozen=True)
class Player:
    """The player of a seat: a name, and "person" or the name of a bot."""

    name: str
    kind: str = "person"


class Match(Generic[S, M]):
    """A game from its first lot to its result."""

    def __init__(
        self,
        game: Game[S, M],
        players: Sequence[Player],
        options: Options | None = None,
        seed: bytes | None = None,
        commitment_: str | None = None,
        chosen: bool = False,
        keep_every: int = 1,
    ) -> None:
        """Without a seed a new one is drawn; with only a commitment the match cannot roll.

        `chosen` says that somebody chose the seed: such dice prove nothing. Of many states only
        every n-th can be kept (`keep_every`); the others are computed again for who looks at them.
        """
        self.game = game
        self.players = tuple(players)
        self.options = game.complete(len(players), options or {})
        self.seed = new_seed() if seed is None and commitment_ is None else seed
        self.commitment = commitment_ or commitment(self.seed or b"")
        self.chosen = chosen
        self.entropy: dict[int, str] = {}
        """What players added to the dice, by their seats."""
        self.typed_rolls = False
        """Whether dice and lots fall at a table and are typed in: none follows from the seed."""
        self.opened = 0
        """How many plies were taken over as they were recorded elsewhere: what chance decided in
        them does not follow from this seed, and they are not taken back."""
        self.edition = 0
        """Which of the stories of a server or a folder it is, counted from 1; 0 where none is
        counted. Stories one after the other are told in different words."""
        self.resigned: int | None = None
        """The seat that gave up."""
        self.history: list[Ply[M]] = []
        self._keep_every = keep_every
        start = game.setup(len(players), self.options)
        self._nodes: list[PositionNode[S, M]] = [PositionNode(game, start)]
        self._undone: list[Ply[M]] = []
        self._events = 0
        self._decision_ids = [0] * len(players)
        self._questions = self._all_questions()

    @property
    def state(self) -> S:
        """The present state."""
        return self._nodes[-1].state

    def state_at(self, ply: int) -> S:
        """The state before this ply, counted from 0."""
        return self._nodes[ply].state

    @property
    def last_ply(self) -> PlyNode[S, M]:
        """The last ply, with the states before and after it."""
        last = self._nodes[-1]
        assert isinstance(last, PlyNode)
        return last

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the match waits for."""
        return self.game.to_act(self.state) if self.resigned is None else ()

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over or a seat has given up."""
        if self.resigned is not None:
            places = tuple(2 if seat == self.resigned else 1 for seat in range(len(self.players)))
            return Outcome(places, (0,) * len(places), RESIGNED)
        return self.game.outcome(self.state)

    def legal_moves(self, seat: int) -> list[M]:
        """All moves this seat may make now."""
        return self.game.legal_moves(self.state, seat)

    # Moves

    def decision_id(self, seat: int) -> int:
        """The number of the decision that a seat faces.

        Numbers are never reused, not even after an undo, so a move that carries the number of its
        decision is never taken for an answer to another one.
        """
        return self._decision_ids[seat]

    def asked(self, seat: int) -> int:
        """Deprecated: use `decision_id`."""
        said = "Match.asked is deprecated since 0.3: use Match.decision_id"
        warn(said, DeprecationWarning, stacklevel=2)
        return self.decision_id(seat)

    def decision(self, seat: int) -> Decision[S, M]:
        """What a player made of code decides from."""
        seen = self.game.observe(self.state, seat)
        return Decision(seat, seen, self.legal_moves(seat), self.names)

    def play(
        self, seat: int, move: M, lang: Lang = DEFAULT_LANG, answers: int | None = None
    ) -> None:
        """Make a seat's move, or raise IllegalMove with the rule that refuses it.

        With `answers`, the number of the decision it was made for, a StaleMove if that decision
        has been taken since.
        """
        self.check(seat, move, lang, answers)
        self.push(seat, move)

    def check(
        self, seat: int, move: M, lang: Lang = DEFAULT_LANG, answers: int | None = None
    ) -> None:
        """Raise what `play` would raise, and make no move."""
        self.check_turn(seat, answers)
        refusal = self.game.why_not(self.state, seat, move, lang, self.names)
        if refusal:
            raise IllegalMove(refusal)

    def check_read(
        self, seat: int, move: M, lang: Lang = DEFAULT_LANG, answers: int | None = None
    ) -> None:
        """Raise what `play` would raise for a move that `read_move` found at this position.

        Reading finds a legal move, so that legality is checked once; only a player's own words
        have not been judged then.
        """
        if self.game.narration is None:
            self.check_turn(seat, answers)
        else:
            self.check(seat, move, lang, answers)

    def check_turn(self, seat: int, answers: int | None = None) -> None:
        """Raise a MoveError if a seat cannot answer a decision now, whatever its move is."""
        if seat not in range(len(self.players)):
            raise MoveError(message(__package__, "match.no_seat"))
        if self.resigned is not None:
            raise MoveError(message(__package__, "match.over"))
        if answers is not None and answers != self._decision_ids[seat]:
            raise StaleMove(message(__package__, "match.stale"))

    def push(self, seat: int, move: M) -> None:
        """Make a move without checking it: one that was checked, or chance's."""
        self._push(Ply(seat, move))
        self._undone.clear()

    def play_text(
        self, seat: int, text: str, lang: Lang = DEFAULT_LANG, answers: int | None = None
    ) -> M:
        """Parse a move, make it, and return it."""
        move = self.game.read_move(self.state, seat, text, lang, self.names)
        self.check_read(seat, move, lang, answers)
        self.push(seat, move)
        return move

    def restore(self, seat: int, text: str, lang: Lang = DEFAULT_LANG) -> M:
        """Make a recorded move again, of chance too, and check it against the rules."""
        move = self.game.read_move(self.state, seat, text, lang, self.names)
        self.push(seat, move)
        return move

    def replay(self, seat: int, text: str) -> M:
        """Make a move of a trusted record again, of chance too, without checking its legality."""
        move = self.game.recorded_move(self.state, seat, text, self.names)
        self.push(seat, move)
        return move

    def roll(self) -> M:
        """Let chance make its move, as the seed decides for this ply."""
        if CHANCE not in self.to_act:
            raise RuntimeError("chance has no move to make")
        if self.seed is None:
            raise RuntimeError("a match without its seed cannot roll")
        move = self.chance_move()
        self.push(CHANCE, move)
        return move

    def add_entropy(self, seat: int, word: str) -> None:
        """Add a player's entropy to the dice, after the commitment and before the first roll."""
        if self.history or seat in self.entropy or seat not in range(len(self.players)):
            raise MoveError(message(__package__, "match.no_word"))
        self.entropy[seat] = word

    def chance_move(self) -> M:
        """The move that the seed and the players' entropy decide for chance at this ply."""
        assert self.seed is not None
        moves = self.legal_moves(CHANCE)
        entropy = [f"{seat_letter(seat)} {word}" for seat, word in sorted(self.entropy.items())]
        weights = self.game.chances(self.state)
        return moves[draw(mixed(self.seed, entropy), len(self.history), weights)]

    def hand_over(self, seat: int, kind: str, name: str | None = None) -> None:
        """Let a bot of this kind, or a person, play a seat from now on; without another name the
        name stays."""
        players = list(self.players)
        players[seat] = replace(players[seat], kind=kind, name=name or players[seat].name)
        self.players = tuple(players)

    def undo(self, seat: int) -> Ply[M]:
        """Take back the seat's last move, if nobody and nothing else has moved since."""
        self.check_undo(seat)
        self._drop(len(self._nodes) - 1)
        self._undone.append(self.history.pop())
        self._renumber_decisions(seat)
        return self._undone[-1]

    def check_undo(self, seat: int) -> None:
        """Raise an UndoError that says why the seat cannot take its last move back."""
        reason = self.why_no_undo(seat)
        if reason:
            raise UndoError(message(__package__, f"undo.{reason}"))

    def why_no_undo(self, seat: int) -> str | None:
        """The reason why a seat cannot take its last move back, as a key; None if it can."""
        if not self.history:
            return "nothing"
        if len(self.history) <= self.opened:
            return "opened"
        last = self.history[-1]
        if last.seat == CHANCE:
            return "chance"
        if last.seat != seat:
            return "other"
        if self.game.reveals(self._nodes[-2].state, seat, last.move):
            return "reveal"
        return None

    def redo(self, seat: int) -> Ply[M]:
        """Make the move again that the seat took back last."""
        self.check_redo(seat)
        ply = self._undone.pop()
        self._push(ply)
        return ply

    def check_redo(self, seat: int) -> None:
        """Raise an UndoError if the seat has taken nothing back that could be made again."""
        if not self._undone or self._undone[-1].seat != seat:
            raise UndoError(message(__package__, "undo.redo"))

    def rewind(self, ply: int) -> None:
        """Take back everything from a ply on, as all people at the table agreed.

        Chance decides the same again at the same ply, so that nobody rolls until the dice please.
        """
        del self.history[ply:]
        self._drop(ply + 1)
        self._undone.clear()
        self._events += 1
        self._questions = self._all_questions()
        self._decision_ids = [self._events] * len(self.players)

    def resign(self, seat: int) -> None:
        """Let a seat resign: the other one has won."""
        self.check_resign(seat)
        self.resigned = seat

    def check_resign(self, seat: int) -> None:
        """Raise a MoveError if the seat cannot give up."""
        if not self.game.resigns or len(self.players) != 2:
            raise MoveError(message(__package__, "match.no_resigning", game=self.game.title))
        if self.outcome is not None:
            raise MoveError(message(__package__, "match.over"))

    def picture(self, viewer: Viewer = None, lang: Lang = DEFAULT_LANG) -> SvgPicture:
        """The present state as a viewer may see it, as SVG; a notebook shows it."""
        shown = presentation_of(self.game)
        return SvgPicture(shown.draw(self.view(viewer, lang), lang))

    def _repr_svg_(self) -> str:
        """The state as SVG, for tools that show no HTML."""
        return self.picture()._repr_svg_()

    def _repr_html_(self) -> str:
        """What a notebook shows of a match: what everybody may see."""
        return self.picture()._repr_html_()

    def view(
        self,
        viewer: Viewer,
        lang: Lang = DEFAULT_LANG,
        shared: bool = False,
        names: tuple[str, ...] | None = None,
    ) -> View:
        """All that this viewer may see of the present state; nobody is asked any more, once a seat
        has given up. On a shared screen it is what everybody may see, with what the seat may do if
        it needs no secret for it. `names` are said instead of the players' own."""
        names = names or self.names
        state = self.game.observe(self.state, None) if shared else self.state
        if (
            shared
            and viewer is not None
            and not presentation_of(self.game).in_the_open(state, viewer)
        ):
            viewer = None
        view = presentation_of(self.game).view(state, viewer, names, lang)
        if self.resigned is not None:
            view["to_act"], view["points"], view["calls"] = [], [], []
            view["deck"] = []
            view["result"] = result_rows(self.outcome)
            name = names[self.resigned]
            view["prompt"] = message(__package__, "match.resigned", name=name).text(lang)
        return view

    def snapshot(self) -> Match[S, M]:
        """A copy of the match that does not change while the match goes on."""
        seen = copy(self)
        seen.history, seen._nodes = list(self.history), list(self._nodes)
        seen._undone, seen._decision_ids = list(self._undone), list(self._decision_ids)
        return seen

    def until(self, ply: int) -> Match[S, M]:
        """A copy of the match as it was before a ply."""
        seen = self.snapshot()
        del seen.history[ply:], seen._nodes[ply + 1 :]
        return seen

    def follow(self, whole: Match[S, M]) -> None:
        """Append the next ply of the match that this one is a prefix of."""
        ply = len(self.history)
        self.history.append(whole.history[ply])
        self._nodes.append(whole._nodes[ply + 1])

    def when(self, ply: int) -> When:
        """The round and whose turn it is before this ply, counted from 0."""
        return self.game.when(self._nodes[ply].state)

    def log(self, viewer: Viewer, lang: Lang = DEFAULT_LANG, since: int = 0) -> Iterator[str]:
        """The history from a ply on, told in sentences for this viewer."""
        for number in range(since, len(self.history)):
            ply = self.history[number]
            before, after = self._nodes[number].state, self._nodes[number + 1].state
            yield presentation_of(self.game).tell(
                before, ply.seat, ply.move, after, viewer, self.names, lang
            )

    def _push(self, ply: Ply[M]) -> None:
        self._nodes.append(PlyNode(self._nodes[-1], ply))
        if self._keep_every > 1 and len(self._nodes) > LATEST:
            self._nodes[-LATEST - 1].release(self._keep_every)
        self.history.append(ply)
        self._renumber_decisions(ply.seat)

    def _drop(self, first: int) -> None:
        """Take back the positions from one on; what is latest now is kept again."""
        if self._keep_every > 1:
            for node in self._nodes[first:]:
                node.release(self._keep_every)
            for node in self._nodes[max(first - LATEST, 0) : first]:
                node.keep()
        del self._nodes[first:]

    def _renumber_decisions(self, mover: int) -> None:
        """Give new numbers to the decisions that have changed, and to the mover's."""
        self._events += 1
        before, self._questions = self._questions, self._all_questions()
        for seat, question in enumerate(self._questions):
            if seat == mover or question != before[seat]:
                self._decision_ids[seat] = self._events

    def _all_questions(self) -> list[Hashable]:
        waited = self.to_act
        seats = range(len(self.players))
        return [self.game.question(self.state, s) if s in waited else None for s in seats]
