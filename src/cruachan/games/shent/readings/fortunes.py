"""The readings of galu (S34) and rhach (S35): good fortune and none."""

from __future__ import annotations

from cruachan.games.shent.aims import aims
from cruachan.games.shent.components.material import fit, half
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import change_quest, lay, note, relocate, remove, turn_sky
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.presence import alone, free_foes, held
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import (
    THIS_TURN,
    Quest,
    State,
    Token,
    figures,
    led,
    on_piece,
    own_figures,
    standing,
    strength,
    tokens,
)
from cruachan.games.shent.readings.places import way_out
from cruachan.games.shent.readings.reach import (
    concerns,
    doer,
    goes_on,
    in_contest,
    in_group,
    land_concerns,
    lasts,
    own_turn,
    within_reach,
)

MOST_REDRAWS = 3


def redraws(number: int) -> int:
    """[S34.2] [S35.2] How many numbers may be drawn anew."""
    return min(MOST_REDRAWS, half(number))


def _counted(state: State, seat: int, quest: Quest) -> tuple[int, int] | None:
    """How far a quest has come and how far it must, if the engine counts it."""
    if quest.aim is None or quest.aim.kind not in aims.COUNTED:
        return None
    done, wanted = aims.progress(state, seat, quest)
    return done, wanted


# --- galu, success ------------------------------------------------------------------------


class LuckReading(Reading):
    """[S34.2] Luck."""

    key, rule = "galu.luck", "S34.2"
    anywhere = True
    slight = True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()] if land_concerns(state, act) else []

    def work(self, state: State, act: Act, target: Target) -> None:
        times = redraws(act.strength)
        lay(state, Token(TokenKind.LUCK, strength=times, seat=act.seat, until=THIS_TURN))
        note(state, DomainEventKind.LUCK, act.seat, land=act.land, amount=times)


class OffReading(Reading):
    """[S34.3] They ride off; the host has the target ()."""

    key, rule, shape = "galu.off", "S34.3", "piece land"
    rare, slight = True, True

    def targets(self, state: State, act: Act) -> list[Target]:
        found: list[Target] = []
        hosts = self.hosts(state, act)
        if hosts and sum(token.strength for token in hosts) < act.strength:
            found.append(())
        lands = [land for land in way_out(state, act.seat, act.land) if not standing(state, land)]
        return found + [
            (piece, land)
            for piece in free_foes(state, act.land)
            if strength(state.pieces[piece]) < act.strength and land_concerns(state, act)
            for land in lands
        ]

    def hosts(self, state: State, act: Act) -> list[Token]:
        """The host in the land: of an event the one that attacks the active player."""
        return [
            token
            for token in tokens(state, TokenKind.HOST, act.land)
            if (concerns(act, token.seat) if act.magic else token.seat == act.seat)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        note(state, DomainEventKind.RODE_OFF, act.seat, land=act.land)
        if target:
            relocate(state, *target)
            return
        for token in self.hosts(state, act):
            remove(state, token)


class CutReading(Reading):
    """[S34.4] Short cut."""

    key, rule, shape = "galu.cut", "S34.4", "piece land"
    slight = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic and not land_concerns(state, act):
            return []
        here = within_reach if act.magic else figures
        return [
            (piece, land)
            for piece in here(state, act.seat, act.land)
            if not held(state, piece)
            for land in way_out(state, act.seat, act.land)
            if state.pieces[piece].owner == act.seat or own_figures(state, act.seat, land)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        relocate(state, *target)


class ChoiceReading(Reading):
    """[S34.5] Happy choice."""

    key, rule = "galu.choice", "S34.5"
    anywhere = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if not own_turn(act) or tokens(state, TokenKind.CHOICE, seat=act.seat):
            return []
        to_come = any(land != act.land for land in state.turn.entered)
        able = any(goes_on(state, piece) for piece in led(state, act.seat))
        return [()] if to_come or able else []

    def work(self, state: State, act: Act, target: Target) -> None:
        lay(state, Token(TokenKind.CHOICE, seat=act.seat, until=THIS_TURN))
        note(state, DomainEventKind.CHOICE, act.seat, land=act.land)


class SoonerReading(Reading):
    """[S34.6] Sooner than thought."""

    key, rule, shape, magic = "galu.sooner", "S34.6", "quest", False
    rich = 3

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (quest.number,)
            for quest in state.players[act.seat].quests
            if quest.mode == "open"
            and quest.lighter <= 0
            and self.spare(state, act.seat, quest) > 0
        ]

    def spare(self, state: State, seat: int, quest: Quest) -> int:
        """How many steps could be left out so that one remains."""
        counted = _counted(state, seat, quest)
        return counted[1] - counted[0] - 1 if counted else 0

    def work(self, state: State, act: Act, target: Target) -> None:
        quest = next(q for q in state.players[act.seat].quests if q.number == target[0])
        fewer = min(2 if act.strength >= 6 else 1, self.spare(state, act.seat, quest))
        change_quest(state, act.seat, quest.number, lighter=quest.lighter + fewer)
        note(state, DomainEventKind.SOONER, act.seat, land=act.land, amount=quest.number)


# --- rhach, futility ----------------------------------------------------------------------


class IllReading(Reading):
    """[S35.2] Ill luck."""

    key, rule = "rhach.ill", "S35.2"
    slight = True

    def concerned(self, state: State, target: Target) -> set[int]:
        """The active player, whose numbers they are."""
        return {state.active}

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()]

    def work(self, state: State, act: Act, target: Target) -> None:
        seat = state.active if act.magic else act.seat
        lay(state, Token(TokenKind.ILL, strength=redraws(act.strength), seat=seat, until=THIS_TURN))
        note(state, DomainEventKind.ILL, seat, land=act.land, other=doer(act))


