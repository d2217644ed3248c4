"""The passes that make a saga, in their order: what each does, needs and gives.

A pass takes the draft and rewrites it. Most are marked `by_turn`: they share one walk through the
turns, and each turn goes through all of them, up to its final words, before the next one does. In
that walk the match of the draft ends with the turn at hand. So what is told of a turn depends on
nothing that was played later, and a saga that goes on leaves what it has told as it is. The work
itself is done by the classes in `passes/`, which know nothing of the draft.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.games.shent.saga.book import (
    Book,
    Chapter,
    SagaPerson,
    StorySentence,
    TurnScene,
)
from cruachan.games.shent.saga.draft import ChapterDraft, SagaDraft, TurnDraft
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import FigureNamer
from cruachan.games.shent.saga.passes.bind_chapters import full
from cruachan.games.shent.saga.passes.choose_sentences import SentenceChooser, told_of
from cruachan.games.shent.saga.passes.christen_figures import FigureChristener, tell_apart
from cruachan.games.shent.saga.passes.fill_gaps import ReaderMemory
from cruachan.games.shent.saga.passes.follow_quests import QuestFollower
from cruachan.games.shent.saga.passes.list_people import PeopleLister
from cruachan.games.shent.saga.passes.mark_repetitions import RepetitionMarker
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.saga.passes.replace_repeated_lands import RepeatedLandReplacer
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

TurnRewriter = Callable[[TurnDraft], None]
PassFunction = Callable[[SagaDraft], TurnRewriter | None]
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
    """Find out who each piece was at any time."""
    draft.figures = FigureLives(draft.match)


@saga_pass(needs="figures", gives="survey")
def survey_moves(draft: SagaDraft) -> None:
    """Narrate every move once, to weigh what is said of it."""
    draft.survey = MoveNarration(draft.match, draft.lang, draft.viewer, draft.figures)


@saga_pass(needs="figures survey", gives="narration voice plies")
def narrate_moves(draft: SagaDraft) -> None:
    """Narrate every move again; only sentences that are told count as used."""
    draft.plies = set()
    args = draft.match, draft.lang, draft.viewer, draft.figures
    draft.narration = MoveNarration(*args, draft.plies)
    draft.voice = draft.narration.voice


@saga_pass(needs="", gives="goal", by_turn=True)
def find_goal(draft: SagaDraft) -> TurnRewriter:
    """Find the moves that brought the goal nearer that won, once somebody has."""
    draft.goal = []

    def rewrite(_: TurnDraft) -> None:
        draft.goal = steps(draft.match)

    return rewrite


@saga_pass(needs="figures goal survey narration plies", gives="chosen turns", by_turn=True)
def choose_sentences(draft: SagaDraft) -> TurnRewriter:
    """Choose what is told: fates always, turns of fortune where there is room."""
    chooser, chosen, plies = SentenceChooser(draft.survey), set[tuple[int, str]](), draft.plies
    draft.chosen = chosen

    def rewrite(turn: TurnDraft) -> None:
        chosen.update(chooser.openings())
        toward = {step.ply for step in draft.goal}
        for scene in turn.surveyed:
            chosen.update(chooser.tell(scene, toward))
        plies.update(ply for ply, _ in chosen)
        plies.add(len(draft.match.history) - 1)

    return rewrite


@saga_pass(needs="figures turns chosen", gives="names", by_turn=True)
def christen_figures(draft: SagaDraft) -> TurnRewriter:
    """Name each figure that the story tells of more than once; tell apart two of one name."""
    names = [str(name) for name in draft.words["christened"]]
    christener = FigureChristener(draft.figures, names, draft.edition)

    def rewrite(turn: TurnDraft) -> None:
        tell_apart(draft.figures, draft.words["younger"])
        christener.tell(turn.surveyed, draft.chosen)

    return rewrite


@saga_pass(needs="narration voice chosen names", gives="order", by_turn=True)
def order_turn(draft: SagaDraft) -> TurnRewriter:
    """Keep the chosen sentences of a turn, land by land, causes before their fights."""
    narration, taken = draft.narration, [0]

    def rewrite(turn: TurnDraft) -> None:
        narration.go_on()
        narration.pick.counts = True
        turn.scenes = narration.scenes[taken[0] :][: len(turn.surveyed)]
        taken[0] += len(turn.scenes)
        for scene in turn.scenes:
            scene.told = told_of(scene, draft.chosen, draft.voice)

    return rewrite


@saga_pass(needs="figures voice order", gives="journeys", by_turn=True)
def tell_journeys(draft: SagaDraft) -> TurnRewriter:
    """Tell a journey as one sentence where something hangs on it, and leave out all others."""
    teller = JourneyTeller(draft.voice, draft.figures)
    return _by_scene(lambda scene: teller.tell(scene, scene.told))


@saga_pass(needs="narration voice journeys", gives="quests", by_turn=True)
def follow_quests(draft: SagaDraft) -> TurnRewriter:
    """Say what a turn meant for the quests of its player, and what a fulfilled one had cost."""
    quests = draft.quests = QuestFollower(draft.match, draft.voice, draft.viewer)
    opening, begun = draft.narration.opening, [False]

    def rewrite(turn: TurnDraft) -> None:
        if turn.round and not begun[0]:
            begun[0] = True
            quests.tell(opening, [])
        for scene in turn.scenes:
            scene.told = quests.tell(scene, scene.told)

    return rewrite


@saga_pass(needs="voice quests", gives="entries", by_turn=True)
def tell_unseen_entries(draft: SagaDraft) -> TurnRewriter:
    """Say of lands that were entered unseen that they were, or how loud it was."""
    return _by_scene(UnseenEntries(draft.match, draft.voice, draft.viewer).tell)


@saga_pass(needs="goal voice entries", gives="goal_teller", by_turn=True)
def tell_winning_goal(draft: SagaDraft) -> TurnRewriter:
    """Tell the last steps of the goal that won, and what it came to before the seal is broken."""
    teller = draft.goal_teller = GoalTeller(draft.match, draft.voice)

    def rewrite(turn: TurnDraft) -> None:
        teller.see(draft.goal)
        for scene in turn.scenes:
            scene.told = teller.tell(scene)

    return rewrite


@saga_pass(needs="quests goal_teller", gives="reminders", by_turn=True)
def remind_of_quests(draft: SagaDraft) -> TurnRewriter:
    """Remind the reader of a quest of which nothing was told for long."""
    quests = draft.quests

    def reminded(scene: TurnScene) -> list[StorySentence]:
        if scene.told and scene.told[0].said.kind not in ("quest", "feat", "arc"):
            return [*quests.reminder(scene.seat, scene.told[0].ply), *scene.told]
        return scene.told

    return _by_scene(reminded)


@saga_pass(needs="narration voice goal_teller reminders", gives="owners", by_turn=True)
def tell_land_changes(draft: SagaDraft) -> TurnRewriter:
    """Tell that a land fell away in silence, where the reader knew whose it was."""
    lands = LandChanges(draft.match, draft.voice, draft.narration.homes)

    def rewrite(turn: TurnDraft) -> None:
        for scene in turn.scenes:
            lands.tell(scene)

    return rewrite


@saga_pass(needs="narration voice owners", gives="homes", by_turn=True)
def tell_home_changes(draft: SagaDraft) -> TurnRewriter:
    """Tell what became of the lands in which the players began."""
    homes = HomeChanges(draft.match, draft.voice, draft.narration.homes)

    def rewrite(turn: TurnDraft) -> None:
        for scene in turn.scenes:
            homes.tell(scene)

    return rewrite


@saga_pass(needs="figures voice homes", gives="repetitions", by_turn=True)
def mark_repetitions(draft: SagaDraft) -> TurnRewriter:
    """Tell a song that fails again, and a challenge that comes again, as that."""
    return _by_scene(RepetitionMarker(draft.voice, draft.figures).tell)


@saga_pass(needs="narration homes repetitions", gives="chapters", by_turn=True)
def bind_chapters(draft: SagaDraft) -> TurnRewriter:
    """Bind rounds to chapters: a chapter ends with the round in which it has become long."""
    draft.chapters = []
    chapters = draft.chapters

    def rewrite(turn: TurnDraft) -> None:
        if turn.round is None:
            return
        if not chapters or chapters[-1].closed:
            chapters.append(ChapterDraft())
        chapter = chapters[-1]
        if turn.round.number not in chapter.numbers:
            chapter.rounds.append(turn.round)
        chapter.scenes += turn.scenes
        chapter.closed = turn.ends_round and full(chapter.scenes)

    return rewrite


@saga_pass(needs="goal_teller chapters", gives="dates", by_turn=True)
def date_winning_goal(draft: SagaDraft) -> TurnRewriter:
    """Say of a goal that was reached in an earlier chapter that it was."""

    def bound(scene: TurnScene) -> list[StorySentence]:
        return draft.goal_teller.bound(scene.told, draft.chapters[-1].numbers)

    return _by_scene(bound)


@saga_pass(needs="voice chapters repetitions dates", gives="rivalries", by_turn=True)
def tell_rivalries(draft: SagaDraft) -> TurnRewriter:
    """Say what grows between two players: quarrels, revenge, a peace amid a war."""
    return _by_scene(Rivalries(draft.match, draft.voice).tell)


@saga_pass(needs="figures narration voice chapters rivalries", gives="memory", by_turn=True)
def fill_gaps(draft: SagaDraft) -> TurnRewriter:
    """Make up for what the reader was not told: who woke, who held a land, who died."""
    homes = draft.narration.homes
    memory = draft.memory = ReaderMemory(draft.match, draft.voice, draft.figures, homes)

    def rewrite(turn: TurnDraft) -> None:
        if turn.round and turn.scenes and turn.scenes[0] is draft.chapters[-1].scenes[0]:
            memory.heard(turn.round.lead)
        for scene in turn.scenes:
            scene.told = memory.tell(scene)

    return rewrite


@saga_pass(needs="figures voice chapters memory", gives="deaths toll", by_turn=True)
def sum_up_dragon_deaths(draft: SagaDraft) -> TurnRewriter:
    """Tell a series of deaths by a dragon in one sentence at the end of the chapter."""
    toll = draft.toll = DragonToll(draft.match, draft.voice, draft.figures)

    def rewrite(turn: TurnDraft) -> None:
        toll.tell(turn.scenes)
        for scene in turn.scenes:
            scene.told.sort(key=lambda told: told.said.key == MOURNED)
        if turn.round and draft.chapters[-1].closed:
            draft.chapters[-1].closing += toll.close()
        turn.named_dead, toll.named = toll.named, set()

    return rewrite


@saga_pass(needs="voice chapters rivalries", gives="goals", by_turn=True)
def announce_goals(draft: SagaDraft) -> TurnRewriter:
    """Say at the end of a chapter who has sealed a goal in it."""
    announcer = GoalAnnouncer(draft.match, draft.voice)

    def rewrite(turn: TurnDraft) -> None:
        if turn.round and draft.chapters[-1].closed:
            chapter = draft.chapters[-1]
            chapter.closing += announcer.seals(chapter.scenes)

    return rewrite


@saga_pass(needs="narration voice figures", gives="namer writer prologue", by_turn=True)
def write_prologue(draft: SagaDraft) -> TurnRewriter:
    """Write the prologue: the frame story, the island, each player's beginning."""
    draft.namer = FigureNamer(draft.match, draft.voice, draft.figures)
    draft.writer = ChapterWriter(draft.voice, draft.namer, draft.figures)
    writer = PrologueWriter(draft.match, draft.voice, draft.writer)
    draft.prologue = Chapter(draft.words["prologue"])
    made = draft.prologue

    def rewrite(_: TurnDraft) -> None:
        if not made.passages:
            made.passages = writer.write(draft.narration.opening.told).passages

    return rewrite


