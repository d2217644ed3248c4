"""What a hint is good for: the quest that comes nearer, the odds, or what lies on the way."""

from __future__ import annotations

import pytest

from cruachan.engine.texts import LANGS, Lang
from tests.shent.tables import by_bots, game_for

NAMES = ("Medb", "Ailill")
VERBS = ("step", "bid", "aim", "lay", "start", "buy", "place", "declare")


def said(lang: Lang) -> dict[str, list[str]]:
    """The reasons for the moves that bots make in a short game, by verb."""
    shown, found = game_for(2).presentation, dict[str, list[str]]()
    for before, seat, move, _ in by_bots(2, 3, {"limit": "6"}):
        if seat >= 0:
            seen = game_for(2).observe(before, seat)
            reason = shown.reason(seen, seat, move, NAMES, lang)
            found.setdefault(move.verb, []).append(reason)
    return found


@pytest.mark.parametrize(
    ("lang", "quote", "odds"), [("en", "“", "Without points"), ("de", "„", "Ohne Punkte")]
)
def test_moves_of_bots_have_reasons_that_name_quests_and_odds(
    lang: Lang, quote: str, odds: str
) -> None:
    found = said(lang)
    for verb in VERBS:
        assert all(found.get(verb, ["-"])), verb
    assert any(quote in text for text in found["step"])
    bought = [text for text in found.get("bid", []) if odds in text]
    assert all("%" in text for text in bought)


def test_reasons_exist_in_all_languages() -> None:
    """A reason that is said in one is said in the others."""
    one, *others = [said(lang) for lang in LANGS]
    for other in others:
        assert {verb: [bool(each) for each in texts] for verb, texts in one.items()} == {
            verb: [bool(each) for each in texts] for verb, texts in other.items()
        }
