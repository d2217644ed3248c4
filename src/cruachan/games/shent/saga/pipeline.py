"""The passes that make a saga, in their order: what each does, needs and gives.

A pass takes the draft and rewrites it. Most go over the whole story. Passes that are marked
`by_turn` share one walk through the turns: each turn goes through all of them before the next
turn does, because what is said of a quest depends on what was told in the turns before. The work
itself is done by the classes in `passes/`, which know nothing of the draft.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.games.shent.saga.book import Book, Chapter, SagaPerson, TurnScene
from cruachan.games.shent.saga.draft import ChapterDraft, SagaDraft
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import FigureNamer
from cruachan.games.shent.saga.passes.bind_chapters import bind, threads
from cruachan.games.shent.saga.passes.choose_sentences import choose, told_of
from cruachan.games.shent.saga.passes.christen_figures import christen, tell_apart
from cruachan.games.shent.saga.passes.fill_gaps import ReaderMemory
from cruachan.games.shent.saga.passes.follow_quests import QuestFollower
from cruachan.games.shent.saga.passes.list_people import PeopleLister
from cruachan.games.shent.saga.passes.mark_repetitions import RepetitionMarker
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.saga.passes.say_there import ThereSayer
from cruachan.games.shent.saga.passes.shorten_owners import OwnerShortener
from cruachan.games.shent.saga.passes.sum_up_dragon_deaths import MOURNED, DragonToll, dragon_seen
from cruachan.games.shent.saga.passes.tell_home_changes import HomeChanges
from cruachan.games.shent.saga.passes.tell_journeys import JourneyTeller
from cruachan.games.shent.saga.passes.tell_land_changes import LandChanges
from cruachan.games.shent.saga.passes.tell_rivalries import GoalAnnouncer, Rivalries
from cruachan.games.shent.saga.passes.tell_unseen_entries import UnseenEntries
from cruachan.games.shent.saga.passes.tell_winning_goal import GoalTeller, steps
from cruachan.games.shent.saga.passes.write_chapters import ChapterWriter
from cruachan.games.shent.saga.passes.write_epilogue import EpilogueWriter
from cruachan.games.shent.saga.passes.write_prologue import PrologueWriter
from cruachan.games.shent.saga.routes import main_routes

SceneRewriter = Callable[[TurnScene], None]
PassFunction = Callable[[SagaDraft], SceneRewriter | None]
"""Rewrites the draft; a pass by turn returns what rewrites a turn."""


class SagaPass(NamedTuple):
    """One step from a match to a book."""

    name: str
    does: str
    """What it does to the story, in a sentence."""
    needs: frozenset[str]
    """Facts that earlier passes give: attributes of the draft, or `draft.TEXT_STATES`."""
    gives: frozenset[str]
    run: PassFunction
    by_turn: bool


def saga_pass(needs: str, gives: str, by_turn: bool = False) -> Callable[[PassFunction], SagaPass]:
    """Make a pass of a function; its docstring says what it does."""

    def made(run: PassFunction) -> SagaPass:
        facts = frozenset(needs.split()), frozenset(gives.split())
        return SagaPass(run.__name__, run.__doc__ or "", *facts, run, by_turn)

    return made


@saga_pass(needs="", gives="figures")
def trace_figures(draft: SagaDraft) -> None:
    """Find out who each piece was at any time; tell apart two figures of one name."""
    draft.figures = FigureLives(draft.match)
    tell_apart(draft.figures, draft.words["younger"])


@saga_pass(needs="", gives="goal")
def find_goal(draft: SagaDraft) -> None:
    """Find the moves that brought the goal nearer that won."""
    draft.goal = frozenset(step.ply for step in steps(draft.match))


@saga_pass(needs="figures", gives="survey")
def survey_moves(draft: SagaDraft) -> None:
    """Narrate every move once, to weigh what is said of it."""
    draft.survey = MoveNarration(draft.match, draft.lang, draft.viewer, draft.figures)


@saga_pass(needs="figures goal survey", gives="chosen")
def choose_sentences(draft: SagaDraft) -> None:
    """Choose what is told: fates always, turns of fortune where there is room."""
    draft.chosen = choose(draft.survey, draft.goal)


@saga_pass(needs="figures survey chosen", gives="names")
def christen_figures(draft: SagaDraft) -> None:
    """Give a name to each figure with more than one deed to tell of."""
    names = [str(name) for name in draft.words["christened"]]
    christen(draft.figures, draft.survey, draft.chosen, names)


@saga_pass(needs="figures chosen names", gives="narration voice")
def narrate_moves(draft: SagaDraft) -> None:
    """Narrate every move again; only sentences that are told count as used."""
    plies = {ply for ply, _ in draft.chosen}
    draft.narration = MoveNarration(draft.match, draft.lang, draft.viewer, draft.figures, plies)
    draft.narration.pick.counts = True
    draft.voice = draft.narration.voice


@saga_pass(needs="narration voice chosen", gives="turns", by_turn=True)
def order_turn(draft: SagaDraft) -> SceneRewriter:
    """Keep the chosen sentences of a turn, land by land, causes before their fights."""

    def rewrite(scene: TurnScene) -> None:
        scene.told = told_of(scene, draft.chosen, draft.voice)

    return rewrite


@saga_pass(needs="figures voice turns", gives="journeys", by_turn=True)
def tell_journeys(draft: SagaDraft) -> SceneRewriter:
    """Tell a journey as one sentence where something hangs on it, and leave out all others."""
    teller = JourneyTeller(draft.voice, draft.figures)

    def rewrite(scene: TurnScene) -> None:
        scene.told = teller.tell(scene, scene.told)

    return rewrite


@saga_pass(needs="narration voice journeys", gives="quests", by_turn=True)
def follow_quests(draft: SagaDraft) -> SceneRewriter:
    """Say what a turn meant for the quests of its player, and what a fulfilled one had cost."""
    quests = draft.quests = QuestFollower(draft.match, draft.voice, draft.viewer)
    quests.tell(draft.narration.opening, [])

    def rewrite(scene: TurnScene) -> None:
        scene.told = quests.tell(scene, scene.told)

    return rewrite


@saga_pass(needs="voice quests", gives="entries", by_turn=True)
def tell_unseen_entries(draft: SagaDraft) -> SceneRewriter:
    """Say of lands that were entered unseen that they were, or how loud it was."""
    entries = UnseenEntries(draft.match, draft.voice, draft.viewer)

    def rewrite(scene: TurnScene) -> None:
        scene.told = entries.tell(scene)

    return rewrite


@saga_pass(needs="voice entries", gives="goal_teller", by_turn=True)
def tell_winning_goal(draft: SagaDraft) -> SceneRewriter:
    """Tell each step of the goal that won, and what it came to before the seal is broken."""
    teller = draft.goal_teller = GoalTeller(draft.match, draft.voice)

    def rewrite(scene: TurnScene) -> None:
        scene.told = teller.tell(scene)

    return rewrite


@saga_pass(needs="quests goal_teller", gives="reminders", by_turn=True)
def remind_of_quests(draft: SagaDraft) -> SceneRewriter:
    """Remind the reader of a quest of which nothing was told for long."""
    quests = draft.quests

    def rewrite(scene: TurnScene) -> None:
        if scene.told and scene.told[0].said.kind not in ("quest", "feat", "arc"):
            scene.told[:0] = quests.reminder(scene.seat, scene.told[0].ply)

    return rewrite


@saga_pass(needs="narration voice goal_teller reminders", gives="owners")
def tell_land_changes(draft: SagaDraft) -> None:
    """Tell silent changes of a land's owner where the reader would miss them later."""
    counted = {land for step in draft.goal_teller.steps for land in step.lands}
    homes = draft.narration.homes
    LandChanges(draft.match, draft.voice, homes, counted).tell(draft.narration.scenes)


