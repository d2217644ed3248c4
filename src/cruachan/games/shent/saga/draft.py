"""A saga in the making: what the passes of the pipeline read, add and rewrite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import (
    Book,
    Chapter,
    FinalStanding,
    SagaPerson,
    StorySentence,
    TurnScene,
)
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import FigureNamer
from cruachan.games.shent.saga.passes.fill_gaps import ReaderMemory
from cruachan.games.shent.saga.passes.follow_quests import QuestFollower
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration, SagaRound
from cruachan.games.shent.saga.passes.sum_up_dragon_deaths import DragonToll
from cruachan.games.shent.saga.passes.tell_winning_goal import GoalStep, GoalTeller
from cruachan.games.shent.saga.passes.write_chapters import ChapterWriter
from cruachan.games.shent.saga.passes.write_epilogue import EpilogueWriter
from cruachan.games.shent.saga.routes import Route
from cruachan.games.shent.saga.sentence_rotation import edition
from cruachan.games.shent.tale.voice import Voice

TEXT_STATES = {
    "names": "Figures that the story tells of more than once have a name.",
    "turns": "A turn holds only what is told of it, in the order of telling.",
    "order": "What led to something stands before it, and lands stand together.",
    "journeys": "Ways stand in a turn as journeys, or not at all.",
    "entries": "Lands that were entered unseen are told as that.",
    "reminders": "A quest of which nothing was told for long is recalled.",
    "owners": "Silent changes of a land's owner are told where they matter.",
    "homes": "What became of the players' first lands is told.",
    "repetitions": "What comes again is told as what comes again.",
    "dates": "A goal reached in an earlier chapter is told as reached before.",
    "rivalries": "What grows between two players is told.",
    "deaths": "A series of deaths by a dragon waits for the end of its chapter.",
    "goals": "A chapter ends with the goals that were sealed in it.",
    "last_years": "The last chapter ends with how everybody stood, if nobody won.",
    "titles": "The chapters have their titles.",
    "short": "Owners stand in their shorter form, most of the time.",
    "repeated_lands": "A land that was just named is called `there`.",
}
"""Facts about the text of a draft that no attribute shows; passes give and need them too."""


@dataclass
class ChapterDraft:
    """The rounds that share a chapter, and what is told of them in the order of reading."""

    rounds: list[SagaRound] = field(default_factory=list)
    scenes: list[TurnScene] = field(default_factory=list)
    """Its turns so far, in the order in which they were played."""
    closing: list[StorySentence] = field(default_factory=list)
    """What is said after the last turn."""
    closed: bool = False
    """Whether it is over: nothing is added to it any more."""

    @property
    def numbers(self) -> set[int]:
        """The numbers of its rounds."""
        return {each.number for each in self.rounds}


@dataclass
class TurnDraft:
    """A turn in the making. What is told of it depends on nothing that was played after it."""

    surveyed: list[TurnScene]
    """Its scenes as they were surveyed: the turn, or what came before the first of a round."""
    round: SagaRound | None
    """Its round as it was surveyed; none for what came before the first round."""
    ends_round: bool
    """Whether the round is over with it."""
    over: bool
    """Whether it is over itself: only the last turn of a running game may be told anew."""
    scenes: list[TurnScene] = field(default_factory=list)
    """Its scenes as they are told."""
    named_dead: set[int] = field(default_factory=set)
    """Figures that a summary of deaths names, by number: the reader knows them by name."""


class SagaDraft:
    """What is known of a story so far.

    The attributes that are set at once are the commission. Each other one is given by a pass; to
    read it before that is an AttributeError. `pipeline.PIPELINE` declares which pass needs and
    gives what.
    """

    def __init__(self, match: Match[State, Move], lang: Lang, viewer: Viewer) -> None:
        self.whole = match
        self.match = match.until(0)
        """The match as far as the passes know it: up to the end of the turn at hand."""
        self.edition = edition(match)
        self.lang: Lang = lang
        self.viewer = viewer
        self.words = sentences(lang)

    figures: FigureLives
    """Who each piece was at any time; the names are complete after `christen_figures`."""
    goal: Sequence[GoalStep]
    """What brought the goal nearer that won; none before the end."""
    survey: MoveNarration
    """All moves narrated, to weigh them; its sentences are not the ones that are told."""
    chosen: set[tuple[int, str]]
    """What is told: by ply and key of the sentence."""
    plies: set[int]
    """The plies of which something is told."""
    narration: MoveNarration
    """All moves narrated, with the turns that the next passes rewrite."""
    voice: Voice
    """Names, nouns and the choice among sentences."""
    quests: QuestFollower
    """How far the known quests are."""
    goal_teller: GoalTeller
    """The steps of the goal that won."""
    chapters: list[ChapterDraft]
    memory: ReaderMemory
    """What the reader knows at the end."""
    toll: DragonToll
    """The deaths by dragons that wait for the end of the chapter."""
    ending: EpilogueWriter
    namer: FigureNamer
    """Which figures the reader knows by name."""
    writer: ChapterWriter
    prologue: Chapter
    written: list[Chapter]
    """The chapters in their final paragraphs; the last one may still grow."""
    epilogue: Chapter
    people: list[SagaPerson]
    cast: list[SagaPerson]
    standings: list[FinalStanding]
    narrators: list[SagaPerson]
    routes: list[Route]
    """The longest routes of each player."""
    route_texts: list[str]
    """The routes of the map as text."""
    book: Book