@saga_pass(needs="namer writer chapters prologue deaths goals", gives="written", by_turn=True)
def write_chapters(draft: SagaDraft) -> TurnRewriter:
    """Write the chapters: figures by name, no sentence twice, paragraphs."""
    draft.written = []
    written, writer = draft.written, draft.writer

    def rewrite(turn: TurnDraft) -> None:
        if turn.round is None:
            return
        chapter = draft.chapters[-1]
        if len(written) < len(draft.chapters):
            written.append(writer.begin(turn.round))
        elif turn.round.number > written[-1].last:
            writer.next_round(written[-1], turn.round)
        draft.namer.known |= turn.named_dead
        writer.go_on(written[-1], turn.scenes)
        if chapter.closed:
            writer.go_on(written[-1], [TurnScene(NOBODY, turn.round.number, chapter.closing)])
            writer.close(written[-1])

    return rewrite


@saga_pass(needs="narration voice figures namer chapters written", gives="ending last_years")
def tell_last_years(draft: SagaDraft) -> None:
    """Close a game that nobody won with its last year: who stood where."""
    args = draft.match, draft.narration, draft.voice, draft.figures, draft.namer
    draft.ending = EpilogueWriter(*args)
    if draft.chapters and not draft.chapters[-1].closed:
        last = draft.ending.last_years(draft.narration.scenes)
        draft.chapters[-1].closing += last


