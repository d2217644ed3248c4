"""Writes chapters: names for figures, no sentence twice, paragraphs, titles."""

from __future__ import annotations

import re
from functools import lru_cache

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.state import Quest, quest_of
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Chapter, Paragraph, StorySentence, TurnScene, split
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import SOON, FigureNamer
from cruachan.games.shent.saga.passes.narrate_moves import SagaRound
from cruachan.games.shent.saga.sentence_weights import CAUSES, FATE
from cruachan.games.shent.tale.subjects import OfQuest, RoundEventTold
from cruachan.games.shent.tale.voice import Said, Voice, aim_title, as_sentence, capital

LONG = 700
"""After so many letters a paragraph ends."""
SHORT = 220
"""Scenes of which so little is told share a paragraph."""
BRIEF = ("idh", "gwend", "maeth")
"""Round events that rule how people meet, and only for a round."""
KNOWN = 2
"""A death makes a title if the dead was there for so many rounds, and told of so often before."""
NEEDED = (
    *("returned", "woken", "toward", "summit", "meanwhile", "taken", "mourned", "question"),
    *("settled", "left", "decisive", "called"),
)
"""What is told in any case: without it something else could not be understood."""
TOGETHER = (("treasure", "hannas.find"), ("taken", "decisive"))
"""What is told right after something else belongs to it."""
ASIDES = ("hint", "signs")
"""What is said of a wish in the same paragraph."""
HINGES = ("peace_amid", "peace_after")
"""What leads to the end of a quest in the same paragraph."""
OPENERS = ("revenge", "wronged", "still", "toll")
"""What looks back before something new is told."""


