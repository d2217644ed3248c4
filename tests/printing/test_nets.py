"""Nets of dice: what is cut is drawn through, what is folded is dashed, and nothing is clipped."""

from __future__ import annotations

import re
from collections import Counter

from cruachan.printing.shapes import EDGE, NET, flaps, folds, net, net_size, outer

SIDE, TOP = 20.0, 6.0
Line = frozenset[tuple[float, float]]


def lines(path: str) -> Counter[Line]:
    """The straight lines of a path, each as its two ends."""
    found: Counter[Line] = Counter()
    for x, y, way, far in re.findall(r"M([\d.]+) ([\d.]+)([hv])([\d.]+)", path):
        start = (float(x), float(y))
        along, down = (float(far), 0.0) if way == "h" else (0.0, float(far))
        found[frozenset({start, (start[0] + along, start[1] + down)})] += 1
    return found


def sides() -> Counter[Line]:
    """The edges of the six squares; where two squares meet, twice."""
    found: Counter[Line] = Counter()
    for column, row in NET:
        left, top = column * SIDE, TOP + row * SIDE
        corners = [(left, top), (left + SIDE, top), (left + SIDE, top + SIDE), (left, top + SIDE)]
        found.update(frozenset({corners[n], corners[(n + 1) % 4]}) for n in range(4))
    return found


def test_every_edge_is_cut_or_folded_and_where_squares_meet_folded() -> None:
    edges, cut, folded = sides(), lines(outer(SIDE, TOP)), lines(folds(SIDE, TOP))
    assert set(cut) | set(folded) == set(edges)
    assert not set(cut) & set(folded)
    assert max((cut + folded).values()) == 1, "a line is drawn twice"
    assert {edge for edge, times in edges.items() if times == 2} <= set(folded)


def test_flaps_begin_at_folds_and_are_glued_to_edges_without_one() -> None:
    begun = set()
    shape = r"M([\d.]+) ([\d.]+)l([\d.-]+) ([\d.-]+)([hv])([\d.]+)l([\d.-]+) ([\d.-]+)"
    for x, y, ax, ay, way, far, bx, by in re.findall(shape, flaps(SIDE, TOP, TOP)):
        start = (float(x), float(y))
        across = float(far) if way == "h" else 0.0
        down = float(far) if way == "v" else 0.0
        end = (start[0] + float(ax) + across + float(bx), start[1] + float(ay) + down + float(by))
        begun.add(frozenset({start, (round(end[0], 6), round(end[1], 6))}))
    assert len(begun) == 7
    assert begun <= set(lines(folds(SIDE, TOP)))
    assert len(lines(outer(SIDE, TOP))) == len(begun)


def test_there_is_room_for_the_lines_of_a_net() -> None:
    width, height = net_size(SIDE)
    box = re.search(r'viewBox="([\d. -]+)"', net(("<svg></svg>",) * 6, SIDE))
    assert box
    left, top, *size = map(float, box[1].split())
    assert (left, top) == (-EDGE, -EDGE)
    assert size == [width, height]
    assert width - 2 * EDGE == SIDE * 4.3
