"""What the commands answer with: pages made from a table, printed by the session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cruachan.bots import adviser, bots_of
from cruachan.bots.advice import AdviceStep
from cruachan.engine.errors import Refusal
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.glossary import explained, search
from cruachan.engine.notation import begins
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import Texts, brief, numeral
from cruachan.engine.view import View
from cruachan.terminal.boards import own_text
from cruachan.terminal.choices import NUMBER, ListedMove
from cruachan.terminal.commands import command_words
from cruachan.terminal.table import TerminalTable

FOUND = 5
"""How many of the rules that speak of a word are shown in full."""


def help_page(
    game: Game[Any, Any],
    texts: Texts,
    example: dict[str, str],
    pages: list[str],
    offered: list[str],
) -> RenderableType:
    """How the game works and what can be typed."""
    table = Table.grid(padding=(0, 1, 0, 0))
    about = [name for name in offered if f"about.{name}" in texts.table]
    half = (len(about) + 1) // 2
    for row in range(half):
        cells: list[Text] = []
        for name in about[row::half]:
            shown = " ".join(command_words(name, texts.lang)[:2])
            cells += [Text(shown, NUMBER), Text(texts(f"about.{name}", **example))]
        table.add_row(*cells)
    parts: list[RenderableType] = [Text(Texts(game.package, texts.lang)("game.howto").strip())]
    if notation := own_text(game.name, "terminal.notation", texts.lang):
        parts.append(Text(notation))
    typing = "help.typing" if example["move"] else "help.typing_any"
    parts += [Text(texts(typing, **example), "bold"), table]
    if pages:
        parts.append(Text(texts("help.pages", pages=", ".join(pages))))
    return Group(*parts, Text(texts("help.tab"), "dim"))


# The rules


def rules_page(package: str, query: str, texts: Texts) -> RenderableType:
    """A rule, a chapter, or the list of chapters."""
    book = rulebook(package)
    found = book.find(query) if query else []
    titles = {number: title.text(texts.lang) for number, title in book.chapters.items()}
    if query and not found:
        called = [number for number, title in titles.items() if _is_called(title, query)]
        if len(called) == 1:
            found = book.find(called[0])
        elif called:
            return Group(*(_rule(number, titles[number]) for number in called))
        else:
            return _searched(package, query, texts)
    if found:
        return Group(*(_rule(rule, book.rules[rule].text(texts.lang)) for rule in found))
    return Group(*(_rule(number, title) for number, title in titles.items()))


def _searched(package: str, query: str, texts: Texts) -> RenderableType:
    """What a word means and which rules speak of it; the chapters, if none does."""
    book = rulebook(package)
    found = [] if any(map(str.isdecimal, query)) else search(package, query)
    if not found:
        titles = (_rule(number, title.text(texts.lang)) for number, title in book.chapters.items())
        return Group(Text(texts("say.no_rule", query=brief(query))), *titles)
    parts: list[RenderableType] = [
        Text(line, "bold") for line in explained(package, query, texts.lang)
    ]
    parts += [_rule(rule, book.rules[rule].text(texts.lang)) for rule in found[:FOUND]]
    if found[FOUND:]:
        more = found[FOUND:]
        parts.append(Text(texts("say.also_rules", rules=", ".join(more), first=more[0]), "dim"))
    return Group(*parts)


def _is_called(title: str, query: str) -> bool:
    """Whether the title of a chapter has a word, or the beginning of one."""
    return any(begins(word, query) for word in title.replace(",", " ").split())


def _rule(number: str, text: str) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=5)
    table.add_row(Text(number, "bold"), Text(text))
    return table


def refusal_page(refusal: Refusal) -> RenderableType:
    """Why a move is not possible, with the rule that says so."""
    return Group(Text(refusal.reason, "bold"), Padding(_rule(refusal.rule, refusal.text), (0, 2)))


def outcomes_page(listed: list[ListedMove]) -> RenderableType:
    """All that can have been rolled or drawn, and what each would mean."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for each in listed:
        label = "" if each.label == each.text else each.label
        table.add_row(Text(f"{each.number}", NUMBER), Text(each.text), Text(label))
    return table


