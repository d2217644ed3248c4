"""Tracks what the reader knows, and adds what was passed over.

What was passed over is made up for before it is told on: a land that has gone to somebody else in
the meantime, a sleeper who has woken.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.components.material import KINDS, URLUG
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, TRACK
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State, on_piece, quest_of
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import BARE, SOON, named_in, refer
from cruachan.games.shent.saga.passes.tell_land_changes import changes, learned, taken_lands
from cruachan.games.shent.tale.epithets import Life
from cruachan.games.shent.tale.legends import LEGEND, question
from cruachan.games.shent.tale.subjects import FigureGained, LandsChangeHands, OfQuest, SpellWorks
from cruachan.games.shent.tale.voice import Said, Voice

SLEEP, ASLEEP = "idh.sleep", "asleep"
"""What tells that somebody falls asleep: the game, or after a teller's own words."""
REJOINED = ("joined", "joined_after", "joined_woken", "erthad.cause", "gwend.won")
"""What brings somebody to a player who stood there without a lord."""
COMES = (*REJOINED, "tulu.ally", "hero_won")
"""What tells itself that somebody comes to a player."""
WOKEN = "woken"
"""What tells that a sleeper has woken."""
UNBOUND = {"hired": "unhired", "gwend.won": "unwon"}
"""What binds a dragon to a player, and how it is told that it serves nobody any more."""
FINDS = ("hannas.find",)
"""What tells that a treasure was found."""


class Absence(NamedTuple):
    """A figure that is away: since which position, whether asleep, and where it was last."""

    since: int
    asleep: bool
    land: int


