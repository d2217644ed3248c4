"""What a seat may see of Gallia Cisalpina, as plain data.

Hidden is what lies on the backs of cards: a viewer sees those both have seen and those it has
scouted itself. That somebody has looked at a card is seen by all.
"""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.bits import bit, count
from cruachan.engine.game import Outcome, Viewer, When
from cruachan.engine.notation import LETTERS
from cruachan.engine.pieces import PIECES, called, decides, result_rows
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Choice, choice, grouped
from cruachan.games.gallia import dispatch, moves, rules
from cruachan.games.gallia.cards import Cards
from cruachan.games.gallia.dice import occupied, warriors
from cruachan.games.gallia.moves import MoveParts, decode
from cruachan.games.gallia.notation import knows, parts, write_move
from cruachan.games.gallia.shown import Battle, CardView, DieView, GalliaView, PlayerView
from cruachan.games.gallia.state import (
    AMOUNT,
    BACK,
    BUILDING,
    CAPITALS,
    CARDS,
    COLUMNS,
    DICE,
    FIGHT,
    FREE,
    GO_IN,
    NOWHERE,
    OVER,
    SCOUT,
    START,
    STARVE,
    TERRITORIES,
    TURN,
    BoardTables,
    State,
)

PHASES = ("start", "turn", "scout", "back", "send", "fight", "enter", "starve", "over")
ABOUT = ("open", "building", "moving")


