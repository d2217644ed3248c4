"""`cruachan ratings` and `cruachan profile`: who is how strong at a server, and how one's games
went, in the terminal."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from cruachan.engine.languages import numeral
from cruachan.engine.texts import Lang, Texts
from cruachan.server.client import Client
from cruachan.terminal.keys import KeptKeys


def base_address(address: str) -> str:
    """The address of a server as links begin with it."""
    address = address.rstrip("/")
    return address if "//" in address else f"http://{address}"


def visitor(address: str, lang: Lang) -> Client:
    """A client that asks as whoever signed in at a server here, else as nobody."""
    address = base_address(address)
    return Client(address, KeptKeys().find(address), lang)


def ratings(address: str, lang: Lang) -> str:
    """The ratings at a server, game by game, with the bots between the persons."""
    texts, client = Texts(__package__, lang), visitor(address, lang)
    try:
        pools = client.get("/ratings")
    finally:
        client.close()
    if not pools:
        return texts("ratings.none")
    return "\n\n".join(_pool(pool, texts) for pool in pools)


def _pool(pool: dict[str, Any], texts: Texts) -> str:
    head = texts("ratings.head", game=pool["title"], players=pool["players"])
    rows = [(each["rating"], _person(each, texts), each["text"]) for each in pool["persons"]]
    for bot in pool["bots"]:
        rows.append((bot["rating"], texts("ratings.bot", name=bot["title"]), ""))
    rows.sort(key=lambda row: -row[0])
    wide = max(len(name) for _, name, _ in rows)
    lines = [
        f"  {points:>5.0f}  {name.ljust(wide)}  {said}".rstrip() for points, name, said in rows
    ]
    return "\n".join([head, *lines])


def _person(person: dict[str, Any], texts: Texts) -> str:
    return texts("ratings.you", name=person["name"]) if person["me"] else str(person["name"])


STEPS = "▁▂▃▄▅▆▇█"
LAST = 10
"""How many of the last games are told."""


def profile(address: str, lang: Lang, year: int | None) -> str:
    """One's own games at a server: results, luck and play, favourites, ratings, and a year."""
    texts, client = Texts(__package__, lang), visitor(address, lang)
    try:
        found = client.get("/me/profile", **({} if year is None else {"year": year}))
    finally:
        client.close()
    if not found["games"]:
        return texts("profile.none")
    profile = _Profile(found, texts, lang)
    parts = (profile.head(), profile.totals(), profile.curve(), profile.liked(), profile.ratings())
    return "\n\n".join("\n".join(part) for part in (*parts, profile.year(), profile.last()) if part)


class _Profile:
    """A profile, part by part as lines."""

    def __init__(self, found: dict[str, Any], texts: Texts, lang: Lang) -> None:
        self.found, self.texts, self.lang = found, texts, lang

    def head(self) -> list[str]:
        """Whose it is, and how many games there are."""
        found = self.found
        lines = [self.texts("profile.head", **{k: found[k] for k in ("name", "games", "wins")})]
        if found["pending"]:
            lines.append(self.texts("profile.pending", games=found["pending"]))
        return lines

    def _share(self, share: float | None, sign: str = "+") -> str:
        return "" if share is None else numeral(share, f"{sign}.1%", self.lang)

    def totals(self) -> list[str]:
        """Results, luck and play by game."""
        heads = [self.texts(f"profile.{key}") for key in ("game", "games", "won", "luck", "play")]
        rows = [[*heads, self.texts("profile.good")]]
        for each in self.found["totals"]:
            cost = None if each["cost"] is None else -each["cost"]
            good = self._share(each["accuracy"], "")
            counts = [str(each["games"]), str(each["wins"])]
            rows.append(
                [each["title"], *counts, self._share(each["luck"]), self._share(cost), good]
            )
        return [*_table(rows), self.found["about"]]

    def curve(self) -> list[str]:
        """Luck and play over time, drawn with letters."""
        points = self.found["curve"]
        if len(points) < 2:
            return []
        rows = [
            [self.texts("profile.luck"), _drawn([each["luck"] for each in points])],
            [self.texts("profile.play"), _drawn([-each["cost"] for each in points])],
        ]
        return [self.texts("profile.curve"), *_table(rows)]

    def liked(self) -> list[str]:
        """What was chosen most."""
        return [
            f"{kind['title']}: "
            + ", ".join(f"{each['name']} ({each['times']})" for each in kind["things"])
            for totals in self.found["totals"]
            for kind in totals["liked"]
        ]

    def ratings(self) -> list[str]:
        """The ratings."""
        return [
            self.texts("ratings.head", game=each["title"], players=each["players"])
            + f": {each['text']}"
            for each in self.found["ratings"]
        ]

    def year(self) -> list[str]:
        """The year in sentences."""
        year = self.found["year"]
        if year is None:
            return []
        others = [str(each) for each in year["years"] if each != year["year"]]
        more = [self.texts("profile.years", years=", ".join(others))] if others else []
        return [self.texts("profile.year", year=year["year"]), *year["text"], *more]

    def last(self) -> list[str]:
        """The last games."""
        lines = [self.texts("profile.last")]
        for each in self.found["last"][:LAST]:
            place = self.texts("profile.place", place=each["place"], players=each["players"])
            day = datetime.fromtimestamp(each["at"] / 1000).date().isoformat()
            others = f" ({', '.join(each['others'])})" if each["others"] else ""
            lines.append(f"  {day}  {each['title']}: {place}{others}")
        return lines


def _table(rows: list[list[str]]) -> list[str]:
    """Rows as lines with even columns; the first is set to the left."""
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    ]


def _drawn(values: list[float]) -> str:
    """Values as a line of letters, the lowest at the bottom."""
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    return "".join(STEPS[round((value - low) / span * (len(STEPS) - 1))] for value in values)
