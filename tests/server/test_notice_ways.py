"""Notices by webhooks, e-mail and Web Push, as their receivers get them."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from email.message import Message
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from cruachan.engine.game import Viewer
from cruachan.server.errors import ServerError
from cruachan.server.limits import LIMITS
from cruachan.server.notices.compose import compose
from cruachan.server.notices.mail import is_address
from cruachan.server.notices.outside import is_private, must_be_public
from cruachan.server.notices.push import (
    Subscription,
    decode,
    encode,
    encrypt,
    new_private_key,
    private_key,
    public_bytes,
)
from cruachan.server.notices.settings import MailSettings, read_settings
from cruachan.server.notices.ways import Undelivered
from cruachan.server.store import notices as stored
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.play import MovePlayed
from cruachan.server.tables.events.seating import GameStarted
from cruachan.server.tables.setting import SeatSetting, TableSetting
from cruachan.server.tables.table import GameTable
from tests.server.noticing import ADDRESS, World, in_world
from tests.server.receiving import MailReceiver, Received, open_receiver, unsealed
from tests.server.test_leaks import CUTS, pair
from tests.server.twins import NAMES, Played

# Webhooks


async def received(world: World, kind: str, **target: str) -> Received:
    await world.begin()
    seat = world.mover
    await world.follow(seat, kind, **target)
    (found,) = await world.look(130)
    return found


def test_plain_json_is_signed(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        found = await received(world, "json")
        (way,) = await world.notices.ways(world.who[world.mover].person or "")
        made = hmac.new(way.secret.encode(), found.body, hashlib.sha256).hexdigest()
        assert found.headers["cruachan-signature"] == f"sha256={made}"
        told = json.loads(found.body)
        assert set(told) == {
            *("id", "table", "game", "seat", "name", "title", "text", "link", "left")
        }
        assert found.headers["idempotency-key"] == told["id"]

    in_world(tmp_path, played)


def test_discord_slack_ntfy_and_matrix_get_what_they_understand(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat, base = world.mover, world.web.url.removesuffix("/hook")
        await world.follow(seat, "discord")
        await world.follow(seat, "slack")
        await world.follow(seat, "ntfy", url=f"{base}/our-games")
        await world.follow(seat, "matrix", url=base, room="!r:example.org", token="secret")
        await world.look(130)
        found = {each.path: each for each in world.web.requests}
        hooks = [json.loads(each.body) for each in world.web.requests if each.path == "/hook"]
        discord = next(each for each in hooks if "content" in each)
        slack = next(each for each in hooks if "text" in each)
        link = f"{ADDRESS}/t/{world.table}"
        assert discord["allowed_mentions"] == {"parse": []}
        assert discord["content"].endswith(link)
        assert slack["text"].endswith(link)
        ntfy = json.loads(found["/"].body)
        assert (ntfy["topic"], ntfy["click"]) == ("our-games", link)
        (matrix,) = [each for each in world.web.requests if each.method == "PUT"]
        rooms = "/_matrix/client/v3/rooms/%21r%3Aexample.org/send/m.room.message/"
        assert matrix.path.startswith(rooms)
        assert matrix.headers["authorization"] == "Bearer secret"
        assert json.loads(matrix.body)["msgtype"] == "m.text"

    in_world(tmp_path, played)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0"),
        *("::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "100.64.0.1", "224.0.0.1"),
        "2002:7f00:1::",
    ],
)
def test_addresses_of_the_hosts_own_network(address: str) -> None:
    assert is_private(address)


def test_addresses_of_the_public_network() -> None:
    assert not is_private("93.184.216.34")
    assert not is_private("2606:2800:220:1:248:1893:25c8:1946")


@pytest.mark.parametrize(
    "url", ["http://93.184.216.34/x", "https://localhost/x", "https://127.0.0.1/", "ftp://x", "x"]
)
def test_a_webhook_into_the_own_network_is_refused(tmp_path: Path, url: str) -> None:
    async def played(world: World) -> None:
        await world.begin()
        with pytest.raises(ServerError) as caught:
            await world.notices.add(world.who[0], "json", {"url": url}, "en")
        assert caught.value.key == "no_target"

    in_world(tmp_path, played, private_addresses=False)


def test_a_name_that_leads_inside_later_is_refused_when_it_is_sent(tmp_path: Path) -> None:
    """The name was public when the webhook was added; now it is the host's own machine."""

    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        world.notices.settings = world.notices.settings.__class__(
            address=ADDRESS, webhooks=True, private_addresses=True
        )
        await world.follow(seat, url=f"http://localhost:{world.web.port}/hook")
        assert await world.look(130) == []
        (way,) = await world.notices.ways(world.who[seat].person or "")
        assert way.failed == "localhost: private address"

    in_world(tmp_path, played, private_addresses=False)