class ChapterWriter:
    """Writes chapters in the order of reading; remembers what was said before."""

    def __init__(self, voice: Voice, namer: FigureNamer, figures: FigureLives) -> None:
        self.voice = voice
        self.namer = namer
        self.figures = figures
        self.words = sentences(voice.lang)
        self.titles: set[str] = set()
        self.seen: dict[int, set[int]] = {}
        """In which moves each figure was told of by name."""
        self.mottos: set[str] = set()
        """Round events that opened a chapter."""
        self.runes: set[int] = set()
        """Runes whose names were explained."""
        self.vows: dict[str, tuple[int, str]] = {}
        """Who last began a vow in these words, and what it was called."""
        self.vowed: set[tuple[int, str]] = set()
        """Who vowed what, by its title."""
        self.feats: dict[str, int] = {}
        """In which words a quest was brought to its end, and whose it was."""
        self.sky = NOWHERE
        """The sign that stood in the sky when it was last told."""
        self.said: set[str] = set()
        """What the chapter at hand has said, without the names."""
        self.seat = NOBODY
        """Whose turn the chapter at hand told of last."""
        lands = [land.called(voice.lang) for land in voice.state.board.lands]
        self.places = {*lands, *filter(None, voice.names)}

    def chapter(self, rounds: list[SagaRound], scenes: list[TurnScene]) -> Chapter:
        """The whole chapter of some rounds."""
        made = self.begin(rounds[0])
        for each in rounds[1:]:
            self.next_round(made, each)
        self.go_on(made, scenes)
        self.close(made)
        return made

    def begin(self, first: SagaRound) -> Chapter:
        """A chapter that begins with a round; until it is closed it is called by its event."""
        self.namer.chapter()
        self.said, self.seat = set(), NOBODY
        lead = [self._motto(self.namer.said(each)) for each in first.lead]
        lead = [self._once(each, self.said) for each in lead] + self._moved(first, first.lead)
        made = Chapter(
            "",
            lead=[each for each in lead if each.text],
            first=first.number,
            last=first.number,
            sky=first.sky,
            rune=first.rune,
        )
        made.when = self.when(made)
        made.title = self._event(made) or made.when
        return made

    def next_round(self, made: Chapter, new: SagaRound) -> None:
        """A chapter goes on with another round; what ruled for one year only is over then."""
        if made.last == made.first and made.rune in BRIEF and made.lead:
            passed = self.voice.pick("saga.passed", self.words["passed"], 0)
            made.lead.append(made.lead[0].saying(passed))
        made.last = new.number
        made.when = self.when(made)
        made.title = self._event(made) or made.when
        moved = self._moved(new, [])
        self.passages([TurnScene(NOBODY, new.number, moved)], self.said, made.passages)

    def go_on(self, made: Chapter, scenes: list[TurnScene]) -> None:
        """What is told next in a chapter."""
        self.passages(scenes, self.said, made.passages)

    def close(self, made: Chapter) -> None:
        """A chapter is over: it gets the title that it keeps."""
        if not made.passages:
            quiet = self.voice.pick("saga.quiet", self.words["quiet"], 0)
            before = made.lead[0].said if made.lead else Said("")
            told = StorySentence(before._replace(text=quiet, key="quiet"), 0)
            made.passages = [Paragraph([told])]
        made.title = self.title(made)

    def _event(self, made: Chapter) -> str:
        """What the round event is called with which a chapter began."""
        return str(self.voice.tales["round"].get(made.rune, {}).get("name", ""))

    def _motto(self, told: StorySentence) -> StorySentence:
        """A round event in words that opened no chapter before."""
        if told.said.kind != "weather" or told.by != NOBODY:
            return told
        text = told.text
        if text in self.mottos:
            rune = told.said.about(RoundEventTold).rune
            events = self.voice.tales["round"].get(rune, {}).get("event", [])
            new = [each for each in events if "{" not in each and each not in self.mottos]
            text = new[0] if new else ""
        self.mottos.add(text)
        return told.saying(text)

    def _moved(self, first: SagaRound, lead: list[StorySentence]) -> list[StorySentence]:
        """The sky under which a round begins, if it has changed and nothing tells of it."""
        was, self.sky = self.sky, first.sky
        if was in (first.sky, NOWHERE) or any(each.said.kind == "sky" for each in lead):
            return []
        element = self.voice.element(first.sky, "of")
        text = self.voice.pick("saga.sky_since", self.words["sky_since"], 0).format(element=element)
        ply = first.scenes[0].start if first.scenes else first.start
        return [StorySentence(Said(text, kind="sky", key="sky_since"), ply)]

    def passages(
        self,
        scenes: list[TurnScene],
        said: set[str] | None = None,
        found: list[Paragraph] | None = None,
    ) -> list[Paragraph]:
        """Scenes in paragraphs; what people told themselves stands for itself."""
        said = set() if said is None else said
        if found is None:
            found, self.seat = [], NOBODY
        for scene in scenes:
            if scene.seat != self.seat or scene.seat == NOBODY:
                self.namer.scene()
            fresh = scene.seat != self.seat
            short = sum(len(each.text) for each in scene.told) < SHORT
            self.seat = scene.seat
            for each in scene.told:
                told = self._once(self.namer.said(each), said)
                if not told.text:
                    continue
                self._saw(told)
                last = found[-1] if found else None
                if last is None or self._breaks(last, told, fresh, short):
                    found.append(Paragraph([told], told.by))
                else:
                    last.told.append(told)
                fresh = False
        return found

    def _breaks(self, last: Paragraph, told: StorySentence, fresh: bool, short: bool) -> bool:
        """Whether a new paragraph begins."""
        if told.by != last.by or told.by != NOBODY:
            return True
        kind, before = told.said.kind, last.told[-1].said
        if told.said.key in HINGES or before.key in HINGES:
            return told.said.key in HINGES
        if told.said.key in ASIDES or (told.said.key, before.key) in TOGETHER:
            return False
        if kind in ("feat", "quest", "seal", "end"):
            return True
        if "return" in (kind, before.kind) and told.seat != last.told[-1].seat:
            return True
        if fresh:
            return not (short and len(last.text) < SHORT and before.kind not in ("feat", "quest"))
        if kind in ("fight", "slain") and before.land == told.said.land:
            return False
        if self._deadly(told) and len(last.text) > SHORT:
            return True
        if kind in ("arc", "goal") and told.said.key not in OPENERS:
            return False
        alone = before.kind in ("feat", "quest", "goal") or before.key.startswith("closed")
        return alone or len(last.text) > LONG

    def _deadly(self, told: StorySentence) -> bool:
        """Whether somebody dies by it, or by what it leads to: then a paragraph begins."""
        if told.said.kind in ("fight", "slain") or told.said.key in CAUSES:
            return told.weight >= FATE
        return told.said.key in ("toll", "fell")

    def _once(self, told: StorySentence, said: set[str]) -> StorySentence:
        """Without the sentences that the chapter has already, whoever they were of."""
        if told.by != NOBODY or told.said.key in NEEDED:
            return told
        whole = split(told.text)
        kept = []
        for each in whole:
            plain = self.plain(each)
            if plain not in said:
                said.add(plain)
                kept.append(each)
        if told.said.key == "vow":
            return self._vow(told, whole, kept)
        if told.said.key == "feat" and len(whole) > 1:
            kept = self._ended(told, whole)
        text = " ".join(kept)
        return told.saying(self._glossed(text) if told.said.kind in ("quest", "spell") else text)

    def _ended(self, told: StorySentence, whole: list[str]) -> list[str]:
        """A quest brought to its end; what was told of another one is told in other words."""
        kept = [each for each in whole[:-1] if self.plain(each) not in self.feats]
        first = self.feats.get(self.plain(whole[0]), told.seat)
        if not kept:
            key = "feat_again" if first != told.seat else "feat_anew"
            names = {"player": self.voice.player(told.seat), "other": self.voice.player(first)}
            kept = [self.voice.pick(f"saga.{key}", self.words[key], 0).format(**names)]
        for each in whole[:-1]:
            self.feats.setdefault(self.plain(each), told.seat)
        return [*kept, whole[-1]]

    def _vow(self, told: StorySentence, whole: list[str], kept: list[str]) -> StorySentence:
        """A vow; one that begins like one before is told in other words."""
        quest = told.said.about(OfQuest).quest
        seat, title = self._owner(told), self._quest(quest)
        plain = self.plain(whole[0])
        again = (seat, title) in self.vowed
        before = (seat, title) if again else self.vows.get(plain)
        self.vows[plain] = seat, title
        self.vowed.add((seat, title))
        if before is None:
            return told.saying(self._glossed(" ".join(kept)))
        first, same = before
        key = "vow_again" if seat != first else "vow_anew" if title == same else "vow_other"
        if key == "vow_anew" and self._open(told, quest, seat, title):
            key = "vow_twice"
        text = self.voice.pick(f"saga.{key}", self.words[key], quest.number)
        names = {"player": self.voice.player(seat), "other": self.voice.player(first)}
        return told.saying(str(text).format(title=title, **names))

    def _open(self, told: StorySentence, quest: Quest, seat: int, title: str) -> bool:
        """Whether a player has another vow of this title that is not redeemed yet."""
        quests = self.namer.match.state_at(told.ply + 1).players[seat].quests
        others = [each for each in quests if each.number != quest.number and each.mode == "open"]
        return any(self._quest(each) == title for each in others)

    def _owner(self, told: StorySentence) -> int:
        """Whose quest a vow is about."""
        number = told.said.about(OfQuest).quest.number
        found = quest_of(self.namer.match.state_at(told.ply + 1), number)
        return found[0] if found else told.seat

    def _glossed(self, text: str) -> str:
        """A rune that is called by its name for the first time is explained."""
        for rune in range(len(RUNES)):
            name = self.voice.rune(rune)
            found = re.search(rf"\b{name}\b", text, re.IGNORECASE)
            if found and rune not in self.runes:
                self.runes.add(rune)
                rune_of = self.voice.rune_of(rune)
                gloss = self.words["gloss"].format(name=found[0], rune_of=rune_of)
                rest = text[found.end() :]
                comma = "" if rest[:1] in (",", ";", ".", ":") else ","
                text = f"{text[: found.start()]}{gloss}{comma}{rest}"
        return text

    def plain(self, sentence: str) -> str:
        """A sentence without its names."""
        names = sorted({*self.places, *self.figures.names.values()}, key=len, reverse=True)
        return _proper(tuple(names)).sub("*", sentence)

    # Titles

    def title(self, chapter: Chapter) -> str:
        """What a chapter is called: by the weightiest that happened in it."""
        told = sorted(chapter.all, key=lambda each: (-_worth(each), -each.ply))
        for each in told:
            made = self._named(each)
            if made and made not in self.titles:
                self.titles.add(made)
                return made
        name = self._event(chapter)
        if name and name not in self.titles:
            self.titles.add(name)
            return name
        return self.when(chapter)

    def _named(self, told: StorySentence) -> str:
        said = told.said
        if said.key == "feat":
            return self._quest(said.about(OfQuest).quest)
        key = "fight" if said.kind in ("fight", "slain") else said.key
        lost = [piece for piece in said.pieces if self._falls(piece, told.ply)]
        known = [piece for piece in lost if self._scenes(piece, told) >= KNOWN]
        if known and (name := self.figures.name(known[0], told.ply)):
            return str(self.words["titles"]["death"]).format(name=name)
        made = self.words["titles"].get(key.replace(".", "_"))
        if not made or (said.land < 0 and "{land}" in made):
            return ""
        return str(made).format(
            land=self.voice.land(said.land), player=self.voice.player(told.seat)
        )

    def _falls(self, piece: int, ply: int) -> bool:
        life = self.figures.life(piece, ply)
        if life is None or life.gone is None:
            return False
        long = life.gone - life.born >= KNOWN
        return long and self.figures.ends[life.number] <= ply + SOON

    def _saw(self, told: StorySentence) -> None:
        for piece in told.said.pieces:
            name = self.figures.name(piece, told.ply)
            if name and name in told.text:
                number = self.figures.number(piece, told.ply)
                self.seen.setdefault(number, set()).add(told.ply)

    def _scenes(self, piece: int, told: StorySentence) -> int:
        """How often a figure was told of before."""
        seen = self.seen.get(self.figures.number(piece, told.ply), set())
        return sum(ply < told.ply - SOON for ply in seen)

    def _quest(self, quest: Quest) -> str:
        if quest.aim is None:
            return as_sentence(quest.words).rstrip(".")
        return aim_title(self.voice, quest.aim)

    def when(self, chapter: Chapter) -> str:
        """Of which rounds a chapter tells, and under which sky."""
        more = chapter.last - chapter.first
        key = "chapter" if not more else "chapters_two" if more == 1 else "chapters"
        names = [self.ordinal(number) for number in (chapter.first, chapter.last)]
        element = capital(self.voice.element(chapter.sky))
        said = self.words[key].format(first=names[0], last=names[1], element=element)
        return capital(str(said))

    def ordinal(self, number: int) -> str:
        """First, second, third; far numbers as they are written."""
        words = self.words["rounds"]
        if number <= len(words):
            return str(words[number - 1])
        return str(self.words["round_far"].format(count=number))


@lru_cache(maxsize=64)
def _proper(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, names)))


def _worth(told: StorySentence) -> int:
    """What makes a title: feats first, then fates."""
    order = {
        "claims_goal": 8,
        "stillness": 7,
        "feat": 6,
        "hired": 5,
        "hero_won": 5,
        "treasure": 4,
        "answered": 4,
    }
    return order.get(told.said.key, told.weight if told.weight > FATE else min(told.weight, 2))
