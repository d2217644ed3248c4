"""Reads one saga against its match, sentence by sentence, and names what is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.games.shent.aims.base import the_kind
from cruachan.games.shent.components.material import KINDS
from cruachan.games.shent.core.fields import PHANTOM, TRACK
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Quest, State, lands_of
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Book, Chapter, StorySentence, split
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import SOON
from cruachan.games.shent.saga.passes.fill_gaps import FINDS, SLEEP
from cruachan.games.shent.saga.passes.tell_land_changes import changes, learned, taken_lands
from cruachan.games.shent.saga.passes.tell_rivalries import hostile
from cruachan.games.shent.saga.passes.tell_winning_goal import steps
from cruachan.games.shent.saga.passes.write_chapters import HINGES
from cruachan.games.shent.tale.subjects import FightEnds, LandsChangeHands, OfQuest, TwoPlayers
from cruachan.games.shent.tale.voice import MARKS, Voice, aim_title

SHORT = 25
"""Shorter sentences may come again."""
SPECIAL = 70
"""Longer sentences are remembered by whoever reads them."""
MOST_ALIKE = 0.03
"""So many of them may come again."""
DEADLY = ("fight", "slain", "event", "spell")
"""Kinds of sentences by which somebody may fall."""
FOES: dict[Lang, tuple[str, ...]] = {
    "en": ("raider", "stranger", "challenger"),
    "de": ("Räuber", "Fremde", "Herausforderer"),
}
"""Those who fight for nobody, as the sentences call them."""
AFTER = ("end", "arc", "seal")
"""What looks back: it tells of no place and of nobody's act."""