@saga_pass(needs="chapters namer toll writer written last_years", gives="titles")
def close_last_chapter(draft: SagaDraft) -> None:
    """Give the last chapter its title, if the game is over."""
    if not draft.match.state.outcome or not draft.chapters or draft.chapters[-1].closed:
        return
    chapter, made = draft.chapters[-1], draft.written[-1]
    dead = draft.toll.close()
    draft.namer.known |= draft.toll.named
    draft.writer.go_on(made, [TurnScene(NOBODY, made.last, [*dead, *chapter.closing])])
    draft.writer.close(made)


@saga_pass(needs="ending namer memory written titles voice", gives="epilogue")
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


@saga_pass(needs="voice written short", gives="repeated_lands")
def replace_repeated_lands(draft: SagaDraft) -> None:
    """Write `there` for a land that was just named."""
    RepeatedLandReplacer(draft.voice).tell(draft.written)


@saga_pass(
    needs="figures narration voice ending prologue written epilogue repeated_lands",
    gives="people cast standings narrators routes route_texts",
)
def list_people(draft: SagaDraft) -> None:
    """List players, figures, narrators, standings and the routes of the map."""
    lister = PeopleLister(draft.match, draft.voice, draft.figures, draft.narration, draft.ending)
    seats = range(draft.match.state.seats)
    draft.people = [SagaPerson(draft.voice.player(seat), lister.player(seat)) for seat in seats]
    told = " ".join(
        each.text for chapter in (draft.prologue, *draft.written) for each in chapter.all
    )
    known = [life for life in draft.ending.known() if draft.figures.names[life.number] in told]
    draft.cast = [lister.figure(life) for life in known]
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
    survey_moves,
    narrate_moves,
    find_goal,
    choose_sentences,
    christen_figures,
    order_turn,
    tell_journeys,
    follow_quests,
    tell_unseen_entries,
    tell_winning_goal,
    remind_of_quests,
    tell_land_changes,
    tell_home_changes,
    mark_repetitions,
    bind_chapters,
    date_winning_goal,
    tell_rivalries,
    fill_gaps,
    sum_up_dragon_deaths,
    announce_goals,
    write_prologue,
    write_chapters,
    tell_last_years,
    close_last_chapter,
    write_epilogue,
    shorten_owners,
    replace_repeated_lands,
    list_people,
    make_book,
)


