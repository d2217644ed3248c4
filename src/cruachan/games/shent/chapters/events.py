"""Events: drawn or printed, read by the narrator, answered by the active player (S9, S19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm
from typing import Annotated, ClassVar

from cruachan.engine.game import CHANCE
from cruachan.games.shent.aims.aims import lands_named
from cruachan.games.shent.chapters.contests import fight_at_once
from cruachan.games.shent.chapters.countermagic import open_moment
from cruachan.games.shent.chapters.movement import rune_works
from cruachan.games.shent.chapters.roles import role
from cruachan.games.shent.components.material import GOLLOR, HANNAS, RANDIR, SAELON, temper
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import change, note, remove, return_stones, settle
from cruachan.games.shent.core.chance import BY_CHANCE, number_falls, rune_falls
from cruachan.games.shent.core.consent import work_or_ask
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.effect import Effect, Named, in_words, work_effects
from cruachan.games.shent.core.fields import (
    NOWHERE,
    Count,
    Land,
    MaybeRune,
    PieceId,
    Rune,
    Seat,
    one_of,
)
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    pop,
    push,
    set_turn,
    top,
    turn_to,
)
from cruachan.games.shent.core.numbers import Numbers
from cruachan.games.shent.core.parts import Part, holds, holds_target, read_target, target_parts
from cruachan.games.shent.core.reading import FREE, STORY, Act, Reading, ReadingKey, Target
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import State, figures, tokens

HERO = "hannas.hero"
"""The reading that the active player may ask for."""
LEARNS = {GOLLOR: 2, RANDIR: 1, SAELON: 1}


def begin_event(state: State, seat: int, land: int, second: bool) -> None:
    """[S9.1] The event of a land entered: printed, or drawn."""
    entered = tuple(each for each in state.turn.entered if each != land)
    set_turn(state, entered=entered, come=(*state.turn.come, land))
    if tokens(state, TokenKind.STANDSTILL, land):
        return
    group = tuple(figures(state, seat, land))
    rune = state.board.lands[land].rune
    if rune is not None and rune_works(state, land):
        strength = state.board.lands[land].strength
        set_turn(state, events=state.turn.events + 1)
        event = Event(seat, land, group, second, True, rune, strength)
        push(state, event._replace(step=event.first(state)))
    else:
        draw_event(state, seat, land, group, second)


class NextEventVerb(Verb):
    """[S9.2] Which of the lands entered comes next."""

    name = "event"
    shape = "land"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land in state.turn.entered)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in state.turn.entered:
            return No("S9.2", "no_event_there", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        begin_event(state, seat, args[0], top(state).second)


def can_draw(state: State) -> bool:
    """[S1.6] Whether an event finds a stone, in the bag or among those of this turn."""
    return bool(sum(state.bag) or state.aside)


def draw_event(state: State, seat: int, land: int, group: tuple[int, ...], second: bool) -> None:
    """[S1.6] [S13.9] An event from the bag, if a stone is left; it counts for golu."""
    if not can_draw(state):
        return
    if not sum(state.bag):
        return_stones(state, state.aside)
        state.aside = []
    entered = [state.pieces[each] for each in group if state.pieces[each].moved]
    more = max((LEARNS.get(piece.kind, 0) for piece in entered), default=0)
    set_turn(state, golu=state.turn.golu + 1 + more, events=state.turn.events + 1)
    push(state, Event(seat, land, group, second))


class Event(Question):
    """An event of the active player, from the draw to its end."""

    seat: Seat
    land: Land
    group: tuple[PieceId, ...]
    second: bool = False
    printed: bool = False
    rune: MaybeRune = NOWHERE
    strength: Count = 0
    step: Annotated[
        str,
        one_of(
            "rune", "choose", "number", "ask", "read", "answer", "appeal", "moment", "work", "more"
        ),
    ] = "rune"
    """rune, choose, number, ask, read, answer, appeal, moment, work, more"""
    runes: tuple[Rune, ...] = ()
    """Two runes to choose from (galu)."""
    reading: ReadingKey = ""
    target: Target = ()
    cancelled: bool = False
    words: str = ""
    """In which own words the narrator has told it."""
    insists: bool = False
    """Whether the active player has declined that it be only a story."""
    asked: bool = False
    """Whether she has asked where a hero is to be found."""
    effects: tuple[Named, ...] = ()
    """[S36.3] What a free reading does."""
    refused: bool = False
    """[S36.7] Whether a free reading of it was refused."""

    moments: ClassVar = ("reading",)
    passing: ClassVar = "pass_event"

    @property
    def act(self) -> Act:
        """The rune at work."""
        return Act(
            self.rune,
            self.strength,
            self.seat,
            self.land,
            group=self.group,
            printed=self.printed,
            second=self.second,
            words=self.words,
        )

    def waits(self, state: State) -> tuple[int, ...]:
        if self.step in ("rune", "number"):
            return BY_CHANCE
        if self.step == "read":
            return BY_CHANCE if self._by_lot(state) else (role(state, "narrator", self.land),)
        if self.step == "appeal":
            judge = role(state, "referee", self.land)
            same = judge == role(state, "narrator", self.land)
            return BY_CHANCE if same else (judge,)
        asked = self.step in ("choose", "ask")
        asked = asked or (self.step == "more" and self._goes_on(state))
        asked = asked or (self.step == "answer" and self._asked(state))
        return (self.seat,) if asked else ()

    def first(self, state: State) -> str:
        """[S27.1] What comes when rune and strength are known: the question for a hero, if open."""
        hero = self.rune == HANNAS and Reading.ALL[HERO].targets(state, self.act)
        return "ask" if hero else "read"

    def _goes_on(self, state: State) -> bool:
        """[S9.1] [S30.3] Whether one more event may be drawn besides the printed one."""
        return not tokens(state, TokenKind.STANDSTILL, self.land) and can_draw(state)

    def _by_lot(self, state: State) -> bool:
        """[S3.10] With short tales most events are told by the engine."""
        if state.option("tales") == "all" or state.turn.events <= 1:
            return False
        named = set().union(
            *(
                lands_named(quest.aim)
                for quest in state.players[self.seat].quests
                if quest.aim and quest.mode == "open"
            )
        )
        return self.land not in named

    def _asked(self, state: State) -> bool:
        """Whether the active player has anything to say to a reading."""
        if self.reading == STORY:
            return bool(applicable(state, self.act))
        choices = len(self.choices(state)) > 1
        return choices or temper(self.rune) == "good" or self._may_appeal(state)

    def _may_appeal(self, state: State) -> bool:
        return not (state.turn.appealed or self.asked) and len(applicable(state, self.act)) > 1

    def choices(self, state: State) -> list[Target]:
        """[S9.5] [S9.6] The targets the active player chooses from; what N chose stands alone."""
        if self.reading == STORY or active_chooses(self.rune, self.reading) is False:
            return [self.target]
        return Reading.ALL[self.reading].targets(state, self.act)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        if self.step == "answer" and self.reading == STORY:
            return ("accept", "decline")
        return {
            "rune": ("rune",),
            "number": ("number",),
            "ask": ("accept", "decline"),
            "choose": ("take",),
            "read": ("read", "freely"),
            "appeal": ("read",),
            "answer": ("target", "waive", "appeal"),
            "more": ("draw", "pass"),
        }[self.step]

    def draws_for(self, state: State) -> tuple[int | None, int]:
        return self.seat, self.land

    def falls(self, state: State) -> list[tuple[int, int]]:
        return rune_falls(state) if self.step == "rune" else number_falls(state)

    def fell(self, state: State, value: int) -> None:
        """[S34.2] A rune or a number was drawn; luck may ask for the number again."""
        if self.step == "number":
            if tokens(state, TokenKind.LUCK, seat=self.seat):
                push(state, Numbers((self.seat,), self.seat, (value,)))
            else:
                self.drawn(state, (value,))
            return
        state.bag[value] -= 1
        state.aside.append(value)
        choice = tokens(state, TokenKind.CHOICE, seat=self.seat)
        if choice and not self.runes and sum(state.bag):
            turn_to(state, runes=(value,))
        elif self.runes:
            remove(state, choice[0])
            turn_to(state, runes=(*self.runes, value), step="choose")
        else:
            turn_to(state, rune=value, step="number")

    def drawn(self, state: State, numbers: tuple[int, ...]) -> None:
        """The number stays: that is the strength."""
        strength = numbers[0]
        turn_to(state, strength=strength, step=self._replace(strength=strength).first(state))

    def ask_anew(self, say: Speaker, number: int) -> Ask | None:
        rune = say.full_rune(self.rune)
        return "numbers_event", {"land": say.land(self.land), "rune": rune, "number": number}

    def passed(self, state: State, seat: int) -> None:
        """No second event in a land with a printed rune."""
        pop(state)

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """[S9.7] [S27.1] She agrees that it is only a story or not; she asks for a hero or not."""
        if self.step == "ask":
            turn_to(state, step="read", asked=yes, insists=yes)
            return
        turn_to(state, step="moment" if yes else "read", insists=not yes)

    def go(self, state: State) -> None:
        if self.step == "more":
            pop(state)
        elif self.step == "answer":
            turn_to(state, target=self.choices(state)[0], step="moment")
        elif self.step == "moment":
            turn_to(state, step="work")
            if self.reading != STORY:
                open_moment(state, self.seat, self.land, self.rune, self.strength)
        else:
            self._work(state)

    def _work(self, state: State) -> None:
        """[S9.7] The reading works, unless it was countered or its target is gone by now."""
        if self.printed:
            turn_to(state, step="more")
        else:
            pop(state)
        works = self._applies(state)
        if self.cancelled:
            note(state, DomainEventKind.CANCELLED, self.seat, land=self.land, more=(self.reading,))
        elif works:
            if self.printed:
                self._remember(state)
            if self.reading == FREE:
                work_effects(state, self.act, self.effects)
            else:
                work_or_ask(state, self.reading, self.act, self.target)
        note(
            state,
            DomainEventKind.ENTERED,
            self.seat,
            land=self.land,
            other=state.markers[self.land],
        )
        settle(state)
        if self.second:
            foes = works and not self.cancelled and _brings_foe(self.reading)
            fight_at_once(state, self.seat, self.land, foes)

    def _applies(self, state: State) -> bool:
        """Whether there is still something to do; a mere story never does anything."""
        if self.reading in (STORY, FREE):
            return self.reading == FREE
        return self.target in Reading.ALL[self.reading].targets(state, self.act)

    def _remember(self, state: State) -> None:
        """[S9.11] What a printed rune was to a player, and whether it gave her something."""
        state.read_last[self.seat, self.land] = self.reading
        free = [Effect.ALL[key].gains for key, _ in self.effects]
        if any(free) if self.reading == FREE else Reading.ALL[self.reading].gains:
            gains = state.players[self.seat].gains
            change(state, self.seat, gains=(*gains, self.land))

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        key = "story" if self.step == "answer" and self.reading == STORY else self.step
        return f"event_{key}", {
            "player": say.names[self.seat],
            "land": say.land(self.land),
            "rune": say.full_rune(self.rune),
            "strength": self.strength,
            **self.read_as(say),
        }

    def read_as(self, say: Speaker) -> dict[str, str]:
        """How it is read, and what that does."""
        free = self.reading == FREE
        does = in_words(say, self.act, self.effects) if free else ""
        does = does or say.does(self.reading, self.strength, whose=self.seat)
        return {"reading": say.reading(self.reading), "does": does}

    def concerned(self, state: State) -> set[int]:
        """[S14.5] Whom the reading concerns by what it is applied to."""
        if self.reading != FREE:
            return Reading.ALL[self.reading].concerned(state, self.target)
        touched = (Effect.ALL[key].touched(state, self.act, aim) for key, aim in self.effects)
        return {self.seat}.union(*touched)

    def shown(self) -> tuple[int, tuple[int, ...]]:
        """[S31.7] A rune of the hand that is to become part of a quest has been named."""
        reading = Reading.ALL.get(self.reading)
        named = reading is not None and reading.shape.endswith("index rune")
        return (self.seat, self.target[2:]) if named and self.target else super().shown()

    def sound(self, state: State, below: Frame | None) -> bool:
        if self.step not in ("rune", "choose") and self.rune == NOWHERE:
            return False
        if self.step not in ("answer", "appeal", "moment", "work"):
            return True
        if self.reading == FREE:
            named = all(Effect.ALL[key].holds(state, aim) for key, aim in self.effects)
            return bool(self.effects) and named and self.step in ("moment", "work")
        reading = Reading.ALL.get(self.reading)
        if reading is None:
            return self.reading == STORY and self.target == ()
        if reading not in Reading.OF[self.rune]:
            return False
        if self.step == "work":
            return holds_target(state, self.reading, self.target)
        open_to = reading.targets(state, self.act)
        hers = self.step in ("answer", "appeal") and active_chooses(self.rune, self.reading)
        undecided = hers and not self.target
        return bool(open_to) and (undecided or self.target in open_to)


def _brings_foe(key: str) -> bool:
    """[S24.1] Whether a reading brings a foe; a mere story does not."""
    return key in Reading.ALL and Reading.ALL[key].brings_foe


def active_chooses(rune: int, key: str) -> bool:
    """[S9.5] [S9.6] Whether the active player chooses the target of a reading."""
    chooser = Reading.ALL[key].chooser
    if chooser:
        return chooser == "active"
    return temper(rune) != "bad"


def applicable(state: State, act: Act) -> list[tuple[str, list[Target]]]:
    """[S9.4] [S9.11] The readings that apply to an event, each with its targets."""
    found = []
    gained = act.printed and act.land in state.players[act.seat].gains
    for reading in Reading.OF[act.rune]:
        if reading.event and not (gained and reading.gains):
            targets = reading.targets(state, act)
            if targets:
                found.append((reading.key, targets))
    if act.printed and len(found) > 1:
        last = state.read_last.get((act.seat, act.land))
        found = [(key, targets) for key, targets in found if key != last]
    return found


def _open_to(state: State, event: Event) -> list[tuple[str, list[Target]]]:
    """[S27.1] The readings the narrator may choose: only the hero, if she was asked for it."""
    if event.asked:
        return [(HERO, Reading.ALL[HERO].targets(state, event.act))]
    return applicable(state, event.act)


def named_target(say: Speaker, state: State, reading: str, target: Target) -> str:
    """A target in words; nothing where it is only the player whose event it is."""
    parts = target_parts(reading, target)
    return "" if parts == [Part("seat", top(state).seat)] else say.parts(parts)


class ReadVerb(Verb):
    """[S9.4] [S9.10] The narrator, referee or lot chooses a reading, and its target."""

    name = "read"
    shape = "reading"
    reveals = True
    style = 2
    heading = "event"
    takes_words = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        event = top(state)
        found = _open_to(state, event)
        for key, targets in found:
            if active_chooses(event.rune, key):
                yield key, ()
            else:
                yield from ((key, target) for target in targets)
        if not found or self._may_offer(event, seat):
            yield STORY, ()

    def _may_offer(self, event: Event, seat: int) -> bool:
        """[S9.7] Whether the narrator may ask that it be only a story."""
        return event.step == "read" and seat != CHANCE and not event.insists

    def weight(self, state: State, args: Args) -> int:
        """[S9.10] The lot chooses among readings; how many targets one has makes no difference."""
        event = top(state)
        counts = {
            key: 1 if active_chooses(event.rune, key) else len(targets)
            for key, targets in _open_to(state, event)
        }
        return lcm(*counts.values()) // counts.get(args[0], 1)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        event = top(state)
        key, target = args[:2]
        if self.ill_styled(args):
            return self.ill_styled(args)
        found = dict(_open_to(state, event))
        if key == STORY:
            open_to = not found or self._may_offer(event, seat)
            return None if open_to else No("S9.7", "not_only_a_story")
        if key not in Reading.ALL or Reading.ALL[key] not in Reading.OF[event.rune]:
            return No("S9.4", "not_of_rune", {"rune": event.rune})
        if key not in found:
            rule = "S27.1" if event.asked else Reading.ALL[key].rule
            return No(rule, "does_not_apply", {"reading": key})
        if target not in ([()] if active_chooses(event.rune, key) else found[key]):
            return No(Reading.ALL[key].rule, "wrong_target", {"reading": key})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        key, target = args[:2]
        state.told[key] = state.told.get(key, 0) + 1
        turn_to(state, reading=key, target=target, step="answer", words=words)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        key, target = args[:2]
        if key == STORY:
            return say.words("do.read_story")
        event = top(state)
        does = say.does(key, event.strength, whose=event.seat)
        values = {"reading": say.reading(key), "does": does}
        named = named_target(say, state, key, target)
        if named:
            return say.words("do.read_target", target=named, **values)
        return say.words("do.read", **values)

    def parts(self, state: State, args: Args) -> list[Part]:
        return [Part("reading", args[0]), *target_parts(args[0], args[1])]

    def fits(self, state: State, args: Args) -> bool:
        if len(args) not in (2, 3) or not holds(state, "reading", args[0]):
            return False
        style = args[2] if args[2:] else 0
        return type(style) is int and holds_target(state, args[0], args[1])

    def read(self, state: State, seat: int, words: Sequence[str]) -> Iterator[Args]:
        key = words[0] if words else ""
        target = read_target(state, seat, key, words[1:])
        if holds(state, "reading", key) and target is not None:
            yield key, target

    def unstyled(self, args: Args) -> Args:
        return args[:2]
