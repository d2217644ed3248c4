"""The voice in which all is told: names, nouns with their cases, sentences that do not repeat."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, TypeVar

from cruachan.engine.game import NOBODY
from cruachan.engine.languages import Lang, plural_category
from cruachan.engine.pieces import called
from cruachan.engine.texts import paragraphs
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.aims.wording import full_name, own_texts
from cruachan.games.shent.components.material import ELEMENTS, KINDS, RUNES
from cruachan.games.shent.core.fields import NOWHERE, PART, PHANTOM
from cruachan.games.shent.core.quotes import marks_of, nested, printed
from cruachan.games.shent.core.reading import FREE, STORY, Reading
from cruachan.games.shent.core.state import Aim, State
from cruachan.games.shent.tale import sentences
from cruachan.games.shent.tale.subjects import SpokenBy, Subject

T = TypeVar("T")
MARKS = "\ue000\ue001\ue002"
"""Around a figure that is named later: it begins, it begins with a capital, it ends."""
USUAL = "-"
"""Stands for the story that an aim's kind has of its own."""
Pick = Callable[[str, Sequence[str], int], str]
"""Chooses a sentence: by what it is for, from which ones, and a number that varies."""
Refer = Callable[[tuple[int, ...], int, str], str]
"""Names figures: which ones, whose they are to be called, and in which form."""


class Said(NamedTuple):
    """One sentence of the tale."""

    text: str
    note: str = ""
    """What it comes to in the game, for the log."""
    kind: str = "story"
    """story, new, idle, event; small: only for the log; way, round and others: see saga.py."""
    subject: Subject | None = None
    """What it is about, where land, figures and key do not say it."""
    land: int = NOWHERE
    """Where it happened."""
    key: str = ""
    """Which of the sentences of the tale it is, or which reading it tells."""
    pieces: tuple[int, ...] = ()
    """The figures it tells of."""
    place: int = NOWHERE
    """Another land of which it tells."""

    @property
    def line(self) -> str:
        """The sentence for the log; what people said themselves is set apart there."""
        if self.kind == "words":
            return f"\n{self.note}\n"
        if not self.text:
            return as_sentence(capital(self.note))
        return f"{self.text} ({self.note})" if self.note else self.text

    def about(self, kind: type[T]) -> T:
        """The subject, which has to be of this kind; TypeError where it is not."""
        if not isinstance(self.subject, kind):
            raise TypeError(f"{self.key!r} is about {self.subject!r}, not a {kind.__name__}")
        return self.subject


def by_number(key: str, options: Sequence[str], number: int) -> str:
    """The log's choice: it follows from the position alone."""
    return options[number % len(options)]


def offset(state: State) -> int:
    """Where a game begins in the lists of sentences."""
    return max(0, state.first) + sum(max(0, player.element) for player in state.players)


# --- Texts --------------------------------------------------------------------------------

_STARTS = re.compile(r"(^|[.!?] )(\w)")
_BEGINS = re.compile(r"(^|[.!?] )\{(figure\w*|one|two|all)\}")


def as_sentence(words: str) -> str:
    """What people said, whole, with a full stop."""
    plain = paragraphs(words)
    return plain if not plain or plain[-1] in ".!?…”“\"'»«)" else plain + "."


def capital(text: str) -> str:
    """With a capital letter at its beginning."""
    if text[:1] == MARKS[0]:
        return MARKS[1] + text[1:]
    return text[:1].upper() + text[1:]