def run(draft: SagaDraft, passes: Sequence[SagaPass] = PIPELINE) -> SagaDraft:
    """Let passes rewrite a draft."""
    for by_turn, group in groupby(passes, key=lambda each: each.by_turn):
        if by_turn:
            rewriters = [each.run(draft) for each in group]
            for turn in _turns(draft):
                for rewrite in filter(None, rewriters):
                    rewrite(turn)
        else:
            for each in group:
                each.run(draft)
    return draft


def _turns(draft: SagaDraft) -> Iterator[TurnDraft]:
    """The turns one after the other; the match goes no further than the turn at hand."""
    figures, survey, taken = draft.figures, draft.survey, 0
    for number in range(len(draft.whole.history)):
        draft.match.follow(draft.whole)
        figures.see(draft.match)
        survey.go_on()
        last = number + 1 == len(draft.whole.history)
        if not (survey.closed or last):
            continue
        scenes = survey.scenes
        for at, scene in enumerate(scenes[taken:], taken):
            over = at + 1 < len(scenes)
            if not (over or last):
                break
            taken = at + 1
            new = next(each for each in survey.rounds if scene in each.scenes)
            ends = over and scenes[at + 1].round != scene.round
            yield TurnDraft([scene], new, ends, over)
        if (last and not scenes) or (survey.closed and not taken):
            yield TurnDraft([], None, False, False)


def _by_scene(tell: Callable[[TurnScene], list[StorySentence]]) -> TurnRewriter:
    """What rewrites each scene of a turn."""

    def rewrite(turn: TurnDraft) -> None:
        for scene in turn.scenes:
            scene.told = tell(scene)

    return rewrite


def until(name: str) -> Sequence[SagaPass]:
    """The first passes of the pipeline, up to and with the one of this name."""
    names = [each.name for each in PIPELINE]
    return PIPELINE[: names.index(name) + 1]
