"""Tables in two servers that must be one and the same to a viewer: all she gets is heard and held.

A world is a table in a server of this process, on real sockets. What happens there is done as
people do it, but for chance, whose moves are given; everything the viewer gets is kept in `heard`.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.presentation import presentation_of
from cruachan.server.tables.events.base import PendingEvent, StoredEvent
from cruachan.server.tables.events.play import MovePlayed
from cruachan.server.tables.keys import hashed, new_key
from cruachan.server.tables.table import GameTable
from tests.leaks import Leak, compare
from tests.server.inside import InProcessServers
from tests.server.notified import notified
from tests.server.twins import NAMES, Played

SEED = secrets.token_bytes(32)
PATIENCE = 60.0
ASKED = 10
"""Of about how many moves and places a viewer asks what they would bring."""


class Line:
    """A line to a table, of one of both kinds."""

    def __init__(self, world: World, since: int, kind: str, lang: str, again: bool = False) -> None:
        self.name = f"{kind} from {since}"
        seat = "" if world.viewer is None else f"&seat={world.viewer}"
        sent = {"authorization": f"Bearer {world.own_key}"}
        path = f"/api/tables/{world.id}/{'listen' if kind == 'socket' else 'events'}"
        self._socket: ClientConnection | None = None
        self._open = ExitStack()
        if kind == "socket":
            host = world.address.removeprefix("http://")
            address = f"ws://{host}{path}?pieces=true&since={since}&lang={lang}{seat}"
            opening = connect(address, additional_headers=sent, compression=None)
            self._socket = self._open.enter_context(opening)
            return
        if again:
            sent["last-event-id"], since = str(since), 0
        address = f"{world.address}{path}?since={since}&lang={lang}{seat}"
        answer = world.http.stream("GET", address, headers=sent)
        self._parts = self._open.enter_context(answer).iter_raw()
        self._read = b""

    def hear(self, patience: float = PATIENCE) -> str:
        """The next message; a TimeoutError if none comes."""
        if self._socket is not None:
            return str(self._socket.recv(patience))
        while b"\n\n" not in self._read:
            self._read += next(self._parts)
        message, _, self._read = self._read.partition(b"\n\n")
        return self.hear() if message.startswith(b":") else message.decode()

    def silent(self) -> bool:
        """Whether nothing more comes."""
        if self._socket is None:
            return not self._read
        try:
            self.hear(0.02)
        except TimeoutError:
            return True
        return False

    def close(self) -> None:
        """Leave."""
        self._open.close()


class World:
    """One of both tables, and the viewer's lines to it."""

    def __init__(
        self, servers: InProcessServers, number: int, played: Played, viewer: Viewer
    ) -> None:
        self.servers, self.service = servers, servers.services[number]
        self.twin = number == 1
        self.address = servers.addresses[number]
        self.played, self.viewer = played, viewer
        self.texts = played.texts()
        self.heard: list[tuple[str, str]] = []
        self.lines: list[Line] = []
        self.requests = 0
        self.id = ""
        self.http = httpx.Client(base_url=f"{self.address}/api", timeout=PATIENCE)

    # Around the table

    def set(self, keys: Sequence[str]) -> None:
        """Set the table, and let people sit down; a viewer beyond them only looks on."""
        self.keys = keys
        self.own_key = keys[len(keys) - 1 if self.viewer is None else self.viewer]
        game, seats = self.played.game, self.played.seats
        wish = {
            "game": game.name,
            "options": dict(self.played.options),
            "seats": [{"kind": "me", "name": NAMES[0]}, *[{"kind": "free"}] * (seats - 1)],
            "public": True,
            "hints": True,
        }
        self.id = self.post(0, "/tables", wish).json()["table"]
        for seat in range(1, seats):
            self.act(seat, "sit", name=NAMES[seat], word=f"bits {seat}", seat=seat)
        self.lines = [Line(self, 0, "socket", "en"), Line(self, 0, "events", "de")]
        self.hear()
        self.act(0, "start")
        for seat in range(seats):
            self.act(seat, "confirm", seat=seat, on=True)

    def close(self) -> None:
        """Everybody leaves, and the table is closed."""
        for line in self.lines:
            line.close()
        self.lines.clear()
        if self.id:
            self.act(0, "close")
        self.http.close()

    @property
    def table(self) -> GameTable:
        """The table as its keeper knows it."""
        return self.service.sessions[self.id].table

    # What is done

    def post(self, person: int, path: str, body: Any) -> httpx.Response:
        """Something that a person sends."""
        sent = {"authorization": f"Bearer {self.keys[person]}"}
        return self.http.post(path, json=body, headers=sent)

    def act(self, person: int, kind: str, **values: Any) -> httpx.Response:
        """Something that a person does at the table; if it is done, it is heard."""
        self.requests += 1
        act = {"kind": kind, **values}
        body = {"id": f"request-{self.requests:08d}", "act": act}
        answer = self.post(person, f"/tables/{self.id}/acts", body)
        if person == self.viewer:
            self.note(f"act {act}", answer)
        if answer.status_code == 200:
            self.hear()
        return answer

    def play(self, first: int, last: int) -> None:
        """Moves from one ply to another: a person's first is sent, all others just happen."""
        seat, _ = self.played.plies[first]
        if seat != CHANCE:
            asked = self.table.playing().decision_id(seat)
            text = self.texts[first]
            answer = self.act(seat, "move", seat=seat, answers=asked, text=text)
            assert answer.status_code == 200, answer.text
            first += 1
        pending = [
            PendingEvent(MovePlayed(seat, text), move)
            for (seat, move), text in zip(
                self.played.plies[first:last], self.texts[first:last], strict=True
            )
        ]
        if pending:
            self.happen(pending)

    def happen(self, pending: list[PendingEvent]) -> None:
        """Let rows happen."""
        place = self.service.sessions[self.id]

        async def happening() -> list[StoredEvent]:
            async with place.lock:
                return await self.service.commit(place, pending)

        self.servers.do(happening())
        self.hear()

    def refuse_queued(self) -> None:
        """Answer what people wanted and the game has not taken."""
        while due := self.table.due():
            self.happen(due)

    # What is heard

    def note(self, channel: str, answer: httpx.Response) -> None:
        """Keep an answer: number, headers, bytes."""
        head = " ".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
        self.heard.append((channel, f"{answer.status_code} {head} {answer.text}"))

    def hear(self) -> None:
        """Keep what each line says next."""
        for line in self.lines:
            self.heard.append((line.name, line.hear()))

    def get(self, path: str, **query: Any) -> None:
        """Ask as the viewer does."""
        if self.viewer is not None:
            query = {"seat": self.viewer, **query}
        sent = {"authorization": f"Bearer {self.own_key}"}
        self.note(f"{path} {query}", self.http.get(path, params=query, headers=sent))

    def secrets(self) -> dict[str, str]:
        """What nobody is ever sent, as it might be written, and what it is."""
        found = {}
        raw = {"the seed": SEED}
        for key in self.keys:
            raw[f"the hash of a key {key[:4]}"] = hashed(key)
            found[key] = "a key"
        for name, each in raw.items():
            found[each.hex()] = name
            for encoded in (base64.b64encode(each), base64.urlsafe_b64encode(each)):
                found[encoded.decode().rstrip("=")] = name
        return found | {"request-0": "the id of a request"}


