"""Gallia Cisalpina in sentences: what a move did, and why another one cannot be made."""

from __future__ import annotations

from cruachan.engine.bits import bit, count
from cruachan.engine.game import CHANCE, Viewer
from cruachan.games.gallia import dispatch, moves, rules
from cruachan.games.gallia.dice import occupied, warriors
from cruachan.games.gallia.moves import MoveParts, decode
from cruachan.games.gallia.notation import knows
from cruachan.games.gallia.state import (
    AMOUNT,
    BACK,
    BUILDING,
    CAPITALS,
    FIGHT,
    FREE,
    GO_IN,
    MOST_TURNS,
    MOVING,
    OVER,
    SCOUT,
    STARVE,
    TERRITORIES,
    TURN,
    State,
)
from cruachan.games.gallia.view import Speech


class Tale(Speech):
    """Tells what was done in a state, and why something else cannot be."""

    def tell(self, move: int, after: State, viewer: Viewer) -> str:
        """What the move did, as far as the viewer may know it."""
        sentences = [*self.action(move, after, viewer), *self.ending(after)]
        return " ".join(sentence for sentence in sentences if sentence)

    def action(self, move: int, after: State, viewer: Viewer) -> list[str]:
        """The move itself."""
        name = self.known[self.state.turn]
        decoded = decode(move)
        kind = decoded.kind
        if kind == moves.BACK_IS:
            return [self.back(decoded.number, viewer)]
        if kind == moves.LOT_START:
            return [self.texts("tell.start", name=self.known[decoded.number])]
        if kind == moves.TAKE_OFF:
            starving = self.known[rules.hungry(self.state)]
            return [self.texts("tell.starve", name=starving, card=self.card(decoded.card))]
        if kind == moves.END:
            return [self.texts("tell.end", name=name)]
        if kind == moves.NO_LOOK:
            return [self.texts("tell.no_scout", name=name)]
        if kind == moves.TURN_CARD:
            return self.turned(decoded.card, name)
        if kind == moves.LOOK:
            return self.scouted(decoded.card, name, viewer)
        if kind == moves.RECRUIT:
            return [self.texts("tell.recruit", name=name, number=decoded.number)]
        if kind == moves.NUMBER:
            return self.numbered(decoded.number, after)
        return self.marched(decoded, name, after)

    def back(self, back: int, viewer: Viewer) -> str:
        """What is on a back, for those who may know."""
        if self.state.about != BUILDING and viewer not in (CHANCE, self.state.turn):
            return self.texts("tell.hidden", name=self.known[self.state.turn])
        return self.back_of(int(self.state.look), back)

    def scouted(self, card: int, name: str, viewer: Viewer) -> list[str]:
        """Which card was looked at; what is on it, if it needs no more chance to tell."""
        told = [self.texts("tell.scout", name=name, card=self.card(card))]
        back = int(self.state.back[card])
        if back >= 0 and (viewer in (CHANCE, self.state.turn) or knows(self.state, viewer, card)):
            told.append(self.back_of(card, back))
        elif back >= 0:
            told.append(self.texts("tell.hidden", name=name))
        return told

    def turned(self, card: int, name: str) -> list[str]:
        """An oppidum built or demolished."""
        if self.state.oppida & bit(card):
            return [self.texts("tell.demolish", name=name, card=self.card(card))]
        told = [self.texts("tell.build", name=name, card=self.card(card))]
        back = int(self.state.back[card])
        if back >= 0:
            told.append(self.back_of(card, back))
        return told

    def marched(self, decoded: MoveParts, name: str, after: State) -> list[str]:
        """An army sets out, or attacks."""
        target = int(self.board_tables.step[decoded.card * 4 + decoded.number])
        names = {"source": self.card(decoded.card), "target": self.card(target)}
        enemies = warriors(self.state, 1 - self.state.turn, target)
        if not enemies:
            return [self.texts("tell.march", name=name, **names)]
        shields = int(rules.shields(self.board_tables, self.state, target))
        fallen = min(shields, decoded.pips)
        told = [self.texts("tell.attack", name=name, pips=decoded.pips, shields=fallen, **names)]
        rest = decoded.pips - shields
        if rest <= 0:
            told.append(self.texts("tell.eaten"))
        elif rest == 1:
            told.extend(self.fought(1, target, after))
        return told

    def numbered(self, number: int, after: State) -> list[str]:
        """How many moved, fought or went in."""
        phase = {AMOUNT: "send", FIGHT: "fight", GO_IN: "enter"}[int(self.state.phase)]
        if phase == "fight":
            return self.fought(number, int(self.state.target), after)
        told = [
            self.texts(
                f"tell.{phase}",
                name=self.known[self.state.turn],
                number=number,
                source=self.card(self.state.source),
                target=self.card(self.state.target),
            )
        ]
        if phase == "enter" and self.state.oppida & bit(self.state.target):
            told.append(self.texts("tell.destroyed"))
        return told

    def fought(self, number: int, target: int, after: State) -> list[str]:
        """A fight and how it ended."""
        enemies = int(warriors(self.state, 1 - self.state.turn, target))
        losses = min(number, enemies)
        told = [self.texts("tell.fight", number=number, enemies=enemies, losses=losses)]
        key = "won" if number > enemies else "tied" if number == enemies else "held"
        told.append(self.texts(f"tell.{key}", card=self.card(target)))
        entered = number > enemies and warriors(after, self.state.turn, target)
        if entered and self.state.oppida & bit(target):
            told.append(self.texts("tell.destroyed"))
        return told

    def ending(self, after: State) -> list[str]:
        """How the game ended."""
        if after.phase != OVER:
            return []
        if after.won:
            seat = int(after.won) - 1
            cards = occupied(after, seat)
            if cards & bit(CAPITALS[1 - seat]):
                capital = self.card(CAPITALS[1 - seat])
                return [self.texts("tell.won_capital", name=self.known[seat], card=capital)]
            number = max(TERRITORIES, count(cards))
            return [self.texts("tell.won_lands", name=self.known[seat], number=number)]
        if after.turns >= MOST_TURNS:
            return [self.texts("tell.drawn_turns", turns=MOST_TURNS)]
        return [self.texts("tell.drawn_repeat")]

    def why(self, move: int, number: int) -> str:
        """The case at hand of a rule that refuses a move."""
        state = self.state
        seat = max(0, int(dispatch.to_act(state)))
        decoded = decode(move)
        return self.texts(
            f"why.g{number}{self.case(decoded.kind, number, decoded.card)}",
            name=self.known[seat],
            card=self.card(decoded.card),
            capital=self.card(CAPITALS[seat]),
            pips=decoded.pips,
            here=warriors(state, seat, decoded.card),
            army=state.army,
            winners=state.winners,
            fighting=", ".join(str(one) for one in self.fighting()),
            recruits=self.board_tables.recruits,
            outside=self.outside(seat),
            ears=self.ears(seat),
        )

    def fighting(self) -> list[int]:
        """[G7.3] [G7.6] How many of an army may fight."""
        numbers = range(1, int(self.state.army) + 1)
        return [number for number in numbers if rules.fight_refuses(self.state, number) == 0]

    def case(self, kind: int, number: int, card: int) -> str:
        """Which of several reasons one rule has here."""
        state = self.state
        if number == 301 and state.about != FREE and kind not in (moves.LOT_START, moves.BACK_IS):
            return "move" if state.about == MOVING else "build"
        if number == 405 and state.phase == BACK:
            return "back"
        if number == 405 and state.phase == SCOUT and kind != moves.LOOK:
            return "now"
        if number == 405 and state.phase == TURN:
            return "first"
        if number == 602 and state.phase == AMOUNT:
            return "number"
        if number == 602 and kind != moves.MARCH:
            return "nobody"
        if number == 602 and not warriors(state, max(0, int(dispatch.to_act(state))), card):
            return "none"
        if number == 706 and state.phase == GO_IN:
            return "number"
        if number == 803 and state.phase != STARVE:
            return "now"
        return ""
