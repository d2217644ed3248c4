"""What a fulfilled quest brings: numbers, a stone to the goal, element stones, a hero (S15)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Annotated, Any, ClassVar

from cruachan.engine.game import Viewer
from cruachan.games.shent.chapters.events import HERO
from cruachan.games.shent.chapters.goal import SealGoal
from cruachan.games.shent.chapters.quests import drop
from cruachan.games.shent.components.material import FEWEST_NUMBERS, HANNAS
from cruachan.games.shent.core.acts import change, change_quest, note, take_rune
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HIDDEN, Count, Seat, one_of
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    pop,
    push,
    top,
    turn_to,
)
from cruachan.games.shent.core.reading import Act, Reading
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import Quest, State, quest_of

MOST_NUMBERS = 3
LONG_QUEST = 3
"""[S15.7] [S15.12] So many runes bring two rewards, and perhaps a hero."""
WORD_OF_A_HERO = 5
"""[S15.12] The strength of hannas that a fulfilled quest stands for."""
NAMES_A_HERO = re.compile(r"(?i:\b(thalion|hero|heroine|heroes)\b)|\bHeld(en|in)?\b")


class Reward(Question):
    """[S15.7] What a fulfilled quest brings."""

    seat: Seat
    number: Count
    left: Count
    taken: tuple[Annotated[str, one_of("numbers", "goal", "elements", "hero")], ...] = ()
    hero: bool = False
    """[S15.12] Whether the quest may bring word of a hero."""

    def of_hand(self, state: State, seat: int) -> bool:
        return True

    def kinds(self, state: State) -> list[str]:
        """The rewards that are open."""
        found = ["numbers"]
        if len(state.players[self.seat].goal) < int(state.option("goal")):
            found.append("goal")
        if any(state.elements):
            found.append("elements")
        if self.hero and hero_lands(state, self.seat):
            found.append("hero")
        return [kind for kind in found if kind not in self.taken]

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.left and self.kinds(state) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("reward",)

    def go(self, state: State) -> None:
        """[S15.7] [S16.2] The stones go back; a goal that is complete is sealed."""
        pop(state)
        if quest_of(state, self.number):
            drop(state, self.seat, self.number)
        player = state.players[self.seat]
        if player.aim is None and len(player.goal) >= int(state.option("goal")):
            push(state, SealGoal(self.seat))

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return "reward", {"left": self.left}

    def covers(self, seen: State, viewer: Viewer) -> None:
        """[S15.9] What is left of a quest would show which stone lies face down in the goal."""
        found = quest_of(seen, self.number)
        if "goal" in self.taken and self.seat != viewer and found:
            change_quest(seen, self.seat, self.number, runes=(HIDDEN,) * len(found[1].runes))


def seeks_hero(quest: Quest) -> bool:
    """[S15.12] Whether a quest has three runes or more, or is told in words that name a hero."""
    told = quest.aim is None and NAMES_A_HERO.search(quest.words)
    return len(quest.runes) >= LONG_QUEST or bool(told)


def hero_lands(state: State, seat: int) -> list[int]:
    """[S15.12] [S27.6] Where a seat's thalion may be laid; nowhere if it cannot be shown."""
    return [land for (land,) in Reading.ALL[HERO].targets(state, _word_of_hero(seat))]


def _word_of_hero(seat: int) -> Act:
    return Act(HANNAS, WORD_OF_A_HERO, seat, 0)