class Twins:
    """Two worlds in step; a Leak as soon as the viewer could tell them apart."""

    def __init__(
        self, servers: InProcessServers, left: Played, right: Played, viewer: Viewer
    ) -> None:
        self.viewer = viewer
        self.worlds = [World(servers, n, each, viewer) for n, each in enumerate((left, right))]
        self._keys = [new_key() for _ in range(left.seats + 1)]
        self._compared = 0

    def __iter__(self) -> Iterator[World]:
        return iter(self.worlds)

    def compare(self) -> None:
        """All that was heard since the last time is the same, and nothing in it is a secret."""
        left, right = (world.heard[self._compared :] for world in self.worlds)
        if len(left) != len(right):
            raise Leak(f"{len(left)} messages or {len(right)} tell {self.viewer!r}")
        compare(iter(left), iter(right), self.viewer)
        self._compared += len(left)
        for world, heard in zip(self.worlds, (left, right), strict=True):
            for secret, name in world.secrets().items():
                for channel, text in heard:
                    if secret in text:
                        raise Leak(f"{channel} tells {self.viewer!r} {name}")

    def begin(self) -> None:
        """Let people sit down and begin."""
        for world in self.worlds:
            world.set(self._keys)
        self.compare()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        for world in self.worlds:
            world.close()


def follow(twins: Twins, rng: Random) -> None:
    """Play both games as far as they go, with all that people do between moves."""
    twins.begin()
    played = twins.worlds[0].played
    ply, last, count = 0, len(played.plies), 0
    while ply < last:
        upto = min(last, ply + rng.randint(1, 9))
        for world in twins:
            world.play(ply, upto)
        ply, count = upto, count + 1
        BETWEEN[count % len(BETWEEN)](twins, count)
        twins.compare()
    _veil(twins, count)
    twins.compare()