class Speech:
    """One state on one table, with everybody's name, in one language."""

    def __init__(
        self, cards: Cards, board: BoardTables, state: State, names: Sequence[str], lang: Lang
    ) -> None:
        self.cards = cards
        self.board_tables = board
        self.state = state
        self.texts = Texts(__package__, lang)
        self.known = called(names, 2, lang)

    def card(self, index: int) -> str:
        """A card's name."""
        return self.cards.cards[index].name

    def outside(self, seat: int) -> int:
        """The warriors of a seat outside its capital."""
        inside = (NOWHERE, CAPITALS[seat])
        cards, pips = self.state.card, self.state.pips
        dice = range(seat * DICE, (seat + 1) * DICE)
        return sum(int(pips[die]) for die in dice if cards[die] not in inside)

    def ears(self, seat: int) -> int:
        """[G8.1] The ears that feed them."""
        return self.outside(seat) - int(rules.hunger(self.board_tables, self.state, seat))

    def free_dice(self, seat: int) -> int:
        """The dice of a seat that lie on no card."""
        dice = range(seat * DICE, (seat + 1) * DICE)
        return sum(bool(self.state.card[die] == NOWHERE) for die in dice)

    def prompt(self, viewer: Viewer) -> str:
        """What the viewer is asked, or who is waited for."""
        state = self.state
        phase = int(state.phase)
        if phase == OVER:
            return self.ended()
        seat = int(rules.hungry(state)) if phase == STARVE else int(state.turn)
        if phase not in (START, BACK) and viewer != seat:
            return decides(self.known[seat], self.texts.lang)
        text = self.texts(
            f"prompt.{self.asked(phase)}",
            supply=self.supply(seat),
            name=self.known[seat],
            held=count(occupied(state, seat)),
            goal=TERRITORIES,
            card=self.card(state.look),
            source=self.card(state.source),
            target=self.card(state.target),
            army=state.army,
            winners=state.winners,
            enemies=warriors(state, 1 - state.turn, state.target),
            ears=self.ears(seat),
            outside=self.outside(seat),
        )
        numbers = range(1, int(state.army) + 1) if phase == FIGHT else ()
        missing = any(rules.fight_refuses(state, number) for number in numbers)
        return text + (self.texts("prompt.fight_all") if missing else "")

    def ended(self) -> str:
        """How the game ended."""
        state = self.state
        if not state.won:
            return self.texts("prompt.drawn")
        seat = int(state.won) - 1
        cards, capital = occupied(state, seat), CAPITALS[1 - seat]
        if cards & bit(capital):
            return self.texts("prompt.over_capital", name=self.known[seat], card=self.card(capital))
        if count(cards) < TERRITORIES:
            return self.texts("prompt.over", name=self.known[seat])
        return self.texts("prompt.over_lands", name=self.known[seat], number=count(cards))

    def banner(self) -> str:
        """A notice of players who win with one more card."""
        if self.state.phase == OVER:
            return ""
        near = [
            self.known[seat]
            for seat in range(2)
            if count(occupied(self.state, seat)) == TERRITORIES - 1
        ]
        if not near:
            return ""
        return self.texts("prompt.last" if len(near) == 1 else "prompt.last_both", name=near[0])

    def supply(self, seat: int) -> str:
        """For how many the ears suffice, once anybody stands outside."""
        ears, outside = self.ears(seat), self.outside(seat)
        return self.texts("prompt.supply", ears=ears, outside=outside) if outside else ""

    def back_of(self, card: int, back: int) -> str:
        """What is on the back of a card."""
        side = self.cards.backs[back]
        return self.texts(
            "tell.back",
            card=self.card(card),
            shields=self.texts.count("draw.shields", side.shields),
            ears=self.texts.count("draw.ears", side.ears),
        )

    def asked(self, phase: int) -> str:
        """The key of the question."""
        state = self.state
        if phase == TURN:
            if state.about != FREE:
                return "build" if state.about == BUILDING else "move"
            return "hungry" if rules.hunger(self.board_tables, state, state.turn) > 0 else "turn"
        if phase == BACK:
            return "raise" if state.about == BUILDING else "look"
        if phase == GO_IN and state.winners == 1:
            return "enter_one"
        keys = {START: "start", SCOUT: "scout", AMOUNT: "send", FIGHT: "fight", GO_IN: "enter"}
        return keys.get(phase, "starve")

    def label(self, move: int) -> str:
        """A legal move in words."""
        decoded = decode(move)
        kind = decoded.kind
        if kind in (moves.LOT_START, moves.BACK_IS):
            return write_move(self.cards, self.board_tables, self.state, move, None)
        if kind == moves.TAKE_OFF:
            key = "move.starve_moved" if decoded.number else "move.starve"
            return self.texts(key, card=self.card(decoded.card), pips=decoded.pips)
        if kind == moves.END:
            return self.texts("move.end")
        if kind == moves.TURN_CARD:
            key = "move.demolish" if self.state.oppida & bit(decoded.card) else "move.build"
            return self.texts(key, card=self.card(decoded.card))
        if kind == moves.NO_LOOK:
            return self.texts("move.no_scout")
        if kind == moves.LOOK:
            return self.texts("move.scout", card=self.card(decoded.card))
        if kind == moves.RECRUIT:
            return self.texts(f"move.recruit_{decoded.number}")
        if kind == moves.NUMBER:
            key = {AMOUNT: "send", FIGHT: "fight"}.get(int(self.state.phase), "enter")
            return self.texts(f"move.{key}", number=decoded.number)
        return self.march_label(decoded)

    def march_label(self, decoded: MoveParts) -> str:
        """A march, or an attack with what it meets."""
        target = int(self.board_tables.step[decoded.card * 4 + decoded.number])
        enemies = warriors(self.state, 1 - self.state.turn, target)
        return self.texts(
            "move.attack" if enemies else "move.march",
            pips=decoded.pips,
            source=self.card(decoded.card),
            target=self.card(target),
            shields=rules.shields(self.board_tables, self.state, target),
            enemies=enemies,
        )

    def point(self, move: int) -> tuple[str, str]:
        """What is pointed at to make a move: a card, a number, or the turn itself."""
        decoded = decode(move)
        if decoded.kind == moves.RECRUIT:
            capital = CAPITALS[self.state.turn]
            return f"card:{self.cards.cards[capital].short}", self.card(capital)
        if decoded.kind == moves.NUMBER:
            return "number", self.texts("point.numbers")
        if decoded.kind in moves.OF_A_CARD:
            return f"card:{self.cards.cards[decoded.card].short}", self.card(decoded.card)
        return "turn", self.texts("point.turn")

    def choice(self, move: int, viewer: Viewer) -> Choice:
        """A legal move, to be chosen."""
        said = parts(self.cards, self.board_tables, self.state, move, viewer)
        return choice(int(move), said, self.label(move), aside=self.idle(move, viewer))

    def idle(self, move: int, viewer: Viewer) -> bool:
        """Whether somebody would look at a back that she knows."""
        decoded = decode(move)
        return decoded.kind == moves.LOOK and knows(self.state, viewer, decoded.card)