class Voice:
    """Says things in a language: who, what, where."""

    def __init__(
        self,
        state: State,
        names: Sequence[str],
        lang: Lang,
        pick: Pick = by_number,
        refer: Refer | None = None,
    ) -> None:
        self.state = state
        self.lang: Lang = lang
        self.names = called(names, state.seats, lang)
        self.tales = sentences(lang)
        self.pick = pick
        self.refer = refer

    def land(self, land: int) -> str:
        """A land's name."""
        return self.state.board.lands[land].called(self.lang) if land >= 0 else ""

    def player(self, seat: int) -> str:
        """A player's name."""
        return self.names[seat] if seat >= 0 else ""

    def rune(self, rune: int) -> str:
        """A rune as it is printed."""
        return {"idh": "îdh"}.get(RUNES[rune], RUNES[rune])

    def rune_of(self, rune: int) -> str:
        """What a rune stands for: of the way, of secrecy."""
        return str(self.tales["rune_of"][RUNES[rune]])

    def element(self, element: int, form: str = "") -> str:
        """An element in words; German also with its article: of, acc."""
        key = ELEMENTS[element]
        return str(self.tales["called"].get(f"{key}_{form}") or self.tales["called"][key])

    def noun(self, unit: int, form: str = "the") -> str:
        """A figure by its name, else in words with its article; also what is no piece."""
        if unit in self.state.names:
            return self.state.names[unit]
        if unit >= PHANTOM:
            key = "part" if unit >= PART else "phantom"
        else:
            key = KINDS[self.state.pieces[unit].kind].key
        return self.kind(key, form)

    def kind(self, key: str, form: str = "the") -> str:
        """A kind of figure in words."""
        forms = self.tales["noun"][key]
        return str(forms.get(form) or forms[form.split("_")[0]])

    def several(self, key: str, number: int) -> str:
        """A kind of figure after a number; a language may have forms like `many_few`."""
        return self.kind(key, f"many_{plural_category(number, self.lang)}")

    def figure(self, unit: int, whose: int = NOBODY, form: str = "the") -> str:
        """A figure, and whose it is."""
        if self.refer and unit < PHANTOM:
            return self.refer((unit,), whose, form)
        noun = self.noun(unit, form)
        if whose < 0 or unit >= PART or unit in self.state.names:
            return noun
        return str(self.tales["tell"]["whose"]).format(figure=noun, player=self.player(whose))

    def newcomer(self, unit: int, form: str = "a") -> str:
        """A figure of which nobody has told yet."""
        return self.refer((unit,), NOBODY, form) if self.refer else self.noun(unit, form)

    def company(self, units: Sequence[int], others: Collection[int] = ()) -> str:
        """Several figures, those of a kind counted together; of some kinds it is another one."""
        if self.refer:
            return self.refer(tuple(units), NOBODY, "all")
        names = self.state.names
        kinds = [self.state.pieces[unit].kind for unit in units if unit not in names]
        parts = [names[unit] for unit in units if unit in names]
        for kind in dict.fromkeys(kinds):
            many, key = kinds.count(kind), KINDS[kind].key
            one = self.kind(key, "other" if kind in others else "the")
            parts.append(one if many == 1 else f"{self.number(many)} {self.several(key, many)}")
        return self.listed(parts)

    def listed(self, parts: Sequence[str]) -> str:
        """One, two and three."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.tales['called']['and']} {parts[-1]}"

    def runes(self, runes: Sequence[int]) -> str:
        """Runes by name; one that comes again is called so."""
        again = str(self.tales["called"]["again"])
        return self.listed(
            [
                again.format(rune=self.rune(rune)) if rune in runes[:at] else self.rune(rune)
                for at, rune in enumerate(runes)
            ]
        )

    def strong(self, rune: int, strength: int) -> str:
        """A rune and how strong it is."""
        return self.say("strong", rune=self.rune(rune), strength=strength)

    def gains(self, amounts: Sequence[int]) -> str:
        """Amounts of tûr, golu and aglar as text."""
        names = ("tûr", "golu", "aglar")
        return self.listed([f"{n} {name}" for n, name in zip(amounts, names, strict=False) if n])

    def number(self, number: int) -> str:
        """A small number as a word."""
        words = self.tales["called"]["numbers"]
        return str(words[number]) if 0 <= number < len(words) else str(number)

    def forms(self, unit: int, whose: int = NOBODY, article: str = "the") -> dict[str, str]:
        """A figure in all its cases, as the sentences of readings ask for it."""
        return {
            "figure": self.figure(unit, whose, article),
            "figure_acc": self.figure(unit, whose, f"{article}_acc"),
            "figure_dat": self.figure(unit, whose, f"{article}_dat"),
        }

    def own_words(self, seat: int, words: str) -> Said:
        """[S4.13] What a player said, and who it was."""
        said = self.quoted(as_sentence(words))
        return Said(
            said, self.say("says", player=self.player(seat), words=said), "words", SpokenBy(seat)
        )

    def reading(self, key: str) -> str:
        """What a reading is called, in quotes; a mere story is called so."""
        if key == STORY:
            return self.say("mere_story")
        if key == FREE:
            return self.say("named_reading", name=self.say("free_reading"))
        return self.say("named_reading", name=Reading.ALL[key].words(self.lang)["name"])

    def say(self, key: str, number: int = 0, /, **values: object) -> str:
        """One of the sentences of the tale for this."""
        found = self.tales["tell"][key]
        options = [found] if isinstance(found, str) else found
        return self.fill(self.pick(f"tell.{key}", options, number), values)

    def quoted(self, words: str) -> str:
        """What people typed, with the quotation marks of the language."""
        return printed(words, marks_of(self.tales["tell"]["says"]))

    def fill(self, sentence: str, values: dict[str, Any]) -> str:
        """A sentence with its names; a figure at its beginning has a capital letter."""
        if marks := marks_of(sentence):
            values = {**values, "words": nested(str(values["words"]), marks)}
        sentence = _BEGINS.sub(r"\1{\2_cap}", sentence)
        capitals = {f"{key}_cap": capital(str(value)) for key, value in values.items()}
        return sentence.format(**values, **capitals)


def genitive(voice: Voice, name: str) -> str:
    """A name as that of an owner: Medb's, Fergus’."""
    ends = voice.tales["tell"]["genitive"]
    return name + str(ends[name[-1].lower() in "sxzß"])