class Reader:
    """Reads one saga."""

    def __init__(self, match: Match[State, Move], saga: Book) -> None:
        self.match = match
        self.saga = saga
        self.figures = FigureLives(match)
        self.voice = Voice(match.state, match.names, saga.lang)
        lands = [land.called(saga.lang) for land in match.state.board.lands]
        self.lands = {name: number for number, name in enumerate(lands)}
        self.land = _any(lands)
        self.name = _any(list(self.figures.names.values()))
        self.listed = [person.name.split()[0] for person in saga.figures]
        """Those who are listed in the end, by their names."""
        self.looks = (
            self.marks, self.twice, self.again, self.living, self.places, self.named,
            self.order, self.number, self.vows, self.asleep, self.owners, self.dead, self.persons,
            self.goal, self.tolls, self.unseen, self.peace, self.sky, self.found,
            self.challenges, self.alike, self.homes, self.killers, self.lords, self.enters,
            self.lost, self.last_years, self.turned,
        )  # fmt: skip

    @property
    def told(self) -> Iterator[tuple[Chapter, StorySentence]]:
        """All that the game tells, not what people told."""
        for chapter in self.saga.chapters:
            for each in chapter.all:
                if each.by == NOBODY:
                    yield chapter, each

    def marks(self) -> Iterator[str]:
        """Nothing is left unsaid in a sentence."""
        for _, told in self.told:
            if set(told.text) & {*MARKS, "{", "}"} or "  " in told.text or not told.text:
                yield f"unfinished: {told.text!r}"
            elif told.text[0].islower() or told.text[-1] not in ".!?…”“)":
                yield f"no sentence: {told.text!r}"

    def twice(self) -> Iterator[str]:
        """No sentence comes twice in a chapter."""
        for chapter in self.saga.chapters:
            said = [
                sentence
                for told in chapter.all
                if told.by == NOBODY
                for sentence in split(told.text)
                if len(sentence) > SHORT
            ]
            for sentence, many in Counter(said).items():
                if many > 1:
                    yield f"twice in a chapter: {sentence}"

    def alike(self) -> Iterator[str]:
        """Hardly an image comes twice in a saga, whoever it is of."""
        said: Counter[str] = Counter()
        names = _any([*self.lands, *self.saga.names, *self.figures.names.values()])
        for _, told in self.told:
            for sentence in split(told.text) if told.said.kind != "weather" else ():
                if len(sentence) > SPECIAL:
                    said[names.sub("*", sentence)] += 1
        again = {sentence: many for sentence, many in said.items() if many > 1}
        if sum(again.values()) - len(again) > MOST_ALIKE * said.total():
            for sentence, many in again.items():
                yield f"{many} times in a saga: {sentence}"

    def again(self) -> Iterator[str]:
        """No event is told twice."""
        events = Counter(
            (told.ply, told.said.key, told.said.land, told.said.pieces)
            for _, told in self.told
            if told.said.kind in ("event", "spell", "fight", "slain", "feat", "quest")
        )
        for (ply, key, *_), many in events.items():
            if many > 1:
                yield f"told {many} times: {key} of move {ply}"

    def _sentences(self) -> Iterator[tuple[StorySentence, str]]:
        for _, told in self.told:
            if told.said.kind not in AFTER and told.said.key != "once":
                for sentence in split(told.text):
                    yield told, sentence

    def _present(self, name: str, ply: int) -> list[tuple[int, int]]:
        """Where one of a name is around a move: by piece and land."""
        found = []
        for at in (ply, ply + 1):
            if at < len(self.figures.at):
                for piece, life in self.figures.at[at].items():
                    if self.figures.names.get(life.number) == name:
                        found.append((piece, self.match.state_at(at).pieces[piece].land))
        return found

    def living(self) -> Iterator[str]:
        """Only who lives is told of."""
        for told, sentence in self._sentences():
            for name in set(self.name.findall(sentence)):
                if not self._present(name, told.ply):
                    yield f"not alive: {name} in {sentence!r}"

    def places(self) -> Iterator[str]:
        """Whoever is told to be in a land is there, or on the way there or from there."""
        for told, sentence in self._sentences():
            lands = {self.lands[land] for land in self.land.findall(sentence)}
            for name in set(self.name.findall(sentence)) if lands else ():
                stands = {land for _, land in self._present(name, told.ply)}
                if stands and not stands & lands and max(stands) >= 0:
                    yield f"elsewhere: {name} in {sentence!r}"
            if told.said.kind in ("fight", "slain") and told.said.land >= 0:
                for piece in told.said.pieces:
                    around = (self.match.state_at(at).pieces[piece].land
                              for at in (told.ply, told.ply + 1))  # fmt: skip
                    if told.said.land not in around:
                        yield f"fights elsewhere: {sentence!r}"

    def named(self) -> Iterator[str]:
        """Who has a name is said to be whose when the name comes first."""
        known: set[str] = set()
        owners = _any([*self.saga.names, *(f"{name}s" for name in self.saga.names)])
        for _, sentence in self._sentences():
            for name in self.name.findall(sentence):
                if name not in known and not owners.search(sentence):
                    yield f"nobody knows who that is: {name} in {sentence!r}"
                known.add(name)

    def order(self) -> Iterator[str]:
        """What happened to one figure is told in its order."""
        last: dict[int, int] = {}
        for _, told in self.told:
            if told.said.kind in AFTER:
                continue
            for piece in told.said.pieces:
                life = self.figures.life(piece, told.ply)
                if life and told.ply < last.get(life.number, 0):
                    yield f"told too late: {told.text!r}"
                if life:
                    last[life.number] = told.ply

    def number(self) -> Iterator[str]:
        """One comes, several come."""
        for _, told in self.told:
            key, many = told.said.key, len(told.said.pieces)
            for one in ("arrive", "journey", "banished", "banished_one", "deserted"):
                if (key == one and many > 1) or (key == f"{one}s" and many == 1):
                    yield f"number: {told.text!r}"

    def vows(self) -> Iterator[str]:
        """A quest is vowed before it is fulfilled, and each vow has its end."""
        vowed: set[int] = set()
        ended: set[int] = set()
        for _, told in self.told:
            if told.said.kind == "quest":
                vowed.add(told.said.about(OfQuest).quest.number)
            elif told.said.key == "feat":
                number = told.said.about(OfQuest).quest.number
                ended.add(number)
                if number not in vowed:
                    yield f"never vowed: {told.text!r}"
        ending = " ".join(self.saga.epilogue.paragraphs)
        for player in self.match.state.players if self.saga.over else ():
            for quest in player.quests:
                if quest.aim and aim_title(self.voice, quest.aim) not in ending:
                    yield f"never ended: {aim_title(self.voice, quest.aim)}"

    def asleep(self) -> Iterator[str]:
        """Who sleeps has woken before anything else is told of them."""
        away: set[int] = set()
        for _, told in self.told:
            if told.said.kind in AFTER:
                continue
            for piece in told.said.pieces:
                life = self.figures.life(piece, told.ply)
                if life is None:
                    continue
                if told.said.kind == "return":
                    away.discard(life.number)
                elif life.number in away and self._awake(piece, told.ply):
                    yield f"asleep: {told.text!r}"
                if told.said.key == SLEEP and self._falls_asleep(piece, told.ply):
                    away.add(life.number)

    def _awake(self, piece: int, ply: int) -> bool:
        seen = self.match.state_at(ply).pieces[piece]
        return seen.land >= 0 and seen.leader >= 0

    def _falls_asleep(self, piece: int, ply: int) -> bool:
        last = min(ply + 1 + SOON, len(self.match.history))
        return any(self.match.state_at(at).pieces[piece].land == TRACK
                   for at in range(ply + 1, last + 1))  # fmt: skip

    def homes(self) -> Iterator[str]:
        """Who reads only the saga knows who has a home of their own in the end."""
        starts = self.match.state_at(next(n for n in range(len(self.match.history) + 1)
                                          if self.match.state_at(n).round)).markers  # fmt: skip
        known = {land: seat for land, seat in enumerate(starts) if seat >= 0}
        at_home, all_changes = dict(known), changes(self.match)
        for _, told in self.told:
            known |= learned(told, all_changes, self.voice)
        for land, seat in at_home.items():
            if (known[land] == seat) != (self.match.state.markers[land] == seat):
                yield f"a home changed hands in silence: {self.voice.land(land)!r}"

    def owners(self) -> Iterator[str]:
        """A land is lost by the one who has it, also for one who only knows the saga."""
        known: dict[int, int] = {}
        back = sentences(self.saga.lang)["taken_back"]
        all_changes = changes(self.match)
        for _, told in self.told:
            if told.said.key == "taken":
                taken = told.said.about(LandsChangeHands)
                seat, other = taken.seat, taken.other
                for land in taken_lands(told):
                    marker = self.match.state_at(told.ply).markers[land]
                    names = {"player": self.saga.names[seat], "other": self.saga.names[other],
                             "land": self.voice.land(land)}  # fmt: skip
                    again = any(each.format(**names) in told.text for each in back)
                    wrong = known.get(land, other) != other and not again
                    if marker not in (seat, other) or wrong:
                        yield f"another's land: {told.text!r}"
            known |= learned(told, all_changes, self.voice)

    def dead(self) -> Iterator[str]:
        """Who has a name dies by it."""
        all_told = [told for _, told in self.told]
        for at, told in enumerate(all_told):
            if told.said.kind not in DEADLY and told.said.key != "fell":
                continue
            after = all_told[at + 1].text if at + 1 < len(all_told) else ""
            for piece in told.said.pieces:
                life = self.figures.at[told.ply].get(piece)
                name = self.figures.names.get(life.number, "") if life else ""
                dies = life and life.gone is not None and self.figures.ends[life.number] == told.ply
                if dies and name not in f"{told.text} {after}":
                    yield f"dies without the name: {name} in {told.text!r}"

    def tolls(self) -> Iterator[str]:
        """Of whom it is said that a dragon killed them, they are dead by then."""
        for _, told in self.told:
            if told.said.key != "toll":
                continue
            for name in set(self.name.findall(told.text)):
                lives = [n for n, called in self.figures.names.items() if called == name]
                if not any(self.figures.ends[number] <= told.ply + SOON for number in lives):
                    yield f"not dead: {name} in {told.text!r}"

    def persons(self) -> Iterator[str]:
        """Only those of whom was told are listed, and each by a name of their own."""
        before = [self.saga.prologue, *self.saga.rounds]
        told = " ".join(each.text for chapter in before for each in chapter.all)
        for person in self.saga.figures:
            if person.name.split()[0] not in told:
                yield f"never told of: {person.name}"
        names = Counter(self.figures.names.values())
        younger = str(sentences(self.saga.lang)["younger"])
        for name in (name for name, many in names.items() if many > 1):
            bearers = [p.name for p in self.saga.figures if p.name.split()[0] == name]
            if len(bearers) > 1 + sum(younger.format(name=name) in each for each in bearers):
                yield f"two of one name: {name}"

    def goal(self) -> Iterator[str]:
        """The lands of the goal that won are told, at the latest right before the seal."""
        way = steps(self.match)
        told = [each for chapter in self.saga.rounds for each in chapter.all]
        before: StorySentence | None = None
        for each in told:
            claims = each.said.key.startswith("claims_goal") and way and each.ply >= way[-1].ply
            won = claims and self.match.history[each.ply].seat == self.match.state.outcome[0]
            if won and (before is None or before.said.key != "summit"):
                yield f"a seal without its last step: {each.text!r}"
            before = each
        text = " ".join(each.text for each in told)
        for land in sorted({land for step in way for land in step.lands}):
            if self.voice.land(land) not in text:
                yield f"a land of the goal is not told of: {self.voice.land(land)}"

    def unseen(self) -> Iterator[str]:
        """Where nobody saw them come nobody saw them take the land."""
        quiet = [_shape(each) for key in ("taken_unseen", "taken_unseens")
                 for each in sentences(self.saga.lang)[key]]  # fmt: skip
        loud = [_shape(each) for each in sentences(self.saga.lang)["unseen_loud"]]
        open_: set[tuple[int, int]] = set()
        for _, told in self.told:
            if told.said.key == "taken" and not any(each.search(told.text) for each in quiet):
                seat = told.said.about(LandsChangeHands).seat
                open_ |= {(seat, land) for land in taken_lands(told)}
            seat = self.match.history[told.ply].seat
            quest = self._ended(told, seat)
            if quest is None or quest.aim is None or not the_kind(quest).stealthy:
                continue
            state = self.match.state_at(told.ply)
            lands = {each.land for each in the_kind(quest).scenes(state, seat, quest)}
            seen = any((seat, land) in open_ for land in lands)
            if seen and not any(each.search(told.text) for each in loud):
                yield f"unseen, and yet seen: {told.text!r}"

    def _ended(self, told: StorySentence, seat: int) -> Quest | None:
        """The quest that is told to be fulfilled, or the goal that is claimed."""
        if told.said.key == "claims_goal":
            return self.match.state_at(told.ply).players[seat].aim
        return told.said.about(OfQuest).quest if told.said.key == "feat" else None

    def peace(self) -> Iterator[str]:
        """Who takes a land in a truce, or keeps a vow of peace amid war, is told to do so."""
        struck: dict[frozenset[int], int] = {}
        agreed: dict[frozenset[int], bool] = {}
        hinged = False
        for _, told in self.told:
            pair = frozenset(hostile(told))
            if told.said.key == "agreed":
                agreed.setdefault(told.said.about(TwoPlayers).pair, False)
            if told.said.key == "truce_borders":
                agreed |= {each: True for each in agreed if self._names(each, told.text)}
            if len(pair) == 2:
                struck[pair] = self.match.state_at(told.ply).round
                pacts = self.match.state_at(told.ply).pacts
                truce = any(p.kind == "truce" and {p.seat, p.other} == pair for p in pacts)
                if truce and told.said.key == "taken" and agreed.get(pair) is False:
                    yield f"a truce is forgotten: {told.text!r}"
            seat = self.match.history[told.ply].seat
            quest = self._ended(told, seat)
            aim = quest.aim if quest else None
            if quest and aim is not None and aim.kind == "peace" and aim.seat >= 0:
                war = struck.get(frozenset((told.seat, aim.seat)), -1) >= quest.round
                if war and not hinged:
                    yield f"peace amid war: {told.text!r}"
            hinged = told.said.key in HINGES or (hinged and told.said.key == "summit")

    def _names(self, pair: frozenset[int], text: str) -> bool:
        return all(self.saga.names[seat] in text for seat in pair)

    def sky(self) -> Iterator[str]:
        """The sky does not change between two chapters without a word."""
        for one, two in pairwise(self.saga.rounds):
            told = [*(each for passage in one.passages for each in passage.told), *two.lead]
            if one.sky != two.sky and not any(each.said.kind == "sky" for each in told):
                yield f"a silent sky: {two.title}"

    def found(self) -> Iterator[str]:
        """A treasure is found once."""
        told = [each for _, each in self.told]
        words = sentences(self.saga.lang)["treasure_at_once"]
        at_once = [_shape(each) for each in words]
        for one, two in pairwise(told):
            same = one.said.key in FINDS and two.said.key == "treasure"
            same = same and one.said.land == two.said.land
            if same and not any(each.search(two.text) for each in at_once):
                yield f"found twice: {two.text!r}"

    def challenges(self) -> Iterator[str]:
        """Who takes up a challenge was challenged."""
        for chapter in self.saga.rounds:
            asked: set[int] = set()
            for told in chapter.all:
                if told.said.key == "maeth.duel":
                    asked.add(told.said.land)
                elif "_duel" in told.said.key and told.said.land not in asked:
                    yield f"nobody had challenged: {told.text!r}"

    def killers(self) -> Iterator[str]:
        """Whoever falls in a fight falls to somebody."""
        before = ""
        for _, told in self.told:
            said = told.said
            if said.kind in ("fight", "slain") and self.figures.fell.get(told.ply):
                fight = said.about(FightEnds)
                (seat, unit), loser = fight.winner, fight.loser
                pieces = self.match.state_at(told.ply).pieces
                foe = [self._noun(KINDS[pieces[unit].kind].key)] if unit < PHANTOM else []
                own = [self.saga.names[seat]] if seat >= 0 else [*foe, *FOES[self.saga.lang]]
                own += set(self.listed) - {self.figures.name(loser[1], told.ply)}
                if not any(each in f"{before} {told.text}" for each in own):
                    yield f"killed by nobody: {told.text!r}"
            before = told.text

    def _noun(self, key: str) -> str:
        return self.voice.kind(key, "the").split()[-1]

    def lords(self) -> Iterator[str]:
        """Who served several is listed under each of them."""
        for person in self.saga.figures:
            called = [n for n, name in self.saga.named.items() if person.name.startswith(name)]
            longest = max(called, key=lambda number: len(self.saga.named[number]), default=NOBODY)
            for seat, _ in self.figures.lords.get(longest, ()):
                if self.saga.names[seat] not in person.about:
                    yield f"a lord is missing: {person.name}, {person.about}"

    def enters(self) -> Iterator[str]:
        """Whose name comes for the first time is said to be a hunter, a barbarian, whatever."""
        known: set[str] = set()
        names = _any(self.listed)
        nouns = {self._noun(kind.key) for kind in KINDS} | {
            self._noun(each) for each in ("stranger", "fellow")
        }
        for told, sentence in self._sentences():
            for name in names.findall(sentence):
                said = told.said.key in ("called", "toll") or any(
                    each in sentence for each in nouns
                )
                if name not in known and not said:
                    yield f"appears from nowhere: {name} in {sentence!r}"
                known.add(name)

    def lost(self) -> Iterator[str]:
        """What the winner's goal had counted and was lost again was lost in the story too."""
        known: dict[int, int] = {}
        all_changes = changes(self.match)
        for _, told in self.told:
            known |= learned(told, all_changes, self.voice)
        winner = self.match.state.outcome[0] if self.match.state.won else NOBODY
        for land in sorted({land for step in steps(self.match) for land in step.lands}):
            if known.get(land) == winner != self.match.state.markers[land]:
                yield f"lost only in the end: {self.voice.land(land)}"

    def turned(self) -> Iterator[str]:
        """Who has left a lord and is told of again is said to have done so."""
        left: dict[int, int] = {}
        for _, told in self.told:
            for piece in () if told.said.kind in AFTER else told.said.pieces:
                number = self.figures.number(piece, told.ply)
                name = self.saga.named.get(number, "")
                lord = self.figures.lord(number, told.ply)
                seen = self.match.state_at(told.ply).pieces[piece]
                free = seen.leader < 0 <= seen.land and told.said.kind in DEADLY
                if not name or name not in told.text or lord < 0 or not free:
                    left |= {number: NOBODY} if name in told.text else {}
                elif left.get(number) != lord and self.saga.names[lord] not in told.text:
                    yield f"whose was that: {told.text!r}"
                else:
                    left[number] = lord

    def last_years(self) -> Iterator[str]:
        """Where nobody won the last chapter says who stood where."""
        state = self.match.state
        told = [each.text for each in self.saga.rounds[-1].all if each.said.kind == "end"]
        for seat in range(state.seats) if state.outcome and not state.won else ():
            lands = [self.voice.land(land) for land in lands_of(state, seat)]
            if not any(self.saga.names[seat] in each for each in told) or not all(
                any(land in each for each in told) for land in lands[:1]
            ):
                yield f"nobody knows where at the end: {self.saga.names[seat]}"


def _shape(sentence: str) -> re.Pattern[str]:
    """Finds a sentence whatever names are filled in."""
    parts = re.split(r"\{\w+\}", sentence)
    return re.compile(".+?".join(map(re.escape, parts)))


def _any(names: list[str]) -> re.Pattern[str]:
    """Finds any of these names as a word."""
    longest = sorted(filter(None, names), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest))})\b" if longest else r"(?!)")
