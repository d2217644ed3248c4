"""The versions of the rules, and the options that older games do not name (S3.15, S3.17)."""

from __future__ import annotations

RULES = 4
"""The version of the rules that new games are played by; `replays` in game.py has the older ones
whose games can be played on."""
BEFORE_HOUSE_RULES = 3
"""The last version in which agreements were no option (S3.15), and what S3.17 lists was played."""
HOUSE_RULES = {
    **{"prices": "usual", "round": "on", "open": "no"},
    **{"agreements": "no", "reading": "vote"},
}
"""Options that older positions do not name, and what they are then."""


def house_rules(rules: int) -> dict[str, str]:
    """The options that a game may leave out, by the version of its rules."""
    return HOUSE_RULES | ({"agreements": "yes"} if rules <= BEFORE_HOUSE_RULES else {})
