"""Quests and goals in sentences: vowed, claimed, fulfilled, given up."""

from __future__ import annotations

from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import in_vain
from cruachan.games.shent.aims.manners import Manner
from cruachan.games.shent.aims.wording import full_name, own_texts
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.state import Aim, DomainEvent, Quest, State, quest_of
from cruachan.games.shent.tale.subjects import OfQuest
from cruachan.games.shent.tale.teller import MaybeSaid, Teller
from cruachan.games.shent.tale.voice import (
    USUAL,
    Said,
    aim_title,
    as_sentence,
    fill_aim,
    one_story,
)

GOAL = 0
"""The number of a goal, which is no quest that could be counted."""


class QuestTeller(Teller):
    """Tells of quests, as far as a viewer may know them."""

    def quest(self, event: DomainEvent, state: State) -> Quest | None:
        """The quest an event is about."""
        found = quest_of(state, event.amount)
        return found[1] if found else None

    def text(self, quest: Quest) -> str:
        """What a quest is out for."""
        if quest.aim is None:
            return as_sentence(quest.words)
        return aims.describe(quest, self.before.board, self.voice.names, self.voice.lang)

    def title(self, quest: Quest) -> str:
        """What a quest is called."""
        if quest.aim is None:
            return as_sentence(quest.words).rstrip(".")
        return aim_title(self.voice, quest.aim)

    def story(self, quest: Quest, seat: int, key: str) -> str:
        """A quest's beginning or end as a story: by its kind there are several."""
        assert quest.aim is not None
        player = self.voice.player(seat)
        if key == "fulfilled" and in_vain(quest.aim):
            return self.voice.say("meant_to_fail", quest.number, player=player)
        plain = quest.aim._replace(manners=())
        usual = self._worded(plain, key, player)
        known = quest_of(self.before, quest.number)
        told = known is None or known[1].accepted
        if told and (quest.mode == "open" or quest.number == GOAL):
            chosen = one_story(self.voice, plain, quest.number, key)
        else:
            options = [*own_texts(plain, self.voice.lang).get("untold", []), USUAL]
            chosen = self.voice.pick(f"untold.{full_name(plain)}", options, quest.number)
        said = usual if chosen == USUAL else fill_aim(self.voice, chosen, plain, player)
        if key == "story":
            manners = [self._manner(quest, rune, usual, player) for rune in quest.aim.manners]
            said = " ".join([said, *manners])
        return " ".join(said.split())

    def _manner(self, quest: Quest, rune: int, usual: str, player: str) -> str:
        """In which manner it was to be done."""
        assert quest.aim is not None
        more = Manner.ALL[rune].texts(self.voice.lang).get("more", [])
        chosen = self.voice.pick(f"manner.{RUNES[rune]}", [USUAL, *more], quest.number)
        if chosen != USUAL:
            return self.voice.fill(chosen, {"player": player})
        return self._worded(quest.aim._replace(manners=(rune,)), "story", player)[len(usual) :]

    def _worded(self, aim: Aim, key: str, player: str) -> str:
        voice = self.voice
        return aims.describe(aim, self.before.board, voice.names, voice.lang, key, player)

    def which(self, quest: Quest) -> str:
        """Which quest it is."""
        title = self.title(quest)
        return self.voice.say("quest", text=title) if title else ""

    def of_worded(self, at: int, event: DomainEvent) -> MaybeSaid:
        quest: Quest = event.more[0]
        return self.say("worded", event, "small", note=self.text(quest).rstrip("."))

    def of_rejected(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("rejected", event, "small")

    def of_declared(self, at: int, event: DomainEvent) -> MaybeSaid:
        quest = self.quest(event, self.after)
        if quest is None:
            return None
        said = self._begun(event, quest)
        return said._replace(kind="quest", subject=OfQuest(quest))

    def said_anew(self) -> list[Said]:
        """[S31.7] A quest all know that has become another one."""
        found = []
        for seat, player in enumerate(self.after.players):
            for quest in player.quests:
                known = quest_of(self.before, quest.number)
                if known and quest.mode == "open" and known[1].aim != quest.aim:
                    event = DomainEvent(DomainEventKind.DECLARED, seat, amount=quest.number)
                    found.append(
                        self._begun(event, quest)._replace(kind="quest", subject=OfQuest(quest))
                    )
        return found

    def _begun(self, event: DomainEvent, quest: Quest) -> Said:
        """How a quest begins, as far as it is open."""
        known = quest.mode == "open" or self.knows(event.seat)
        note = self.which(quest) if known else ""
        if quest.mode == "secret":
            return self.say("secret", event, note=note)
        if quest.mode == "silent":
            return self.say("silent", event, note=note, runes=self.voice.runes(quest.runes))
        if quest.words:
            said = self.say("own_words", event, words=as_sentence(quest.words))
            return said._replace(note=note if quest.aim else "")
        if quest.aim is None:
            return self.say("no_words", event)
        return Said(self.story(quest, event.seat, "story"), note, key="vow")

    def of_ticked(self, at: int, event: DomainEvent) -> MaybeSaid:
        """[S15.13] A step of a quest that is known."""
        quest = self.quest(event, self.after)
        if quest is None or not (quest.mode == "open" or self.knows(event.seat)):
            return None
        done = sum(done for _, done in quest.steps)
        note = self.voice.say("done_of", done=done, all=len(quest.steps))
        step = as_sentence(quest.steps[event.more[0]][0])
        return self.say("ticked", event, "small", note=note, words=step)

    def of_claims(self, at: int, event: DomainEvent) -> MaybeSaid:
        if "fulfilled" in self.kinds and not self.move.words:
            return None
        quest = self.quest(event, self.before)
        if self.move.words:
            said = self.say("claims_words", event, words=as_sentence(self.move.words))
        else:
            said = self.say("claims", event, "small")
        return said._replace(note=self.which(quest)) if quest else said

    def of_fulfilled(self, at: int, event: DomainEvent) -> MaybeSaid:
        quest: Quest = event.more[0]
        if quest.aim is None:
            key = "fulfilled_words" if quest.words else "fulfilled"
            return self.say(key, event, "feat", words=as_sentence(quest.words))
        text = self.story(quest, event.seat, "fulfilled")
        done = self.say("done", event, title=self.title(quest)).text
        return Said(f"{text} {done}", "", "feat", OfQuest(quest), key="feat")

    def of_unfulfilled(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("unfulfilled", event)

    def of_failed(self, at: int, event: DomainEvent) -> MaybeSaid:
        quest = self.quest(event, self.before)
        key = "forsaken" if self.move.verb == "forsake" else "failed"
        if not quest or not (quest.mode == "open" or self.knows(event.seat)):
            return self.say(key, event)
        said = self.say(f"{key}_open", event, title=self.title(quest))
        return said._replace(subject=OfQuest(quest))

    def of_seen_through(self, at: int, event: DomainEvent) -> MaybeSaid:
        return None

    def of_reward(self, at: int, event: DomainEvent) -> MaybeSaid:
        kind = event.more[0]
        note = ""
        if kind == "goal" and self.knows(event.seat):
            note = self.voice.say("the_rune", rune=self.voice.rune(self.move.args[1]))
        elif kind == "elements":
            note = self.voice.listed([self.voice.element(each) for each in self.move.args[1:]])
        return self.say(f"reward_{kind}", event, "goal" if kind == "goal" else "small", note=note)

    def of_sealed(self, at: int, event: DomainEvent) -> MaybeSaid:
        goal = self.after.players[event.seat].aim
        known = goal is not None and self.knows(event.seat)
        note = self.voice.say("goal_called", text=self.title(goal)) if goal and known else ""
        return self.say("sealed", event, "goal", note=note)

    def of_voted(self, at: int, event: DomainEvent) -> MaybeSaid:
        kind, *rest = event.more
        questions = [each for each in rest if isinstance(each, str)]
        counts = rest[len(questions) :]
        pairs = [
            self.voice.say("votes", yes=counts[2 * i], no=counts[2 * i + 1])
            for i in range(len(questions))
        ]
        if kind == "respect" and counts[0] <= counts[1]:
            return self.say("respect", event, "small", note=self.voice.say("one_aglar"))
        if kind == "honour":
            granted = not any(counts) or counts[0] > counts[1]
            return None if granted else self.say("not_honoured", event, "small", note=pairs[0])
        return self.say("voted", event, "small", note="; ".join(pairs)) if counts else None

    def of_proposed(self, at: int, event: DomainEvent) -> MaybeSaid:
        words = as_sentence(event.more[0])
        if not words:
            return self.say("proposed", event, "small")
        return self.say("proposed_words", event, words=words)

    def of_honoured(self, at: int, event: DomainEvent) -> MaybeSaid:
        key = "honoured" if self.after.seats > 2 else "honoured_by_one"
        return self.say(key, event, "small", note=self.voice.say("one_aglar"))

    def of_claims_goal(self, at: int, event: DomainEvent) -> MaybeSaid:
        quest: Quest = event.more[0]
        if self.move.words:
            said = self.say("claims_goal_words", event, "feat", words=as_sentence(self.move.words))
            return said._replace(note=self.text(quest).rstrip("."))
        note = self.text(quest).rstrip(".")
        said = self.say("claims_goal", event, "feat", note, text=self.title(quest))
        if quest.aim is None:
            return said
        return said._replace(text=f"{said.text} {self.story(quest, event.seat, 'fulfilled')}")

    def of_goal_lost(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("goal_lost", event)

    def of_over(self, at: int, event: DomainEvent) -> MaybeSaid:
        if event.seat >= 0:
            return self.say("over_won", event, "over")
        first = self.after.outcome[0]
        text = self.voice.say("over_limit", player=self.voice.player(first))
        return Said(text, "", "over")
