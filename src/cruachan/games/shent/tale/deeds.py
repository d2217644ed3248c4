"""The deeds of a move in sentences: what came of it, for players and lands."""

from __future__ import annotations

from collections.abc import Callable

from cruachan.engine.game import CHANCE, NOBODY, Viewer
from cruachan.games.shent.aims import aims
from cruachan.games.shent.box.material import OST, RHACH, RUNES
from cruachan.games.shent.box.tokens import TokenKind
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.core.deeds import DeedKind
from cruachan.games.shent.core.fields import HOST, NOWHERE, PART, PHANTOM
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import Aim, Deed, Quest, State, on_piece, quest_of, tokens
from cruachan.games.shent.tale.readings import tell_reading
from cruachan.games.shent.tale.voice import (
    Said,
    Voice,
    aim_kind,
    aim_title,
    as_sentence,
    fill_aim,
)

Casts = dict[int, tuple[str, Act, Target]]
Told = Said | None
USUAL = "-"
"""Stands for the story that an aim's kind has of its own."""
BESIDE = frozenset(
    (
        *("deserted", "rescued", "sky", "returned", "hero", "answered", "treasure", "declined"),
        *("countered", "withstood"),
    )
)
"""Deeds told beside the sentence of the reading that brought them, unless it tells them."""


def _beside(deed: Deed, key: str) -> bool:
    """Whether a deed is told beside the reading, or the mere story, that brought it."""
    reading = Reading.ALL.get(key)
    return deed.what in BESIDE and not (reading and deed.what in reading.tells)