# Advice and result


def decimal(number: float, sign: str, texts: Texts) -> str:
    """A number with one decimal, as the language writes it."""
    return numeral(number, f"{sign}.1f", texts.lang)


def hint_page(
    table: TerminalTable, seat: int, listed: list[ListedMove], texts: Texts
) -> RenderableType:
    """Everybody's chances, the best moves and what comes then; else what a bot would do."""
    advice = table.advice(seat, texts.lang)
    by_move = {repr(choice.move): choice for choice in listed}
    if not advice.moves:
        return Text(texts("say.no_hint"))
    if advice.chances is None:
        choice = by_move[repr(advice.moves[0].move)]
        line = Text(texts("say.hint_bot", kind=bots_of(table.game)[0]))
        return line.append(f" {choice.number} ", NUMBER).append(choice.label, "default")
    lines = [Text(_outlook(table, seat, advice.chances, texts))]
    if advice.certain:
        lines = [Text(advice.certain, "bold")]
    chosen = [(by_move[repr(each.move)], each) for each in advice.moves]
    numbers = any(choice.label[:1].isdecimal() for choice, _ in chosen)
    for place, (choice, each) in enumerate(chosen):
        line = Text(f"{choice.number:>3}{':' if numbers else ''} ", NUMBER)
        said = {"share": percent(each.share, texts), "chance": percent(each.chance, texts)}
        key = "say.hint_also" if place else "say.hint_best"
        lines.append(line.append(texts(key, label=choice.label, **said), "default"))
        lines += [Text(f"    {why}") for why in advice.reasons[place : place + 1] if why]
    if len(advice.line) > 1:
        lines.append(Text(texts("say.hint_line", line=_expected(advice.line, texts))))
    return Group(*lines)


def percent(share: float | None, texts: Texts) -> str:
    """A share of a hundred."""
    return numeral(share or 0.0, ".0%", texts.lang)


def _outlook(table: TerminalTable, seat: int, chances: Sequence[float], texts: Texts) -> str:
    """Everybody's chances of winning, the requesting player's first."""
    others = [
        texts("say.hint_other", name=name, chance=percent(chances[number], texts))
        for number, name in enumerate(table.names)
        if number != seat
    ]
    own = percent(chances[seat], texts)
    return texts("say.hint_chances", chance=own, others=", ".join(others))


def _expected(line: Sequence[AdviceStep], texts: Texts) -> str:
    """The line that is expected, as it would be told; of dice it is said that they are a guess."""
    return " ".join(
        texts("say.hint_dice", told=step.told) if step.seat == CHANCE else step.told
        for step in line
    )


def judged(game: Game[Any, Any]) -> bool:
    """Whether there are dice, and somebody who can say what they were worth."""
    return game.rolls and adviser(game) is not None


def result_page(table: TerminalTable, view: View, texts: Texts) -> RenderableType:
    """The places, the scores and, where dice are rolled, how lucky each player's were."""
    if table.gave_up is not None:
        return Text(texts("end.resigned", name=table.names[table.gave_up]), "bold")
    lucky = {one.seat: one for one in table.luck()} if judged(table.game) else {}
    rows = view["result"] or []
    drawn = len(rows) > 1 and all(row["place"] == 1 for row in rows)
    title = texts("end.drawn" if drawn else "end.title")
    page = Table(title=title, title_style="bold", title_justify="left")
    unit = Texts(table.game.package, texts.lang)("game.unit")
    titles = [texts("end.place"), texts("end.name"), unit, texts("end.luck")]
    if not any(one.rolls for one in lucky.values()):
        titles.pop()
    for column, title in enumerate(titles):
        page.add_column(title, justify="left" if column == 1 else "right")
    for row in rows:
        cells = [str(row["place"]), escape(table.names[row["seat"]]), str(row["score"])]
        if len(titles) > len(cells):
            one = lucky[row["seat"]]
            worth = decimal(one.worth, "+", texts)
            cells.append(texts("end.luck_value", worth=worth, unit=unit, rolls=one.rolls))
        page.add_row(*cells, style="bold" if row["place"] == 1 else None)
    return page
