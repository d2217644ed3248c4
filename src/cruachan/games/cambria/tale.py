"""Cambria in sentences: what a move did, and why another one cannot be made."""

from __future__ import annotations

from cruachan.engine.bits import lowest
from cruachan.games.cambria import moves, rules
from cruachan.games.cambria.moves import MoveParts, decode
from cruachan.games.cambria.state import (
    ACT,
    BOARD,
    BOARD_FROM,
    COLOURS,
    DUMMY,
    DUMMY_FROM,
    DUMMY_PLACE,
    DUMMY_ROLL,
    FORTS,
    FROM,
    OVER,
    SETUP_ROLL,
    START,
    State,
)
from cruachan.games.cambria.view import Speech


def sentence(text: str) -> str:
    """A text that begins with a capital letter, whoever is named first."""
    return text[:1].upper() + text[1:]


class Tale(Speech):
    """Tells what was done in a state, and why something else cannot be."""

    def tell(self, move: int, after: State) -> str:
        """What the move did."""
        sentences = [self.action(move, after)]
        if after.turns != self.state.turns:
            sentences.extend(self.storms(after))
            sentences.extend(self.saved(after))
        if after.phase == OVER:
            winner = lowest(rules.winners(self.board_tables, after))
            total = rules.points(self.board_tables, after, winner)
            sentences.append(self.texts("tell.over", name=self.known[winner], total=total))
        return " ".join(sentences)

    def action(self, move: int, after: State) -> str:
        """The move itself."""
        name = self.known[self.state.turn]
        decoded = decode(move)
        kind = decoded.kind
        if kind in moves.OF_CHANCE:
            return self.chance(decoded, name)
        if kind in (moves.STAY, moves.PASS):
            return self.texts("tell.stay" if kind == moves.STAY else "tell.pass", name=name)
        if kind == moves.EMBARK:
            key = "tell.embark_from" if after.phase == BOARD_FROM else "tell.embark"
            return self.texts(key, name=name, ship=decoded.ship + 2)
        if kind == moves.REPLACE:
            shown = self.state.second if decoded.first else self.state.first
            return self.texts("tell.replace", name=name, ship=decoded.ship + 2, die=shown)
        road = decoded.road
        if kind == moves.MOVE_FROM:
            return self.moving(road)
        thrown = self.thrown(road)
        if kind == moves.LEGION:
            return self.texts("tell.legion", name=name, road=self.road(road)) + thrown
        key = "dummy_" if self.state.phase == DUMMY_PLACE else ""
        later = after.phase in (FROM, DUMMY_FROM)
        key += "target" if later else "place"
        said = self.texts(f"tell.{key}", name=name, road=self.road(road))
        return said if later else said + thrown

    def dice(self, decoded: MoveParts) -> str:
        """Two dice as they are said."""
        return self.texts("draw.and", one=decoded.first, two=decoded.second)

    def chance(self, decoded: MoveParts, name: str) -> str:
        """A lot or a roll."""
        if decoded.kind == moves.DICE:
            return self.texts("tell.dice", name=name, dice=self.dice(decoded))
        if decoded.kind == moves.LOT_START:
            return self.texts("tell.start", name=self.known[decoded.first])
        if self.state.phase == DUMMY_ROLL:
            return self.texts("tell.dummy_die", name=name, number=decoded.first)
        text = self.texts("tell.setup_die", name=name, number=decoded.first)
        return text if decoded.first > 1 else f"{text} {self.texts('tell.again')}"

    def moving(self, road: int) -> str:
        """Where the soldier came from, and whom it met where it went."""
        text = self.texts("tell.from", road=self.road(road))
        return text + (self.thrown(self.state.target) if self.state.phase == FROM else "")

    def thrown(self, road: int) -> str:
        """Who has to leave a road."""
        holder = self.holder(road)
        return f" {sentence(self.texts('tell.thrown', enemy=holder))}" if holder else ""

    def storms(self, after: State) -> list[str]:
        """The forts stormed at the end of the turn."""
        told = []
        for fort in range(FORTS):
            if after.fort[fort] and not self.state.fort[fort]:
                owner = int(after.fort[fort]) - 1
                value = self.board.forts[fort].value
                dummy = owner == DUMMY and after.seats == 2
                told.append(
                    self.texts(
                        "tell.storm_dummy" if dummy else "tell.storm",
                        name=self.known[owner],
                        fort=self.board.forts[fort].name,
                        value=value,
                    )
                )
                told.extend(self.vp(after, fort, value))
        return told

    def saved(self, after: State) -> list[str]:
        """Why forts do not fall whose last road was taken in this turn."""
        if after.phase == OVER:
            return []
        told = []
        now, before = (rules.empty_roads(state) for state in (after, self.state))
        for index, fort in enumerate(self.board.forts):
            roads = int(self.board_tables.roads[index])
            if after.fort[index] or now & roads or not before & roads:
                continue
            held = [int(after.held[colour] & roads).bit_count() for colour in range(COLOURS)]
            if sum(held) < fort.value:
                told.append(self.texts("tell.legion_saves", fort=fort.name))
                continue
            level = [self.known[each] for each in range(COLOURS) if held[each] == max(held)]
            names = self.texts("draw.and", one=", ".join(level[:-1]), two=level[-1])
            told.append(self.texts("tell.level", fort=fort.name, names=names))
        return told

    def vp(self, after: State, fort: int, value: int) -> list[str]:
        """What became of a stormed fort's VP marker."""
        vp = int(after.vp[fort])
        if vp > 0:
            points = rules.marker_points(value)
            return [sentence(self.texts("tell.vp", name=self.known[vp - 1], points=points))]
        return [self.texts("tell.vp_gone")] if vp < 0 else []

    def why(self, move: int, number: int) -> str:
        """The case at hand of a rule that refuses a move."""
        state = self.state
        decoded = decode(move)
        first, second = int(state.first), int(state.second)
        other = max(first, second)
        if decoded.kind == moves.REPLACE:
            other = first if decoded.first else second
        return self.texts(
            f"why.c{number}{self.case(decoded, number)}",
            name=self.known[state.turn],
            road=self.road(decoded.road),
            target=self.road(state.target) if state.phase == FROM else "",
            holder=self.holder(decoded.road),
            first=first,
            second=second,
            other=other,
            ship=decoded.ship + 2,
        )

    def case(self, decoded: MoveParts, number: int) -> str:
        """Which of several reasons one rule has here."""
        state = self.state
        if number == 202 and state.phase == START:
            return "lot"
        if number == 407 and state.phase == FROM and decoded.kind != moves.MOVE_FROM:
            return "busy"
        if number == 407 and state.phase == ACT:
            return "supply"
        if number == 203 and state.phase == SETUP_ROLL:
            return "roll"
        if number == 902 and state.phase == DUMMY_PLACE and state.first == 1:
            return "any"
        if number == 605 and state.phase == BOARD:
            return "busy"
        if number == 902 and state.phase == DUMMY_ROLL:
            return "roll"
        if number == 504 and state.phase == ACT and decoded.kind != moves.PASS:
            return "ship"
        if number == 501:
            return "same" if state.ship[decoded.ship] == state.turn + 1 else ""
        return ""
