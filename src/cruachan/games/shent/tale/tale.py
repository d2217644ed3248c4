"""SHENT in sentences: what a move did, as far as a viewer may know it.

A sentence is a `Said`: the log shows all of them, the saga (saga.py) only the story.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.texts import Lang
from cruachan.games.shent.chapters.agreements import Proposal
from cruachan.games.shent.chapters.beginning import FIRST_RUNES, Setup
from cruachan.games.shent.chapters.events import Event, active_chooses
from cruachan.games.shent.chapters.freely import FreeReading
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.chapters.roles import order
from cruachan.games.shent.chapters.round_events import RoundEvent, round_sentence
from cruachan.games.shent.chapters.sources import printed_strength
from cruachan.games.shent.components.material import KINDS, RUNES
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HAND, NOWHERE
from cruachan.games.shent.core.flow import Move, Verb, top
from cruachan.games.shent.core.reading import FREE, STORY, Act, Reading, Target
from cruachan.games.shent.core.state import State, quest_of
from cruachan.games.shent.tale.domain_events import DomainEventTeller
from cruachan.games.shent.tale.readings import named, tell_reading
from cruachan.games.shent.tale.subjects import RoundEventTold
from cruachan.games.shent.tale.voice import Pick, Refer, Said, Voice, by_number

IN_SENTENCES = ("aim", "free", "claim", "end", "honour", "name", "freely", "offer")
"""The verbs whose words stand in the sentence that tells them."""


def tell(
    before: State,
    seat: int,
    move: Move,
    after: State,
    viewer: Viewer,
    names: Sequence[str],
    lang: Lang,
) -> str:
    """What the move did, in sentences; nothing where it tells nothing by itself.

    [S4.13] Own words for the event of a round stand instead of the game's.
    """
    said = says(before, seat, move, after, viewer, names, lang)
    if any(each.kind == "words" for each in said):
        said = [each._replace(text="") if each.kind == "weather" else each for each in said]
    told = " ".join(each.line for each in said if each.line)
    return "\n".join(line.strip() for line in told.split("\n")).strip()


def says(
    before: State,
    seat: int,
    move: Move,
    after: State,
    viewer: Viewer,
    names: Sequence[str],
    lang: Lang,
    pick: Pick = by_number,
    refer: Refer | None = None,
    worded: bool = False,
) -> list[Said]:
    """What the move did, sentence by sentence.

    A reading that somebody told in own words is not told by the game as well: only what it did is,
    event by event. `worded` says so of a reading whose words the position does not know.
    """
    voice = Voice(before, names, lang, pick, refer)
    return MoveTale(voice, before, seat, move, after, viewer).all(worded)


class MoveTale:
    """The tale of one move: the move itself, then all it brought about."""

    def __init__(
        self, voice: Voice, before: State, seat: int, move: Move, after: State, viewer: Viewer
    ) -> None:
        self.voice = voice
        self.before = before
        self.seat = seat
        self.move = move
        self.after = after
        self.viewer = viewer
        self.top = top(before) if before.stack else None

    def all(self, worded: bool = False) -> list[Said]:
        """Everything worth telling."""
        find: Callable[[], list[Said]] | None = getattr(self, f"on_{self.move.verb}", None)
        said = find() if find else []
        teller = DomainEventTeller(self.voice, self.before, self.move, self.after, self.viewer)
        event = self._event_worked()
        event = (FREE, event[1]) if event and (worded or self._own_words()) else event
        said += teller.all(event, self._casts()) + teller.said_anew()
        told = [_joined(said, teller.effects), *said[1:]] if teller.effects else said
        return [*self._spoken(), *told]

    def _spoken(self) -> list[Said]:
        """[S4.13] What people said with the move, or with sealed answers that are opened by it."""
        heard = [d for d in self.after.domain_events if d.what == DomainEventKind.SAID]
        said = [
            self.voice.own_words(event.seat, event.more[1])._replace(key=event.more[0])
            for event in heard
        ]
        verb = Verb.ALL[self.move.verb]
        sealed = self.top is not None and verb.name in self.top.sealed
        if not self.move.words or verb.name in IN_SENTENCES or sealed:
            return said
        hidden = verb.covered(self.before, self.seat, self.move.args, self.viewer)
        apart = self.top is not None and self.top.seen_by(self.viewer) != self.top
        if (hidden or apart) and not self.knows(self.seat):
            return said
        own = self.voice.own_words(self.seat, self.move.words)
        return [*said, own._replace(key=verb.name)]

    def knows(self, seat: int) -> bool:
        """Whether the viewer may know what this seat knows."""
        return self.viewer in (CHANCE, seat) or bool(self.after.outcome)

    def small(self, key: str, note: str = "", **values: object) -> list[Said]:
        """A sentence for the log alone."""
        return [Said(self.voice.say(key, self.before.turns, **values), note, "small")]

    # Events (S9)

    def on_read(self) -> list[Said]:
        """[S9.4] A reading is told at once where nobody else chooses its target."""
        event = self.top
        assert isinstance(event, Event)
        return self._judged(event) + self._read(event)

    def _judged(self, event: Event) -> list[Said]:
        """[S9.10] What came of an appeal."""
        if event.step != "appeal":
            return []
        was, now = (self.voice.reading(key) for key in (event.reading, self.move.args[0]))
        if was == now:
            return self.small("upheld", reading=was)
        return self.small("overturned", was=was, now=now)

    def _read(self, event: Event) -> list[Said]:
        key, target = self.move.args[:2]
        if key != STORY and active_chooses(event.rune, key):
            chosen = event._replace(reading=key, target=target, step="answer")
            if chosen.waits(self.before):
                return []
            target = chosen.choices(self.before)[0]
        return [self._told(event, key, target)]

    def _own_words(self) -> bool:
        """[S4.13] Whether the reading at hand is told in somebody's own words."""
        events = [each for each in self.before.stack if isinstance(each, Event)]
        if not events or any(isinstance(each, FreeReading) for each in self.before.stack):
            return False
        again = self.move.verb == "read"
        said = self.move.words if again or self.move.verb in ("target", "waive") else ""
        return bool(said or (events[-1].words and not again))

    def _told(self, event: Event, key: str, target: Target) -> Said:
        if self._own_words():
            return Said("", named(self.voice, event.act, key), "small", key=key)
        style = self.move.args[2] if self.move.verb == "read" and self.move.args[2:] else 0
        return tell_reading(self.voice, self.before, event.act, key, target, style)

    def on_target(self) -> list[Said]:
        """[S9.5] What the active player chose to happen."""
        event = self.top
        assert isinstance(event, Event)
        if event.reading == STORY or not active_chooses(event.rune, event.reading):
            return []
        return [self._told(event, event.reading, self.move.args[0])]

    def on_waive(self) -> list[Said]:
        """[S9.5] A good rune that is only a story."""
        assert isinstance(self.top, Event)
        return [self._told(self.top, STORY, ())]

    def on_appeal(self) -> list[Said]:
        """[S9.10] It is told anew."""
        event, name = self.top, self.voice.player(self.seat)
        assert isinstance(event, Event)
        if event.reading != STORY and active_chooses(event.rune, event.reading):
            return self.small("another", player=name)
        text = self.voice.say("appeal", self.before.turns, player=name)
        return [Said(text, "", "appeal", None, event.land, "appeal")]

    def _event_worked(self) -> tuple[str, Act] | None:
        """The reading that has worked by this move, if one has."""
        if not any(event.what == DomainEventKind.ENTERED for event in self.after.domain_events):
            return None
        events = [each for each in self.before.stack if isinstance(each, Event)]
        if not events:
            return None
        event = events[-1]
        if any(isinstance(each, FreeReading) for each in self.before.stack):
            return FREE, event.act
        key = self.move.args[0] if self.move.verb == "read" else event.reading
        return (STORY if self.move.verb == "waive" else key), event.act

    def on_tell(self) -> list[Said]:
        """[S19.1] The round event."""
        event = self.top
        assert isinstance(event, RoundEvent)
        table = self.voice.tales["round"][RUNES[event.rune]]
        name = str(table["name"])
        subject = RoundEventTold(RUNES[event.rune])
        story = event.way == "story"
        called = self.voice.say("mere_story") if story else name
        note = f"{called}: {self.voice.strong(event.rune, event.strength)}"
        if story:
            text = self.voice.say("round_story", name=name)
            return [Said(text, note, "weather", subject)]
        options = table["event"]
        if event.land == NOWHERE and event.rune == RUNES.index("thurinas"):
            options = table["everywhere"]
        values = {"land": self.voice.land(event.land), "player": ""}
        number = round_sentence(self.before)
        text = self.voice.pick(f"round.{RUNES[event.rune]}", options, number)
        return [Said(self.voice.fill(text, values), note, "weather", subject)]

    # Magic (S14)

    def on_choose(self) -> list[Said]:
        """[S14.2] A rune is taken up; what it does is told when it works."""
        if any(
            event.what
            in (DomainEventKind.CAST, DomainEventKind.TOO_WEAK, DomainEventKind.CANCELLED)
            for event in self.after.domain_events
        ):
            return []
        assert isinstance(self.top, Cast)
        key, land, stone = self.move.args
        name = Reading.ALL[key].words(self.voice.lang)["name"]
        where = self.voice.land(land)
        if stone != NOWHERE:
            where = self.voice.say("all_lands", element=self.voice.element(stone))
        rune, player = self.voice.rune(self.top.source[1]), self.voice.player(self.seat)
        return self.small("casting", name, player=player, rune=rune, land=where)

    def _casts(self) -> dict[int, tuple[str, Act, Target]]:
        """The cast at work in this move, by its lands, with targets."""
        casts = [each for each in self.before.stack if isinstance(each, Cast)]
        if not casts:
            return {}
        cast = casts[-1]
        parts = {land: target for land, target, _ in cast.parts}
        rest, key = cast.rest, cast.reading
        if self.move.verb == "choose":
            key, land, _ = self.move.args
            rest = (land,) if land != NOWHERE else ()
        if rest and self.move.verb == "aimat":
            parts[rest[0]] = self.move.args[0]
        elif rest and cast.target is not None:
            parts[rest[0]] = cast.target
        for land in [each for each in rest if each not in parts]:
            found = Reading.ALL[key].targets(self.before, cast.act(self.before, land, 99))
            parts[land] = found[0] if found else ()
        points = {land: bought for land, _, bought in cast.parts}
        return {
            land: (
                key,
                cast.act(self.before, land, self._number(cast) + points.get(land, 0)),
                target,
            )
            for land, target in parts.items()
        }

    def _number(self, cast: Cast) -> int:
        """The number of a cast, as far as it is known."""
        if cast.source[0] != HAND:
            return printed_strength(self.before, cast.source)
        return int(self.move.args[0]) if self.move.verb == "number" else cast.number

    # Chance (S1, S3)

    def on_rune(self) -> list[Said]:
        """A stone is drawn: into a hand, to a goal, or as an event."""
        frame: Any = self.top
        if isinstance(frame, Event | RoundEvent):
            return []
        whose = frame.seat if not isinstance(frame, Setup) else self._dealt(frame)
        if isinstance(frame, Setup) and not self.knows(whose):
            return []
        key = "drew_known" if self.knows(whose) else "drew"
        rune = self.voice.rune(self.move.args[0])
        return self.small(key, player=self.voice.player(whose), rune=rune)

    def _dealt(self, frame: Setup) -> int:
        return order(self.before)[frame.done // FIRST_RUNES]

    def on_lot(self) -> list[Said]:
        """[S3.1] [S2.3] What the lot said at the beginning."""
        frame: Any = self.top
        if not isinstance(frame, Setup):
            return []
        if frame.step == "first":
            return self.small("begins", player=self.voice.player(self.move.args[0]))
        if frame.step == "sky":
            element = self.voice.element(self.after.sky, "of")
            return [Said(self.voice.say("first_sky", element=element), key="first_sky")]
        return []

    # The beginning (S3)

    def on_element(self) -> list[Said]:
        element = self.voice.element(self.move.args[0])
        return self.small("element", player=self.voice.player(self.seat), element=element)

    def on_start(self) -> list[Said]:
        kind, land = self.move.args
        new = next(
            index
            for index, piece in enumerate(self.after.pieces)
            if piece.land == land and piece.owner == self.seat and piece.kind == kind
        )
        values = {"player": self.voice.player(self.seat), "land": self.voice.land(land)}
        figure = self.voice.newcomer(new)
        element = self.after.players[self.seat].element
        forms = {f"element_{form}": self.voice.element(element, form) for form in ("of", "acc")}
        text = self.voice.say("start", self.seat, **values, figure=figure, **forms)
        return [Said(text, "", "start", None, land, "start", (new,))]

    def on_foe(self) -> list[Said]:
        land = self.voice.land(self.move.args[0])
        text = self.voice.say("foe", self.seat, land=land)
        return [Said(text, land=self.move.args[0], key="foe")]

    def on_enemy(self) -> list[Said]:
        """[S3.11] An enemy of the frame story."""
        kind, land = self.move.args
        figure = self.voice.kind(KINDS[kind].key, "a")
        values = {"land": self.voice.land(land), "figure": figure}
        return [Said(self.voice.say("enemy", land, **values))]

    def on_lay(self) -> list[Said]:
        """[S3.5] Sealed: it is told when all have laid a stone."""
        if isinstance(top(self.after), Setup):
            return []
        return self.small("laid")

    # Preparations (S4, S5, S15)

    def on_plan(self) -> list[Said]:
        """[S15.13] The steps of a quest, where it is known."""
        quest = quest_of(self.before, self.move.args[0])
        if quest is None or not (quest[1].mode == "open" or self.knows(self.seat)):
            return []
        number = self.move.args[0]
        return self.small("planned", player=self.voice.player(self.seat), number=number)

    def on_solve(self) -> list[Said]:
        """[S11.8] An answer to a riddle."""
        asker = self.before.riddles[self.seat][0]
        names = {"player": self.voice.player(self.seat), "other": self.voice.player(asker)}
        return self.small("solved", **names)

    def on_name(self) -> list[Said]:
        """[S4.14] A figure gets a name, another one, or none any more."""
        piece = self.move.args[0]
        new, land = self.after.names.get(piece), self.before.pieces[piece].land
        key = "nameless" if new is None else "renamed" if piece in self.before.names else "named"
        values = {"player": self.voice.player(self.seat), "name": new or ""}
        text = self.voice.say(key, piece, **values, **self.voice.forms(piece))
        return [Said(text, "", "named", None, land)]

    def on_take(self) -> list[Said]:
        rune = self.voice.rune(self.move.args[0])
        return self.small("took_rune", player=self.voice.player(self.seat), rune=rune)

    def on_putback(self) -> list[Said]:
        key = "put_back_known" if self.knows(self.seat) else "put_back"
        rune = self.voice.rune(self.move.args[0])
        return self.small(key, player=self.voice.player(self.seat), rune=rune)

    # Agreements (S37)

    def on_decline(self) -> list[Said]:
        """[S37.1] A proposal that was declined, for the two alone."""
        asked = self.top
        if not isinstance(asked, Proposal) or asked.apart(self.viewer):
            return []
        names = {"player": self.voice.player(asked.other), "other": self.voice.player(asked.seat)}
        return self.small("not_agreed", **names)

    def on_amend(self) -> list[Said]:
        """[S37.14] A proposal that is answered with another one, for the two alone."""
        asked = self.top
        if not isinstance(asked, Proposal) or asked.apart(self.viewer):
            return []
        names = {"player": self.voice.player(asked.other), "other": self.voice.player(asked.seat)}
        return self.small("amends", **names)

    def on_takeout(self) -> list[Said]:
        number = self.move.args[0]
        return self.small("take_out", player=self.voice.player(self.seat), number=number)

    def on_putin(self) -> list[Said]:
        number = self.move.args[0]
        return self.small("put_in", player=self.voice.player(self.seat), number=number)


def _joined(said: list[Said], effects: str) -> Said:
    """The first sentence, with what it came to."""
    if not said:
        return Said("", effects, "small")
    note = "; ".join(part for part in (said[0].note, effects) if part)
    return said[0]._replace(note=note)
