"""Tables of all kinds."""

from __future__ import annotations

from typing import Any

SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "hibernia": ("hibernia", {}),
    "hibernia of three": ("hibernia", {"seats": 3, "options": {"harder": "yes"}}),
    "cambria of two": ("cambria", {"seats": 2, "board": "north"}),
    "cambria of five": ("cambria", {"seats": 5}),
    "gallia": ("gallia", {}),
    "strict gallia": ("gallia", {"options": {"strict": "yes"}}),
}

LATE: dict[str, Any] = {
    "seats": 2,
    "seat": 1,
    "start": (
        "2 a 16 a:dummy:6 a=0:Bre-Mor,Can-Seg,Dev-Med,Med-Tom,Mor-Wis:- "
        "b=0:Bre-Cic,Bre-Pen,Cic-Col,Cic-Gob,Col-Med:- "
        "c=0:Bra-Col,Can-Tom,Cic-Nid,Dev-Tom,Seg-Tom:- "
        "d=5:-:- e=5:-:- sea Can:a,Dev:a,Tom:c/a,Vir:a,Mor:a,Cic:b/c,Gob:b/c,Nid:b,Isc:b"
    ),
}
"""A table of Cambria shortly before the end, where a learner sees at once what its moves do."""
