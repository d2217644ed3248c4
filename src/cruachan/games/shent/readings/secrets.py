"""thurinas, secret, and hannas, understanding (S26, S27)."""

from __future__ import annotations

from cruachan.games.shent.chapters.trials import SHOWN
from cruachan.games.shent.components.material import THALION, half
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    change,
    change_piece,
    change_quest,
    gain,
    lay,
    lay_legend,
    note,
    remove,
    swap,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import push
from cruachan.games.shent.core.presence import adjacent, distances, held
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import (
    FOREVER,
    THIS_TURN,
    Lore,
    State,
    Token,
    figures,
    on_piece,
    others_in,
    quest_of,
    supply,
    tokens,
    vacant,
)
from cruachan.games.shent.readings.places import known_lands, nearest, within
from cruachan.games.shent.readings.questions import Avow, Stray, ways_out
from cruachan.games.shent.readings.reach import (
    concerns,
    doer,
    in_group,
    is_own,
    land_concerns,
    lasts,
    mine,
    reaches,
    sides,
    sum_of,
)
from cruachan.games.shent.readings.several import parts

MOST_LEGENDS = 6
"""[S26.3] No more lie on the board at once."""
SEES = {"silent": 3, "secret": 5}
"""[S27.5] The strength it takes to see through a quest."""
TELLS_ALL = 7
TUR, GOLU = range(2)
"""[S26.4] In what a treasure is taken."""

# --- thurinas (S26) -----------------------------------------------------------------------


class HiddenReading(Reading):
    """[S26.2] Figures are hidden."""

    key = "thurinas.hidden"
    rule = "S26.2"
    shape = "pieces"

    def targets(self, state: State, act: Act) -> list[Target]:
        if not reaches(state, act, act.seat):
            return []
        pieces = mine(state, act) if act.magic else in_group(state, act)
        open_ones = [piece for piece in pieces if state.pieces[piece].hidden < act.strength]
        return parts(open_ones, lambda part: sum_of(state, part) <= act.strength)

    def work(self, state: State, act: Act, target: Target) -> None:
        for piece in target:
            change_piece(state, piece, hidden=act.strength)
            note(state, DomainEventKind.HID, act.seat, land=act.land, piece=piece)


class LegendReading(Reading):
    """[S26.3] A question comes into the world; as magic a legend makes no progress."""

    key = "thurinas.legend"
    rule = "S26.3"
    shape = "land"
    chooser = "narrator"

    def targets(self, state: State, act: Act) -> list[Target]:
        if not land_concerns(state, act):
            return []
        if act.magic:
            open_one = tokens(state, TokenKind.LEGEND, act.land) and not tokens(
                state, TokenKind.SILENCE, act.land
            )
            return [(act.land,)] if open_one else []
        told = {token.land for token in tokens(state, TokenKind.LEGEND)}
        if len(tokens(state, TokenKind.LEGEND)) >= MOST_LEGENDS:
            return []
        return [(land,) for land in within(state, act.land, act.strength) if land not in told]

    def work(self, state: State, act: Act, target: Target) -> None:
        land = target[0]
        if act.magic:
            lay(state, Token(TokenKind.SILENCE, land, until=lasts(act, FOREVER)))
            note(state, DomainEventKind.SILENCE, act.seat, land=land)
            return
        told = max(0, state.told.get(self.key, 0) - 1)
        lay_legend(state, land, act.strength, act.seat, Lore(act.words, told, act.seat, act.land))