@saga_pass(needs="narration voice owners", gives="homes")
def tell_home_changes(draft: SagaDraft) -> None:
    """Tell what became of the lands in which the players began."""
    homes = HomeChanges(draft.match, draft.voice, draft.narration.homes)
    homes.tell(draft.narration.scenes)


@saga_pass(needs="narration homes", gives="chapters")
def bind_chapters(draft: SagaDraft) -> None:
    """Bind rounds to chapters; let turns of one player follow each other."""
    draft.chapters = []
    for rounds in bind(draft.narration.rounds):
        turns = [scene for each in rounds for scene in each.scenes]
        scenes = threads([scene for scene in turns if scene.told])
        draft.chapters.append(ChapterDraft(rounds, scenes))


@saga_pass(needs="figures voice chapters", gives="repetitions")
def mark_repetitions(draft: SagaDraft) -> None:
    """Tell a song that fails again, and a challenge that comes again, as that."""
    marker = RepetitionMarker(draft.voice, draft.figures)
    for chapter in draft.chapters:
        for scene in chapter.scenes:
            scene.told = marker.tell(scene)


@saga_pass(needs="goal_teller chapters", gives="dates")
def date_winning_goal(draft: SagaDraft) -> None:
    """Say of a goal that was reached in an earlier chapter that it was."""
    for chapter in draft.chapters:
        for scene in chapter.scenes:
            scene.told = draft.goal_teller.bound(scene.told, chapter.numbers)


