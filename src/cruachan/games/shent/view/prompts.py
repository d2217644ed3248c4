"""What a viewer is asked, in words, or whom the game waits for."""

from __future__ import annotations

from typing import Any

from cruachan.engine.game import CHANCE
from cruachan.games.shent.aims import aims
from cruachan.games.shent.box.material import RUNES
from cruachan.games.shent.chapters.beginning import Setup
from cruachan.games.shent.chapters.challenges import PART
from cruachan.games.shent.chapters.claims import LUCKY
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.chapters.quests import MOST_WORDINGS
from cruachan.games.shent.chapters.rewards import MOST_NUMBERS
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.chapters.sources import HAND, printed_strength
from cruachan.games.shent.core.flow import legal, top
from cruachan.games.shent.core.reading import STORY
from cruachan.games.shent.core.state import State, tokens
from cruachan.games.shent.tale import sentences
from cruachan.games.shent.view.choices import challenge_odds
from cruachan.games.shent.view.speech import Speech

Said = dict[str, Any]
MOVEMENTS = {
    "move": (("step", "hire"), "turn_move_none"),
    "move2": (("step", "win"), "turn_move2_none"),
}
"""By which verbs somebody still goes somewhere, and what is said when nobody does."""
PLAIN = {"Gather": "gather", "Thin": "thin", "Overflow": "overflow", "Avow": "avow"}
"""Frames whose question always says the same."""