class RewardVerb(Verb):
    """[S15.8] [S15.9] [S15.10] [S15.12] Numbers, a rune to the goal, element stones or a hero."""

    name = "reward"
    shape = "word"
    reveals = False
    takes_words = True
    seldom = True
    heading = "general"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        found = quest_of(state, top(state).number)
        runes = {*state.players[seat].hand, *(found[1].runes if found else ())}
        yield from (("goal", rune) for rune in sorted(runes))
        stones = [e for e in range(6) if state.elements[e]]
        if sum(state.elements) == 1:
            yield "elements", stones[0]
        for pair in combinations_with_replacement(stones, 2):
            yield "elements", *pair
        yield ("numbers",)
        yield ("hero",)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        kind, *things = args
        if kind not in top(state).kinds(state):
            if kind == "hero" and not top(state).hero:
                return No("S15.12", "seeks_no_hero")
            rules = {"goal": "S15.9", "elements": "S15.10", "hero": "S15.12"}
            return No(rules.get(kind, "S15.7"), "reward_closed")
        if kind == "goal":
            found = quest_of(state, top(state).number)
            if things[0] not in (*state.players[seat].hand, *(found[1].runes if found else ())):
                return No("S15.9", "not_in_hand", {"rune": things[0]})
        if kind == "elements":
            wanted = min(2, sum(state.elements))
            if len(things) != wanted or any(things.count(e) > state.elements[e] for e in things):
                return No("S15.10", "no_stones")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        kind, *things = args
        reward = top(state)
        turn_to(state, left=reward.left - 1, taken=(*reward.taken, kind))
        if kind == "numbers":
            push(state, Pouch(seat))
        elif kind == "hero":
            push(state, WordOfHero(seat))
        elif kind == "elements":
            for element in things:
                state.elements[element] -= 1
            stones = tuple(sorted((*state.players[seat].stones, *things)))
            change(state, seat, stones=stones)
        else:
            self._lay(state, seat, things[0])
        note(state, DomainEventKind.REWARD, seat, more=(kind,))

    def _lay(self, state: State, seat: int, rune: int) -> None:
        """[S15.9] [S16.1] A stone to the goal, of the quest if it has one, else from the hand."""
        found = quest_of(state, top(state).number)
        if found and rune in found[1].runes:
            runes = list(found[1].runes)
            runes.remove(rune)
            change_quest(state, seat, found[1].number, runes=tuple(runes))
        else:
            take_rune(state, seat, rune)
        change(state, seat, goal=(*state.players[seat].goal, rune))

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        kind, *things = args
        if kind == "goal":
            return say.words("do.reward_goal", rune=say.full_rune(things[0]))
        if kind == "elements":
            said = ", ".join(say.element(thing) for thing in things)
            return say.words("do.reward_elements", elements=said)
        return say.words(f"do.reward_{kind}")

    def kinds(self, state: State, said: Sequence[Any]) -> list[str]:
        thing = "rune" if said and said[0] == "goal" else "element"
        return ["word", *(thing for _ in said[1:])]

    def fits(self, state: State, args: Args) -> bool:
        return super().fits(state, args) and len(args) > (args[0] in ("goal", "elements"))

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return "reward goal ?" if args[0] == "goal" else ""


class Pouch(Question):
    """[S15.8] Up to three number stones out of the bag or into it."""

    seat: Seat
    done: Count = 0

    passing: ClassVar = "pass_pouch"

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.done < MOST_NUMBERS else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("takeout", "putin", "pass")

    def passed(self, state: State, seat: int) -> None:
        pop(state)

    def go(self, state: State) -> None:
        pop(state)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        counts = enumerate(state.numbers, 1)
        numbers = ", ".join(f"{count} × {number}" for number, count in counts if count)
        return "pouch", {"numbers": numbers, "left": MOST_NUMBERS - self.done}


class WordOfHero(Question):
    """[S15.12] The next seat, her narrator, says where the hero is to be found."""

    seat: Seat

    def waits(self, state: State) -> tuple[int, ...]:
        return ((self.seat + 1) % state.seats,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("herald",)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return "wordofhero", {"player": say.names[self.seat]}

    def sound(self, state: State, below: Frame | None) -> bool:
        return bool(hero_lands(state, self.seat))


class HeraldVerb(Verb):
    """[S15.12] The hero is laid in a land, and it is told."""

    name = "herald"
    shape = "land"
    reveals = True
    takes_words = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land in hero_lands(state, top(state).seat))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in hero_lands(state, top(state).seat):
            return No("S15.12", "hero_too_far", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        act = _word_of_hero(top(state).seat)
        pop(state)
        Reading.ALL[HERO].work(state, act, args)


class TakeOutVerb(Verb):
    """[S15.8] A number out of the bag; eight stay."""

    name = "takeout"
    shape = "number"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((number,) for number in range(1, 9))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in range(1, 9) or not state.numbers[args[0] - 1]:
            return No("S15.8", "no_number", {"number": args[0]})
        if sum(state.numbers) <= FEWEST_NUMBERS:
            return No("S1.7", "few_numbers")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        _shift(state, args[0], -1)


class PutInVerb(Verb):
    """[S15.8] A number from the reserve into the bag."""

    name = "putin"
    shape = "number"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((number,) for number in range(1, 9))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in range(1, 9) or not state.reserve[args[0] - 1]:
            return No("S15.8", "no_reserve", {"number": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        _shift(state, args[0], 1)


def _shift(state: State, number: int, by: int) -> None:
    state.numbers[number - 1] += by
    state.reserve[number - 1] -= by
    turn_to(state, done=top(state).done + 1)
