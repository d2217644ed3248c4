"""Gallia Cisalpina in sentences: what a move did, and why another one cannot be made."""

from __future__ import annotations

from cruachan.engine.bits import bit, count
from cruachan.engine.game import CHANCE, Viewer
from cruachan.games.gallia import ladders, rules
from cruachan.games.gallia.dice import occupied, warriors
from cruachan.games.gallia.notation import knows
from cruachan.games.gallia.state import (
    AMOUNT,
    BACK,
    BUILDING,
    CAPITALS,
    CARDS,
    FIGHT,
    GO_IN,
    MOST_TURNS,
    MOVING,
    OVER,
    PIPS,
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
        if move >= ladders.BACK_IS:
            return [self.back(move - ladders.BACK_IS, viewer)]
        if move >= ladders.LOT_START:
            return [self.words("tell.start", name=self.known[move - ladders.LOT_START])]
        if move >= ladders.TAKE_OFF:
            card = self.card((move - ladders.TAKE_OFF) // 2 // PIPS)
            starving = self.known[rules.hungry(self.state)]
            return [self.words("tell.starve", name=starving, card=card)]
        if move in (ladders.END, ladders.NO_LOOK):
            return [self.words("tell.end" if move == ladders.END else "tell.no_scout", name=name)]
        if move >= ladders.TURN_CARD:
            return self.turned(move - ladders.TURN_CARD, name)
        if move >= ladders.LOOK:
            return self.scouted(move - ladders.LOOK, name, viewer)
        if move >= ladders.RECRUIT:
            return [self.words("tell.recruit", name=name, number=move - ladders.RECRUIT)]
        if move >= ladders.NUMBER:
            return self.numbered(move - ladders.NUMBER + 1, after)
        return self.marched(move, name, after)

    def back(self, back: int, viewer: Viewer) -> str:
        """What is on a back, for those who may know."""
        if self.state.about != BUILDING and viewer not in (CHANCE, self.state.turn):
            return self.words("tell.hidden", name=self.known[self.state.turn])
        side = self.cards.backs[back]
        return self.words("tell.back", shields=side.shields, ears=side.ears)

    def scouted(self, card: int, name: str, viewer: Viewer) -> list[str]:
        """Which card was looked at; what is on it, if it needs no more chance to tell."""
        told = [self.words("tell.scout", name=name, card=self.card(card))]
        back = int(self.state.back[card])
        if back >= 0 and (viewer in (CHANCE, self.state.turn) or knows(self.state, viewer, card)):
            side = self.cards.backs[back]
            told.append(self.words("tell.back", shields=side.shields, ears=side.ears))
        elif back >= 0:
            told.append(self.words("tell.hidden", name=name))
        return told

    def turned(self, card: int, name: str) -> list[str]:
        """An oppidum built or demolished."""
        if self.state.oppida & bit(card):
            return [self.words("tell.demolish", name=name, card=self.card(card))]
        told = [self.words("tell.build", name=name, card=self.card(card))]
        back = int(self.state.back[card])
        if back >= 0:
            side = self.cards.backs[back]
            told.append(self.words("tell.back", shields=side.shields, ears=side.ears))
        return told

    def marched(self, move: int, name: str, after: State) -> list[str]:
        """An army sets out, or attacks."""
        die, direction = divmod(move - ladders.MARCH, 4)
        source, pips = divmod(die, PIPS)
        target = int(self.box.step[source * 4 + direction])
        names = {"source": self.card(source), "target": self.card(target)}
        enemies = warriors(self.state, 1 - self.state.turn, target)
        if not enemies:
            return [self.words("tell.march", name=name, **names)]
        shields = int(rules.shields(self.box, self.state, target))
        fallen = min(shields, pips + 1)
        told = [self.words("tell.attack", name=name, pips=pips + 1, shields=fallen, **names)]
        rest = pips + 1 - shields
        if rest <= 0:
            told.append(self.words("tell.eaten"))
        elif rest == 1:
            told.extend(self.fought(1, target, after))
        return told

    def numbered(self, number: int, after: State) -> list[str]:
        """How many moved, fought or went in."""
        phase = {AMOUNT: "send", FIGHT: "fight", GO_IN: "enter"}[int(self.state.phase)]
        if phase == "fight":
            return self.fought(number, int(self.state.target), after)
        told = [self.words(f"tell.{phase}", number=number)]
        if phase == "enter" and self.state.oppida & bit(self.state.target):
            told.append(self.words("tell.destroyed"))
        return told

    def fought(self, number: int, target: int, after: State) -> list[str]:
        """A fight and how it ended."""
        enemies = int(warriors(self.state, 1 - self.state.turn, target))
        losses = min(number, enemies)
        told = [self.words("tell.fight", number=number, enemies=enemies, losses=losses)]
        key = "won" if number > enemies else "tied" if number == enemies else "held"
        told.append(self.words(f"tell.{key}", card=self.card(target)))
        entered = number > enemies and warriors(after, self.state.turn, target)
        if entered and self.state.oppida & bit(target):
            told.append(self.words("tell.destroyed"))
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
                return [self.words("tell.won_capital", name=self.known[seat], card=capital)]
            number = max(TERRITORIES, count(cards))
            return [self.words("tell.won_lands", name=self.known[seat], number=number)]
        if after.turns >= MOST_TURNS:
            return [self.words("tell.drawn_turns", turns=MOST_TURNS)]
        return [self.words("tell.drawn_repeat")]

    def why(self, move: int, number: int) -> str:
        """The case at hand of a rule that refuses a move."""
        state = self.state
        seat = max(0, int(ladders.to_act(state)))
        card, pips = self.meant(move)
        return self.words(
            f"why.g{number}{self.case(move, number)}",
            name=self.known[seat],
            card=self.card(card),
            capital=self.card(CAPITALS[seat]),
            pips=pips,
            here=warriors(state, seat, card),
            army=state.army,
            winners=state.winners,
            recruits=self.box.recruits,
            outside=self.outside(seat),
            ears=self.ears(seat),
        )

    def meant(self, move: int) -> tuple[int, int]:
        """The card and the army a move is about."""
        if 0 <= move < ladders.NUMBER:
            card, pips = divmod(move // 4, PIPS)
            return card, pips + 1
        if ladders.TAKE_OFF <= move < ladders.LOT_START:
            card, pips = divmod((move - ladders.TAKE_OFF) // 2, PIPS)
            return card, pips + 1
        for first in (ladders.LOOK, ladders.TURN_CARD):
            if first <= move < first + CARDS:
                return move - first, 0
        return 0, 0

    def case(self, move: int, number: int) -> str:
        """Which of several reasons one rule has here."""
        state = self.state
        if number == 301 and state.about != 0:
            return "move" if state.about == MOVING else "build"
        if number == 405 and state.phase == BACK:
            return "back"
        if number == 405 and state.phase == SCOUT and not ladders.LOOK <= move < ladders.NO_LOOK:
            return "now"
        if number == 405 and state.phase == TURN:
            return "first"
        if number == 602 and move >= ladders.NUMBER:
            return "number" if state.army else "nobody"
        if number == 706 and state.winners:
            return "number"
        if number == 803 and state.phase != STARVE:
            return "now"
        return ""
