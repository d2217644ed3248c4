"""What the commands answer with: pages made from a match, printed by the session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cruachan.bots import adviser
from cruachan.bots.judgement import WON
from cruachan.bots.luck import luck
from cruachan.engine.errors import Refusal
from cruachan.engine.game import CHANCE, Lang, View, Viewer
from cruachan.engine.match import Match
from cruachan.engine.rulebook import rulebook
from cruachan.engine.words import Words
from cruachan.terminal.choices import NUMBER, Choice
from cruachan.terminal.commands import COMMANDS, command_words

AnyMatch = Match[Any, Any]

HINTS = 3
EQUAL = 0.05
"""Moves that differ by less are equally good."""
LOG_TURNS = 10


def help_page(game: str, words: Words, example: dict[str, str]) -> RenderableType:
    """How the game works and what can be typed."""
    table = Table.grid(padding=(0, 1, 0, 0))
    half = (len(COMMANDS) + 1) // 2
    for row in range(half):
        cells: list[Text] = []
        for name in COMMANDS[row::half]:
            shown = " ".join(command_words(name, words.lang)[:2])
            cells += [Text(shown, NUMBER), Text(words(f"about.{name}", **example))]
        table.add_row(*cells)
    parts: list[RenderableType] = []
    if f"howto.{game}" in words.table:
        parts.append(Text(words(f"howto.{game}").strip()))
    typing = Text(words("help.typing", **example), "bold")
    return Group(*parts, typing, table, Text(words("help.tab"), "dim"))


# The rules


def rules_page(game: str, query: str, words: Words) -> RenderableType:
    """A rule, a chapter, or the list of chapters."""
    book = rulebook(game)
    found = book.find(query) if query else []
    if found:
        return Group(*(_rule(rule, book.rules[rule][words.lang]) for rule in found))
    chapters = [_rule(number, title[words.lang]) for number, title in book.chapters.items()]
    lost = [Text(words("say.no_rule", query=query))] if query else []
    return Group(*lost, *chapters)


def _rule(number: str, text: str) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=5)
    table.add_row(Text(number, "bold"), Text(text))
    return table


def refusal_page(refusal: Refusal) -> RenderableType:
    """Why a move is not possible, with the rule that says so."""
    return Group(Text(refusal.reason, "bold"), Padding(_rule(refusal.rule, refusal.text), (0, 2)))


# What happened


def showed(match: AnyMatch, ply: int) -> bool:
    """Whether a move turned something up that was hidden, by itself or by the chance after it."""
    done = match.history[ply]
    return done.seat != CHANCE and match.game.reveals(match.state_at(ply), done.seat, done.move)


def mover(match: AnyMatch, ply: int) -> int:
    """Who made a ply; what chance turns up belongs to whoever uncovered it."""
    seat = match.history[ply].seat
    if seat == CHANCE and ply and showed(match, ply - 1):
        return match.history[ply - 1].seat
    return seat


def turns(match: AnyMatch, since: int = 0) -> Iterator[range]:
    """The plies from one on, divided by turns; a roll begins the turn it is for."""
    start = since
    for ply in range(since + 1, len(match.history)):
        before, seat = mover(match, ply - 1), mover(match, ply)
        if (before != seat and before != CHANCE) or before == seat == CHANCE:
            yield range(start, ply)
            start = ply
    if start < len(match.history):
        yield range(start, len(match.history))


def told(match: AnyMatch, plies: range, viewer: Viewer, lang: Lang) -> Text:
    """A turn in sentences, the names of the players standing out."""
    sentences = list(match.log(viewer, lang, plies.start))[: len(plies)]
    text = Text(" ".join(sentences))
    text.highlight_words(match.names, "bold")
    return text


def log_page(match: AnyMatch, argument: str, viewer: Viewer, words: Words) -> RenderableType:
    """The last turns, or as many as asked for; any word asks for all."""
    history = list(turns(match))
    if not history:
        return Text(words("say.no_log"))
    wanted = LOG_TURNS if not argument else int(argument) if argument.isdecimal() else len(history)
    shown = history[-wanted:] if wanted else []
    return bullets(told(match, plies, viewer, words.lang) for plies in shown)


def bullets(texts: Iterator[Text] | list[Text]) -> Table:
    """A list."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for text in texts:
        table.add_row("-", text)
    return table


# Advice and result


def decimal(number: float, sign: str, words: Words) -> str:
    """A number with one decimal, as the language writes it."""
    text = f"{number:{sign}.1f}"
    return text.replace(".", ",") if words.lang == "de" else text


def hint_page(match: AnyMatch, view: View, listed: list[Choice], words: Words) -> RenderableType:
    """The best moves in the eyes of a bot, and how much less the others are worth."""
    rated = adviser(match.game).rate(view)
    by_move = {choice.move: choice for choice in listed}
    unit = Words(f"cruachan.games.{match.game.name}", words.lang)("game.unit")
    lines = [Text(words("say.hint_about", unit=unit))]
    numbers = any(by_move[move].label[:1].isdecimal() for move, _ in rated[:HINTS])
    for move, worth in rated[:HINTS]:
        choice = by_move[move]
        line = Text(f"{choice.number:>3}{':' if numbers else ''} ", NUMBER)
        less = decimal(rated[0][1] - worth, "", words)
        line.append(words(_how_far(rated[0][1] - worth), label=choice.label, less=less), "default")
        lines.append(line)
    return Group(*lines)


def _how_far(less: float) -> str:
    """What is said of a move that is worth this much less than the best."""
    if less > WON / 2:
        return "say.hint_far"
    return "say.hint_best" if less < EQUAL else "say.hint_less"


def result_page(match: AnyMatch, view: View, words: Words) -> RenderableType:
    """The places, the scores and, where dice are rolled, how lucky each player's were."""
    lucky = {one.seat: one for one in luck(match)} if rolls_dice(view) else {}
    table = Table(title=words("end.title"), title_style="bold", title_justify="left")
    unit = Words(f"cruachan.games.{match.game.name}", words.lang)("game.unit")
    titles = [words("end.place"), words("end.name"), unit, words("end.luck")]
    if not any(one.rolls for one in lucky.values()):
        titles.pop()
    for column, title in enumerate(titles):
        table.add_column(title, justify="left" if column == 1 else "right")
    for row in view["result"]:
        cells = [str(row["place"]), escape(match.names[row["seat"]]), str(row["score"])]
        if len(titles) > len(cells):
            one = lucky[row["seat"]]
            worth = decimal(one.worth, "+", words)
            cells.append(words("end.luck_value", worth=worth, unit=unit, rolls=one.rolls))
        table.add_row(*cells, style="bold" if row["place"] == 1 else None)
    return table


def rolls_dice(view: View) -> bool:
    """Whether players roll dice in this game: its view shows the roll."""
    return "die" in view or "dice" in view