@saga_pass(needs="voice chapters repetitions dates", gives="rivalries")
def tell_rivalries(draft: SagaDraft) -> None:
    """Say what grows between two players: quarrels, revenge, a peace amid a war."""
    rivalries = Rivalries(draft.match, draft.voice)
    for chapter in draft.chapters:
        for scene in chapter.scenes:
            scene.told = rivalries.tell(scene)


@saga_pass(needs="figures narration voice chapters rivalries", gives="memory")
def fill_gaps(draft: SagaDraft) -> None:
    """Make up for what the reader was not told: who woke, who held a land, who died."""
    homes = draft.narration.homes
    memory = draft.memory = ReaderMemory(draft.match, draft.voice, draft.figures, homes)
    for chapter in draft.chapters:
        memory.heard(chapter.rounds[0].lead)
        for scene in chapter.scenes:
            scene.told = memory.tell(scene)


@saga_pass(needs="figures voice chapters memory", gives="deaths")
def sum_up_dragon_deaths(draft: SagaDraft) -> None:
    """Tell the deaths of a chapter by a dragon in one sentence, from the third death on."""
    toll = DragonToll(draft.match, draft.voice, draft.figures)
    for chapter in draft.chapters:
        toll.tell(chapter.scenes)
        chapter.named_dead, toll.named = toll.named, set()
        for scene in chapter.scenes:
            scene.told.sort(key=lambda told: told.said.key == MOURNED)


@saga_pass(needs="voice chapters rivalries", gives="goals")
def announce_goals(draft: SagaDraft) -> None:
    """Say at the end of a chapter who has sealed a goal in it."""
    announcer = GoalAnnouncer(draft.match, draft.voice)
    for chapter in draft.chapters:
        chapter.closing += announcer.seals(chapter.turns)


@saga_pass(needs="narration voice figures chapters deaths goals", gives="ending namer")
def tell_last_years(draft: SagaDraft) -> None:
    """Close a game that nobody won with its last year: who stood where."""
    draft.namer = FigureNamer(draft.match, draft.voice, draft.figures)
    draft.ending = EpilogueWriter(
        draft.match, draft.narration, draft.voice, draft.figures, draft.namer
    )
    if draft.chapters:
        last = draft.ending.last_years(draft.narration.scenes)
        draft.chapters[-1].closing += last


@saga_pass(needs="narration voice figures namer", gives="writer prologue")
def write_prologue(draft: SagaDraft) -> None:
    """Write the prologue: the frame story, the island, each player's beginning."""
    draft.writer = ChapterWriter(draft.voice, draft.namer, draft.figures)
    prologue = PrologueWriter(draft.match, draft.voice, draft.writer)
    draft.prologue = prologue.write(draft.narration.opening.told)


@saga_pass(needs="namer writer chapters ending prologue", gives="written")
def write_chapters(draft: SagaDraft) -> None:
    """Write the chapters: figures by name, no sentence twice, paragraphs, titles."""
    draft.written = []
    for chapter in draft.chapters:
        draft.namer.known |= chapter.named_dead
        last = TurnScene(NOBODY, chapter.rounds[-1].number, chapter.closing)
        draft.written.append(draft.writer.chapter(chapter.rounds, [*chapter.scenes, last]))


