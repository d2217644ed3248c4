"""What bots mean to do for their quests."""

from __future__ import annotations

from cruachan.games.shent.aims.aims import progress
from cruachan.games.shent.aims.base import the_kind
from cruachan.games.shent.aims.manners import plan_manners
from cruachan.games.shent.aims.plan import QuestPlan
from cruachan.games.shent.core.state import Quest, State, led


def plan_for(state: State, seat: int, quest: Quest) -> QuestPlan:
    """What to do for a quest: what its kind says, then its manners."""
    plan = QuestPlan(len(led(state, seat)))
    the_kind(quest).plan(state, seat, quest, plan)
    done, wanted = progress(state, seat, quest)
    if done >= wanted:
        plan.place.clear()
    plan_manners(state, seat, quest, plan)
    return plan
