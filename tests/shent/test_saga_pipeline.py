"""The passes of the saga: each needs only what earlier ones give, and says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tools.saga import play

from cruachan.games.shent.core.house_rules import BEFORE_HOUSE_RULES
from cruachan.games.shent.saga.draft import TEXT_STATES, SagaDraft, TurnDraft
from cruachan.games.shent.saga.pipeline import (
    PIPELINE,
    SagaPass,
    TurnRewriter,
    run,
    saga_pass,
    until,
)

GIVEN = frozenset(SagaDraft.__annotations__)
"""The attributes of a draft that passes give."""


class WatchedDraft(SagaDraft):
    """A draft that notes which pass reads and which gives an attribute."""

    def __init__(self, *commission: Any) -> None:
        super().__init__(*commission)
        self.watched = ""
        self.reads: dict[str, set[str]] = {}
        self.writes: dict[str, set[str]] = {}

    def __getattribute__(self, name: str) -> Any:
        if name in GIVEN:
            self.reads.setdefault(self.watched, set()).add(name)
        return super().__getattribute__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in GIVEN:
            self.writes.setdefault(self.watched, set()).add(name)
        super().__setattr__(name, value)


def watched(step: SagaPass) -> SagaPass:
    """A pass during which the draft knows its name, also turn by turn."""

    def start(draft: SagaDraft) -> TurnRewriter | None:
        assert isinstance(draft, WatchedDraft)
        draft.watched = step.name
        rewrite = step.run(draft)
        draft.watched = ""
        if rewrite is None:
            return None

        def noted(scene: Any) -> None:
            draft.watched = step.name
            rewrite(scene)
            draft.watched = ""

        return noted

    return step._replace(run=start)


def unmet(passes: Sequence[SagaPass]) -> list[tuple[str, str]]:
    """What passes need and no earlier one gives: by pass and fact."""
    given: set[str] = set()
    found = []
    for step in passes:
        found += [(step.name, fact) for fact in sorted(step.needs - given)]
        given |= step.gives
    return found


def test_each_pass_needs_only_what_earlier_ones_give() -> None:
    assert unmet(PIPELINE) == []
    names = [step.name for step in PIPELINE]
    assert len(set(names)) == len(names)
    given = [fact for step in PIPELINE for fact in step.gives]
    assert len(set(given)) == len(given), "each fact has one pass that gives it"
    needed = {fact for step in PIPELINE for fact in step.needs}
    assert set(given) - needed == {"book", "routes"}, "only what the formats take is needed by none"
    assert set(given) == GIVEN | TEXT_STATES.keys()


@pytest.mark.parametrize("at", range(1, len(PIPELINE)))
def test_a_pass_that_comes_too_early_is_found(at: int) -> None:
    step = PIPELINE[at]
    if step.needs:
        assert unmet([step, *PIPELINE[:at], *PIPELINE[at + 1 :]])


def test_each_pass_says_in_one_sentence_what_it_does() -> None:
    for step in PIPELINE:
        assert step.does[0].isupper()
        assert step.does.endswith(".")
        assert step.run.__doc__


def test_the_docs_list_the_passes_in_their_order() -> None:
    text = (Path(__file__).parents[2] / "docs" / "saga.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if re.match(r"\| `\w+` \| (story|turn) \|", line)]
    assert rows == [
        f"| `{step.name}` | {'turn' if step.by_turn else 'story'} | {step.does} |"
        for step in PIPELINE
    ]


def test_each_pass_reads_and_gives_what_it_declares() -> None:
    draft = WatchedDraft(play(3, 3, rules=BEFORE_HOUSE_RULES), "en", None)
    run(draft, [watched(step) for step in PIPELINE])
    for step in PIPELINE:
        gives = step.gives & GIVEN
        assert draft.writes.get(step.name, set()) == gives, step.name
        read = draft.reads.get(step.name, set()) - gives
        assert read <= step.needs, step.name


def test_a_draft_knows_nothing_that_no_pass_has_given() -> None:
    draft = run(SagaDraft(play(3, 2, rules=BEFORE_HOUSE_RULES), "en", None), until("trace_figures"))
    assert draft.figures
    with pytest.raises(AttributeError, match="survey"):
        run(draft, [step for step in PIPELINE if step.name == "choose_sentences"])


def test_no_pass_sees_what_is_played_after_the_turn_at_hand() -> None:
    match = play(3, 2, rules=BEFORE_HOUSE_RULES)
    ends: list[int] = []

    @saga_pass(needs="", gives="", by_turn=True)
    def look(draft: SagaDraft) -> TurnRewriter:
        """Note how far the match goes."""

        def rewrite(turn: TurnDraft) -> None:
            assert len(draft.match.history) > max((each.end for each in turn.scenes), default=0) - 1
            ends.append(len(draft.match.history))

        return rewrite

    run(SagaDraft(match, "en", None), [*until("order_turn"), look])
    assert ends == sorted(ends)
    assert len(set(ends)) > 5
    assert ends[-1] == len(match.history)
