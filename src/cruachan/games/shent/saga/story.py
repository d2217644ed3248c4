"""The saga as data, to be read beside the map while it goes on."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.view import Passage, Story, StoryChapter
from cruachan.engine.words import Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga.saga import Chapter, chronicle
from cruachan.games.shent.tale.voice import as_sentence

QUOTES = ("„“", "“”")
"""The marks around what is said, in each language."""


def story(match: Match[State, Move], lang: Lang, viewer: Viewer) -> Story:
    """The saga so far, as far as a viewer may know it; what people told themselves is theirs."""
    saga = chronicle(match, lang, viewer)
    told = dict(_own_words(match, viewer))
    chapters = [Chapter(saga.word("prologue"), "", saga.prologue), *saga.rounds]
    if saga.epilogue:
        chapters.append(Chapter(saga.word("epilogue"), "", saga.epilogue))
    return {
        "title": saga.title,
        "subtitle": saga.subtitle,
        "people": [{"name": name, "about": who} for name, who in saga.people],
        "chapters": [_chapter(chapter, told) for chapter in chapters],
    }


def _own_words(match: Match[State, Move], viewer: Viewer) -> Iterator[tuple[str, str]]:
    """What players told in their own words and the viewer may read, with who it was."""
    for number, ply in enumerate(match.history):
        if words := ply.move.words:
            state = match.state_at(number)
            said = match.game.write_move(state, ply.seat, ply.move, viewer)
            if said.endswith(f" : {words}"):
                yield as_sentence(words), match.names[ply.seat]


def _chapter(chapter: Chapter, told: dict[str, str]) -> StoryChapter:
    passages = [each for text in chapter.paragraphs for each in passages_of(text, told)]
    return {"title": chapter.title, "lead": chapter.lead, "passages": passages}


def passages_of(text: str, told: dict[str, str]) -> Iterator[Passage]:
    """A paragraph, with what people told themselves set apart."""
    own = next((words for words in told if words in text), None)
    if own is None:
        yield {"text": text, "by": None}
        return
    before, after = _unquoted(*text.split(own, 1))
    if before:
        yield from passages_of(before, told)
    yield {"text": own, "by": told[own]}
    if after:
        yield from passages_of(after, told)


def _unquoted(before: str, after: str) -> tuple[str, str]:
    """What stands around words that are set apart, without the marks that they stood in."""
    if before[-1:] + after[:1] in QUOTES:
        before, after = before[:-1], after[1:]
    return before.strip(), after.strip() if any(map(str.isalnum, after)) else ""
