"""`cruachan league`: leagues and tournaments of a server, in the terminal."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import Lang, Texts, message, numeral
from cruachan.terminal.club import base_address, visitor

WAYS = {"up": "▲", "down": "▼", "": " "}
COLUMNS = {"points": ".2f", "played": ".0f", "beaten": ".2f", "met": ".2f"}
"""What is said of everybody in the standings, and how its number is written."""


def read_link(link: str) -> tuple[str, str]:
    """The address of a server and the id of a league from a link; a CruachanError if it is none."""
    parts = urlsplit(link if "//" in link else f"http://{link}")
    room, _, id_ = parts.path.strip("/").partition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or room != "leagues" or not id_:
        raise CruachanError(message(__package__, "league.no_link", link=link[:100]))
    return f"{parts.scheme}://{parts.netloc}", id_


def _request(address: str, lang: Lang, path: str, body: Any = None, **query: Any) -> Any:
    client = visitor(address, lang)
    try:
        if body is None:
            return client.get(path, **query)
        return client.post(path, body, **query)
    finally:
        client.close()


def listed(address: str, lang: Lang) -> str:
    """The leagues of a server, with their links."""
    texts = Texts(__package__, lang)
    found = _request(address, lang, "/leagues")
    if not found:
        return texts("league.none")
    base = base_address(address)
    return "\n".join(
        texts(
            "league.listed",
            name=each["name"],
            game=each["title"],
            season=each["season"],
            status=texts(f"league.{each['status']}"),
            players=each["persons"],
            link=f"{base}/leagues/{each['league']}",
        )
        for each in found
    )


def made(address: str, lang: Lang, **wish: Any) -> str:
    """The link of a new league."""
    league = _request(address, lang, "/leagues", wish)
    return f"{base_address(address)}/leagues/{league['league']}"


def done(link: str, kind: str, lang: Lang, **more: Any) -> str:
    """How a league stands after something was done in it."""
    address, id_ = read_link(link)
    command = {"kind": kind, **more}
    return _write_league(_request(address, lang, f"/leagues/{id_}/acts", command), address, lang)


def shown(link: str, season: int | None, lang: Lang) -> str:
    """How a league stands."""
    address, id_ = read_link(link)
    return _write_league(_request(address, lang, f"/leagues/{id_}", season=season), address, lang)


def calendar(link: str, season: int | None, lang: Lang) -> str:
    """The rounds of a season as a calendar file, with the ends of lines that its format has."""
    address, id_ = read_link(link)
    text = str(_request(address, lang, f"/leagues/{id_}/calendar.ics", season=season))
    # The client puts a space in the place of every control character.
    return "".join(f"{line.removesuffix(' ')}\r\n" for line in text.splitlines())


def _write_league(league: dict[str, Any], address: str, lang: Lang) -> str:
    texts = Texts(__package__, lang)
    head = texts(
        "league.head",
        name=league["name"],
        game=league["title"],
        season=league["season"],
        status=texts(f"league.{league['status']}"),
    )
    parts = [f"{head}\n{league['text']}"]
    several = len(league["divisions"]) > 1
    for division in league["divisions"]:
        title = texts("league.division", number=division["number"]) if several else ""
        lines = [title] if title else []
        lines += _standings(division["standings"], bool(league["begun"]), texts)
        lines += _rounds(division["rounds"], address, texts)
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _standings(lines: list[dict[str, Any]], begun: bool, texts: Texts) -> list[str]:
    names = [_name(line, texts) for line in lines]
    if not begun:
        return [f"  {name}" for name in names]
    wide = max(len(name) for name in names)
    heads = [texts(f"league.{column}") for column in COLUMNS]
    rows = [" " * (wide + 9) + "".join(f"  {head}" for head in heads)]
    for line, name in zip(lines, names, strict=True):
        numbers = [numeral(line[column], COLUMNS[column], texts.lang) for column in COLUMNS]
        cells = "".join(
            f"  {number:>{len(head)}}" for number, head in zip(numbers, heads, strict=True)
        )
        rows.append(f"  {line['place']:>3}. {name.ljust(wide)} {WAYS[line['way']]}{cells}")
    return rows


def _name(line: dict[str, Any], texts: Texts) -> str:
    name = texts("ratings.you", name=line["name"]) if line["me"] else str(line["name"])
    return texts("league.withdrawn", name=name) if line["withdrawn"] else name


def _rounds(rounds: list[dict[str, Any]], address: str, texts: Texts) -> list[str]:
    """The last round that has begun; one's own table with its link."""
    begun = [each for each in rounds if each["begun"]]
    if not begun:
        return []
    lines = [texts("league.round", number=begun[-1]["number"], of=len(rounds))]
    for game in begun[-1]["games"]:
        seats = " · ".join(_seat(seat) for seat in game["seats"])
        if game["bye"]:
            seats = texts("league.bye", name=game["seats"][0]["name"])
        own = any(seat["me"] for seat in game["seats"]) and game["table"] and not game["over"]
        lines.append(f"    {seats}" + (f"  {address}/t/{game['table']}" if own else ""))
    return lines


def _seat(seat: dict[str, Any]) -> str:
    return str(seat["name"]) + (f" ({seat['place']}.)" if seat["place"] else "")
