"""The saga of a match: all its turns as one story, as far as a viewer may know it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.words import Lang
from cruachan.games.shent.box.material import RHACH, RUNES, temper
from cruachan.games.shent.box.tokens import TokenKind
from cruachan.games.shent.core.acts import houses
from cruachan.games.shent.core.deeds import DeedKind
from cruachan.games.shent.core.fields import NOWHERE, PHANTOM
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Deed, Quest, State, lands_of, quest_of
from cruachan.games.shent.readings.places import known_lands
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.section import SHORT, Section
from cruachan.games.shent.tale.tale import says
from cruachan.games.shent.tale.voice import Said, Voice, aim_title, as_sentence, capital

ASIDES = {"opening": 12, "memory": 12}
"""How many sentences lie between two openings of a narrator, or two memories, at least."""


@dataclass
class Chapter:
    """A round: its title, its round event, and a paragraph for each turn."""

    title: str
    lead: str = ""
    paragraphs: list[str] = field(default_factory=list)
    first: int = 0
    last: int = 0
    """The rounds of which it tells."""
    sky: int = 0
    feat: bool = False
    """Whether somebody fulfilled something in it."""
    rune: str = ""
    """The rune of its round event."""


@dataclass
class Row:
    """What became of a player."""

    name: str
    element: str
    lands: int
    houses: int
    aglar: int
    quests: int
    place: int
    """0 as long as the game goes on."""


@dataclass
class Chronicle:
    """The whole story."""

    lang: Lang
    title: str
    subtitle: str
    people: list[tuple[str, str]]
    """Each player's name, and who that is."""
    prologue: list[str]
    rounds: list[Chapter]
    epilogue: list[str]
    players: list[Row]
    over: bool

    def word(self, key: str) -> str:
        """A heading."""
        return str(sentences(self.lang)[key])


class Rotation:
    """Chooses the sentence that was told longest ago, and spares asides that come too often."""

    def __init__(self) -> None:
        self.time = 0
        self.last: dict[str, int] = {}
        self.begun: dict[str, str] = {}

    def __call__(self, key: str, options: Sequence[str], number: int) -> str:
        self.time += 1
        if key.startswith("aim."):
            return self._of_quest(key, options)
        aside = key.split(".")[0]
        if aside in ASIDES:
            if self.time - self.last.get(aside, -ASIDES[aside]) < ASIDES[aside]:
                return ""
            self.last[aside] = self.time
        begin = number % len(options)
        order = [*options[begin:], *options[:begin]]
        chosen = min(order, key=lambda each: self.last.get(each, -1))
        self.last[chosen] = self.time
        return chosen

    def _of_quest(self, key: str, options: Sequence[str]) -> str:
        """A quest ends in the story in which it began."""
        if key not in self.begun:
            kind = key.rsplit(".", 1)[0]
            chosen = min(options, key=lambda each: self.last.get(f"{kind} {each}", -1))
            self.last[f"{kind} {chosen}"] = self.time
            self.begun[key] = chosen
        return self.begun[key]


TOLD = (
    *("story", "new", "event", "idle", "quest", "feat", "goal", "minor", "spell", "way", "sky"),
    *("leave", "return", "peace", "refused", "slain", "fight", "appeal", "start", "frame"),
)
"""The kinds of sentences that belong to the saga."""
SPELLS = 3
"""In how many rounds the same magic of a player is told once."""
THIN, MOST_ROUNDS = 260, 5
"""Rounds of which so little is told share a chapter, up to so many."""


# --- The chronicle ------------------------------------------------------------------------


def chronicle(match: Match[State, Move], lang: Lang, viewer: Viewer = None) -> Chronicle:
    """The story of a match, running or over."""
    return Scribe(match, lang, viewer).write()


