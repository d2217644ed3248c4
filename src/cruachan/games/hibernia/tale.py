"""Hibernia in sentences: what a move did, and why another one cannot be made."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.bits import lowest
from cruachan.engine.texts import Lang, Texts
from cruachan.games.hibernia import moves, rules
from cruachan.games.hibernia.board import Board
from cruachan.games.hibernia.moves import MoveParts, decode
from cruachan.games.hibernia.notation import FACES, LETTERS, lot_letters, owner_of
from cruachan.games.hibernia.state import OVER, PULL, START, BoardTables, State
from cruachan.games.hibernia.view import everybody


class Tale:
    """Tells of one board in one language, with the players' names."""

    def __init__(
        self, board: Board, tables: BoardTables, seats: int, names: Sequence[str], lang: Lang
    ) -> None:
        self.board = board
        self.board_tables = tables
        self.texts = Texts(__package__, lang)
        self.called = everybody(names, seats, lang)

    def tell(self, before: State, move: int, after: State) -> str:
        """What the move did."""
        decoded = decode(move)
        if decoded.kind in moves.OF_CHANCE:
            return self.chance(before, decoded)
        sentences = [self.action(before, decoded, after)]
        if after.phase != PULL and decoded.kind != moves.RAISE:
            sentences.append(self.arrival(before, decoded, after))
        if after.turn != before.turn or after.phase == OVER:
            sentences.extend(self.scoring(before, after))
        return " ".join(sentence for sentence in sentences if sentence)

    def chance(self, before: State, decoded: MoveParts) -> str:
        """A lot or a roll."""
        if decoded.kind == moves.FACE:
            face = self.texts(f"colour.{FACES[decoded.number]}")
            return self.texts("tell.die", name=self.called[before.turn], face=face)
        if decoded.kind == moves.LOT_START:
            return self.texts("tell.start", name=self.called[decoded.number])
        castles = [county.name for county in self.board.counties if county.castle]
        colours = [LETTERS.index(letter) for letter in lot_letters(decoded.number)]
        places = [
            self.texts("tell.castle", name=self.called[colour], county=county)
            for county, colour in zip(castles, colours, strict=True)
        ]
        return self.texts("tell.castles", places=", ".join(places))

    def action(self, before: State, decoded: MoveParts, after: State) -> str:
        """What the player chose."""
        name = self.called[before.turn]
        county = decoded.county
        if decoded.kind == moves.PULL_FROM:
            text = self.texts("tell.pull", name=name, county=self.county(county))
        elif decoded.kind == moves.RAISE:
            return self.raising(before, decoded, after)
        else:
            key = "reinforce" if owner_of(before, county) == before.turn else "march"
            text = self.texts(
                f"tell.{key}",
                name=name,
                county=self.county(county),
                need=rules.needed(self.board_tables, before, county),
                play=self.play(decoded),
            )
        if after.phase == PULL:
            text += " " + self.texts.count("tell.missing", int(after.missing))
        return text

    def raising(self, before: State, decoded: MoveParts, after: State) -> str:
        """Who got how many warriors back."""
        gained = [
            self.texts("tell.raised", name=self.called[seat], number=number)
            for seat in range(before.seats)
            if (number := int(before.shield[seat] - after.shield[seat]))
        ]
        return self.texts(
            "tell.raise",
            name=self.called[before.turn],
            play=self.play(decoded),
            raised=", ".join(gained) or self.texts("tell.nobody"),
        )

    def arrival(self, before: State, decoded: MoveParts, after: State) -> str:
        """How the battle ended, if there was one."""
        county = int(before.target) if before.phase == PULL else decoded.county
        enemy = owner_of(before, county)
        if enemy == before.turn:
            return ""
        if enemy is None:
            return self.texts("tell.taken")
        holder = owner_of(after, county)
        key = "lost" if holder == enemy else "tied" if holder is None else "won"
        if enemy >= before.seats and key != "tied":
            key += "_neutral"
        left = int(after.warriors[county])
        fallen = int(before.warriors[county]) - (left if holder == enemy else 0)
        return self.texts(
            f"tell.{key}",
            fallen=fallen,
            county=self.county(county),
            enemy=self.called[enemy],
            left=left,
        )

    def scoring(self, before: State, after: State) -> list[str]:
        """The steps made at the end of the turn, and what they ended."""
        seat = before.turn
        name = self.called[seat]
        total = int(after.steps[seat])
        steps = total - int(before.steps[seat])
        moved = self.texts.count("tell.steps", steps, name=name, total=total)
        sentences = [moved if steps else self.texts("tell.no_steps", name=name)]
        first = self.someone_came_round(after) and not self.someone_came_round(before)
        if first and after.phase != OVER and after.round_number == before.round_number:
            sentences.append(self.texts("tell.last", name=name))
        if after.phase == OVER:
            winner = lowest(rules.leaders(after))
            best = after.steps[winner]
            sentences.append(self.texts("tell.over", name=self.called[winner], total=best))
        elif after.round_number != before.round_number and self.someone_came_round(after):
            sentences.append(self.texts("tell.another"))
        return sentences

    def someone_came_round(self, state: State) -> bool:
        """[H9.1] Whether a marker has come round."""
        return bool(max(state.steps) >= self.board_tables.length)

    def county(self, index: int) -> str:
        """A county's name."""
        return self.board.counties[index].name

    def play(self, decoded: MoveParts) -> str:
        """Which of the two plays a move uses."""
        return self.texts("tell.wild_play" if decoded.wild else "tell.die_play")

    def why(self, state: State, move: int, number: int) -> str:
        """The case at hand of a rule that refuses a move."""
        key = f"why.h{number}"
        decoded = decode(move)
        if number == 307:
            key += "wild" if decoded.wild else "die"
        if number in (501, 502, 503) and state.harder and state.round_number == 1:
            key += "near"
        if number == 202 and state.phase == START:
            key += "lot"
        county = int(state.target) if number == 408 else decoded.county
        owner = owner_of(state, county)
        turn = int(state.turn)
        return self.texts(
            key,
            name=self.called[turn],
            county=self.county(county),
            colour=self.texts(f"colour.{self.board.counties[county].colour}"),
            face=self.texts(f"colour.{FACES[state.die]}"),
            need=rules.needed(self.board_tables, state, county),
            have=int(state.supply[turn]) + rules.spare(state, county),
            owner="" if owner is None else self.called[owner],
        )
