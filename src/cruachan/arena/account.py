"""What is told of a game that was analysed: as data with words, as text, and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Any

from cruachan.arena.analysis import GOOD, Decided, Judged, Roll, curve, summary
from cruachan.engine.chart import Series, chart
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, Texts, numeral
from cruachan.engine.view import offered

TURNS = 5
"""At most so many turning points are listed."""
TURN = 0.08
"""A smaller change of a chance is none."""
COSTLY = 5
"""The most costly moves that an account lists."""
WINS = 5
"""The most forced wins that an account lists, the latest ones."""
STEPS = 60
"""Columns of a line that is drawn with letters."""
HEIGHTS = "▁▂▃▄▅▆▇█"
STYLE = """
:root { color-scheme: light dark; --ink: #2b2118; --paper: #fbf7ec; --line: #d9cdb4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece4d4; --paper: #1d1a16; --line: #4a4338; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 Verdana, Arial, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 1.6rem; break-after: avoid; }
svg { display: block; width: 100%; height: auto; border-radius: 6px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .3em .4em; text-align: end; border-bottom: 1px solid var(--line); }
th:first-child { text-align: start; overflow-wrap: anywhere; }
thead th { font-weight: normal; font-size: .85rem; }
li { margin-bottom: .5rem; break-inside: avoid; overflow-wrap: anywhere; }
@media print {
  :root { --ink: #000; --paper: #fff; --line: #999; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
}
""".strip()


def account(
    match: Match[Any, Any], judged: Sequence[Judged], playouts: int, lang: Lang
) -> dict[str, Any]:
    """All that was found, as plain data."""
    seats = []
    for seat, name in enumerate(match.names):
        own = summary(judged, seat)
        share = own.good / own.decisions if own.decisions else None
        seats.append(
            {"seat": seat, "name": name, "luck": own.luck, "cost": own.cost,
             "decisions": own.decisions, "good": own.good, "accuracy": share}
        )  # fmt: skip
    return {
        "game": match.game.name,
        "title": match.game.title,
        "plies": len(match.history),
        "judged": judged[-1].ply + 1 if judged else 0,
        "over": match.outcome is not None,
        "playouts": playouts,
        "seats": seats,
        "curve": [{"ply": ply, "chances": chances} for ply, chances in curve(match, judged)],
        "turns": _turns(match, judged, lang),
        "costly": _costly(match, judged, lang),
        "wins": _wins(match, judged, lang),
        "rolls": [
            {"ply": each.ply, "luck": each.luck} for each in judged if isinstance(each, Roll)
        ],
        "moves": [
            {"ply": each.ply, "seat": each.seat, "cost": each.cost}
            for each in judged
            if isinstance(each, Decided)
        ],
    }


def _turns(match: Match[Any, Any], judged: Sequence[Judged], lang: Lang) -> list[dict[str, Any]]:
    """Where somebody's chance changed most, in the order of the game."""
    found = []
    for (ply, before), (until, after) in pairwise(curve(match, judged)):
        seat = max(range(len(before)), key=lambda s: abs(after[s] - before[s]))
        if abs(after[seat] - before[seat]) >= TURN:
            found.append((ply, until, seat, before[seat], after[seat]))
    most = sorted(found, key=lambda turn: -abs(turn[4] - turn[3]))[:TURNS]
    return [
        {"ply": ply, "until": until, "round": match.when(ply).round, "seat": seat,
         "before": before, "after": after, "by": _by(judged, range(ply, until), seat),
         "cause": _cause(match, judged, range(ply, until), seat, lang),
         "told": _sentences(match, range(ply, until), lang)}
        for ply, until, seat, before, after in sorted(most)
    ]  # fmt: skip


def _by(judged: Sequence[Judged], plies: range, seat: int) -> str:
    """Whether chance or play changed more."""
    there = [each for each in judged if each.ply in plies]
    luck = sum(each.luck[seat] for each in there if isinstance(each, Roll))
    cost = sum(each.cost for each in there if isinstance(each, Decided))
    return "chance" if abs(luck) > cost else "play"


def _cause(
    match: Match[Any, Any], judged: Sequence[Judged], plies: range, seat: int, lang: Lang
) -> str:
    """The step that changed a chance most, of what did more: whose move or roll it was, in a
    sentence; the last that has one where nothing was judged."""

    def weight(each: Judged) -> float:
        return abs(each.luck[seat]) if isinstance(each, Roll) else each.cost

    kind = Roll if _by(judged, plies, seat) == "chance" else Decided
    there = [each for each in judged if each.ply in plies and isinstance(each, kind)]
    ordered = sorted(there, key=weight, reverse=True)
    told = (_sentences(match, range(each.ply, each.ply + 1), lang) for each in ordered)
    found = next((each for each in told if each), _sentences(match, plies, lang)[-1:])
    return " ".join(found)


def _sentences(match: Match[Any, Any], plies: range, lang: Lang) -> list[str]:
    """What happened in plies of a game that hides nothing any more, in sentences."""
    game, sentences = match.game, []
    for ply in plies:
        done, before, after = match.history[ply], match.state_at(ply), match.state_at(ply + 1)
        sentences.append(
            presentation_of(game).tell(
                before, done.seat, done.move, after, CHANCE, match.names, lang
            )
        )
    return [each for each in sentences if each]


def _costly(match: Match[Any, Any], judged: Sequence[Judged], lang: Lang) -> list[dict[str, Any]]:
    """The moves that cost most, and what was better."""
    moves = [each for each in judged if isinstance(each, Decided) and each.cost >= GOOD]
    moves = sorted(moves, key=lambda each: -each.cost)[:COSTLY]
    return [
        {"ply": each.ply, "round": match.when(each.ply).round, "seat": each.seat,
         "cost": each.cost, "chance": each.chances[each.seat],
         "made": _named(match, each, match.history[each.ply].move, lang),
         "better": _named(match, each, each.best, lang)}
        for each in moves
    ]  # fmt: skip


def _wins(match: Match[Any, Any], judged: Sequence[Judged], lang: Lang) -> list[dict[str, Any]]:
    """Where somebody could force a win for the first time, or again, and whether she did."""
    found, forced = list[tuple[Decided, bool]](), dict[int, bool]()
    for each in judged:
        if isinstance(each, Decided):
            kept = each.wins > 0 and each.best == match.history[each.ply].move
            if each.wins and not (kept and forced.get(each.seat)):
                found.append((each, kept))
            forced[each.seat] = kept
    return [
        {"ply": each.ply, "round": match.when(each.ply).round, "seat": each.seat,
         "turns": each.wins, "kept": kept,
         "made": _named(match, each, match.history[each.ply].move, lang),
         "best": _named(match, each, each.best, lang)}
        for each, kept in found[-WINS:]
    ]  # fmt: skip


def _named(match: Match[Any, Any], each: Decided, move: Any, lang: Lang) -> dict[str, str]:
    """A move in notation and in the words of a list of moves."""
    game, state = match.game, match.state_at(each.ply)
    text = game.write_move(state, each.seat, move, each.seat)
    listed = offered(presentation_of(game).view(state, each.seat, match.names, lang))
    label = next((c["label"] for c in listed if c["move"] == game.pack(move)), text)
    return {"text": text, "label": label}


# --- In sentences -------------------------------------------------------------------------


class Telling:
    """An account for people."""

    def __init__(self, account: dict[str, Any], lang: Lang) -> None:
        self.account, self.texts, self.lang = account, Texts(__package__, lang), lang
        self.names = [seat["name"] for seat in account["seats"]]

    def say(self, key: str, **values: Any) -> str:
        """A text of this room."""
        return self.texts(f"analysis.{key}", **values)

    def share(self, share: float) -> str:
        """A share of a hundred."""
        return numeral(share, ".0%", self.lang)

    @property
    def title(self) -> str:
        """The title of the account."""
        return self.say("title", game=self.account["title"], names=", ".join(self.names))

    @property
    def about(self) -> str:
        """How the numbers of the account were computed."""
        count = {k: numeral(self.account[k], ",", self.lang) for k in ("judged", "plies")}
        key = "about" if self.account["judged"] == self.account["plies"] else "about_part"
        text = self.say(key, playouts=numeral(self.account["playouts"], ",", self.lang), **count)
        rollouts = self.account.get("rollouts")
        if rollouts is None:
            return text
        return f"{text} {self.say('rolled_out', games=numeral(rollouts, ',', self.lang))}"

    def rows(self) -> list[list[str]]:
        """Each seat's luck and play, below their titles."""
        rows = [[self.say(key) for key in ("player", "luck", "cost", "accuracy")]]
        for seat in self.account["seats"]:
            good = ""
            if seat["accuracy"] is not None:
                good = self.say(
                    "good", good=seat["good"], decisions=seat["decisions"],
                    share=self.share(seat["accuracy"]),
                )  # fmt: skip
            luck, cost = (numeral(n, "+.2f", self.lang) for n in (seat["luck"], -seat["cost"]))
            rows.append([seat["name"], luck, cost, good])
        return rows

    def when(self, part: str) -> list[str]:
        """When each of the turning points, or of the moves that cost most, happened."""
        parts = self.account[part]
        return [self.say("when", ply=each["ply"], round=each["round"]) for each in parts]

    def turns(self) -> list[str]:
        """The turning points, a sentence each."""
        return [
            self.say(
                f"turn_{turn['by']}", name=self.names[turn["seat"]],
                before=self.share(turn["before"]), after=self.share(turn["after"]),
                cause=turn["cause"],
            )
            for turn in self.account["turns"]
        ]  # fmt: skip

    def costly(self) -> list[str]:
        """The moves that cost most, a sentence each."""
        return [
            self.say(
                "costly", name=self.names[each["seat"]],
                cost=self.share(each["cost"]), made=each["made"]["label"],
                better=each["better"]["label"],
            )
            for each in self.account["costly"]
        ]  # fmt: skip

    def wins(self) -> list[str]:
        """The wins that could be forced, a sentence each."""
        return [
            self.say(
                f"{'forced' if each['kept'] else 'missed'}_{each['turns']}",
                name=self.names[each["seat"]], made=each["made"]["label"],
                best=each["best"]["label"],
            )
            for each in self.account["wins"]
        ]  # fmt: skip

    def chart(self) -> str:
        """The chances over time (SVG)."""
        lines = [
            Series(name, [(p["ply"], p["chances"][seat]) for p in self.account["curve"]])
            for seat, name in enumerate(self.names)
        ]
        title = self.say("chart", game=self.account["title"])
        return chart(title, self.say("along"), lines, self.lang)

    def drawn(self) -> list[str]:
        """The chart in letters, a row for each seat."""
        points = self.account["curve"]
        if not points:
            return []
        last, wide = max(1, points[-1]["ply"]), max(map(len, self.names))
        rows = []
        for seat, name in enumerate(self.names):
            row, at = "", 0
            for step in range(STEPS):
                while at + 1 < len(points) and points[at + 1]["ply"] <= last * step / (STEPS - 1):
                    at += 1
                chance = points[at]["chances"][seat]
                row += HEIGHTS[min(len(HEIGHTS) - 1, int(chance * len(HEIGHTS)))]
            rows.append(f"  {name.ljust(wide)}  {row}")
        return rows

    def sections(self) -> list[tuple[str, list[str]]]:
        """What is told in sentences, each part below its heading; empty ones say so."""
        chapters = []
        for part, heading, none, sentences in (
            ("turns", self.say("turns"), self.say("no_turns"), self.turns()),
            ("costly", self.say("costliest"), self.say("no_costly"), self.costly()),
            ("wins", self.say("wins"), self.say("no_wins"), self.wins()),
        ):
            lines = [f"{w}: {text}" for w, text in zip(self.when(part), sentences, strict=True)]
            chapters.append((heading, lines or [none]))
        return chapters

    def page(self) -> str:
        """A page that needs nothing else; everything people wrote is shown as text."""
        head, *rows = self.rows()
        lines = [
            f'<!DOCTYPE html>\n<html lang="{self.lang}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(self.title)}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>",
            f"<h1>{escape(self.title)}</h1>\n<p>{escape(self.about)}</p>",
            self.chart(),
            f"<h2>{escape(self.say('apart'))}</h2>\n<p>{escape(self.say('apart_about'))}</p>",
            "<table><thead><tr>"
            + "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
            + "</tr></thead><tbody>",
        ]
        for name, *cells in rows:
            numbers = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            lines.append(f'<tr><th scope="row">{escape(name)}</th>{numbers}</tr>')
        lines.append("</tbody></table>")
        for heading, sentences in self.sections():
            items = "\n".join(f"<li>{escape(each)}</li>" for each in sentences)
            lines.append(f"<h2>{escape(heading)}</h2>\n<ul>\n{items}\n</ul>")
        return "\n".join([*lines, "</body></html>"]) + "\n"
