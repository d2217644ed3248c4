"""Free readings (S36): the narrator says what an event does, and the table agrees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.votes import Ballot, Counts, Matter
from cruachan.games.shent.components.material import temper
from cruachan.games.shent.core.acts import note
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.effect import (
    Effect,
    MaybeEffect,
    Named,
    in_words,
    most_effects,
    open_effects,
)
from cruachan.games.shent.core.fields import Seat
from cruachan.games.shent.core.flow import Args, Frame, No, Question, Verb, pop, push, top, turn_to
from cruachan.games.shent.core.reading import FREE, Act, Target
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import State


class FreelyVerb(Verb):
    """[S36.1] [S36.2] The narrator reads the event freely: in words, and with effects."""

    name = "freely"
    shape = ""
    reveals = True
    heading = "event"
    takes_words = True
    needs_words = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        event = top(state)
        if state.option("reading") == "list":
            return No("S3.16", "list_only")
        if event.step != "read" or event.asked:
            return No("S36.1", "not_freely")
        if event.refused:
            return No("S36.7", "refused_already")
        if not open_effects(state, event.act):
            return No("S36.3", "no_effects")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        push(state, FreeReading(seat, words))


class FreeReading(Question):
    """[S36.3] The effects of a free reading are named, one after the other, part by part."""

    seat: Seat
    """Who narrates."""
    words: str
    effects: tuple[Named, ...] = ()
    kind: MaybeEffect = ""
    """The effect that is being named."""
    parts: Target = ()
    """What it is applied to, as far as that is said."""

    passing: ClassVar = "pass_freely"

    def act(self, state: State) -> Act:
        """The rune at work."""
        act: Act = self._event(state).act
        return act._replace(words=self.words)

    def _event(self, state: State) -> Any:
        return state.stack[state.stack.index(self) - 1]

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("part", "pass") if self.kind else ("effect", "propose", "pass")

    def left(self, state: State) -> list[Target]:
        """The targets that begin with what is said."""
        size = len(self.parts)
        found = Effect.ALL[self.kind].targets(state, self.act(state))
        return [target for target in found if target[:size] == self.parts]

    def name_part(self, state: State, *parts: int) -> None:
        """[S36.3] One part more; what is then the only choice need not be said."""
        turn_to(state, parts=(*self.parts, *parts))
        left = top(state).left(state)
        said = len(top(state).parts)
        while len(left[0]) > said and len({target[said] for target in left}) == 1:
            said += 1
        turn_to(state, parts=left[0][:said])
        if len(left[0]) == said:
            named = (*self.effects, (self.kind, left[0]))
            turn_to(state, effects=named, kind="", parts=())

    def passed(self, state: State, seat: int) -> None:
        """[S36.3] An effect is taken back, or all of it."""
        if self.kind:
            turn_to(state, kind="", parts=())
        else:
            pop(state)

    def must_agree(self, state: State) -> set[int]:
        """[S36.5] [S36.6] Without whose yes it does not pass."""
        act = self.act(state)
        found = {act.seat} if temper(act.rune) == "good" else set()
        for key, target in self.effects:
            found |= Effect.ALL[key].touched(state, act, target)
        return found - {self.seat}

    @property
    def worth(self) -> int:
        """What it is worth to the active player, all in all."""
        return sum(Effect.ALL[key].worth_of(target) for key, target in self.effects)

    def judged(self, state: State, agreed: bool) -> None:
        """[S36.7] The table has voted."""
        pop(state)
        event = top(state)
        note(
            state,
            DomainEventKind.FREELY,
            self.seat,
            land=event.land,
            other=event.seat,
            amount=int(agreed),
        )
        if agreed:
            turn_to(state, reading=FREE, words=self.words, effects=self.effects, step="moment")
        else:
            turn_to(state, refused=True)

    def does(self, say: Speaker, state: State) -> str:
        """What is named so far, in sentences."""
        return in_words(say, self.act(state), self.effects)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        act = self.act(state)
        values: dict[str, Any] = {
            "rune": say.full_rune(act.rune),
            "strength": act.strength,
            "player": say.names[act.seat],
            "most": most_effects(act.strength),
            "does": self.does(say, state),
        }
        if self.kind:
            key = f"freereading_{Effect.ALL[self.kind].shape.split()[len(self.parts)]}"
            return key, {**values, "effect": say.words(f"effect.{self.kind}")}
        if not self.effects:
            return "freereading", values
        more = open_effects(state, act, self.effects)
        return ("freereading_more" if more else "freereading_all"), values

    def sound(self, state: State, below: Frame | None) -> bool:
        if not isinstance(below, Event) or below.step != "read" or not self.words:
            return False
        named: tuple[Named, ...] = ()
        for key, target in self.effects:
            effect = Effect.ALL[key]
            fits = effect in open_effects(state, below.act, named)
            if not fits or target not in effect.targets(state, below.act):
                return False
            named = (*named, (key, target))
        if not self.kind:
            return not self.parts
        effect = Effect.ALL[self.kind]
        if effect not in open_effects(state, below.act, named):
            return False
        found = effect.targets(state, below.act)
        size = len(self.parts)
        return any(target[:size] == self.parts and len(target) > size for target in found)


class NameEffectVerb(Verb):
    """[S36.3] [S36.4] What the event does."""

    name = "effect"
    shape = "word"
    reveals = False
    heading = "effects"
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        now = top(state)
        yield from ((each.key,) for each in open_effects(state, now.act(state), now.effects))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        now, effect = top(state), Effect.ALL.get(args[0])
        act = now.act(state)
        if effect is None:
            return No("S36.3", "no_such_effect")
        if effect in open_effects(state, act, now.effects):
            return None
        if len(now.effects) >= most_effects(act.strength):
            return No("S36.3", "enough_effects", {"most": most_effects(act.strength)})
        if temper(act.rune) not in effect.tempers:
            good = temper(act.rune) == "good"
            return No("S36.4", "against_good" if good else "against_bad", {"rune": act.rune})
        return effect.barred(state, act) or No(effect.rule, "no_effect_now")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, kind=args[0])
        top(state).name_part(state)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.effect", effect=say.words(f"effect.{args[0]}"))


class NamePartVerb(Verb):
    """[S36.3] Whom or what an effect concerns, and how much."""

    name = "part"
    shape = "word"
    reveals = False
    exact = True

    def kinds(self, state: State, said: Any) -> list[str]:
        now = top(state)
        return [Effect.ALL[now.kind].shape.split()[len(now.parts)]]

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        size = len(top(state).parts)
        yield from dict.fromkeys((target[size],) for target in top(state).left(state))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args in self.offers(state, seat):
            return None
        return No(Effect.ALL[top(state).kind].rule, "beyond_strength")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).name_part(state, args[0])

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        (part,) = self.parts(state, args)
        named = say.kind(part.value) if part.kind == "kind" else say.parts([part])
        return say.words("do.part", part=named)


class ProposeVerb(Verb):
    """[S36.6] The free reading is put to the vote; [S3.16] it holds if the narrator alone reads."""

    name = "propose"
    shape = ""
    reveals = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        return None if top(state).effects else No("S36.3", "no_effect_named")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        if state.option("reading") == "alone":
            top(state).judged(state, agreed=True)
        else:
            push(state, Ballot("reading", seat, ("agree",)))


class FreeMatter(Matter):
    """[S36.6] Whether the table agrees to a free reading; a tie is a yes."""

    kind = "reading"
    under = "FreeReading"

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        free = top(state)
        against = {seat for seat, vote in ballot.votes if not vote[0]}
        agreed = ballot.passed(counts)["agree"] and not against & free.must_agree(state)
        free.judged(state, agreed)

    def values(self, say: Speaker, state: State) -> dict[str, Any]:
        free = state.stack[-2]
        return {"words": free.words, "does": free.does(say, state)}
