"""The steps of a search that need no game: nodes, selection, expansion, backup, branches."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
import pytest

from cruachan.bots.tree import (
    NONE,
    Tree,
    add_children,
    add_node,
    back_up,
    child_of_roll,
    copy_branch,
    favourite,
    find,
    hash_of,
    new_tree,
    select,
)

MOVES = np.array([5, 7, 9], np.int16)
JUDGED = np.array([[0.2, 0.8, 0.0, 0.0], [0.6, 0.4, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0]], np.float32)
"""What each move is worth to two seats, and their policies."""
TRUST = 12.0


def decision(nodes: int = 10) -> Tree:
    """A root with three moves, the second best for seat 0."""
    tree = new_tree(2, nodes)
    add_node(tree, 0)
    add_children(tree, 0, MOVES, 3, JUDGED, 0, 1, TRUST)
    return tree


def test_nodes_are_added_until_the_tree_is_full() -> None:
    tree = new_tree(2, 2)
    assert [add_node(tree, 4), add_node(tree, 5), add_node(tree, 6)] == [0, 1, NONE]
    assert list(tree.move) == [4, 5]
    assert list(tree.first) == [NONE, NONE]


def test_a_roll_has_one_child_for_each_result() -> None:
    tree = new_tree(2, 3)
    add_node(tree, 0)
    three, four = child_of_roll(tree, 0, 3), child_of_roll(tree, 0, 4)
    assert three != four
    assert child_of_roll(tree, 0, 3) == three
    assert child_of_roll(tree, 0, 4) == four
    assert child_of_roll(tree, 0, 5) == NONE


def test_expansion_adds_all_moves_with_priors_from_what_they_are_worth() -> None:
    tree = decision()
    first, kids = int(tree.first[0]), int(tree.kids[0])
    assert kids == 3
    assert list(tree.move[first : first + kids]) == [5, 7, 9]
    assert np.array_equal(tree.worth[first : first + kids], JUDGED[:, :2])
    weights = [exp(TRUST * (worth - 0.6)) for worth in (0.2, 0.6, 0.5)]
    expected = [each / sum(weights) for each in weights]
    assert tree.prior[first : first + kids] == pytest.approx(expected, rel=1e-5)


def test_a_decision_that_does_not_fit_is_not_added_in_part() -> None:
    tree = decision(nodes=3)
    assert tree.used[0] == 1
    assert tree.first[0] == NONE
    assert tree.kids[0] == 0


@pytest.mark.parametrize(("bold", "chosen"), [(0.0, 7), (0.6, 7), (50.0, 5)])
def test_selection_weighs_worth_against_what_was_tried_little(bold: float, chosen: int) -> None:
    tree = decision()
    first = int(tree.first[0])
    tree.visits[0] = 40
    tree.visits[first : first + 3] = [0, 30, 10]
    tree.worth[first : first + 3, 0] = [0.2, 0.7 * 31, 0.4 * 11]
    tree.prior[first : first + 3] = [0.1, 0.6, 0.3]
    child = select(tree, 0, 0, bold, MOVES, 0, False)
    scores = [
        tree.worth[at, 0] / (tree.visits[at] + 1)
        + bold * sqrt(41) * tree.prior[at] / (tree.visits[at] + 1)
        for at in range(first, first + 3)
    ]
    assert child == first + int(np.argmax(scores))
    assert tree.move[child] == chosen


def test_selection_follows_only_moves_that_are_legal_in_this_determinization() -> None:
    tree = decision()
    legal = np.array([9, 1, 7], np.int16)
    assert tree.move[select(tree, 0, 0, 0.6, legal, 3, True)] == 7
    assert tree.move[select(tree, 0, 0, 0.6, legal, 1, True)] == 9
    assert select(tree, 0, 0, 0.6, legal, 0, True) == NONE


def test_backup_adds_the_value_along_the_path_and_nowhere_else() -> None:
    tree = decision()
    before = tree.worth.copy()
    back_up(tree, np.array([0, 2, 3], np.int32), 1, np.array([0.25, 0.75], np.float32))
    assert list(tree.visits[:4]) == [1, 0, 1, 0]
    assert np.allclose(tree.worth[[0, 2]] - before[[0, 2]], [[0.25, 0.75]] * 2)
    assert np.array_equal(tree.worth[[1, 3]], before[[1, 3]])


def test_the_favourite_was_visited_most_and_among_equals_is_worth_most() -> None:
    tree = decision()
    first = int(tree.first[0])
    assert tree.move[favourite(tree, 0)] == 7
    assert tree.move[favourite(tree, 1)] == 5
    tree.visits[first + 2] = 3
    assert tree.move[favourite(tree, 0)] == 9


def test_a_position_is_found_by_its_mark_where_it_was_visited_most() -> None:
    tree = decision()
    assert find(tree, 77) == NONE
    tree.mark[[1, 3]] = 77
    tree.visits[3] = 2
    assert find(tree, 77) == 3


def test_marks_tell_positions_apart() -> None:
    raw = np.arange(1, 9, dtype=np.int64)
    other = raw.copy()
    other[3] ^= 1
    assert hash_of(raw) == hash_of(raw.copy())
    assert hash_of(raw) != hash_of(other)


def test_a_branch_is_copied_with_all_below_it_and_nothing_else() -> None:
    tree, other = decision(20), new_tree(2, 20)
    node = int(tree.first[0]) + 1
    rolls = [child_of_roll(tree, node, roll) for roll in (1, 2, 3)]
    tree.visits[rolls] = [4, 5, 6]
    copy_branch(tree, node, other)
    assert other.used[0] == 4
    assert other.move[0] == 7
    child, found = int(other.first[0]), []
    while child != NONE:
        found.append((int(other.move[child]), int(other.visits[child])))
        child = int(other.after[child])
    assert sorted(found) == [(1, 4), (2, 5), (3, 6)]