class Prompts:
    """The question at hand: its key, and what it says."""

    def __init__(self, state: State, speech: Speech) -> None:
        self.state = state
        self.speech = speech
        self.words = speech.words
        self.frame = top(state) if state.stack else None

    @property
    def phase(self) -> str:
        """The part of the game or turn that is going on."""
        if self.state.outcome:
            return "over"
        if not self.state.round:
            return "setup" if any(isinstance(f, Setup) for f in self.state.stack) else "quests"
        turns = [frame for frame in self.state.stack if isinstance(frame, TurnFrame)]
        return str(turns[-1].phase) if self.state.active >= 0 and turns else "weather"

    def text(self, waited: tuple[int, ...], viewer: int | None) -> tuple[str, str]:
        """The key of the question and the whole of it; or who is waited for."""
        if not waited:
            return "over", self._over()
        if viewer in waited and viewer is not None and viewer != CHANCE:
            key, values = self._question(viewer)
            said = self.words(f"ask.{key}", **values)
            return key, self.words("say.to", name=self.speech.names[viewer], text=said)
        phase = self.words(f"phase.{self.phase}")
        if CHANCE in waited:
            return "chance", self.words("ask.chance", phase=phase)
        return "wait", self.words("ask.wait", names=self.speech.players(waited), phase=phase)

    def _over(self) -> str:
        if self.state.won:
            return self.words("ask.over", name=self.speech.names[self.state.outcome[0]])
        return self.words("ask.limit")

    def _question(self, viewer: int) -> tuple[str, Said]:
        name = type(self.frame).__name__
        if name in PLAIN:
            return PLAIN[name], {}
        return getattr(self, f"_{name.lower()}")(self.frame, viewer)  # type: ignore[no-any-return]

    # --- Before the first round, and quests

    def _setup(self, now: Any, viewer: int) -> tuple[str, Said]:
        element = self.speech.element(self.state.players[viewer].element)
        return f"setup_{now.step}", {"element": element}

    def _declare(self, now: Any, viewer: int) -> tuple[str, Said]:
        if not now.mode:
            return "declare", {}
        runes = " + ".join(self.speech.full_rune(rune) for rune in now.runes)
        values = {"mode": self.speech.word(now.mode), "runes": runes}
        return "declare_aim", {**values, "wording": now.wording + 1, "most": MOST_WORDINGS}

    def _sealgoal(self, now: Any, viewer: int) -> tuple[str, Said]:
        goal = self.state.players[viewer].goal
        return "sealgoal", {"runes": " + ".join(self.speech.full_rune(rune) for rune in goal)}

    def _ballot(self, now: Any, viewer: int) -> tuple[str, Said]:
        values = {"player": self.speech.names[now.seat], "other": self.speech.side(now.other)}
        judged = ""
        if now.quest is not None and now.quest.aim is not None:
            turns = aims.hardness(self.state, now.seat, now.quest)
            level = self.words(f"level.{aims.level(turns)}")
            judged = self.words("say.judged", level=level, turns=turns)
        about = {"quest": self.speech.quest(now.quest), "judged": judged}
        return f"ballot_{now.kind}", {**values, **about}

    def _calllot(self, now: Any, viewer: int) -> tuple[str, Said]:
        return "calllot", {"lucky": LUCKY}

    def _reward(self, now: Any, viewer: int) -> tuple[str, Said]:
        return "reward", {"left": now.left}

    def _pouch(self, now: Any, viewer: int) -> tuple[str, Said]:
        return "pouch", {"numbers": self._bag(), "left": MOST_NUMBERS - now.done}

    def _bag(self) -> str:
        counts = enumerate(self.state.numbers, 1)
        return ", ".join(f"{count} × {number}" for number, count in counts if count)

    # --- The turn

    def _turnframe(self, now: Any, viewer: int) -> tuple[str, Said]:
        player = self.state.players[viewer]
        means = {"tur": player.tur, "golu": player.golu, "aglar": player.aglar}
        verbs, rest = MOVEMENTS.get(now.phase, ((), ""))
        if rest and next(legal(self.state, viewer, verbs), None) is None:
            return rest, {}
        return f"turn_{now.phase}", {"round": self.state.round, **means}

    def _homecoming(self, now: Any, viewer: int) -> tuple[str, Said]:
        piece = self.speech.the(now.piece)
        land = self.speech.land(self.state.pieces[now.piece].left)
        return "homecoming", {"Piece": piece[:1].upper() + piece[1:], "land": land}

    def _passage(self, now: Any, viewer: int) -> tuple[str, Said]:
        lands = ", ".join(self.speech.land(land) for land in now.open_to(viewer))
        return "passage", {"player": self.speech.names[now.seat], "lands": lands}

    def _askpeace(self, now: Any, viewer: int) -> tuple[str, Said]:
        piece, land = self.speech.the(now.piece), self.speech.land(now.land)
        return "askpeace", {"player": self.speech.names[now.seat], "piece": piece, "land": land}

    def _news(self, now: Any, viewer: int) -> tuple[str, Said]:
        return "news", {"number": now.drawn}

    def _scatter(self, now: Any, viewer: int) -> tuple[str, Said]:
        land = self.state.pieces[now.pieces[0]].land
        return "scatter", {"number": now.number, "land": self.speech.land(land)}

    def _trial(self, now: Any, viewer: int) -> tuple[str, Said]:
        values = {"land": self.speech.land(now.land), "strength": now.token(self.state).strength}
        if now.step == "reward":
            return "trial_reward", values
        return f"trial_{now.kind}", {**values, "base": now.base(self.state)[0]}

    # --- Events

    def _event(self, now: Event, viewer: int) -> tuple[str, Said]:
        values = self._of_event(now)
        if now.step == "answer":
            return ("event_story" if now.reading == STORY else "event_answer"), values
        return f"event_{now.step}", values

    def _of_event(self, now: Event) -> Said:
        return {
            "player": self.speech.names[now.seat],
            "land": self.speech.land(now.land),
            "rune": self.speech.full_rune(now.rune),
            "strength": now.strength,
            "reading": self.speech.reading(now.reading),
            "does": self.speech.does(now.reading, now.strength),
        }

    def _roundevent(self, now: Any, viewer: int) -> tuple[str, Said]:
        told = weather_told(self.speech, now.rune, now.strength)
        rune = self.speech.full_rune(now.rune)
        return "roundevent", {
            "round": self.state.round,
            "rune": rune,
            "strength": now.strength,
            **told,
        }

    def _consent(self, now: Any, viewer: int) -> tuple[str, Said]:
        return "consent", {
            "player": self.speech.names[now.act.seat],
            "reading": self.speech.reading(now.reading),
            "does": self.speech.does(now.reading, now.act.strength, now.act.magic),
        }

    # --- Magic

    def _cast(self, now: Cast, viewer: int) -> tuple[str, Said]:
        known = None if now.source[0] == HAND else printed_strength(self.state, now.source)
        land = now.rest[0] if now.rest else now.land
        return f"cast_{now.step}", {
            "rune": self.speech.full_rune(now.source[1]),
            "reading": self.speech.reading(now.reading),
            "land": self.speech.land(land),
            "does": self.speech.does(now.reading, known, magic=True),
        }

    def _counter(self, now: Any, viewer: int) -> tuple[str, Said]:
        caster = self.state.stack[-2].caster if now.step == "where" else now.seat
        return f"counter_{now.step}", {
            "player": self.speech.side(caster),
            "rune": self.speech.full_rune(now.rune),
            "counter": self.speech.full_rune(now.source[1]),
            "strength": now.strength,
            "less": self.words("do.less", number=now.less) if now.less else "",
        }

    def _moment(self, now: Any, viewer: int) -> tuple[str, Said]:
        active = self.state.active
        values: Said = {
            "player": self.speech.names[active] if active >= 0 else "",
            "land": self.speech.land(now.land),
            "rune": self.speech.full_rune(now.rune),
            "strength": now.strength,
        }
        below = self.state.stack[-2]
        if now.kind in ("reading", "cast"):
            magic = now.kind == "cast"
            values["reading"] = self.speech.reading(below.reading)
            values["does"] = self.speech.does(below.reading, now.strength, magic)
        if now.kind == "cast":
            values["player"] = self.speech.names[now.caster]
        return f"moment_{now.kind}", values

    # --- Contests

    def _contest(self, now: Any, viewer: int) -> tuple[str, Said]:
        other = now.other if viewer == now.seat else now.seat
        values = {"land": self.speech.land(now.land), "other": self.speech.side(other)}
        if now.step == "split":
            host = tokens(self.state, "host", now.land, now.seat)[0]
            return "contest_split", {**values, "strength": host.strength}
        if now.step == "pair":
            key = "contest_send" if now.up < 0 else "contest_meet"
            lead = self.words("say.lead") if viewer != now.seat and now.other < 0 else ""
            unit = self.speech.unit(now.up) if now.up >= 0 else ""
            return key, {**values, "unit": unit, "lead": lead}
        return f"contest_{now.step}", {**values, "kind": self._capital(now.kind)}

    def _capital(self, kind: str) -> str:
        said = self.speech.word(kind)
        return said[:1].upper() + said[1:]

    def _challenge(self, now: Any, viewer: int) -> tuple[str, Said]:
        land = self.speech.land(now.land)
        if now.step == "banish":
            return "challenge_banish", {"land": land, "margin": abs(now.margin)}
        mine, theirs = (now.one, now.two) if viewer == now.one[0] else (now.two, now.one)
        return "challenge_bids", {
            "land": land,
            "kind": self._capital(now.kind),
            "mine": self.speech.unit(mine[1]),
            "own": now.base(self.state, mine),
            "theirs": self._opponent(now, theirs),
            "foreign": now.base(self.state, theirs),
            "odds": challenge_odds(self.state, now, viewer)(0),
            "means": self.speech.word("golu" if now.by_wisdom(viewer) else "tur"),
        }

    def _opponent(self, now: Any, side: tuple[int, int]) -> str:
        return self.words("say.host") if side[1] >= PART else self.speech.unit(side[1])

    def _numbers(self, now: Any, viewer: int) -> tuple[str, Said]:
        drawn = zip(now.seats, now.out, strict=True)
        said = ", ".join(f"{self.speech.side(seat)} {number}" for seat, number in drawn)
        return "numbers", {"numbers": said}

    def _survivor(self, now: Any, viewer: int) -> tuple[str, Said]:
        return "survivor", {"land": self.speech.land(now.land)}


def weather_told(speech: Speech, rune: int, strength: int) -> dict[str, str]:
    """The name of a round event, and what it does."""
    told = sentences(speech.lang)["round"][RUNES[rune]]
    return {"name": str(told["name"]), "does": str(told["does"]).format(strength=strength)}