# --- Quests -------------------------------------------------------------------------------


def aim_title(voice: Voice, aim: Aim) -> str:
    """What a quest is called in the story."""
    own = own_texts(aim, voice.lang).get("called")
    if own:
        return capital(fill_aim(voice, own, aim, ""))
    return aims.describe(aim, voice.state.board, voice.names, voice.lang, "title")


def fill_aim(voice: Voice, sentence: str, aim: Aim, player: str) -> str:
    """A sentence about an aim."""
    of_element = AimKind.ALL[aim.kind].thing == "element" and aim.thing >= 0
    element = voice.element(aim.thing, "of") if of_element else ""
    values = {
        "player": player,
        "other": voice.player(aim.seat),
        "land": voice.land(aim.land),
        "size": voice.number(aim.size),
        "element_of": element,
    }
    return _STARTS.sub(lambda found: found[1] + found[2].upper(), voice.fill(sentence, values))


STORIES = {"story": "stories", "fulfilled": "endings"}
"""Where the other stories of a kind lie, beside the one of each key."""


def one_story(voice: Voice, aim: Aim, number: int, key: str) -> str:
    """One of the stories of an aim's kind, or USUAL; a quest ends in the one in which it began."""
    kind = full_name(aim)
    options = [USUAL, *own_texts(aim, voice.lang).get(STORIES[key], [])]
    places = [str(at) for at in range(len(options))]
    begin = number + offset(voice.state)
    return str(options[int(voice.pick(f"aim.{kind}.{number}", places, begin))])


def vow(voice: Voice, aim: Aim, number: int, player: str) -> str:
    """[S13.2] How a quest is vowed: the same on the card, in the vote, in the log and the saga."""
    plain = aim._replace(manners=())
    chosen = one_story(voice, plain, number, "story")
    if chosen != USUAL:
        return fill_aim(voice, chosen, plain, player)
    return aims.describe(plain, voice.state.board, voice.names, voice.lang, "story", player)