def view(
    cards: Cards,
    board: BoardTables,
    state: State,
    legal: Sequence[int],
    outcome: Outcome | None,
    viewer: Viewer,
    names: Sequence[str],
    lang: Lang,
) -> GalliaView:
    """The view for a seat or a spectator; `legal` are the viewer's own moves."""
    speech = Speech(cards, board, state, names, lang)
    phase = int(state.phase)
    return {
        "game": "gallia",
        "board": cards.name,
        "seat": viewer,
        "to_act": [] if phase == OVER else [int(dispatch.to_act(state))],
        "prompt": speech.prompt(viewer),
        "points": grouped((speech.point(move), speech.choice(move, viewer)) for move in legal),
        "calls": [],
        "banner": speech.banner(),
        "seats": 2,
        "strict": bool(state.strict),
        "start": None if phase == START else int(state.start),
        "turn": when(state).seat,
        "round": when(state).round,
        "turns": int(state.turns),
        "phase": PHASES[phase],
        "about": ABOUT[state.about],
        "battle": _battle(speech),
        "players": [_player(speech, seat) for seat in range(2)],
        "cards": [_card(speech, index, viewer) for index in range(CARDS)],
        "unseen": _unseen(speech, viewer),
        "result": result_rows(outcome),
    }


def when(state: State) -> When:
    """The round and whose turn it is."""
    turn = None if state.phase in (START, OVER) else int(state.turn)
    return When(int(dispatch.rounds(state)), turn)


def _battle(speech: Speech) -> Battle | None:
    """The army under way, while a number is asked for."""
    state = speech.state
    if state.phase not in (AMOUNT, FIGHT, GO_IN):
        return None
    return {
        "source": speech.card(state.source),
        "target": speech.card(state.target),
        "army": int(state.army),
        "enemies": int(warriors(state, 1 - state.turn, state.target)),
        "winners": int(state.winners),
    }


def _player(speech: Speech, seat: int) -> PlayerView:
    return {
        "seat": seat,
        "letter": LETTERS[seat].upper(),
        "piece": PIECES[seat],
        "name": speech.known[seat],
        "capital": speech.card(CAPITALS[seat]),
        "territories": count(occupied(speech.state, seat)),
        "outside": speech.outside(seat),
        "ears": speech.ears(seat),
        "free_dice": speech.free_dice(seat),
    }


def _card(speech: Speech, index: int, viewer: Viewer) -> CardView:
    state, card = speech.state, speech.cards.cards[index]
    place = bit(index)
    back = int(state.back[index])
    seen = back != NOWHERE and knows(state, viewer, index)
    side = speech.cards.backs[back] if seen else None
    turning = bool(state.oppida & place) and back == NOWHERE
    return {
        "name": card.name,
        "short": card.short,
        "row": index // COLUMNS,
        "column": index % COLUMNS,
        "capital": CAPITALS.index(index) if card.capital else None,
        "oppidum": bool(state.oppida & place),
        "shields": None if turning else int(rules.shields(speech.board_tables, state, index)),
        "ears": None if turning else int(rules.ears(speech.board_tables, state, index)),
        "back": {"shields": side.shields, "ears": side.ears} if side else None,
        "looked": [seat for seat in range(2) if state.knows[seat] & place],
        "shown": bool(state.shown & place),
        "dice": _dice(state, index),
    }


def _dice(state: State, card: int) -> list[DieView]:
    dice = sorted(
        (die // DICE, -int(state.pips[die]), int(state.done[die]))
        for die in range(2 * DICE)
        if state.card[die] == card
    )
    return [{"seat": seat, "pips": -pips, "done": bool(done)} for seat, pips, done in dice]


def _unseen(speech: Speech, viewer: Viewer) -> list[str]:
    """The backs that may lie under the cards the viewer does not know."""
    state = speech.state
    seen = {
        int(state.back[card])
        for card in range(CARDS)
        if state.back[card] != NOWHERE and knows(state, viewer, card)
    }
    return [back.name for index, back in enumerate(speech.cards.backs) if index not in seen]