class Scribe:
    """Writes the chronicle, ply by ply."""

    def __init__(self, match: Match[State, Move], lang: Lang, viewer: Viewer) -> None:
        self.match = match
        self.seats = match.state.seats
        self.lang: Lang = lang
        self.viewer = viewer
        self.pick = Rotation()
        self.voice = Voice(match.state, match.names, lang, self.pick)
        self.words = sentences(lang)
        self.prologue: list[str] = []
        self.chapters: list[Chapter] = []
        self.places: dict[int, int] = {}
        self.fallen: set[tuple[int, int]] = set()
        """Whose figure of which kind fell and was the last of its kind told of."""
        self.now = Section(self.voice, self.places, fallen=self.fallen)
        self.homes: dict[int, int] = {}
        self.first: dict[int, Quest] = {}
        """Each one's home and first quest."""
        self.silent: set[int] = set()
        """Those whose first quest nobody knew."""
        self.appealed = 0
        """The last chapter in which something was told in two ways."""
        self.last_short = False
        self.waiting = 0
        """The round whose first turn is still to come."""
        self.known: set[tuple[Any, ...]] = set()
        """Who has placed which kind of figure before."""
        self.cast: dict[tuple[Any, ...], int] = {}
        """In which chapter who last cast what."""
        self.runes: set[int] = set()
        """Runes whose names were explained."""
        self.dead: dict[tuple[int, int, int], int] = {}
        """In which chapter somebody's figure of a kind last fell in a land."""
        self.fell: dict[tuple[int, str], int] = {}
        """In which chapter a foe of a land last killed somebody."""
        self.fulfilled: list[tuple[int, Quest]] = []
        self.said = False
        """Whether the reading at hand was told in the narrator's own words."""

    def write(self) -> Chronicle:
        """All of it."""
        match = self.match
        names = self.voice.listed(self.voice.names)
        board = match.state.board
        island = board.title.text(self.lang)
        opening = self.words["once"].format(island=island, lands=len(board.lands), names=names)
        for number, ply in enumerate(match.history):
            self.ply(match.state_at(number), ply.seat, ply.move, match.state_at(number + 1))
        self.close()
        over = bool(match.state.outcome)
        subtitle = self.words["told"].format(names=names)
        return Chronicle(
            lang=self.lang,
            title=self.words["title"].format(island=island),
            subtitle=subtitle if over else f"{subtitle}, {self.words['so_far']}",
            people=[(self.voice.player(seat), self.person(seat)) for seat in range(self.seats)],
            prologue=[f"{opening} {self.words['world']}", *self.prologue],
            rounds=self.bound(),
            epilogue=self.ending() if over else [],
            players=[self.row(seat) for seat in range(self.seats)],
            over=over,
        )

    def ply(self, before: State, seat: int, move: Move, after: State) -> None:
        """One move."""
        said = says(before, seat, move, after, self.viewer, self.match.names, self.lang, self.pick)
        if move.verb == "read":
            self.said = bool(move.words)
        elif move.verb == "target" and self.said and said:
            said = said[1:]
        for deed in after.deeds:
            if deed.what == DeedKind.FULFILLED and deed.more[0].aim:
                self.now.goals.add(deed.more[0].aim.land)
        for each in said:
            self.take(each)
        for deed in after.deeds:
            self.mark(deed, before, after)

    def mark(self, deed: Deed, before: State, after: State) -> None:
        """What a deed means for what is told later."""
        if deed.what == DeedKind.FULFILLED:
            self.fulfilled.append((deed.seat, deed.more[0]))
        elif deed.what == DeedKind.DECLARED and not before.round:
            found = quest_of(after, deed.amount)
            if found and found[1].mode == "open":
                self.first.setdefault(deed.seat, found[1])
            else:
                self.silent.add(deed.seat)
        elif deed.what == DeedKind.MARKED and not before.round:
            self.homes.setdefault(deed.seat, deed.land)
        elif deed.what in (DeedKind.PLACED, DeedKind.RETURNED):
            self.now.said.append(Said("", kind="at", data=(deed.piece, deed.land)))
        elif deed.what == DeedKind.FELL and deed.piece >= 0:
            kind = after.pieces[deed.piece].kind
            self.dead[deed.seat, kind, deed.land] = len(self.chapters)
            self.now.said.append(Said("", kind="fell", data=(deed.piece, deed.seat)))
        elif deed.what == DeedKind.MOVED:
            self.now.said.append(Said("", kind="break", data=(deed.piece, deed.land)))
        elif deed.what == DeedKind.STEPPED:
            self.now.goals |= known_lands(after, deed.seat)

    def take(self, said: Said) -> None:
        """One sentence finds its place."""
        if said.kind == "round":
            self.close()
            number, sky = said.data
            self.chapters.append(Chapter("", first=number, last=number, sky=sky))
            self.waiting = number
        elif said.kind == "weather":
            self.chapters[-1].lead = said.text
            self.chapters[-1].rune = str(said.data[0])
        elif said.kind == "sky" and self.waiting:
            self.chapters[-1].lead += " " + said.text
            self.chapters[-1].sky = said.data[0]
        elif said.kind == "turn":
            self.close()
            self.waiting = 0
        elif said.kind == "appeal":
            self.appeal(said)
        elif said.kind in ("counter", "rescue"):
            self.story(self.turned(said)._replace(kind="story"))
        elif said.kind in ("fight", "slain"):
            said = self.slain(said) if said.kind == "slain" else said
            self.story(said._replace(text=self.another(said)))
        elif said.kind in ("peace", "refused"):
            self.met(said)
        elif said.kind in TOLD and said.text:
            self.story(said)

    def met(self, said: Said) -> None:
        """Two meet: what was refused again and again is told once, or not if they agreed."""
        same = [e for e in self.now.said if (e.data, e.land) == (said.data, said.land)]
        refused = [each for each in same if each.kind == TokenKind.REFUSED]
        if said.kind == "peace":
            self.now.said = [each for each in self.now.said if each not in refused]
        if said.kind == "peace" or not refused:
            self.story(said)

    def another(self, said: Said) -> str:
        """After one has fallen, the next of its kind is another one."""
        text, now = said.text, len(self.chapters)
        for seat, unit in said.data[1]:
            kind = self.voice.state.pieces[unit].kind if unit < PHANTOM else NOWHERE
            if self.dead.get((seat, kind, said.land)) != now:
                continue
            for case in ("", "_acc", "_dat"):
                old, new = (self.voice.figure(unit, seat, form + case) for form in ("the", "other"))
                text = text.replace(capital(old), capital(new), 1) if old not in text else text
                if new not in text and capital(new) not in text:
                    text = text.replace(old, new, 1)
        return text

    def slain(self, said: Said) -> Said:
        """Who falls where others fell to the same foe shortly before is told so."""
        values, now = said.data[0], len(self.chapters)
        before = self.fell.get((said.land, values["one"]), -SPELLS)
        self.fell[said.land, values["one"]] = now
        return said if now - before >= SPELLS else self.instead("again", said, values)

    def appeal(self, said: Said) -> None:
        """Now and then something is told in two ways; else the first one is forgotten."""
        if self.appealed < len(self.chapters):
            self.appealed = len(self.chapters)
            self.story(said)
        elif not self.said:
            self.now.drop(said.land)

    def turned(self, said: Said) -> Said:
        """What was averted has not happened: it is told as what it became."""
        if said.kind == "rescue":
            seat, piece = said.data
            if self.said or not self.now.drop(said.land, deadly=True):
                return said
            values = {"player": self.voice.player(seat), **self.voice.forms(piece, seat)}
            return self.instead("spared", said, values)
        seat, other, own, against, cast = said.data
        if not cast and (self.said or not self.now.drop(said.land)):
            return said
        bad = temper(against) == "bad"
        key = "averted_by" if bad else "spoiled"
        key = "broke" if cast else "averted" if seat == other else key
        runes = {"rune_of": self.voice.rune_of(own), "against": self.voice.rune_of(against)}
        names = {"player": self.voice.player(seat), "other": self.voice.player(other)}
        return self.instead(key, said, {**runes, **names})

    def instead(self, key: str, said: Said, values: dict[str, str]) -> Said:
        """Another sentence for the same land."""
        values = {**values, "land": self.voice.land(said.land)}
        text = self.voice.fill(self.voice.pick(f"saga.{key}", self.words[key], 0), values)
        return said._replace(text=text)

    def story(self, said: Said) -> None:
        """A sentence of the story; what is fulfilled stands for itself."""
        goes_on = said.kind == "goal" and self.now.feat
        if said.kind == "feat" or (self.now.feat and not goes_on):
            self.close(self.now.walked)
            self.now.feat = said.kind == "feat"
        if said.kind == "quest":
            said = said._replace(text=self.glossed(said.text) if said.data else said.text)
            if not self.chapters:
                self.close()
        if said.kind == "spell":
            now = len(self.chapters)
            if now - self.cast.get(said.data, -SPELLS) < SPELLS:
                return
            self.cast[said.data] = now
            said = said._replace(text=self.glossed(said.text))
        if said.kind == "minor" and said.data not in self.known:
            self.known.add(said.data)
            said = said._replace(kind="new")
        self.now.said.append(said)

    def glossed(self, text: str) -> str:
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

    def close(self, walked: dict[int, int] | None = None) -> None:
        """A turn is over: it is put down; turns with little to tell go together."""
        texts, feat = self.now.paragraphs(), self.now.feat
        self.now = Section(self.voice, self.places, walked, self.fallen)
        if not texts:
            return
        if not self.chapters:
            self.prologue += texts
            return
        self.chapters[-1].feat |= feat
        paragraphs = self.chapters[-1].paragraphs
        short = len(texts) == 1 and len(texts[0]) < SHORT and not feat
        if short and self.last_short and paragraphs:
            paragraphs[-1] += " " + texts[0]
        else:
            paragraphs += texts
        self.last_short = short

    # Chapters

    def bound(self) -> list[Chapter]:
        """The chapters; rounds of which little is told are bound together."""
        found: list[Chapter] = []
        leads: set[str] = set()
        for chapter in self.chapters:
            told_before = chapter.lead in leads
            leads.add(chapter.lead)
            if not found or not _together(found[-1], chapter):
                found.append(chapter)
                continue
            last = found[-1]
            begin = [] if told_before else [chapter.lead]
            text = " ".join([*begin, *chapter.paragraphs[:1]])
            if last.paragraphs and len(last.paragraphs[-1]) < THIN:
                text = f"{last.paragraphs.pop()} {text}".strip()
            last.paragraphs += [part for part in (text, *chapter.paragraphs[1:]) if part]
            last.last, last.sky = chapter.last, chapter.sky
        for chapter in found:
            chapter.title = self.heading(chapter)
            if not chapter.paragraphs:
                chapter.paragraphs.append(self.voice.pick("saga.quiet", self.words["quiet"], 0))
        return found

    def heading(self, chapter: Chapter) -> str:
        """The title of a round, or of several."""
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

    def person(self, seat: int) -> str:
        """Who a player is: element, home, first quest."""
        element = self.match.state.players[seat].element
        if element < 0 or seat not in self.homes:
            return ""
        said = self.words["person"].format(
            element_of=self.voice.element(element, "of"), land=self.voice.land(self.homes[seat])
        )
        if seat in self.first:
            said += self.words["person_quest"].format(quest=self.quest(self.first[seat]))
        elif seat in self.silent:
            said += self.words["person_secret"]
        return f"{said}."

    # The end

    def ending(self) -> list[str]:
        """How it ended, who had fulfilled what, and what was hidden."""
        state, voice = self.match.state, self.voice
        first, *others = state.outcome
        goal = state.players[first].aim
        key = "limit" if not state.won else "won" if goal else "won_plain"
        said = self.words[key].format(
            player=voice.player(first), goal=self.quest(goal) if goal else "", round=state.round
        )
        if others:
            players = voice.listed([voice.player(seat) for seat in others])
            key = "place" if others[1:] else "place_one"
            said += " " + self.words[key].format(players=players)
        found = [said]
        for seat in state.outcome:
            found += self.deeds_of(seat)
        return found

    def deeds_of(self, seat: int) -> list[str]:
        """What a player had fulfilled, and what was left."""
        state = self.match.state
        player = state.players[seat]
        done = [quest for whose, quest in self.fulfilled if whose == seat]
        parts = [
            self.quests("fulfilled", seat, done),
            self.quests("open_quest", seat, [q for q in player.quests if q.mode == "open"]),
            self.quests("hidden_quest", seat, [q for q in player.quests if q.mode != "open"]),
        ]
        if player.aim and not (state.won and seat == state.outcome[0]):
            parts.append(self.quests("hidden_goal", seat, [player.aim]))
        elif player.goal and not player.aim:
            runes = self.voice.listed([self.voice.rune_of(rune) for rune in player.goal])
            name = self.voice.player(seat)
            parts.append(self.words["hidden_runes"].format(player=name, runes=runes))
        told = " ".join(each for each in parts if each)
        return [told] if told else []

    def quests(self, key: str, seat: int, quests: list[Quest]) -> str:
        """Some quests of a player by their names."""
        if not quests:
            return ""
        number = self.words["quest_one"]
        if len(quests) > 1:
            number = self.words["quest_many"].format(number=self.voice.number(len(quests)))
        named = self.voice.listed(self.counted([self.quest(quest) for quest in quests]))
        said = self.voice.pick(f"saga.{key}", self.words[key], 0)
        player = self.voice.player(seat)
        return said.format(player=player, number=number, quests=named)

    def counted(self, names: list[str]) -> list[str]:
        """Each name once, and how often it was there."""
        found = []
        for name, many in Counter(names).items():
            key = "twice" if many == 2 else "times"
            times = self.words[key].format(number=self.voice.number(many)) if many > 1 else ""
            found.append(name + times)
        return found

    def quest(self, quest: Quest) -> str:
        """What a quest is called, and whether it was meant to fail."""
        if quest.aim is None:
            return str(self.words["quest"].format(text=as_sentence(quest.words).rstrip(".")))
        named = self.words["quest"].format(text=aim_title(self.voice, quest.aim))
        return str(named) + (self.words["to_fail"] if RHACH in quest.aim.manners else "")

    def row(self, seat: int) -> Row:
        """A line of the table."""
        state = self.match.state
        player = state.players[seat]
        return Row(
            name=self.voice.player(seat),
            element=self.voice.element(player.element) if player.element >= 0 else "",
            lands=len(lands_of(state, seat)),
            houses=len(houses(state, seat)),
            aglar=player.aglar,
            quests=player.fulfilled,
            place=state.outcome.index(seat) + 1 if state.outcome else 0,
        )