class ReaderMemory:
    """What the reader knows after each scene, in the order of reading."""

    def __init__(
        self, match: Match[State, Move], voice: Voice, figures: FigureLives, homes: dict[int, int]
    ) -> None:
        self.match = match
        self.voice = voice
        self.figures = figures
        self.homes = homes
        self.words = sentences(voice.lang)
        self.owners = {land: seat for seat, land in homes.items()}
        """Who holds a land, as the reader knows it."""
        self.lost: set[int] = set()
        """The homes that were lost once."""
        self.asked: list[str] = []
        """What was told of questions that nobody could answer."""
        self.hired: dict[int, tuple[int, str]] = {}
        """Who was told to have hired a dragon or won it over, and which it was, by its piece."""
        self.named: set[int] = set()
        """Who was told of by a mark, by the number of the figure."""
        self.called: set[int] = set()
        """The figures among these that had a name by then."""
        self.away: dict[int, Absence] = {}
        """Who was told to be gone, by the number of the figure."""
        self.serves: dict[int, int] = {}
        """Whom each figure with a name serves, as the reader knows it; NOBODY where no one."""

    def tell(self, scene: TurnScene) -> list[StorySentence]:
        """A scene in which nothing contradicts what was told before."""
        found: list[StorySentence] = []
        earlier = set(self.away)
        first: list[StorySentence] = []
        for told in scene.told:
            returns = told.said.kind == "return"
            if returns and not self._was_away(told):
                continue
            back = self._back(told)
            if returns:
                told = back[0] if back else told
            for each in () if returns else back:
                life = self.figures.life(each.said.pieces[0], each.ply)
                (first if life and life.number in earlier else found).append(each)
            told = self._at_once(self._dreamt(told, [*found, *back]), found)
            told = self._rejoined(self._vowed(told))
            found += [*self._question(told), *self._unhired(told)]
            found += [*self._gone_over(told), *self._held(told), *self._mourned(told)]
            found += self._introduced(told)
            self._serve(told)
            self._note(told)
        return first + found

    def _was_away(self, told: StorySentence) -> bool:
        lives = (self.figures.life(piece, told.ply) for piece in told.said.pieces)
        return any(life is not None and life.number in self.away for life in lives)

    # What was asked, and who died of it

    def heard(self, told: Iterable[StorySentence]) -> None:
        """What the reader learns beside the scenes."""
        self.asked += [each.text for each in told]

    def _question(self, told: StorySentence) -> list[StorySentence]:
        """No answer without its question."""
        said = told.said
        if said.key == LEGEND or told.by != NOBODY:
            self.asked.append(told.text)
        if said.key != "answered" or any(self.voice.land(said.land) in text for text in self.asked):
            return []
        state = self.match.state_at(told.ply)
        lore = state.lore.get(said.land, ())
        if any(each.words for each in lore):
            return []
        of_old = any(each.seat != NOBODY for each in lore) or not lore
        text = "" if of_old else question(self.voice, state, said.land)
        text = text or self._say("asked_of_old", NOBODY, NOBODY, [said.land])
        return [told._replace(said=Said(text, land=said.land, key="question"))]

    def _at_once(self, told: StorySentence, before: list[StorySentence]) -> StorySentence:
        """A treasure that was told to be found a sentence ago is not found again."""
        found = [each.said.land for each in before if each.said.key in FINDS]
        if told.said.key != "treasure" or told.said.land not in found:
            return told
        return told.saying(self._say("treasure_at_once", told.seat, NOBODY, [told.said.land]))

    def _mourned(self, told: StorySentence) -> list[StorySentence]:
        """Sentences on figures that died of something whose sentence does not name them."""
        said = told.said
        if said.kind not in ("event", "spell", "fight", "slain"):
            return []
        told_of = named_in(told.text)
        dead = tuple(
            piece
            for piece in dict.fromkeys((*said.pieces, *self.figures.fallen(told)))
            if piece not in told_of
            and (life := self.figures.at[told.ply].get(piece))
            and life.gone is not None
            and self.figures.ends[life.number] == told.ply
        )
        if not dead:
            return []
        key = "mourneds" if len(dead) > 1 else "mourned"
        leader = self.match.state_at(told.ply).pieces[dead[0]].leader
        whole = refer(dead, NOBODY, "all")
        if leader >= 0:
            whose = str(self.voice.tales["tell"]["whose"])
            whole = whose.format(figure=whole, player=self.voice.player(leader))
        values = {"figure": refer(dead[:1], leader, "the"), "all": whole}
        text = self.voice.fill(self.voice.pick(f"saga.{key}", self.words[key], 0), values)
        return [told._replace(said=Said(text, land=said.land, key="mourned", pieces=dead))]

    def _introduced(self, told: StorySentence) -> list[StorySentence]:
        """Who came by something that does not say who came; the name is said, if there is one."""
        said = told.said
        marked = {self.figures.number(piece, told.ply) for piece in named_in(told.text)}
        self.named |= marked
        self.called |= marked & self.figures.names.keys()
        last = min(told.ply + SOON, len(self.match.history) - 1)
        for ply in range(told.ply, last + 1) if said.kind in ("event", "spell") else ():
            for event in self.match.state_at(ply + 1).domain_events:
                number = self.figures.number(event.piece, ply)
                came = event.what == DomainEventKind.JOINED and event.land == said.land
                if not came or number not in self.figures.names.keys() - self.named:
                    continue
                self.named.add(number)
                values = {
                    "figure": refer((event.piece,), NOBODY, BARE),
                    "player": self.voice.player(event.seat),
                }
                options = self.words["called"]
                text = self.voice.fill(self.voice.pick("saga.called", options, 0), values)
                new = Said(text, land=said.land, key="called", pieces=(event.piece,))
                return [told._replace(said=new, ply=ply, by=NOBODY)]
        return []

    def _unhired(self, told: StorySentence) -> list[StorySentence]:
        """A dragon that kills people of its master is said to serve nobody any more."""
        pieces = self.match.state_at(told.ply).pieces
        if told.said.key in UNBOUND:
            dragons = [piece for piece in told.said.pieces if pieces[piece].kind == URLUG]
            self.hired |= dict.fromkeys(dragons, (told.seat, UNBOUND[told.said.key]))
        free = [p for p in told.said.pieces if p in self.hired and pieces[p].leader < 0]
        if told.said.kind != "slain" or not free:
            return []
        seat, key = self.hired.pop(free[0])
        text = self._say(key, seat, NOBODY, [])
        return [told._replace(said=Said(text, land=told.said.land, key=key))]

    def _rejoined(self, told: StorySentence) -> StorySentence:
        """Who comes to a player whose they were before, as the reader knows, comes back."""
        said = told.said
        for piece in said.pieces if said.key in REJOINED else ():
            number = self.figures.number(piece, told.ply)
            seat = told.seat if said.kind == "event" else _whose(said)
            if number in self.called and self.figures.lord(number, told.ply) == seat:
                values = {
                    "figure": refer((piece,), NOBODY, BARE),
                    "player": self.voice.player(seat),
                    "land": self.voice.land(said.land),
                }
                options = self.words["rejoined"]
                return told.saying(
                    self.voice.fill(self.voice.pick("saga.rejoined", options, 0), values)
                )
        return told

    def _gone_over(self, told: StorySentence) -> list[StorySentence]:
        """Who serves another by now than the reader knows is said to do so."""
        state = self.match.state_at(told.ply)
        for piece in named_in(told.text) if told.said.key not in COMES else ():
            number, seat = self.figures.number(piece, told.ply), state.pieces[piece].leader
            if seat < 0 or self.serves.get(number, seat) == seat:
                continue
            self.serves[number] = seat
            figure = {"figure": refer((piece,), NOBODY, BARE)}
            text = self._say("gone_over", seat, NOBODY, [], **figure)
            said = Said(text, "", "story", None, told.said.land, "gone_over", (piece,))
            return [told._replace(said=said, by=NOBODY, seat=seat)]
        return []

    def _serve(self, told: StorySentence) -> None:
        """Whom those serve of whom was told by name; who is called may come some moves later."""
        last = min(told.ply + 1 + SOON, len(self.match.history))
        pieces = {*named_in(told.text), *told.said.pieces}
        numbers = {self.figures.number(piece, told.ply) for piece in pieces} & self.called
        for piece, life in self.figures.at[last].items() if numbers else ():
            if life.number in numbers:
                self.serves[life.number] = self.match.state_at(last).pieces[piece].leader

    # Lands

    def _held(self, told: StorySentence) -> list[StorySentence]:
        """A land changes hands: it is told as what it is for one who remembers."""
        if told.said.key != "taken":
            return [told]
        taken = told.said.about(LandsChangeHands)
        seat, other = taken.seat, taken.other
        lands = taken_lands(told)
        if len(lands) == 1 and self.homes.get(seat) in lands:
            return [told.saying(self._say("home_won", seat, other, lands))]
        if len(lands) == 1 and self.owners.get(lands[0]) == seat:
            return [told.saying(self._say("taken_back", seat, other, lands))]
        told = told.saying(" ".join((told.text, *self._homes(seat, other, lands))))
        missed = [land for land in lands if self.owners.get(land, other) != other]
        if not missed:
            return [told]
        held = LandsChangeHands(other, NOBODY, tuple(missed))
        text = self._say("meanwhile", seat, other, missed)
        said = Said(text, subject=held, land=missed[0], key="meanwhile")
        return [told._replace(said=said), told]

    def _vowed(self, told: StorySentence) -> StorySentence:
        """A vow about the land in which everything had begun for somebody who has it no more."""
        quest = told.said.about(OfQuest).quest if told.said.key == "vow" else None
        if quest is None or quest.aim is None or quest.aim.land < 0:
            return told
        known = quest_of(self.match.state_at(told.ply + 1), quest.number)
        land, seat = quest.aim.land, known[0] if known else NOBODY
        if seat < 0 or self.homes.get(seat) != land or self.owners.get(land) == seat:
            return told
        return told.saying(f"{self._say('home_wanted', seat, NOBODY, [land])} {told.text}")

    def _homes(self, seat: int, other: int, lands: list[int]) -> list[str]:
        """What lands that were taken had been to those who began there."""
        found = []
        for whose, land in self.homes.items():
            if land not in lands:
                continue
            if whose == seat:
                found.append(self._say("home_among", seat, other, [land]))
            elif whose == other:
                key = "home_lost_again" if land in self.lost else "home_lost"
                found.append(self._say(key, seat, other, [land]))
            else:
                found.append(self._say("home_passed", seat, whose, [land]))
            self.lost.add(land)
        return found

    def _say(self, key: str, seat: int, other: int, lands: list[int], **more: str) -> str:
        names = self.voice.listed([self.voice.land(land) for land in lands])
        values = {
            "player": self.voice.player(seat),
            "other": self.voice.player(other),
            "land": names,
            **more,
        }
        return self.voice.fill(self.voice.pick(f"saga.{key}", self.words[key], 0), values)

    # Figures

    def _back(self, told: StorySentence) -> list[StorySentence]:
        """Sentences on the return of figures that were away and are told of again."""
        found: list[StorySentence] = []
        for piece in told.said.pieces:
            life = self.figures.life(piece, told.ply)
            away = self.away.get(life.number) if life else None
            if life is None or away is None:
                continue
            ply, then = self._returned(life, away, told.ply)
            if ply < 0:
                continue
            del self.away[life.number]
            if self.match.state_at(ply + 1).pieces[then].leader >= 0:
                found.append(self._came(told, then, ply, away))
        return found

    def _returned(self, life: Life, away: Absence, last: int) -> tuple[int, int]:
        """The move that brought a figure back, and the piece that it was then."""
        for number in range(away.since + 1, min(last + 1, len(self.match.history)) + 1):
            for piece, each in self.figures.at[number].items():
                if each.number == life.number and not _gone(self.match.state_at(number), piece):
                    return number - 1, piece
        return -1, NOWHERE

    def _dreamt(self, told: StorySentence, before: list[StorySentence]) -> StorySentence:
        """Who has learned something and had slept until then did not look on."""
        if told.said.key != "developed":
            return told
        woken = {
            self.figures.number(piece, each.ply)
            for each in before
            if each.said.key == WOKEN
            for piece in each.said.pieces
        }
        old = named_in(told.text)[:1]
        if not {self.figures.number(piece, told.ply) for piece in old} & woken:
            return told
        gained = told.said.about(FigureGained)
        kind = KINDS[gained.kind].key
        values = {
            "old": refer(tuple(old), gained.seat, "the"),
            "a_figure": self.voice.kind(kind, "a"),
            "land": self.voice.land(told.said.land),
        }
        options = self.words["developed_asleep"]
        return told.saying(self.voice.fill(self.voice.pick("saga.dreamt", options, 0), values))

    def _came(self, told: StorySentence, piece: int, ply: int, away: Absence) -> StorySentence:
        state = self.match.state_at(ply + 1)
        land, seat = state.pieces[piece].land, state.pieces[piece].leader
        key = "back" if not away.asleep else "woke" if away.land == land else "woke_far"
        been = [stay.land for stay in self.figures.ways.get(self.figures.number(piece, ply), ())]
        if key == "back" and away.land != land and been.count(land) == 1:
            key = "back_far"
        elif state.round - self.match.state_at(away.since).round <= 1:
            key += "_soon"
        values = {
            "land": self.voice.land(land),
            "place": self.voice.land(away.land),
            "figure": refer((piece,), seat, "the"),
            "figure_acc": refer((piece,), seat, "the_acc"),
        }
        text = self.voice.fill(self.voice.pick(f"saga.{key}", self.words[key], 0), values)
        said = Said(text, "", "return", None, land, WOKEN if away.asleep else "returned", (piece,))
        return told._replace(said=said, ply=ply, by=NOBODY, seat=seat)

    def _note(self, told: StorySentence) -> None:
        """What the reader knows from now on."""
        said = told.said
        near = changes(self.match, told.ply, told.ply + SOON)
        self.owners |= learned(told, near, self.voice)
        asleep = said.key in (SLEEP, ASLEEP)
        gone = asleep or said.key.startswith("banished")
        if said.kind not in ("event", "spell") and not gone:
            return
        for piece in said.pieces:
            life = self.figures.life(piece, told.ply)
            since = self._leaves(piece, told)
            if life and since is not None:
                self.away[life.number] = Absence(since, asleep, said.land)

    def _leaves(self, piece: int, told: StorySentence) -> int | None:
        """From which position on a figure is away; the sleep comes when nobody averts it."""
        last = told.ply + 1 + (SOON if told.said.key == SLEEP else 0)
        for number in range(told.ply + 1, min(last, len(self.match.history)) + 1):
            if _gone(self.match.state_at(number), piece):
                return number
        return None


def _whose(said: Said) -> int:
    """To whom somebody came, by themselves or by magic."""
    return (said.about(SpellWorks) if said.kind == "spell" else said.about(FigureGained)).seat


def _gone(state: State, piece: int) -> bool:
    """Whether a figure waits elsewhere or sleeps."""
    return state.pieces[piece].land == TRACK or on_piece(state, TokenKind.ASLEEP, piece) is not None
