"""Writes the epilogue: how each player stands, what was left, what the goal had meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cruachan.engine.match import Match
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import in_vain, the_kind
from cruachan.games.shent.aims.manners import Manner
from cruachan.games.shent.aims.wording import full_name, texts
from cruachan.games.shent.chapters.goal import HOUSE, RESPECT, score
from cruachan.games.shent.components.material import URLUG
from cruachan.games.shent.core.acts import houses
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Quest, State, lands_of, led
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import (
    FinalStanding,
    Paragraph,
    StorySentence,
    TurnScene,
)
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import FigureNamer
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.tale.epithets import Life, titles
from cruachan.games.shent.tale.voice import (
    USUAL,
    Said,
    Voice,
    aim_title,
    as_sentence,
    capital,
    fill_aim,
    one_story,
)

STIRS = ("fight", "slain", "feat", "quest")
"""What shows that a game is not standing still."""
QUIET = 3
"""After so many rounds without such a thing it is told that it stood still."""
WIDE = 4
"""Whoever has fewer lands has no wide rule, even if nobody has more."""
MOST_LANDS = 4
"""Of so many of a player's lands the last year tells by name."""
MOST_NAMED = 3
"""Of so many of a player's figures the end tells what became of them."""


class EpilogueWriter:
    """Tells how the game ended for each player."""

    def __init__(
        self,
        match: Match[State, Move],
        walk: MoveNarration,
        voice: Voice,
        figures: FigureLives,
        namer: FigureNamer,
    ) -> None:
        self.match = match
        self.state = match.state
        self.walk = walk
        self.voice = voice
        self.figures = figures
        self.namer = namer
        self.words = sentences(voice.lang)
        self.titles: dict[int, tuple[str, str]] = {}
        self.asleep: set[int] = set()
        """The figures that still sleep, by their numbers."""
        events = (
            event
            for n in range(len(match.history))
            for event in match.state_at(n + 1).domain_events
        )
        lairs = (event.land for event in events if event.what == DomainEventKind.LAIR)
        self.lair = next(lairs, NOWHERE)
        """Where the dragon lay when it began."""
        self.dragon = NOWHERE
        """Where it was last told of in the meantime."""
        self.meant: dict[str, int] = {}
        """Whose goal of a kind was told of first."""

    def passages(self) -> list[Paragraph]:
        """The end: who won, then each one."""
        state = self.state
        first = state.outcome[0]
        parts = [[self._won(first), *self._of(first)]]
        parts += [[self._stands(seat), *self._of(seat)] for seat in state.outcome[1:]]
        parts.append([self._dragon(), self._say("farewell", first)])
        ply = len(self.match.history) - 1
        return [
            Paragraph(
                [StorySentence(Said(text, kind="end", key="end"), ply) for text in part if text]
            )
            for part in parts
        ]

    def last_years(self, scenes: list[TurnScene]) -> list[StorySentence]:
        """The end of a game that nobody won: who stood where, and what was nearly reached."""
        state = self.state
        if state.won or not state.outcome:
            return []
        stirs = (scene.round for scene in scenes for told in scene.told if told.said.kind in STIRS)
        quiet = state.round - max(stirs, default=0) >= QUIET
        begun = self._stillness() if quiet else self._say("last_year", 0)
        ply = len(self.match.history) - 1
        stood = [" ".join(self._stood(seat)) for seat in state.outcome[::-1]]
        told = [
            StorySentence(Said(text, kind="end", key="stillness"), ply) for text in (begun, *stood)
        ]
        return [told[0].saying(" ".join(each.text for each in told))]

    def _stood(self, seat: int) -> list[str]:
        """The lands of a player in the last year, and what was nearly done."""
        lands = [self.voice.land(land) for land in lands_of(self.state, seat)]
        shown = lands[:MOST_LANDS] if len(lands) <= MOST_LANDS else lands[: MOST_LANDS - 1]
        more = len(lands) - len(shown)
        if more:
            shown.append(str(self.words["last_more"]).format(number=self.voice.number(more)))
        key = "last_lands" if lands else "last_none"
        parts = [self._say(key, seat, lands=self.voice.listed(shown))]
        player = self.state.players[seat]
        known = [quest for quest in player.quests if quest.mode == "open" and quest.aim]
        near = [quest for quest in known if self._nearly(quest, seat)]
        if near and (aim := near[0].aim):
            parts.append(self._say("last_quest", seat, title=aim_title(self.voice, aim)))
        elif player.aim and self._nearly(player.aim, seat):
            parts.append(self._say("last_goal", seat))
        return parts

    def _nearly(self, quest: Quest, seat: int) -> bool:
        """Whether but one thing was wanting to a quest."""
        if quest.aim is None or in_vain(quest.aim):
            return False
        done, wanted = aims.progress(self.state, seat, quest)
        return 0 < done == wanted - 1

    def _stillness(self) -> str:
        """Years that were quiet ones."""
        state = self.state
        around: dict[int, list[int]] = {}
        for seat in range(state.seats):
            for piece in led(state, seat):
                around.setdefault(state.pieces[piece].land, []).append(seat)
        shared = [land for land, seats in around.items() if land >= 0 and len(set(seats)) > 1]
        values = {}
        if shared:
            land = max(shared, key=lambda each: len(around[each]))
            names = [self.voice.player(seat) for seat in sorted(set(around[land]))]
            values = {"land": self.voice.land(land), "names": self.voice.listed(names)}
        return self._say("stalemate" if shared else "stillness", 0, **values)

    def _won(self, seat: int) -> str:
        goal = self.state.players[seat].aim
        key = "limit" if not self.state.won else "won" if goal else "won_plain"
        said = self.voice.pick(f"saga.{key}", self.words[key], 0).format(
            player=self.voice.player(seat),
            goal=self.quest(goal) if goal else "",
            counts=self.voice.listed([self._counted(each) for each in self.state.outcome]),
        )
        if not self.state.won:
            return f"{said} {self._decided(seat)}".strip()
        if goal is None:
            return str(said)
        return " ".join(f"{said} {self._meant(goal, seat)} {self._passed(goal, seat)}".split())

    def _decided(self, seat: int) -> str:
        """[S16.6] Why somebody won the counting who had no more lands than all others."""
        state, (_, *rest) = self.state, self.state.outcome
        lands = {each: len(lands_of(state, each)) for each in range(state.seats)}
        if _most(lands, seat):
            return ""
        (points, golu), next_best = score(state, seat), max(score(state, each) for each in rest)
        if points == next_best[0]:
            return self._say("decided_wisdom", seat) if golu > next_best[1] else ""
        respect = RESPECT * state.players[seat].aglar >= HOUSE * len(houses(state, seat))
        return self._say("decided_respect" if respect else "decided_houses", seat)

    def _passed(self, goal: Quest, seat: int) -> str:
        """What was left of the lands into which the winner had come unseen."""
        if goal.aim is None or not the_kind(goal).stealthy:
            return ""
        lands = {scene.land for scene in the_kind(goal).scenes(self.state, seat, goal)}
        kept = {land for land in lands if self.state.markers[land] == seat}
        states = map(self.match.state_at, range(len(self.match.history)))
        held = {land for state in states for land in lands if state.markers[land] == seat}
        if kept == lands:
            return ""
        groups = {"passed_kept": kept, "passed_lost": held - kept, "passed_by": lands - held}
        return " ".join(
            self._say(key, seat, lands=self.voice.listed([self.voice.land(each) for each in some]))
            for key, some in ((key, sorted(found)) for key, found in groups.items())
            if some
        )

    def _dragon(self) -> str:
        """Where the dragon is, if nobody has slain it."""
        free = [p for p in self.state.pieces if p.kind == URLUG and p.land >= 0 and p.leader < 0]
        if not free:
            return ""
        lair, seen, land = self.lair, self.dragon, free[0].land
        known = lair if seen == NOWHERE else seen
        key = "dragon_left" if seen == land else "dragon_slept" if known == land else "dragon_flown"
        return self._say(key, 0, land=self.voice.land(land), place=self.voice.land(known))

    def _stands(self, seat: int) -> str:
        """How a player stands who has not won."""
        state = self.state
        lands = {each: len(lands_of(state, each)) for each in range(state.seats)}
        aglar = {each: player.aglar for each, player in enumerate(state.players)}
        if not lands[seat]:
            key = "stands_none"
        elif lands[seat] >= WIDE and _most(lands, seat):
            key = "stands_lands"
        elif _most(aglar, seat):
            key = "stands_respect"
        elif _most({each: len(houses(state, each)) for each in range(state.seats)}, seat):
            key = "stands_houses"
        elif seat == state.outcome[-1]:
            key = "stands_last"
        else:
            key = "stands" if seat in self.walk.conquerors else "stands_good"
        return self._say(key, seat, lands=self._lands(lands[seat]))

    def _counted(self, seat: int) -> str:
        """How many lands were counted for a player."""
        lands = self._lands(len(lands_of(self.state, seat)))
        return str(self.words["count_of"]).format(lands=lands, player=self.voice.player(seat))

    def _lands(self, many: int) -> str:
        key = "land_none" if not many else "land_one" if many == 1 else "land_many"
        return str(self.words[key]).format(number=self.voice.number(many))

    def _of(self, seat: int) -> list[str]:
        """What a player had fulfilled, what was left, and who lived."""
        player = self.state.players[seat]
        done = [quest for whose, quest in self.walk.fulfilled if whose == seat]
        names = {self.quest(quest) for quest in done}
        down = [q for whose, q in self.walk.given_up if whose == seat]
        down = [quest for quest in down if self.quest(quest) not in names]
        parts = [self._quests("fulfilled", seat, done), self._quests("laid_down", seat, down)]
        first = self.walk.first.get(seat)
        if first and first.number in [quest.number for quest in down]:
            parts.reverse()
        for mode, key in (("open", "open_quest"), ("", "hidden_quest")):
            left = [q for q in player.quests if (q.mode == "open") == (mode == "open")]
            open_ = [quest for quest in left if not self._lack(quest, seat)]
            said = self._quests(key, seat, open_)
            at = 0 if first and first.number in [quest.number for quest in open_] else len(parts)
            parts.insert(at, said)
            parts += [self._wanting(quest, seat) for quest in left if quest not in open_]
        won = self.state.won and seat == self.state.outcome[0]
        if player.aim and not won:
            far = self._far(player.aim, seat)
            same = self.quest(player.aim) in names
            said = self._quests("hidden_same" if same else "hidden_goal", seat, [player.aim])
            parts.append(f"{said} {self._meant(player.aim, seat)} {far}")
        elif player.goal and not player.aim:
            runes = self.voice.listed([self.voice.rune_of(rune) for rune in player.goal])
            parts.append(self._say("hidden_runes", seat, runes=runes))
        return [" ".join(each.split()) for each in (*parts, self._people(seat)) if each]

    def _meant(self, goal: Quest | None, seat: int) -> str:
        """What a goal was about, in the words in which a quest like it begins."""
        if goal is None or goal.aim is None:
            return ""
        plain = goal.aim._replace(manners=())
        voice, board = self.voice, self.state.board
        other = self.meant.setdefault(full_name(plain), seat)
        if other != seat:
            return self._say("wished_too", seat, other=voice.player(other))
        story = one_story(voice, plain, goal.number, "story")
        if story != USUAL:
            return fill_aim(voice, story, plain, voice.player(seat))
        return aims.describe(plain, board, voice.names, voice.lang, "story", voice.player(seat))

    def _far(self, goal: Quest, seat: int) -> str:
        """How far a goal was from being reached."""
        if goal.aim is None:
            return ""
        if lack := self._lack(goal, seat):
            return self._say("far_wanting", seat, reason=lack)
        done, wanted = aims.progress(self.state, seat, goal)
        key = "far_close" if wanted and 2 * done >= wanted else "far_begun" if done else "far_none"
        return self._say("far_lost" if not done and self._once_done(goal, seat) else key, seat)

    def _once_done(self, goal: Quest, seat: int) -> bool:
        """Whether something of a goal had come true once that is not true any more."""
        states = map(self.match.state_at, range(len(self.match.history)))
        goals = ((state, state.players[seat].aim) for state in states)
        return any(
            aims.progress(state, seat, own)[0]
            for state, own in goals
            if own and own.aim == goal.aim and own.round == goal.round
        )

    def _lack(self, quest: Quest, seat: int) -> str:
        """What was wanting to a quest that was as good as done; nothing where it was not."""
        aim = quest.aim
        if aim is None or in_vain(aim):
            return ""
        done, wanted = aims.progress(self.state, seat, quest)
        key = the_kind(quest).lack(self.state, seat, quest, lambda: self._fallen(seat))
        if key:
            reason = str(texts(aim, self.voice.lang)[key])
            return reason.format(other=self.voice.player(aim.seat))
        if done < wanted:
            return ""
        lacks = aims.missing(self.state, seat, quest)
        if lacks:
            return str(Manner.ALL[lacks[0]].texts(self.voice.lang)["lack"])
        goal = self.state.won and quest is self.state.players[seat].aim
        said = self.words["lack"]["beaten" if goal else "said"]
        winner = self.voice.player(self.state.outcome[0])
        return str(said[(seat + quest.number) % len(said)].format(winner=winner))

    def _fallen(self, seat: int) -> list[int]:
        """The rounds in which somebody of a player fell."""
        return [
            state.round
            for state in map(self.match.state_at, range(len(self.match.history) + 1))
            for event in state.domain_events
            if event.what == DomainEventKind.FELL and event.seat == seat
        ]

    def _wanting(self, quest: Quest, seat: int) -> str:
        """A quest that was as good as done, and what was wanting."""
        assert quest.aim is not None
        there = the_kind(quest).arrives and quest.aim.land >= 0
        return self._say(
            "wanting_there" if there else "wanting",
            seat,
            quests=self.quest(quest),
            land=self.voice.land(quest.aim.land),
            reason=self._lack(quest, seat),
        )

    def known(self) -> list[Life]:
        """The figures with a name of whom the saga has told."""
        return [life for life in self.figures.named() if life.number in self.namer.known]

    def name(self, life: Life) -> str:
        """The name by which a figure was told of last; another came too late for the reader."""
        return self.namer.names.get(life.number, self.figures.names[life.number])

    def called(self, life: Life) -> tuple[str, str]:
        """The epithet of a figure and the feat behind it; no epithet twice in a saga."""
        if life.number in self.asleep:
            return "", ""
        if not self.titles:
            self.titles = titles(self.known(), self.state.round, self.voice.lang)
        found, feat = self.titles.get(life.number, ("", ""))
        second = " " in self.name(life)
        return ("" if second else found), feat

    def _people(self, seat: int) -> str:
        """What became of those with a name."""
        mine = [life for life in self.known() if self.figures.whose.get(life.number) == seat]
        own = [life for life in mine if life.number not in self.figures.free]
        fates: dict[str, list[Life]] = {"alive": [], "asleep": [], "away": [], "gone": []}
        for life in own:
            fates.get(self.fate(life), []).append(life)
        fates["dead"] = fates.pop("gone")[-MOST_NAMED:]
        parts = []
        for key, lives in fates.items():
            if lives := lives[:MOST_NAMED]:
                several = "s" if len(lives) > 1 else ""
                placed = self._placed(lives)
                if key == "away":
                    placed = [self.name(life) for life in lives]
                names = self.voice.listed(placed)
                also = key == "alive" and self._at_home(lives, seat)
                more = self.words[f"{key}{several}_home"] if also else []
                parts.append(self._say(key + several, seat, more, names=names))
        return " ".join(parts)

    def _at_home(self, lives: list[Life], seat: int) -> bool:
        """Whether figures live where their player rules and a door is theirs to open."""
        lands = {self.figures.last[life.number].land for life in lives}
        return all(self.state.markers[land] == seat for land in lands)

    def fate(self, life: Life) -> str:
        """What became of a figure, also whether it sleeps."""
        fate = self.figures.fate(life)
        return "asleep" if fate == "away" and life.number in self.asleep else fate

    def _placed(self, lives: list[Life]) -> list[str]:
        """Figures by name, those of one land together."""
        groups: dict[int, list[str]] = {}
        for life in lives:
            land = self.figures.last[life.number].land
            name = f"{self.name(life)} {self.called(life)[0]}".strip()
            groups.setdefault(land, []).append(name)
        return [
            self.words["name_at"].format(name=self.voice.listed(names), land=self.voice.land(land))
            for land, names in groups.items()
        ]

    # Texts

    def _say(self, key: str, seat: int, more: Sequence[str] = (), **values: str) -> str:
        found = self.words[key]
        options = [found] if isinstance(found, str) else [*found, *more]
        text = self.voice.pick(f"saga.{key}", options, 0)
        return capital(self.voice.fill(text, {"player": self.voice.player(seat), **values}))

    def _quests(self, key: str, seat: int, quests: list[Quest]) -> str:
        """Some quests of a player by their names."""
        if not quests:
            return ""
        number = self.words["quest_one"]
        if len(quests) > 1:
            number = self.words["quest_many"].format(number=self.voice.number(len(quests)))
        names = self.counted([self.quest(quest) for quest in quests], key == "open_quest")
        ends = tuple(self.words[end] for end in ("to_fail", "to_fail_done", "sworn_twice"))
        names = [f"{each}," if each.endswith(ends) else each for each in names]
        named = self.voice.listed(names).replace(",,", ",").removesuffix(",")
        several = f"{key}s" if len(quests) > 1 and f"{key}s" in self.words else key
        return self._say(several, seat, number=str(number), quests=named)

    def counted(self, names: list[str], vowed: bool = False) -> list[str]:
        """Each name once, and how often it was there, or was only vowed."""
        found = []
        for name, many in Counter(names).items():
            key = "times" if many > 2 else "sworn_twice" if vowed else "twice"
            times = self.words[key].format(number=self.voice.number(many)) if many > 1 else ""
            found.append(name + times)
        return found

    def quest(self, quest: Quest) -> str:
        """What a quest is called, and whether it was meant to fail."""
        if quest.aim is None:
            return str(self.words["quest"].format(text=as_sentence(quest.words).rstrip(".")))
        named = self.words["quest"].format(text=aim_title(self.voice, quest.aim))
        return str(named) + self._to_fail(quest)

    def _to_fail(self, quest: Quest) -> str:
        """A sentence on a quest that was meant to fail and did not."""
        if quest.aim is None or not in_vain(quest.aim):
            return ""
        whose = [seat for seat, player in enumerate(self.state.players) if quest in player.quests]
        went = the_kind(quest).done(self.state, whose[0], quest) if whose else 0
        return str(self.words["to_fail_done" if went else "to_fail"])

    def row(self, seat: int) -> FinalStanding:
        """A line of the table."""
        player = self.state.players[seat]
        return FinalStanding(
            name=self.voice.player(seat),
            element=self.voice.element(player.element) if player.element >= 0 else "",
            lands=len(lands_of(self.state, seat)),
            houses=len(houses(self.state, seat)),
            aglar=player.aglar,
            quests=player.fulfilled,
            place=self.state.outcome.index(seat) + 1 if self.state.outcome else 0,
        )


def _most(counts: dict[int, int], seat: int) -> bool:
    """Whether nobody else has as many."""
    return all(counts[seat] > many for each, many in counts.items() if each != seat)
