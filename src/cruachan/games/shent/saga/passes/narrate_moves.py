"""Narrates every move of a match, turn by turn, with the weight of each sentence."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from cruachan.engine.game import NOBODY, Viewer
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.games.shent.aims import aims
from cruachan.games.shent.components.material import temper
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.quotes import marks_of, nested
from cruachan.games.shent.core.state import DomainEvent, Quest, State, quest_of
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.readings.places import known_lands
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import ALWAYS, StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import refer
from cruachan.games.shent.saga.passes.tell_rivalries import hint
from cruachan.games.shent.saga.sentence_rotation import SentenceRotation, edition
from cruachan.games.shent.saga.sentence_weights import FATE, SPELLS, SentenceScales
from cruachan.games.shent.tale.subjects import (
    FightEnds,
    FigureGained,
    FigureRescued,
    OfQuest,
    RoundBegins,
    RoundEventTold,
    RuneCountered,
    SideBanished,
    SkyChanges,
    SpellWorks,
    SpokenBy,
    TurnBegins,
    TwoPlayers,
)
from cruachan.games.shent.tale.tale import says
from cruachan.games.shent.tale.voice import Said, Voice, aim_title, as_sentence

TOLD = frozenset(
    (
        *("story", "new", "event", "idle", "quest", "feat", "goal", "minor", "spell", "way"),
        *("leave", "return", "slain", "fight", "start", "frame"),
    )
)
"""The kinds of sentences that belong to the saga."""
LOOSENED = {"maeth.feud": "feud", "rim.word": "word"}
"""Magic that ends a peace."""
CALM = frozenset(("galas", "idh", "tulu", "erthad", "rath", "gwend", "galu"))
"""Runes at whose events a narrator has time for a memory."""


@dataclass
class SagaRound:
    """A round: its event and its turns."""

    number: int
    sky: int
    start: int
    """The position in which it begins."""
    rune: str = ""
    lead: list[StorySentence] = field(default_factory=list)
    scenes: list[TurnScene] = field(default_factory=list)


class MoveNarration:
    """All sentences about a match so far; `chosen` are the plies whose wordings count as used.

    `go_on` narrates what has been played since.
    """

    def __init__(
        self,
        match: Match[State, Move],
        lang: Lang,
        viewer: Viewer,
        figures: FigureLives,
        chosen: Collection[int] | None = None,
    ) -> None:
        self.match = match
        self.lang: Lang = lang
        self.viewer = viewer
        self.chosen = chosen
        self.pick = SentenceRotation(edition(match), sentences(lang)["variants"])
        self.voice = Voice(match.state, match.names, lang, self.pick, refer)
        self.words = sentences(lang)
        self.figures = figures
        self.scales = SentenceScales(figures)
        self.opening = TurnScene(NOBODY, 0)
        self.rounds: list[SagaRound] = []
        self.now = self.opening
        self.waiting = False
        """Whether a round has begun whose first turn is still to come."""
        self.homes: dict[int, int] = {}
        self.first: dict[int, Quest] = {}
        """Each one's home and first quest."""
        self.silent: set[int] = set()
        """The seats whose first quest was secret."""
        self.fulfilled: list[tuple[int, Quest]] = []
        self.given_up: list[tuple[int, Quest]] = []
        """Known quests that were laid down, or came to nothing, and whose."""
        self.conquerors: set[int] = set()
        """The seats that took a land from another player."""
        self.fell: dict[tuple[int, str], int] = {}
        """In which round a foe of a land last killed somebody."""
        self.worded = False
        """Whether the reading at hand was told in the narrator's own words."""
        self.appealed = False
        """Whether something was told otherwise before: how it goes now is told in any case."""
        self.speaks = False
        """Whether somebody said something with the move at hand: what it did is told after it."""
        self.narrated = 0
        """How many plies were narrated."""
        self.closed = False
        """Whether the last ply ended a turn, or what came before the first turn of a round."""
        self.go_on()

    def go_on(self) -> None:
        """Narrate the plies that are new."""
        for number in range(self.narrated, len(self.match.history)):
            self.closed = False
            self._ply(number)
        self.narrated = len(self.match.history)
        self.now.end = self.narrated

    @property
    def scenes(self) -> list[TurnScene]:
        """All turns, in their order."""
        return [scene for each in self.rounds for scene in each.scenes]

    def _ply(self, number: int) -> None:
        match, ply = self.match, self.match.history[number]
        before, after = match.state_at(number), match.state_at(number + 1)
        self.pick.counts = self.chosen is None or number in self.chosen
        move = ply.move
        self.pick.calm = _reading(before, move).partition(".")[0] in CALM
        said = self._says(number, self.worded and move.verb != "read")
        if move.verb == "read" or (move.words and move.verb in ("target", "waive")):
            self.worded = any(each.kind == "words" and each.key == move.verb for each in said)
            said = self._says(number, True) if self.worded else said
        self.speaks = bool(move.words) or any(each.kind == "words" for each in said)
        for each in said:
            told = StorySentence(each, number, before.active, by=self._teller(each, ply.seat, move))
            self._take(told, before, after)
        for event in after.domain_events:
            self._mark(event, before, after)

    def _says(self, number: int, worded: bool) -> list[Said]:
        """What a ply did; of a reading told in own words only what it did, not how it came."""
        match, ply = self.match, self.match.history[number]
        args = match.state_at(number), ply.seat, ply.move, match.state_at(number + 1)
        names = match.names, self.lang
        said = says(*args, self.viewer, *names, self.pick, refer, worded)
        return [each for each in said if not (worded and each.kind in ("event", "idle"))]

    def _teller(self, said: Said, seat: int, move: Move) -> int:
        """Who told it in own words; NOBODY where the game did."""
        if said.kind == "words":
            return said.about(SpokenBy).seat
        own = self.voice.quoted(as_sentence(move.words)) if move.words else ""
        return seat if own and said.text == own else NOBODY

    def _mark(self, event: DomainEvent, before: State, after: State) -> None:
        """Remember what later passes need of an event: quests, homes, conquests."""
        if event.what == DomainEventKind.FULFILLED:
            self.fulfilled.append((event.seat, event.more[0]))
        elif event.what == DomainEventKind.FAILED:
            lost = quest_of(before, event.amount)
            if lost and (lost[1].mode == "open" or event.seat == self.viewer):
                self.given_up.append(lost)
        elif event.what == DomainEventKind.DECLARED and not before.round:
            found = quest_of(after, event.amount)
            if found and found[1].mode == "open":
                self.first.setdefault(event.seat, found[1])
            else:
                self.silent.add(event.seat)
        elif event.what == DomainEventKind.MARKED and event.other >= 0:
            self.conquerors.add(event.seat)
        elif event.what == DomainEventKind.MARKED and not before.round:
            self.homes.setdefault(event.seat, event.land)

    # What is said finds its place

    def _take(self, told: StorySentence, before: State, after: State) -> None:
        said = told.said
        if said.kind == "weather":
            self.rounds[-1].rune = said.about(RoundEventTold).rune
        if said.kind == "round":
            self._close(told.ply)
            begun = said.about(RoundBegins)
            self.rounds.append(SagaRound(begun.number, begun.sky, told.ply))
            self.now = TurnScene(NOBODY, begun.number, start=told.ply, end=told.ply)
            self.rounds[-1].scenes.append(self.now)
            self.waiting = True
        elif told.by >= 0:
            self._put(told._replace(weight=ALWAYS))
        elif said.kind == "weather":
            if not self.speaks:  # Own words stand instead of the game's.
                self.rounds[-1].lead.append(told._replace(weight=ALWAYS))
        elif said.kind == "sky" and self.waiting:
            self.rounds[-1].lead.append(told._replace(weight=ALWAYS))
            self.rounds[-1].sky = said.about(SkyChanges).element
        elif said.kind == "turn":
            self._begin(said.about(TurnBegins).seat, told.ply)
        elif said.kind == "appeal":
            self._appeal(told)
        elif said.kind in ("counter", "rescue"):
            self._turned(told)
        elif said.kind in ("peace", "refused"):
            self._met(told, before, after)
        elif said.key == "broke_truce" and self.match.history[told.ply].move.verb == "renounce":
            two = said.about(TwoPlayers)
            names = {"player": two.seat, "other": two.other}
            values = {name: self.voice.player(seat) for name, seat in names.items()}
            self._add(self._instead("renounced", told, values), before, after)
        elif said.kind == "spell" and said.key in LOOSENED:
            self._add(self._loosened(told, before), before, after)
        elif said.key.startswith("banished"):
            self._add(self._gone(told), before, after)
        elif said.kind == "named":
            self._named(told, before, after)
        elif said.kind in TOLD and said.text:
            told = self._slain(told) if said.kind == "slain" else told
            told = self._joins(told) if said.key == "joined_after" else told
            told = self._asked_for(told, before) if said.key == "placed" else told
            self._add(told, before, after)

    def _put(self, told: StorySentence) -> None:
        """Into the turn; before the first turn of a round into the scene that opens the round."""
        self.now.told.append(told)

    def _begin(self, seat: int, ply: int) -> None:
        """A turn begins."""
        self._close(ply)
        self.waiting = False
        self.now = TurnScene(seat, self.rounds[-1].number, start=ply)
        self.rounds[-1].scenes.append(self.now)

    def _close(self, ply: int) -> None:
        self.now.end = ply
        self.closed = True

    def _add(self, told: StorySentence, before: State, after: State) -> None:
        goals = known_lands(after, told.seat) if told.seat >= 0 else set()
        self.now.goals |= goals
        weight = self.scales.weigh(told, before, after, goals)
        if self.speaks or (self.appealed and told.said.kind in ("event", "idle")):
            weight, self.appealed = max(weight, FATE), self.appealed and self.speaks
        self._put(told._replace(weight=weight))
        self._secret(told, after)

    def _secret(self, told: StorySentence, after: State) -> None:
        """What the viewer alone knows of a quest or a goal; else what could be noticed of it."""
        said, seat = told.said, self.viewer
        if seat is None and said.key in ("silent", "secret") and self.match.state.outcome:
            found = quest_of(after, said.about(OfQuest).quest.number)
            if found and (text := hint(self.voice, *found)):
                noticed = Said(text, kind="secret", key="hint")
                self._put(told._replace(said=noticed, weight=ALWAYS))
        if seat is None or seat < 0 or said.key not in ("silent", "secret", "sealed"):
            return
        player = after.players[seat]
        own = [said.about(OfQuest).quest.number] if said.kind == "quest" else []
        quests = [quest for quest in player.quests if quest.number in own]
        if said.key == "sealed" and told.seat == seat and player.aim and player.aim.aim:
            text = self.words["secret_goal"].format(title=aim_title(self.voice, player.aim.aim))
        elif quests and quests[0].words:
            template = self.words["quest"]
            said_so = nested(as_sentence(quests[0].words), marks_of(template, "text"))
            own_words = template.format(text=said_so)
            text = self.words["secret_quest"].format(story=own_words)
        elif quests and quests[0].aim:
            story = aims.describe(
                quests[0].aim._replace(manners=()), after.board, self.voice.names, self.lang,
                "story", self.voice.player(seat),
            )  # fmt: skip
            text = self.words["secret_quest"].format(story=story)
        else:
            return
        hidden = Said(text, kind="secret", key="hidden")
        self._put(told._replace(said=hidden, weight=ALWAYS))

    def _met(self, told: StorySentence, before: State, after: State) -> None:
        """Two meet: what was refused again and again is told once, or not if they agreed."""
        said = told.said
        same = [
            each
            for each in self.now.told
            if each.said.kind == "refused"
            and each.said.land == said.land
            and each.said.about(TwoPlayers).pair == said.about(TwoPlayers).pair
        ]
        if said.kind == "peace":
            self.now.told = [each for each in self.now.told if each not in same]
        if said.kind == "peace" or not same:
            self._add(told, before, after)

    def _slain(self, told: StorySentence) -> StorySentence:
        """Who falls where others fell to the same foe shortly before is told so."""
        said = told.said
        values, now = said.about(FightEnds).values, self.now.round
        foe = said.land, str(values["one"])
        before = self.fell.get(foe, -SPELLS)
        self.fell[foe] = now
        return told if now - before >= SPELLS else self._instead("again", told, values)

    def _joins(self, told: StorySentence) -> StorySentence:
        """One who joins after a death in the land, but had no part in it, simply joins."""
        said = told.said
        fights = [each.said for each in self.now.told if each.said.kind in ("fight", "slain")]
        if any(each.land == said.land for each in fights):
            return told
        seat = said.about(FigureGained).seat
        values = {"player": self.voice.player(seat), "land": self.voice.land(said.land)}
        forms = self.voice.forms(said.pieces[0], NOBODY, "the")
        options = self.voice.tales["tell"]["joined"]
        text = self.voice.fill(self.pick("tell.joined", options, 0), {**values, **forms})
        return told._replace(said=said._replace(text=text, key="joined"))

    def _named(self, told: StorySentence, before: State, after: State) -> None:
        """A figure gets its first name: from then on people know it."""
        piece = self.match.history[told.ply].move.args[0]
        seat = after.pieces[piece].leader
        if piece in before.names or piece not in after.names or seat < 0 or told.said.land < 0:
            return
        forms = ("the", "the_acc", "the_dat")
        values = {f"figure{form[3:]}": refer((piece,), seat, form) for form in forms}
        new = told.said._replace(kind="renown", key="renowned", pieces=(piece,))
        self._add(self._instead("renowned", told._replace(said=new), values), before, after)

    def _asked_for(self, told: StorySentence, state: State) -> StorySentence:
        """Who comes to a player in a land where another rules, or at home where nobody does."""
        seat, land = told.said.about(FigureGained).seat, told.said.land
        owner = state.markers[land]
        if owner == seat or (owner < 0 and self.homes.get(seat) != land):
            return told
        a_figure = refer(told.said.pieces[:1], NOBODY, "a")
        values = {"player": self.voice.player(seat), "a_figure": a_figure}
        key = "placed_abroad" if owner >= 0 else "placed_home"
        return self._instead(key, told, {**values, "other": self.voice.player(owner)})

    def _loosened(self, told: StorySentence, before: State) -> StorySentence:
        """Magic that ends a peace: it is said whose peace it was."""
        said = told.said
        caster = said.about(SpellWorks).seat
        pairs = [(one, two) for land, one, two in before.peace if land == said.land]
        if not pairs:
            return told
        own = [pair for pair in pairs if caster in pair]
        one, two = (own or pairs)[0]
        other = one if own and two == caster else two
        names = {"player": caster, "one": one, "other": other}
        values = {name: self.voice.player(seat) for name, seat in names.items()}
        key = f"{LOOSENED[said.key]}_{'own' if own else 'cast'}"
        return self._instead(key, told, values)

    def _gone(self, told: StorySentence) -> StorySentence:
        """Who is banished is away; for how long the log says."""
        pieces, seat = told.said.pieces, told.said.about(SideBanished).seat
        whole = refer(pieces, NOBODY, "all")
        if seat >= 0:
            whose = self.voice.tales["tell"]["whose"]
            whole = whose.format(figure=whole, player=self.voice.player(seat))
        one, accusative = (refer(pieces[:1], seat, form) for form in ("the", "the_acc"))
        values = {"figure": one, "figure_acc": accusative, "all": whole}
        return self._instead("gones" if len(pieces) > 1 else "gone", told, values)

    def _appeal(self, told: StorySentence) -> None:
        """What was told otherwise after an appeal is forgotten, unless somebody told it; that
        there was an appeal is told."""
        if not self.worded and self._drop(told.said.land):
            seat = self.match.history[told.ply].seat
            told = self._instead("appealed", told, {"player": self.voice.player(seat)})
            self.appealed = True
        self._put(told._replace(weight=ALWAYS))

    def _turned(self, told: StorySentence) -> None:
        """What was averted has not happened: it is told as what it became."""
        said = told.said
        told = told._replace(weight=FATE)
        if said.kind == "rescue":
            if not self.worded and self._drop(said.land, deadly=True):
                by = said.about(FigureRescued)
                forms = self.voice.forms(by.piece, by.seat)
                values = {"player": self.voice.player(by.seat), **forms}
                told = self._instead("spared", told, values)
        elif said.about(RuneCountered).cast or (not self.worded and self._drop(said.land)):
            told = self._averted(told)
        self._put(told._replace(said=told.said._replace(kind="story")))

    def _averted(self, told: StorySentence) -> StorySentence:
        rune = told.said.about(RuneCountered)
        key = "averted_by" if temper(rune.against) == "bad" else "spoiled"
        key = "broke" if rune.cast else "averted" if rune.seat == rune.other else key
        runes = {
            "rune_of": self.voice.rune_of(rune.own),
            "against": self.voice.rune_of(rune.against),
        }
        names = {"player": self.voice.player(rune.seat), "other": self.voice.player(rune.other)}
        return self._instead(key, told, {**runes, **names})

    def _instead(self, key: str, told: StorySentence, values: dict[str, Any]) -> StorySentence:
        """Another sentence for the same land."""
        values = {**values, "land": self.voice.land(told.said.land)}
        text = self.voice.fill(self.pick(f"saga.{key}", self.words[key], 0), values)
        return told.saying(text)

    def _drop(self, land: int, deadly: bool = False) -> bool:
        """Take back the last event of a land: it was told otherwise, or came to nothing.

        If somebody was rescued from it, it must have been a deadly one.
        """
        told = self.now.told
        for at in range(len(told) - 1, -1, -1):
            said = told[at].said
            if said.kind in ("event", "idle") and land in (NOWHERE, said.land):
                reading = Reading.ALL.get(said.key)
                if deadly and not (reading and reading.deadly):
                    return False
                del told[at]
                return True
        return False


def _reading(state: State, move: Move) -> str:
    """The reading that a move tells, if it tells one."""
    if move.verb == "read":
        return str(move.args[0])
    return str(getattr(top(state), "reading", "")) if state.stack else ""