@saga_pass(needs="ending namer memory written voice", gives="epilogue")
def write_epilogue(draft: SagaDraft) -> None:
    """Write how it ended for each player."""
    over = bool(draft.match.state.outcome)
    draft.epilogue = Chapter(draft.words["epilogue" if over else "now"])
    ending = draft.ending
    ending.dragon = dragon_seen(draft.match, draft.voice, draft.written)
    ending.asleep = {one for one, away in draft.memory.away.items() if away.asleep}
    draft.epilogue.passages = ending.passages() if over else []


@saga_pass(needs="voice prologue written epilogue", gives="short")
def shorten_owners(draft: SagaDraft) -> None:
    """Turn `the people of Medb` into `Medb's people`, two times of three."""
    chapters = [draft.prologue, *draft.written, draft.epilogue]
    OwnerShortener(draft.voice).tell(chapters)


@saga_pass(needs="voice written short", gives="there")
def say_there(draft: SagaDraft) -> None:
    """Say `there` of a land that was just named."""
    ThereSayer(draft.voice).tell(draft.written)


@saga_pass(
    needs="figures narration voice ending prologue written epilogue there",
    gives="people cast standings narrators routes route_texts",
)
def list_people(draft: SagaDraft) -> None:
    """List players, figures, narrators, standings and the routes of the map."""
    lister = PeopleLister(draft.match, draft.voice, draft.figures, draft.narration, draft.ending)
    seats = range(draft.match.state.seats)
    draft.people = [SagaPerson(draft.voice.player(seat), lister.player(seat)) for seat in seats]
    draft.cast = [lister.figure(life) for life in draft.ending.known()]
    draft.standings = [draft.ending.row(seat) for seat in seats]
    draft.narrators = lister.narrators([draft.prologue, *draft.written, draft.epilogue])
    draft.routes = main_routes(draft.match, draft.figures)
    draft.route_texts = [lister.route(route) for route in draft.routes]


@saga_pass(
    needs="figures voice prologue written epilogue people cast standings narrators route_texts",
    gives="book",
)
def make_book(draft: SagaDraft) -> None:
    """Put everything into one book."""
    words, names = draft.words, draft.voice.names
    over = bool(draft.match.state.outcome)
    subtitle = words["told"].format(names=draft.voice.listed(names))
    island = draft.match.state.board.title.text(draft.lang)
    draft.book = Book(
        lang=draft.lang,
        title=words["title"].format(island=island),
        subtitle=subtitle if over else f"{subtitle}, {words['so_far']}",
        people=draft.people,
        figures=draft.cast,
        prologue=draft.prologue,
        rounds=draft.written,
        epilogue=draft.epilogue,
        players=draft.standings,
        narrators=draft.narrators,
        ways=draft.route_texts,
        names=tuple(names),
        over=over,
        named=dict(draft.figures.names),
    )


PIPELINE: Sequence[SagaPass] = (
    trace_figures,
    find_goal,
    survey_moves,
    choose_sentences,
    christen_figures,
    narrate_moves,
    order_turn,
    tell_journeys,
    follow_quests,
    tell_unseen_entries,
    tell_winning_goal,
    remind_of_quests,
    tell_land_changes,
    tell_home_changes,
    bind_chapters,
    mark_repetitions,
    date_winning_goal,
    tell_rivalries,
    fill_gaps,
    sum_up_dragon_deaths,
    announce_goals,
    tell_last_years,
    write_prologue,
    write_chapters,
    write_epilogue,
    shorten_owners,
    say_there,
    list_people,
    make_book,
)


def run(draft: SagaDraft, passes: Sequence[SagaPass] = PIPELINE) -> SagaDraft:
    """Let passes rewrite a draft."""
    for by_turn, group in groupby(passes, key=lambda each: each.by_turn):
        if by_turn:
            rewriters = [each.run(draft) for each in group]
            for scene in draft.narration.scenes:
                for rewrite in filter(None, rewriters):
                    rewrite(scene)
        else:
            for each in group:
                each.run(draft)
    return draft


def until(name: str) -> Sequence[SagaPass]:
    """The first passes of the pipeline, up to and with the one of this name."""
    names = [each.name for each in PIPELINE]
    return PIPELINE[: names.index(name) + 1]
