"""What is said of refused moves in Hibernia: a case for every reason."""

from __future__ import annotations

from cruachan.engine.game import CHANCE
from tests.protocol.book import Refused

from .positions import LAP, NAMES, after, new_table, position

NEAR = position("a:red:dw", a="Cru1,Eil1", b="Osr1,Lai1,Che1")
UNDER_WAY = after(position("a:red:dw", a="=0:Mid2,Cru2,Eil1,Tua2"), "march Mid die")


def first_round(a: str, b: str) -> str:
    """The harder game in its first round, when a common neighbour makes a pair (H11.2)."""
    return position("a:red:dw", a=a, b=b, table="4h", round_number=1)


REFUSALS = {
    "202lot": Refused(new_table(), 0, "raise die", "H2.2"),
    "202": Refused(position("b:red:dw", b="Cru1"), 0, "march Mid die", "H2.2"),
    "203": Refused(after(new_table(), "start a"), 0, "raise die", "H2.3"),
    "301": Refused(position("a:?", a="Cru1"), 0, "march Mid die", "H3.1"),
    "302": Refused(NEAR, 0, "march Brf die", "H3.2"),
    "303": Refused(position("a:black:dw", a="Cru1"), 0, "march Mid wild", "H3.3"),
    "304": Refused(position("a:purple:w", a="Cru1"), 0, "march Mid die", "H3.4"),
    "307die": Refused(position("a:red:w", a="Cru1"), 0, "march Mid die", "H3.7"),
    "307wild": Refused(position("a:red:d", a="Cru1"), 0, "march Mid wild", "H3.7"),
    "308": Refused(NEAR, 0, "die red", "H3.8"),
    "402": Refused(NEAR, 0, "march Uma die", "H4.2"),
    "403": Refused(NEAR, 0, "pull Cru", "H4.3"),
    "404": Refused(UNDER_WAY, 0, "pull Ula", "H4.4"),
    "405": Refused(UNDER_WAY, 0, "pull Eil", "H4.5"),
    "406": Refused(UNDER_WAY, 0, "pull Mid", "H4.6"),
    "407": Refused(position("a:red:dw", a="=0:Cru1"), 0, "march Mid die", "H4.7"),
    "408": Refused(UNDER_WAY, 0, "march Brf wild", "H4.8"),
    "501": Refused(position("a:red:dw", a="Cru1", b="Mid1,Osr1"), 0, "march Mid die", "H5.1"),
    "502": Refused(position("a:red:dw", a="Cru1", b="Mid1,Osr1,Brg1"), 0, "march Mid die", "H5.2"),
    "503": Refused(position("a:red:dw", a="Cru1", b="Mid1"), 0, "march Mid die", "H5.3"),
    "501near": Refused(first_round("Cru1,Mai1", "Mid1,Tua1"), 0, "march Mid die", "H5.1"),
    "502near": Refused(first_round("Brf1,Cru1", "Mid1,Air1,Tua1"), 0, "march Mid die", "H5.2"),
    "503near": Refused(first_round("Cru1", "Mid1,Cia1"), 0, "march Mid die", "H5.3"),
    "902": Refused(
        after(position("d:purple:w", d=f"@{LAP - 1}"), "raise wild"),
        0,
        "march Mid die",
        "H9.2",
    ),
}
ABOUT_A_COUNTY = {"302", "402", "404", "405", "406", "407", "501", "502", "501near", "502near"}
"""Refusals that depend on the county named; the others would refuse any county alike."""
ABOUT_ANOTHER = {"202", "501", "502", "503"}
"""Refusals that name somebody: the protected one, or the one whose turn it is. Who lacks something
herself is spoken to."""


def names_in(case: str) -> tuple[str, ...]:
    """What the reason of a case has to name."""
    county = (NAMES[str(REFUSALS[case].move).split()[1]],) if case in ABOUT_A_COUNTY else ()
    return (*county, "Ink") if case in ABOUT_ANOTHER else county


NAMED = {case: names_in(case) for case in sorted(ABOUT_A_COUNTY | ABOUT_ANOTHER)}
TOO_EARLY = ((0, "raise die"), (1, "start b"), (CHANCE, "die red"))