def test_redirects_are_not_followed(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        world.web.status, world.web.location = 307, world.web.url
        await received(world, "json")
        (way,) = await world.notices.ways(world.who[world.mover].person or "")
        assert way.failed == "HTTP 307"

    in_world(tmp_path, played)


def test_an_address_with_a_password_is_refused() -> None:
    with pytest.raises(Undelivered):
        asyncio.run(must_be_public("https://user@example.org/", True))


def test_no_more_ways_than_allowed_and_each_once(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        first = await world.follow(0)
        assert (await world.follow(0)).id == first.id
        for number in range(int(LIMITS.notice_ways) - 1):
            await world.follow(0, room=str(number))
        with pytest.raises(ServerError) as caught:
            await world.follow(0, room="one more")
        assert caught.value.key == "many_ways"
        with pytest.raises(ServerError) as caught:
            await world.notices.remove(world.who[1].person or "", first.id)
        assert caught.value.key == "no_such_way", "another person's"
        await world.notices.remove(world.who[0].person or "", first.id)
        with pytest.raises(ServerError) as caught:
            await world.notices.add_to_table(world.who[1], world.table, "json", {"url": ""}, "en")
        assert caught.value.key == "host_only"

    in_world(tmp_path, played)


# E-mail


def text_of(mail: Message) -> str:
    found = mail.get_payload(decode=True)
    assert isinstance(found, bytes)
    return found.decode()


def test_mail_goes_to_a_confirmed_address_and_has_a_way_out(tmp_path: Path) -> None:
    server = MailReceiver()

    async def played(world: World) -> None:
        async with open_receiver(server):
            settings = MailSettings("127.0.0.1", "Cruachan <games@games.example>", tls="none")
            sender = world.notices.mail
            assert sender is not None
            sender._settings = settings.__class__(
                settings.host, settings.sender, port=server.port, tls="none"
            )
            await world.begin()
            seat = world.mover
            target = {"address": "anna@example.org"}
            way = await world.notices.add(world.who[seat], "mail", target, "en")
            (asked,) = server.mails
            assert f"/api/notices/{way.id}/confirm?token={way.secret}" in text_of(asked)
            await world.look(130)
            assert len(server.mails) == 1, "it is not confirmed"
            with pytest.raises(ServerError):
                await world.notices.by_token(way.id, "guessed")
            await world.notices.confirm(await world.notices.by_token(way.id, way.secret))
            await world.look(130)
            await world.look(130)
            _, mail = server.mails
            assert mail["To"] == "anna@example.org"
            assert "your turn" in mail["Subject"]
            out = f"{ADDRESS}/api/notices/{way.id}/unsubscribe?token={way.secret}"
            assert mail["List-Unsubscribe"] == f"<{out}>"
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            assert mail["Message-ID"].endswith("@games.example>")
            assert f"{ADDRESS}/t/{world.table}" in text_of(mail)
            await world.notices.unsubscribe(way)
            await world.until(seat)
            await world.look(1000)
            assert len(server.mails) == 2

    mail = MailSettings("127.0.0.1", "Cruachan <games@games.example>", tls="none")
    in_world(tmp_path, played, mail=mail)


@pytest.mark.parametrize("text", ["a@b", "a b@c.de", "A <a@b.de>", "a@b.de\nBcc: c@d.ef", "", "@"])
def test_what_is_no_address(text: str) -> None:
    assert not is_address(text)
    assert is_address("anna.b+games@example.org")


# Web Push


def test_a_message_is_encrypted_as_the_standard_has_it() -> None:
    """The example of RFC 8291, appendix A."""
    subscription = Subscription(
        "https://push.example.net/",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    own = private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    salt = decode("DGv6ra1nlYgDCS1FRnbzlw")
    made = encrypt(b"When I grow up, I want to be a watermelon", subscription, salt, own)
    assert encode(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_can_read_its_push_and_the_service_knows_who_sends(tmp_path: Path) -> None:
    own, auth = private_key(new_private_key()), b"0123456789abcdef"

    async def played(world: World) -> None:
        await world.notices.prepare()
        assert world.notices.push is not None
        await world.begin()
        seat = world.mover
        keys = {"p256dh": encode(public_bytes(own.public_key())), "auth": encode(auth)}
        target = {"endpoint": world.web.url, **keys}
        await world.notices.add(world.who[seat], "push", target, "de")
        (found,) = await world.look(130)
        told = json.loads(unsealed(found.body, own, auth))
        assert "Du bist dran" in told["title"]
        assert told["url"] == f"{ADDRESS}/t/{world.table}"
        assert found.headers["content-encoding"] == "aes128gcm"
        token, key = found.headers["authorization"].removeprefix("vapid t=").split(", k=")
        assert key == world.notices.push.public
        signed, _, signature = token.rpartition(".")
        raw = decode(signature)
        r, s = (int.from_bytes(part, "big") for part in (raw[:32], raw[32:]))
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
        der = utils.encode_dss_signature(r, s)
        point.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        claims = json.loads(decode(signed.split(".")[1]))
        assert claims["aud"] == world.web.url.removesuffix("/hook")
        assert claims["sub"] == "mailto:host@example.org"

    in_world(tmp_path, played, push="mailto:host@example.org")


def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    own = private_key(new_private_key())

    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        keys = {"p256dh": encode(public_bytes(own.public_key())), "auth": encode(b"0" * 16)}
        target = {"endpoint": world.web.url, **keys}
        await world.notices.add(world.who[seat], "push", target, "en")
        world.web.status = 410
        await world.look(130)
        assert await world.notices.ways(world.who[seat].person or "") == []
        waiting = await world.service.store.query(stored.due_notices, stored.NEVER, 10, 10)
        assert waiting == []

    in_world(tmp_path, played, push="mailto:host@example.org")


# What a notice may say


def at_table(played: Played) -> GameTable:
    """A table at which a game was played."""
    names = NAMES[: played.seats]
    seats = tuple(SeatSetting("person", name) for name in names)
    game = played.game
    setting = TableSetting(game.name, game.boards[0], dict(played.options), seats)
    table = GameTable("t", setting, game, bytes(32))
    table.apply(PendingEvent(GameStarted()), 0)
    for (seat, move), text in zip(played.plies, played.texts(), strict=True):
        table.apply(PendingEvent(MovePlayed(seat, text), move), 0)
    return table


@pytest.mark.parametrize(
    ("game", "viewer"),
    [("gallia", 0), ("gallia", 1), ("shent", 0), ("shent", 1), ("shent", 2)],
)
def test_a_notice_says_nothing_that_its_seat_may_not_see(game: str, viewer: Viewer) -> None:
    """Games that are one and the same to her, and differ in what she must not know."""
    for cut in CUTS[game]:
        left, right = (at_table(each) for each in pair(game, cut, viewer))
        assert viewer is not None
        for lang in ("en", "de"):
            said = [compose(each, viewer, viewer, lang, ADDRESS) for each in (left, right)]
            assert said[0] == said[1]


@pytest.mark.parametrize("game", ["gallia", "shent"])
def test_a_webhook_says_what_everybody_may_see(game: str) -> None:
    for cut in CUTS[game]:
        left, right = (at_table(each) for each in pair(game, cut, None))
        for seat in range(len(left.seats)):
            said = [compose(each, seat, None, "en", ADDRESS) for each in (left, right)]
            assert said[0] == said[1]


# The host


def test_the_hosts_file(tmp_path: Path) -> None:
    path = tmp_path / "notices.toml"
    path.write_text(f'address = "{ADDRESS}/"\nwebhooks = true\n[mail]\nhost = "x"\nsender = "y"\n')
    found = read_settings(path)
    assert (found.link, found.webhooks, found.private_addresses) == (ADDRESS, True, False)
    assert found.mail is not None
    for text in ("", "address = 1", 'address = "x"', f'address = "{ADDRESS}"\nmore = 1', "[["):
        path.write_text(text)
        with pytest.raises(Exception, match=r"notices\.toml does not say"):
            read_settings(path)