def _together(last: Chapter, chapter: Chapter) -> bool:
    """Whether two chapters tell of so little that they are one."""
    if last.feat or chapter.feat or last.last - last.first >= MOST_ROUNDS:
        return False
    first, second = (sum(map(len, each.paragraphs)) for each in (last, chapter))
    return first < SHORT or max(first, second) < THIN


# --- As text ------------------------------------------------------------------------------

_MARKED = str.maketrans({sign: "\\" + sign for sign in "\\`*_{}[]<>#|~"})


def _safe(text: str) -> str:
    """Text in which nothing is taken for a mark of Markdown."""
    return text.translate(_MARKED)


def markdown(saga: Chronicle) -> str:
    """The saga as Markdown."""
    people = "\n".join(f"- **{_safe(name)}**: {_safe(who)}" for name, who in saga.people if who)
    lines = [f"# {_safe(saga.title)}", f"*{_safe(saga.subtitle)}*", *([people] if people else [])]
    lines.append(f"## {saga.word('prologue')}")
    lines += map(_safe, saga.prologue)
    for chapter in saga.rounds:
        lines.append(f"## {_safe(chapter.title)}")
        if chapter.lead:
            lines.append(f"*{_safe(chapter.lead)}*")
        lines += map(_safe, chapter.paragraphs)
    lines.append(f"## {saga.word('epilogue' if saga.over else 'now')}")
    lines += map(_safe, saga.epilogue)
    lines.append(_table(saga))
    return "\n\n".join(lines) + "\n"


def columns(saga: Chronicle) -> list[tuple[str, list[Any]]]:
    """The table of the players, column by column."""
    keys = ["name", "element", "lands", "houses", "aglar", "quests"]
    rows = saga.players
    if saga.over:
        keys.append("place")
        rows = sorted(rows, key=lambda row: row.place)
    heads = {"name": "player", "place": "rank"}
    return [(saga.word(heads.get(key, key)), [getattr(row, key) for row in rows]) for key in keys]


def _table(saga: Chronicle) -> str:
    shown = columns(saga)
    lines = [" | ".join(head for head, _ in shown), " | ".join("---" for _ in shown)]
    count = len(saga.players)
    lines += [" | ".join(_safe(str(cells[row])) for _, cells in shown) for row in range(count)]
    return "\n".join(f"| {line} |" for line in lines)