class Deeds:
    """Tells all that happened through a move, in its order."""

    def __init__(
        self, voice: Voice, before: State, move: Move, after: State, viewer: Viewer
    ) -> None:
        self.voice = voice
        self.before = before
        self.move = move
        self.after = after
        self.viewer = viewer
        self.deeds = list(after.deeds)
        self.kinds = {deed.what for deed in self.deeds}
        self.effects = ""

    def all(self, event: tuple[str, Act] | None, casts: Casts) -> list[Said]:
        """The sentences; `effects` is then what a reading brought, in short."""
        said: list[Said] = []
        inside = "" if event is None else event[0]
        told_lands: set[int] = set()
        for at, deed in enumerate(self.deeds):
            if deed.what == DeedKind.ENTERED:
                inside = ""
            elif deed.what == DeedKind.CAST and deed.land in casts:
                inside = deed.more[0]
                if deed.land not in told_lands:
                    said.append(self._cast(casts[deed.land], bool(told_lands)))
                    told_lands.add(deed.land)
            elif inside:
                self._effect(deed)
                said += self._one(at, deed) if _beside(deed, inside) else []
            else:
                said += self._one(at, deed)
        return sorted(said, key=lambda each: each.kind != "way") if "peace" in self.kinds else said

    def _one(self, at: int, deed: Deed) -> list[Said]:
        find: Callable[[int, Deed], Told] | None = getattr(self, f"of_{deed.what}", None)
        found = find(at, deed) if find else None
        return [found] if found and found != Said("") else []

    def _effect(self, deed: Deed) -> None:
        """What a reading gave or took, for the bracket behind its sentence."""
        if deed.what != DeedKind.GAIN:
            return
        parts = [
            f"{amount:+d} {name}"
            for amount, name in zip(deed.more, ("tûr", "golu", "aglar"), strict=True)
            if amount
        ]
        if parts:
            one = f"{self.voice.player(deed.seat)} {', '.join(parts)}"
            self.effects = "; ".join(part for part in (self.effects, one) if part)

    # Short hands

    def knows(self, seat: int) -> bool:
        """Whether the viewer may know what this seat knows."""
        return self.viewer in (CHANCE, seat) or bool(self.after.outcome)

    def names(self, deed: Deed) -> dict[str, str]:
        """Player, other player, land and figure of a deed."""
        values = {
            "player": self.voice.player(deed.seat),
            "other": self.voice.player(deed.other),
            "land": self.voice.land(deed.land),
        }
        if deed.piece >= 0:
            values |= self.voice.forms(deed.piece, deed.seat)
            values["a_figure"] = self.voice.noun(deed.piece, "a")
            values["a_figure_acc"] = self.voice.noun(deed.piece, "a_acc")
        return values

    def say(self, key: str, deed: Deed, kind: str = "story", note: str = "", **more: str) -> Said:
        """A sentence about a deed."""
        number = self.before.turns + max(0, deed.land) + max(0, deed.piece)
        text = self.voice.say(key, number, **{**self.names(deed), **more})
        return Said(text, note, kind, (), deed.land)

    # Rounds and turns

    def of_round(self, at: int, deed: Deed) -> Told:
        text = self.voice.say("round", count=deed.amount)
        return Said(text, "", "round", (deed.amount, self.after.sky))

    def of_turn(self, at: int, deed: Deed) -> Told:
        return Said("", "", "turn", (deed.seat,))

    def of_weather(self, at: int, deed: Deed) -> Told:
        for each in self.deeds:
            self._effect(each)
        return None

    def of_sky(self, at: int, deed: Deed) -> Told:
        said = self.say("sky", deed, "sky", element=self.voice.element(deed.amount, "of"))
        return said._replace(data=(deed.amount,))

    def of_legend(self, at: int, deed: Deed) -> Told:
        return None

    def of_lair(self, at: int, deed: Deed) -> Told:
        return Said(self.voice.say("lair", deed.land, land=self.voice.land(deed.land)))

    def of_income(self, at: int, deed: Deed) -> Told:
        tur, golu = deed.more
        gains = [f"{tur} tûr"] * bool(tur) + [f"{golu} golu"] * bool(golu)
        return self.say("income", deed, "small", gains=self.voice.listed(gains))

    def of_marked(self, at: int, deed: Deed) -> Told:
        """New signs; each taken from somebody is a story, the others come in one sentence."""
        if deed.other >= 0:
            return self.say("taken", deed)
        if not self.after.round or self.move.verb == "start":
            return None
        mine = [d for d in self.deeds if d.what == DeedKind.MARKED and d.other < 0]
        if mine[0] != deed:
            return None
        lands = self.voice.listed([self.voice.land(each.land) for each in mine])
        return self.say("marked", deed, "small", lands=lands)

    def of_unmarked(self, at: int, deed: Deed) -> Told:
        if deed.other != NOBODY or "refused" in self.kinds:
            return None
        return self.say("unmarked", deed, "story" if self.move.verb == "release" else "small")

    # Movement

    def of_stepped(self, at: int, deed: Deed) -> Told:
        start = self.voice.land(deed.amount)
        said = self.say("stepped", deed, "way", start=start)
        return said._replace(data=(deed.seat, deed.piece, deed.amount, deed.land))

    def of_moved(self, at: int, deed: Deed) -> Told:
        if deed.seat == NOBODY:
            return self.say("marched", deed, start=self.voice.land(deed.amount))
        return self.of_stepped(at, deed)

    def of_peace(self, at: int, deed: Deed) -> Told:
        return self.say("peace", deed, "peace")._replace(data=(deed.seat, deed.other))

    def of_refused(self, at: int, deed: Deed) -> Told:
        return self.say("refused", deed, "refused")._replace(data=(deed.other, deed.seat))

    def of_broken(self, at: int, deed: Deed) -> Told:
        return self.say("broken", deed)

    def of_hired(self, at: int, deed: Deed) -> Told:
        return self.say("hired", deed)

    def of_flew(self, at: int, deed: Deed) -> Told:
        if "hired" in self.kinds:
            return None
        return self.say("flew", deed, start=self.voice.land(deed.amount))

    def of_paid(self, at: int, deed: Deed) -> Told:
        return self.say("paid", deed)

    def of_took(self, at: int, deed: Deed) -> Told:
        return self.say("took", deed)

    def of_returned(self, at: int, deed: Deed) -> Told:
        return self.say("returned", deed, "return")

    def of_emerged(self, at: int, deed: Deed) -> Told:
        return self.say("emerged", deed, "small")

    def of_deserted(self, at: int, deed: Deed) -> Told:
        """Those who leave one player in one land are told of together."""
        same = [d for d in self.deeds if d[:3] == deed[:3]]
        if len(same) == 1:
            return self.say("deserted", deed, "leave")
        if same[0] != deed:
            return None
        return self.say("deserteds", deed, "leave", all=self.voice.company([d.piece for d in same]))

    def of_dismissed(self, at: int, deed: Deed) -> Told:
        return self.say("dismissed", deed)

    # Figures and buildings

    def of_placed(self, at: int, deed: Deed) -> Told:
        said = self.say("placed", deed, "minor")
        return said._replace(data=(deed.seat, self.after.pieces[deed.piece].kind))

    def of_founded(self, at: int, deed: Deed) -> Told:
        grown = self.after.pieces[deed.piece].kind == OST
        return self.say("fortress" if grown else "founded", deed)

    def of_developed(self, at: int, deed: Deed) -> Told:
        old = self.move.args[0] if self.move.verb == "develop" else deed.piece
        said = self.say("developed", deed, "new", old=self.voice.figure(old, deed.seat))
        return said._replace(data=(deed.seat, self.after.pieces[deed.piece].kind))

    def of_hero(self, at: int, deed: Deed) -> Told:
        if deed.piece == NOWHERE:
            if self.move.words:
                return Said(as_sentence(self.move.words))
            return self.say("hero_shown", deed)._replace(land=NOWHERE)
        return self.say("hero_won", deed)

    def of_joined(self, at: int, deed: Deed) -> Told:
        fallen = self.before.memory.get(deed.land, ("", NOWHERE, 0))
        now = ("fell", self.before.pieces[deed.piece].kind, self.before.round)
        article = "other" if fallen == now else self._foe_article(deed.piece, deed.land)
        forms = self.voice.forms(deed.piece, NOBODY, article)
        bled = (fallen[0], fallen[2]) == ("fell", self.before.round) and article == "the"
        woken = on_piece(self.before, TokenKind.ASLEEP, deed.piece)
        key = "joined_woken" if woken else "joined_after" if bled else "joined"
        said = self.say(key, deed, "new", **forms)
        return said._replace(data=(deed.seat, self.before.pieces[deed.piece].kind))

    def _foe_article(self, unit: int, land: int) -> str:
        """The barbarian, where there is but one without a lord; else a barbarian."""
        pieces = self.before.pieces
        same = [
            each
            for each in pieces
            if unit < PHANTOM
            and (each.kind, each.land, each.leader) == (pieces[unit].kind, land, NOBODY)
        ]
        return "a" if len(same) > 1 else "the"

    def of_rescued(self, at: int, deed: Deed) -> Told:
        return self.say("rescued", deed, "rescue")._replace(data=(deed.seat, deed.piece))

    def of_fell(self, at: int, deed: Deed) -> Told:
        return None if "measured" in self.kinds else self.say("fell", deed)

    # Contests

    def of_measured(self, at: int, deed: Deed) -> Told:
        """A challenge, from the numbers to the fallen."""
        kind, one, two, *numbers = deed.more
        sums, drawn, points = numbers[:2], numbers[2:4], numbers[4:6]
        base = [sums[i] - drawn[i] - points[i] for i in (0, 1)]
        shown = [f"{base[i]}+{points[i]}+{drawn[i]}={sums[i]}" for i in (0, 1)]
        if sums[0] == sums[1]:
            note = " : ".join(shown)
            return self._versus("tied", deed, (deed.seat, one), (deed.other, two), kind, note)
        sides = [(deed.seat, one), (deed.other, two)]
        if sums[1] > sums[0]:
            sides.reverse()
            shown.reverse()
        return self._versus("won", deed, sides[0], sides[1], kind, " : ".join(shown))

    def _versus(
        self,
        how: str,
        deed: Deed,
        winner: tuple[int, int],
        loser: tuple[int, int],
        kind: str,
        note: str,
    ) -> Said:
        side = {NOBODY: "foe", HOST: "host"}
        who = side.get(winner[0]) or side.get(loser[0]) or ""
        lost = "_lost" if winner[0] < 0 and how == "won" else ""
        if who == "host" and any(t.pieces for t in tokens(self.before, TokenKind.HOST, deed.land)):
            who = "duel"
        key = f"{kind}_{how}" if kind != "fight" else f"fight_{how}{'_' + who if who else ''}{lost}"
        if kind == "fight" and how == "won" and loser[1] >= PHANTOM and loser[1] < PART:
            key = "phantom_won"
        if kind == "song" and winner[0] < 0 and how == "won":
            key = "song_won_lost"
        values = {
            **self._fighter("one", winner, deed.land),
            **self._fighter("two", loser, deed.land),
            "winner": self.voice.player(winner[0]),
            "loser": self.voice.player(loser[0]),
            "land": self.voice.land(deed.land),
        }
        number = self.before.turns + winner[1] + loser[1]
        text = self.voice.say(key, number, **values)
        slain = "slain" if key == "fight_won_foe_lost" else "fight"
        return Said(text, note, slain, (values, (winner, loser)), deed.land)

    def _fighter(self, name: str, side: tuple[int, int], land: int) -> dict[str, str]:
        """One who fights, in all cases."""
        seat, unit = side
        article = "the" if seat != NOBODY else self._foe_article(unit, land)
        cases = ("", "_acc", "_dat")
        return {name + case: self.voice.figure(unit, seat, article + case) for case in cases}

    def of_off(self, at: int, deed: Deed) -> Told:
        """A side is banished: all of it in one sentence."""
        gone = [d for d in self.deeds if d.what == DeedKind.OFF]
        if gone[0] != deed:
            return None
        who = self.voice.company([each.piece for each in gone])
        key = "banished" if deed.seat >= 0 else "banished_foe"
        several = "s" if len(gone) > 1 else ""
        rounds = self.voice.number(deed.amount)
        if deed.amount == 1:
            key += "_one"
        return self.say(key + several, deed, all=who, rounds=rounds)

    def of_tried(self, at: int, deed: Deed) -> Told:
        kind, against = deed.more
        won = deed.amount > against
        note = f"{deed.amount} : {against}"
        return self.say(f"{kind}_{'won' if won else 'lost'}", deed, note=note)

    def of_treasure(self, at: int, deed: Deed) -> Told:
        gains = [d for d in self.deeds if d.what == DeedKind.GAIN and d.seat == deed.seat]
        note = ", ".join(
            f"+{amount} {name}"
            for each in gains
            for amount, name in zip(each.more, ("tûr", "golu", "aglar"), strict=True)
            if amount > 0
        )
        return self.say("treasure", deed, note=note)

    def of_answered(self, at: int, deed: Deed) -> Told:
        return self.say("answered", deed)

    # Magic

    def _cast(self, cast: tuple[str, Act, Target], again: bool) -> Said:
        key, act, target = cast
        if again:
            land = self.voice.land(act.land)
            return Said(self.voice.say("likewise", act.land, land=land), land=act.land)
        said = tell_reading(self.voice, self.before, act, key, target)
        return said._replace(kind="spell", data=(act.seat, key))

    def of_countered(self, at: int, deed: Deed) -> Told:
        return self._counter("countered", deed)

    def of_withstood(self, at: int, deed: Deed) -> Told:
        return self._counter("withstood", deed)

    def _counter(self, key: str, deed: Deed) -> Said:
        """A rune against a rune; the saga tells of a cast only when it works, or broke."""
        own, against, strength = deed.more
        at_work = [each for each in self.before.stack if isinstance(each, Cast | Event)]
        cast = any(isinstance(each, Cast) for each in at_work)
        note = self.voice.say(
            f"{key}_note",
            own=f"{self.voice.rune(own)} {deed.amount}",
            against=f"{self.voice.rune(against)} {strength}",
            reading=self.voice.reading(at_work[-1].reading),
        )
        kind = "counter" if key == "countered" else "small" if cast else "story"
        if deed.seat == deed.other:
            key += "_self"
        said = self.say(key, deed, kind, note, rune_of=self.voice.rune_of(own))
        return said._replace(data=(deed.seat, deed.other, own, against, cast))

    def of_cancelled(self, at: int, deed: Deed) -> Told:
        return None

    def of_too_weak(self, at: int, deed: Deed) -> Told:
        return self.say("too_weak", deed, note=str(deed.amount))

    def of_no_leave(self, at: int, deed: Deed) -> Told:
        return self.say("no_leave", deed, "small")

    def of_declined(self, at: int, deed: Deed) -> Told:
        return self.say("declined", deed)

    def of_redraw(self, at: int, deed: Deed) -> Told:
        return self.say("redraw", deed, "small")

    # Quests and goals

    def quest(self, deed: Deed, state: State) -> Quest | None:
        """The quest a deed is about."""
        found = quest_of(state, deed.amount)
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
        if key == "fulfilled" and RHACH in quest.aim.manners:
            return self.voice.say("meant_to_fail", quest.number, player=player)
        plain = quest.aim._replace(manners=())
        usual = self._worded(plain, key, player)
        kind = aim_kind(plain)
        known = quest_of(self.before, quest.number)
        told = known is None or known[1].accepted
        if told and quest.mode == "open":
            options = [USUAL, *self.voice.of_aims[f"aim_{key}"].get(kind, [])]
            places = [str(at) for at in range(len(options))]
            place = self.voice.pick(f"aim.{kind}.{quest.number}", places, quest.number)
            chosen = options[int(place)]
        else:
            options = [*self.voice.of_aims["aim_untold"].get(kind, []), USUAL]
            chosen = self.voice.pick(f"untold.{kind}", options, quest.number)
        said = usual if chosen == USUAL else fill_aim(self.voice, chosen, plain, player)
        if key == "story":
            manners = [self._manner(quest, rune, usual, player) for rune in quest.aim.manners]
            said = " ".join([said, *manners])
        return " ".join(said.split())

    def _manner(self, quest: Quest, rune: int, usual: str, player: str) -> str:
        """In which manner it was to be done."""
        assert quest.aim is not None
        more = self.voice.of_aims["manner"][RUNES[rune]].get("more", [])
        chosen = self.voice.pick(f"manner.{RUNES[rune]}", [USUAL, *more], quest.number)
        if chosen != USUAL:
            return self.voice.fill(chosen, {"player": player})
        return self._worded(quest.aim._replace(manners=(rune,)), "story", player)[len(usual) :]

    def _worded(self, aim: Aim, key: str, player: str) -> str:
        voice = self.voice
        return aims.describe(aim, self.before.board, voice.names, voice.lang, key, player)

    def numbered(self, quest: Quest) -> str:
        """The quest's number and text."""
        return self.voice.say("quest", count=quest.number, text=self.text(quest).rstrip("."))

    def of_worded(self, at: int, deed: Deed) -> Told:
        quest: Quest = deed.more[0]
        return self.say("worded", deed, "small", note=self.text(quest).rstrip("."))

    def of_rejected(self, at: int, deed: Deed) -> Told:
        return self.say("rejected", deed, "small")

    def of_declared(self, at: int, deed: Deed) -> Told:
        quest = self.quest(deed, self.after)
        if quest is None:
            return None
        said = self._begun(deed, quest)
        return said._replace(kind="quest", data=quest.runes if quest.mode == "silent" else ())

    def said_anew(self) -> list[Said]:
        """[S31.7] A quest all know that has become another one."""
        found = []
        for seat, player in enumerate(self.after.players):
            for quest in player.quests:
                known = quest_of(self.before, quest.number)
                if known and quest.mode == "open" and known[1].aim != quest.aim:
                    deed = Deed(DeedKind.DECLARED, seat, amount=quest.number)
                    found.append(self._begun(deed, quest)._replace(kind="quest"))
        return found

    def _begun(self, deed: Deed, quest: Quest) -> Said:
        """How a quest begins, as far as it is open."""
        known = quest.mode == "open" or self.knows(deed.seat)
        called = self.voice.say("quest", count=quest.number, text=self.title(quest))
        note = called if known else ""
        if quest.mode == "secret":
            return self.say("secret", deed, note=note)
        if quest.mode == "silent":
            return self.say("silent", deed, note=note, runes=self.voice.runes(quest.runes))
        if quest.words:
            said = self.say("own_words", deed, words=as_sentence(quest.words))
            return said._replace(note=note if quest.aim else "")
        if quest.aim is None:
            return self.say("no_words", deed)
        return Said(self.story(quest, deed.seat, "story"), note)

    def of_claims(self, at: int, deed: Deed) -> Told:
        if "fulfilled" in self.kinds and not self.move.words:
            return None
        quest = self.quest(deed, self.before)
        if self.move.words:
            said = self.say("claims_words", deed, words=as_sentence(self.move.words))
        else:
            said = self.say("claims", deed, "small")
        return said._replace(note=self.numbered(quest)) if quest else said

    def of_fulfilled(self, at: int, deed: Deed) -> Told:
        quest: Quest = deed.more[0]
        note = self.numbered(quest)
        if quest.aim is None:
            key = "fulfilled_words" if quest.words else "fulfilled"
            return self.say(key, deed, "feat", note=note, words=as_sentence(quest.words))
        text = self.story(quest, deed.seat, "fulfilled")
        done = self.say("done", deed, title=self.title(quest)).text
        return Said(f"{text} {done}", note, "feat")

    def of_unfulfilled(self, at: int, deed: Deed) -> Told:
        return self.say("unfulfilled", deed)

    def of_failed(self, at: int, deed: Deed) -> Told:
        quest = self.quest(deed, self.before)
        key = "forsaken" if self.move.verb == "forsake" else "failed"
        if not quest or not (quest.mode == "open" or self.knows(deed.seat)):
            return self.say(key, deed)
        return self.say(f"{key}_open", deed, note=self.numbered(quest), title=self.title(quest))

    def of_seen_through(self, at: int, deed: Deed) -> Told:
        return None

    def of_reward(self, at: int, deed: Deed) -> Told:
        kind = deed.more[0]
        note = ""
        if kind == "goal" and self.knows(deed.seat):
            note = self.voice.rune(self.move.args[1])
        elif kind == "elements":
            note = self.voice.listed([self.voice.element(each) for each in self.move.args[1:]])
        return self.say(f"reward_{kind}", deed, "goal" if kind == "goal" else "small", note=note)

    def of_sealed(self, at: int, deed: Deed) -> Told:
        goal = self.after.players[deed.seat].aim
        note = self.text(goal).rstrip(".") if goal and self.knows(deed.seat) else ""
        return self.say("sealed", deed, "goal", note=note)

    def of_voted(self, at: int, deed: Deed) -> Told:
        kind, *rest = deed.more
        questions = [each for each in rest if isinstance(each, str)]
        counts = rest[len(questions) :]
        pairs = [f"{counts[2 * i]} : {counts[2 * i + 1]}" for i in range(len(questions))]
        if kind == "respect" and counts[0] <= counts[1]:
            return self.say("respect", deed, "small", note="+1 aglar")
        if kind == "honour":
            granted = not counts or counts[0] > counts[1]
            return None if granted else self.say("not_honoured", deed, "small", note=pairs[0])
        return self.say("voted", deed, "small", note=", ".join(pairs)) if counts else None

    def of_proposed(self, at: int, deed: Deed) -> Told:
        words = as_sentence(deed.more[0])
        if not words:
            return self.say("proposed", deed, "small")
        return self.say("proposed_words", deed, words=words)

    def of_honoured(self, at: int, deed: Deed) -> Told:
        return self.say("honoured", deed, "small", note="+1 aglar")

    def of_claims_goal(self, at: int, deed: Deed) -> Told:
        quest: Quest = deed.more[0]
        if self.move.words:
            said = self.say("claims_goal_words", deed, "feat", words=as_sentence(self.move.words))
            return said._replace(note=self.text(quest).rstrip("."))
        note = self.text(quest).rstrip(".")
        said = self.say("claims_goal", deed, "feat", note, text=self.title(quest))
        if quest.aim is None:
            return said
        return said._replace(text=f"{said.text} {self.story(quest, deed.seat, 'fulfilled')}")

    def of_goal_lost(self, at: int, deed: Deed) -> Told:
        return self.say("goal_lost", deed)

    def of_over(self, at: int, deed: Deed) -> Told:
        if deed.seat >= 0:
            return self.say("over_won", deed, "over")
        first = self.after.outcome[0]
        text = self.voice.say("over_limit", player=self.voice.player(first))
        return Said(text, "", "over")