class AgainstReading(Reading):
    """[S35.3] Sky against you."""

    key, rule, shape = "rhach.against", "S35.3", "element"
    anywhere = True
    harsh = 1

    def targets(self, state: State, act: Act) -> list[Target]:
        own = state.players[act.seat].element
        return [
            (sky,)
            for sky in ((state.sky + 1) % 6, (state.sky - 1) % 6)
            if land_concerns(state, act) and (act.magic or fit(own, sky) < fit(own, state.sky))
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        turn_sky(state, target[0] - state.sky, act.seat)


class VainReading(Reading):
    """[S35.4] In vain."""

    key, rule, shape = "rhach.vain", "S35.4", "seat"
    slight = True

    def targets(self, state: State, act: Act) -> list[Target]:
        seats = standing(state, act.land) if act.magic else [act.seat]
        return [(seat,) for seat in seats if concerns(act, seat) and self.hopes(state, act, seat)]

    def group(self, state: State, act: Act, seat: int) -> list[int]:
        """Whom it touches."""
        return within_reach(state, seat, act.land) if act.magic else in_group(state, act)

    def hopes(self, state: State, act: Act, seat: int) -> bool:
        """Whether the group could mark the land or go on; magic must only find it hoping."""
        group = self.group(state, act, seat)
        barren = bool(tokens(state, TokenKind.BARREN, act.land, seat))
        if act.magic:
            still = all(on_piece(state, TokenKind.STILL, piece) for piece in group)
            return bool(group) and not (barren and still)
        marks = alone(state, seat, act.land) and state.markers[act.land] != seat and not barren
        goes = not act.second and any(goes_on(state, piece) for piece in group)
        return bool(group) and (marks or goes)

    def work(self, state: State, act: Act, target: Target) -> None:
        group = tuple(self.group(state, act, target[0]))
        lay(state, Token(TokenKind.STILL, act.land, pieces=group, until=lasts(act)))
        lay(state, Token(TokenKind.BARREN, act.land, seat=target[0], until=lasts(act)))
        note(state, DomainEventKind.VAIN, target[0], land=act.land, other=doer(act))


class SpentReading(Reading):
    """[S35.5] Spent strength."""

    key, rule, shape = "rhach.spent", "S35.5", "seat"
    rare, slight = True, True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (seat,)
            for seat in in_contest(state, act)
            if not tokens(state, TokenKind.SPENT, act.land, seat)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        lay(state, Token(TokenKind.SPENT, act.land, seat=target[0], until=lasts(act)))
        note(state, DomainEventKind.TIRED, target[0], land=act.land, other=doer(act))


class SetbackReading(Reading):
    """[S35.6] Setback."""

    key, rule, shape, magic = "rhach.setback", "S35.6", "quest", False
    harsh = 2

    def targets(self, state: State, act: Act) -> list[Target]:
        found: list[Target] = []
        for quest in state.players[act.seat].quests:
            counted = _counted(state, act.seat, quest)
            if quest.mode == "open" and counted and counted[0] > 0:
                found.append((quest.number,))
        return found

    def work(self, state: State, act: Act, target: Target) -> None:
        quest = next(q for q in state.players[act.seat].quests if q.number == target[0])
        change_quest(state, act.seat, quest.number, lighter=quest.lighter - 1)
        note(state, DomainEventKind.SETBACK, act.seat, land=act.land, amount=quest.number)