def _chat(twins: Twins, count: int) -> None:
    seat = count % twins.worlds[0].played.seats
    for world in twins:
        world.act(seat, "chat", seat=seat, text=f"number {count}")


def _take_back(twins: Twins, count: int) -> None:
    """Whoever moved takes it back and makes it again, where both games allow it."""
    seat = twins.worlds[0].table.playing().history[-1].seat
    matches = [world.table.playing() for world in twins]
    if seat == CHANCE or any(match.why_no_undo(seat) for match in matches):
        return
    for world in twins:
        for kind in ("undo", "redo"):
            world.act(seat, kind, seat=seat)


def _ask(twins: Twins, count: int) -> None:
    """Somebody asks to take back her last move: first it is refused, then all agree."""
    history = twins.worlds[0].table.playing().history
    own = [number for number, ply in enumerate(history) if ply.seat == 0]
    if not own or len(history) - own[-1] > 40:
        return
    last, others = len(history), range(1, twins.worlds[0].played.seats)
    for world in twins:
        world.act(0, "ask_undo", seat=0)
        world.act(1, "answer", seat=1, yes=False)
        world.act(0, "ask_undo", seat=0)
        for seat in others:
            world.act(seat, "answer", seat=seat, yes=True)
        world.play(own[-1], last)


def _queue(twins: Twins, count: int) -> None:
    """Somebody else claims what the game cannot take now; in both worlds something else."""
    seat = next(s for s in range(twins.worlds[0].played.seats) if s != twins.viewer)
    for world in twins:
        asked = world.table.playing().decision_id(seat)
        text = f"claim {8 + world.twin}"
        world.act(seat, "move", seat=seat, answers=asked, text=text, queue=True)
        world.refuse_queued()


def _veil(twins: Twins, count: int) -> None:
    """Somebody plays the X-card, in both worlds somebody else; whoever told it tells it anew."""
    others = [s for s in range(twins.worlds[0].played.seats) if s != twins.viewer]
    for world, seat in zip(twins, (others[0], others[-1]), strict=True):
        world.act(seat, "veil", seat=seat)
    for world in twins:
        for ply, row in list(world.table.veiled.items()):
            scene = world.table.events[row - 1].scene
            assert scene is not None
            seat = scene.ply.seat
            world.act(seat, "retell", seat=seat, ply=ply, words=f"anew {count}")


BETWEEN = (_chat, _take_back, _queue, _take_back, _ask)


def ask_everything(twins: Twins, words: Sequence[str]) -> None:
    """All that a viewer can ask, rightly or not, and lines opened anew."""
    for channel in CHANNELS:
        for world in twins:
            channel(world)
        twins.compare()
    for text in words:
        for world in twins:
            _try(world, text)
        twins.compare()


