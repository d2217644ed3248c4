"""Limits of what clients may ask of a server: the defaults, which `--limit` changes.

They hold for the whole process and are read each time they are needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import message
from cruachan.server import PACKAGE


@dataclass
class Limits:
    """All of them, by the names under which they are set."""

    largest: float = 64
    """kB of a request, and of its head."""
    largest_file: float = 2048
    """kB of a request that brings a saved game."""
    largest_board: float = 256
    """kB of a request that brings a board file."""
    slowest: float = 20.0
    """Seconds within which a request is sent, and its head."""
    least: float = 4
    """kB a second at which an answer and a listener's messages are read at least."""
    chat: float = 500
    """How many messages a seat may send to the others within 24 hours."""
    burst: float = 4
    """For how many seconds' worth an address may write at once."""
    read: float = 0.25
    """What a question costs, in writes."""
    second: float = 200.0
    """What a second of computing for a request costs, in writes."""
    new_table: float = 20.0
    """What a new table costs, in writes: each is kept for good."""
    addresses: float = 10_000
    """How many addresses are remembered."""
    lines: float = 200
    """How many connections one address may hold open at the usual rate; more at a higher one."""
    answers: float = 200
    """How many requests of one address are answered at a time; with a higher rate, more."""
    connections: float = 400
    """How many connections one address may have open; a proxy on this machine is not limited."""
    heartbeat: float = 15.0
    """Seconds of silence after which a WebSocket that asked for it hears that it is alive."""
    said: float = 1000
    """How many messages a second a client may send on a connection."""
    beside: float = 5000
    """How often a seat may do something besides moving at a table: talk, take back, sit down."""
    renames: float = 20
    """How often somebody may change the name at a table."""
    seatings: float = 1000
    """How often the seats of a table may change before the game begins."""
    keys: float = 200
    """How many keys open the seats of a table."""
    devices: float = 50
    """How many devices a person may be signed in on."""
    holders: float = 100
    """How many keys with seats of their own a person may have brought along."""
    link: float = 10
    """Minutes for which a link signs a device in."""
    links: float = 10
    """How many such links a person may have open at the same time."""
    passkeys: float = 20
    """How many passkeys a person may have."""
    blocks: float = 500
    """How many others a person may have blocked."""
    sign_in: float = 25.0
    """What a try to sign in costs, and a new person, in writes."""
    notice_ways: float = 20
    """By how many ways a person or a table may be given notices."""
    confirmations: float = 500
    """How many addresses of e-mail are asked within 24 hours whether they want notices."""
    settings: float = 100
    """How many things a person likes or has drafted are kept."""
    leagues: float = 50
    """How many leagues a person may organise."""
    league_players: float = 200
    """How many persons a season of a league may have."""
    tables: float = 4096
    """How many tables stay in memory while nobody uses them."""
    plies: float = 250_000
    """How many plies and other events the tables in memory may have altogether."""
    playing: float = 32
    """How many tables of bots that nobody watches are played at the same time."""
    bot_tables: float = 50
    """How many tables of bots alone, which nobody watches, one host may have played."""
    bot_seconds: float = 5
    """Seconds of thinking lately after which the bots of a host leave a process to others."""
    unseen: float = 3000
    """After how many plies that nobody saw a table of bots pauses until somebody looks."""
    absence: float = 10
    """Minutes after somebody's last act until the others can vote for a bot, without a clock."""
    notice: float = 2
    """Minutes which somebody who is absent has to come back, once the others voted for a bot."""
    thinking: float = 20.0
    """Seconds after which a bot that has not answered is given up."""
    lease: float = 10.0
    """Seconds for which a server among several counts as there after it has said so."""
    keep_unstarted: float = 14
    """Days after which a table is removed whose game nobody has begun; 0 is never."""
    keep_finished: float = 0
    """Days after which a table is removed whose game is over, or that was closed; 0 is never."""
    listed_empty: float = 1
    """Hours for which a public table that waits for players is listed while nobody is there."""
    processes: float = 0
    """In how many processes bots think; 0 is one less than there are cores."""


LIMITS = Limits()


def set_limits(wishes: Iterable[str]) -> None:
    """Change limits: NAME=NUMBER each; a CruachanError says what is wrong with one."""
    names = [field.name for field in fields(Limits)]
    for wish in wishes:
        name, _, value = wish.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if name not in names or not 0 <= number < float("inf"):
            said = {"wish": wish[:80], "names": ", ".join(names)}
            raise CruachanError(message(PACKAGE, "serve.limit", **said))
        setattr(LIMITS, name, number)