class HoardReading(Reading):
    """[S26.4] A treasure lies somewhere; as magic a treasure cannot be found."""

    key = "thurinas.hoard"
    rule = "S26.4"
    shape = "land"
    chooser = "narrator"

    def targets(self, state: State, act: Act) -> list[Target]:
        if not land_concerns(state, act):
            return []
        if act.magic:
            lies = tokens(state, TokenKind.TREASURE, act.land) and not tokens(
                state, TokenKind.BURIED, act.land
            )
            return [(act.land,)] if lies else []
        return [
            (land,)
            for land in within(state, act.land, 4, least=2)
            if vacant(state, land) and not tokens(state, TokenKind.TREASURE, land)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        land = target[0]
        if act.magic:
            lay(state, Token(TokenKind.BURIED, land, until=lasts(act, FOREVER)))
            note(state, DomainEventKind.BURIED, act.seat, land=land)
            return
        lay(state, Token(TokenKind.TREASURE, land, act.strength))
        note(state, DomainEventKind.HOARD, act.seat, land=land, amount=act.strength)


class MistReading(Reading):
    """[S26.5] A printed rune does not work."""

    key = "thurinas.mist"
    rule = "S26.5"
    shape = "land"
    slight = True

    def targets(self, state: State, act: Act) -> list[Target]:
        lands = [act.land] if act.magic else [act.land, *sorted(adjacent(state, act.land))]
        return [
            (land,)
            for land in lands
            if land_concerns(state, act)
            and state.board.lands[land].rune is not None
            and not tokens(state, TokenKind.MIST, land)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        until = lasts(act, state.clock + half(act.strength))
        lay(state, Token(TokenKind.MIST, target[0], until=until))
        note(state, DomainEventKind.MIST, act.seat, land=target[0])


class LostReading(Reading):
    """[S26.6] The group strays into an adjacent land; as magic figures do not move again."""

    key = "thurinas.lost"
    rule = "S26.6"
    shape = "pieces"

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic:
            return [
                part
                for _, pieces in sides(state, act)
                for part in parts(
                    [piece for piece in pieces if on_piece(state, TokenKind.STILL, piece) is None],
                    lambda part: sum_of(state, part) <= act.strength,
                )
            ]
        pieces = [piece for piece in in_group(state, act) if not held(state, piece)]
        led = any(is_own(state, act.seat, piece) for piece in pieces)
        return [tuple(pieces)] if led and ways_out(state, act.seat, act.land) else []

    def work(self, state: State, act: Act, target: Target) -> None:
        until = lasts(act, THIS_TURN)
        lay(state, Token(TokenKind.STILL, pieces=target, until=until))
        seat = state.pieces[target[0]].leader
        for piece in target:
            note(state, DomainEventKind.LOST_WAY, seat, land=act.land, other=doer(act), piece=piece)
        if not act.magic:
            push(state, Stray(act.seat, target, act.land))


# --- hannas (S27) -------------------------------------------------------------------------


class InsightReading(Reading):
    """[S27.2] golu for the active player."""

    key = "hannas.insight"
    rule = "S27.2"
    magic = False
    gains = True
    rich, slight = 1, True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()]

    def work(self, state: State, act: Act, target: Target) -> None:
        gain(state, act.seat, golu=act.strength)


class AnswerReading(Reading):
    """[S27.3] A legend grows less deep, or is answered."""

    key = "hannas.answer"
    rule = "S27.3"
    shape = "land"
    rich, rare = 3, True

    def targets(self, state: State, act: Act) -> list[Target]:
        lands = {act.land} if act.magic else {act.land} | known_lands(state, act.seat)
        return [
            (token.land,)
            for token in tokens(state, TokenKind.LEGEND)
            if land_concerns(state, act)
            and token.land in lands
            and not tokens(state, TokenKind.SILENCE, token.land)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        land = target[0]
        legend = tokens(state, TokenKind.LEGEND, land)[0]
        if legend.strength > act.strength:
            depth = legend.strength - act.strength
            swap(state, legend, strength=depth)
            note(state, DomainEventKind.HINT, act.seat, land=land, amount=depth)
            return
        remove(state, legend)
        note(state, DomainEventKind.ANSWERED, act.seat, land=land, amount=legend.other)
        if not act.magic:
            gain(state, act.seat, golu=legend.other)


class UnmaskedReading(Reading):
    """[S27.4] Hidden figures of another player are seen."""

    key = "hannas.unmasked"
    rule = "S27.4"
    shape = "seat"
    rare, opportune = True, True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (seat,)
            for seat in others_in(state, act.seat, act.land)
            if concerns(act, seat) and self._found(state, act, seat)
        ]

    def _found(self, state: State, act: Act, seat: int) -> list[int]:
        return [
            piece
            for piece in figures(state, seat, act.land)
            if 0 < state.pieces[piece].hidden < act.strength
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        for piece in self._found(state, act, target[0]):
            change_piece(state, piece, hidden=0)
            note(
                state,
                DomainEventKind.UNMASKED,
                target[0],
                land=act.land,
                other=act.seat,
                piece=piece,
            )


class SeenReading(Reading):
    """[S27.5] A quest of another player comes to light."""

    anywhere = True
    key = "hannas.seen"
    rule = "S27.5"
    shape = "quest"

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (quest.number,)
            for seat, player in enumerate(state.players)
            if seat != act.seat and concerns(act, seat)
            for quest in player.quests
            if quest.mode in SEES and act.strength >= SEES[quest.mode]
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        found = quest_of(state, target[0])
        assert found is not None
        owner, quest = found
        veiled = quest.mode == "secret" and act.strength < TELLS_ALL
        change_quest(state, owner, quest.number, mode="silent" if veiled else "open")
        note(state, DomainEventKind.SEEN_THROUGH, owner, other=act.seat, amount=quest.number)
        if not veiled and quest.aim is None and not quest.words:
            push(state, Avow(owner, quest.number))


class HeroReading(Reading):
    """[S27.6] The thalion is shown somewhere."""

    anywhere = True
    key = "hannas.hero"
    rule = "S27.6"
    shape = "land"
    chooser = "narrator"
    rich = 3
    narrator_aims = True

    def targets(self, state: State, act: Act) -> list[Target]:
        far = nearest(state, act.seat)
        fits = (
            act.strength >= 5
            and concerns(act, act.seat)
            and supply(state, THALION, act.seat) is not None
            and state.players[act.seat].heroes == NOWHERE
        )
        if not fits or far is None:
            return []
        most = max(2, 10 - act.strength)
        return [(land,) for land, steps in enumerate(far) if 0 <= steps <= most]

    def work(self, state: State, act: Act, target: Target) -> None:
        change(state, act.seat, heroes=target[0])
        note(state, DomainEventKind.HERO, act.seat, land=target[0])


class FindReading(Reading):
    """[S27.7] A treasure here is taken, in tûr or golu; one elsewhere is shown."""

    key = "hannas.find"
    rule = "S27.7"
    shape = "land way"

    def targets(self, state: State, act: Act) -> list[Target]:
        found: list[Target] = []
        if not land_concerns(state, act):
            return found
        far = distances(state, act.land)
        for token in tokens(state, TokenKind.TREASURE):
            if tokens(state, TokenKind.BURIED, token.land):
                continue
            if token.land == act.land and not act.magic:
                found += [(token.land, TUR), (token.land, GOLU)]
            elif token.other != SHOWN and 0 <= far[token.land] <= act.strength:
                found.append((token.land,))
        return found

    def work(self, state: State, act: Act, target: Target) -> None:
        land = target[0]
        token = tokens(state, TokenKind.TREASURE, land)[0]
        if len(target) == 1:
            swap(state, token, other=SHOWN)
            note(state, DomainEventKind.SHOWN, act.seat, land=land)
            return
        remove(state, token)
        note(state, DomainEventKind.TREASURE, act.seat, land=land, amount=token.strength)
        if target[1] == TUR:
            gain(state, act.seat, tur=2 * token.strength)
        else:
            gain(state, act.seat, golu=token.strength)