def _look(world: World) -> None:
    plies, seq = len(world.table.playing().history), world.table.seq
    table = f"/tables/{world.id}"
    for since in (0, seq // 2):
        for lang in ("en", "de"):
            world.get(table, since=since, lang=lang, pieces=since == 0)
        world.get(f"{table}/log", since=since)
    for ply in {0, plies // 3, plies - 1}:
        world.get(f"{table}/view", ply=ply, lang="de", pieces=True)
    world.get(f"{table}/view")
    world.get(f"{table}/view", ply=plies + 1)
    world.get(f"{table}/drawing")
    world.get(f"{table}/drawing", ply=plies // 2)
    world.get(f"{table}/card", ply=plies - 1)
    for path in (
        f"{table}/transcript",
        f"{table}/verify",
        f"{table}/luck",
        f"{table}/analysis",
        f"{table}/saga",
        "/tables",
        "/tables/mine",
    ):
        world.get(path)
    world.get(f"{table}/saga", lang="de")
    world.get(f"{table}/saga", form="html")
    world.get(f"{table}/saga", form="md")


def _look_as_others(world: World) -> None:
    for seat in range(world.played.seats + 1):
        if seat != world.viewer:
            for path in ("", "/view", "/log", "/drawing", "/transcript", "/saga", "/events"):
                world.get(f"/tables/{world.id}{path}", seat=seat)


def _advice(world: World) -> None:
    sent = {"authorization": f"Bearer {world.own_key}"}
    for seat in range(world.played.seats):
        answer = world.http.post(f"/tables/{world.id}/hint", json={"seat": seat}, headers=sent)
        world.note(f"hint {seat}", answer)
        answer = world.http.post(f"/tables/{world.id}/chances", json={"seat": seat}, headers=sent)
        world.note(f"chances {seat}", answer)


def _notices(world: World) -> None:
    """Whoever is waited for is called: on her devices, and in channels that others read too."""
    for seat in world.table.waited():
        own = seat == world.viewer
        for each in world.servers.do(notified(world.service, world.id, seat, own)):
            world.heard.append(each)


def _listen_anew(world: World) -> None:
    seq = world.table.seq
    for since in (0, seq // 2, seq, seq + 5):
        for kind in ("socket", "events"):
            line = Line(world, since, kind, "en", again=since == seq // 2)
            world.heard.append((f"{line.name} anew", line.hear()))
            line.close()


def _silence(world: World) -> None:
    for line in world.lines:
        world.heard.append((f"{line.name} ended", str(line.silent())))


def _do_wrong(world: World) -> None:
    """Acts of which most are refused."""
    if world.viewer is None:
        return
    asked = world.table.playing().decision_id(world.viewer)
    other = (world.viewer + 1) % world.played.seats
    wrongs: list[dict[str, Any]] = [
        {"kind": "move", "seat": world.viewer, "answers": asked - 1, "move": 1},
        {"kind": "move", "seat": world.viewer, "answers": asked, "move": [["?"]]},
        {"kind": "move", "seat": other, "answers": asked, "text": "end"},
        {"kind": "undo", "seat": other},
        {"kind": "redo", "seat": world.viewer},
        {"kind": "answer", "seat": world.viewer, "yes": True},
        {"kind": "done", "seat": world.viewer},
        {"kind": "back", "seat": world.viewer},
        {"kind": "vote", "seat": world.viewer, "about": other},
        {"kind": "rematch", "seat": world.viewer},
        {"kind": "stand", "seat": world.viewer},
    ]
    for wrong in wrongs:
        world.act(world.viewer, **wrong)


def _play_on(world: World) -> None:
    """Taking the game over to a table of one's own, while others have secrets in it."""
    sent = {"authorization": f"Bearer {world.own_key}"}
    seats = [{"kind": "me", "name": "Me"}, *[{"kind": "free"}] * (world.played.seats - 1)]
    for ply in (0, 5):
        moment = {"table": world.id, "ply": ply}
        wish = {"game": world.played.game.name, "seats": seats, "from": moment}
        world.note(f"from {ply}", world.http.post("/tables", json=wish, headers=sent))


def _open_own_copy(world: World) -> None:
    """Opening what one may have of the game as a file."""
    sent = {"authorization": f"Bearer {world.own_key}"}
    seat = {} if world.viewer is None else {"seat": world.viewer}
    path = f"/tables/{world.id}/transcript"
    text = world.http.get(path, params=seat, headers=sent).text
    world.note("open", world.http.post("/files", json={"text": text}, headers=sent))


def _try(world: World, text: str) -> None:
    """A move in words: why it cannot be made, and making it in spite of that."""
    seat = world.viewer
    if seat is None:
        return
    sent = {"authorization": f"Bearer {world.own_key}"}
    answer = world.http.post(
        f"/tables/{world.id}/why", json={"seat": seat, "text": text}, headers=sent
    )
    world.note(f"why {text!r}", answer)
    if not answer.json().get("legal"):
        asked = world.table.playing().decision_id(seat)
        world.act(seat, "move", seat=seat, answers=asked, text=text)


def _would(world: World) -> None:
    """What each move would bring, and what there is to be done at each place."""
    seat, match = world.viewer, world.table.playing()
    if seat is None:
        return
    view = match.view(seat)
    moves = [move["move"] for point in view["points"] for move in point["moves"]]
    places = list(presentation_of(match.game).places(view))
    asked = [{"move": move} for move in moves[:: max(1, len(moves) // ASKED)]]
    asked += [{"place": place} for place in places[:: max(1, len(places) // ASKED)]]
    for question in asked:
        sent = {"authorization": f"Bearer {world.own_key}"}
        path = f"/tables/{world.id}/why?pieces=true"
        answer = world.http.post(path, json={"seat": seat, **question}, headers=sent)
        assert answer.status_code == 200, answer.text
        world.note(f"would {question}", answer)


CHANNELS = (
    _look,
    _look_as_others,
    _advice,
    _would,
    _notices,
    _listen_anew,
    _do_wrong,
    _play_on,
    _open_own_copy,
    _silence,
)
