"""Persons in the page: a second device by link, ways back without one, and leaving."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from cruachan.engine.texts import Lang
from tests.page.looking import nothing_cut
from tests.page.tabling import Guests, say
from tests.page.visiting import Visitors


def become(page: Page, name: str, lang: Lang = "en") -> None:
    """Be a person of a name."""
    page.goto("/")
    page.get_by_role("link", name=say(lang, "me.become_link")).click()
    page.get_by_label(say(lang, "me.name")).fill(name)
    page.get_by_role("button", name=say(lang, "me.become"), exact=True).click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def test_a_second_device_joins_by_a_link(visit: Visitors, guests: Guests) -> None:
    """Her games, her name and what she likes are there; then she signs it out again."""
    first, _ = guests.two("gallia", sizes=("desk", "desk"), langs=("en", "en"))
    laptop = first.come().page
    become(laptop, "Nuala")
    laptop.get_by_role("button", name=say("en", "me.link_show")).click()
    link = laptop.get_by_label(say("en", "me.link"))
    expect(laptop.get_by_alt_text(say("en", "menu.code"))).to_be_visible()
    expect(link).to_have_value(re.compile(r"/login#[\w-]{32}$"))
    nothing_cut(laptop)
    phone = visit("phone", "de")
    phone.goto(link.input_value())
    expect(phone.get_by_text("Nuala", exact=True)).to_be_visible()
    assert "#" not in phone.url, "nobody reads the link over her shoulder"
    nothing_cut(phone)
    phone.get_by_role("button", name=say("de", "login.do", name="Nuala")).click()
    expect(phone.get_by_role("link", name="Nuala")).to_be_visible()
    expect(phone.get_by_text(re.compile("auf 2 Geräten"))).to_be_visible()
    expect(phone.locator(f"a[href='/t/{first.table}']")).to_be_visible()
    laptop.reload()
    other = laptop.locator("section", has=laptop.locator("#devices")).locator("li")
    expect(other).to_have_count(2)
    laptop.get_by_role("button", name=say("en", "me.everywhere"), exact=True).click()
    nothing_cut(laptop)
    laptop.get_by_role("alert").get_by_role("button", name=say("en", "me.everywhere_do")).click()
    expect(other).to_have_count(1)
    phone.reload()
    expect(phone.get_by_role("link", name=say("de", "me.become_link"))).to_be_visible()
    expect(phone.locator(f"a[href='/t/{first.table}']")).to_have_count(0)
    laptop.goto("/")
    expect(laptop.locator(f"a[href='/t/{first.table}']")).to_be_visible()


def test_a_used_link_says_so(visit: Visitors) -> None:
    page = visit("phone", forgive=("410",))
    page.goto(f"/login#{'x' * 32}")
    expect(page.get_by_role("alert")).to_contain_text("used up or too old")
    page.get_by_role("link", name=say("en", "login.otherwise")).click()
    expect(page.get_by_label(say("en", "me.name"))).to_be_visible()


def test_recovery_by_a_phrase_on_an_empty_machine(visit: Visitors) -> None:
    lost = visit("phone", "de")
    become(lost, "Sorcha", "de")
    lost.get_by_role("button", name=say("de", "phrase.make")).click()
    phrase = lost.locator("[data-phrase]").inner_text()
    assert len(phrase.split()) == 9
    nothing_cut(lost)
    found = visit("desk", forgive=("401",))
    found.goto("/me")
    box = found.get_by_label(say("en", "login.phrase"))
    words = phrase.split()
    box.fill(" ".join([*words[:8], words[0]]))
    found.get_by_role("button", name=say("en", "login.recover"), exact=True).click()
    expect(found.get_by_role("alert")).to_contain_text("Nobody has this recovery phrase")
    box.fill(phrase)
    found.get_by_role("button", name=say("en", "login.recover"), exact=True).click()
    expect(found.get_by_role("heading", level=1, name="Sorcha")).to_be_visible()


def authenticator(page: Page) -> tuple[object, str]:
    """A virtual authenticator with passkeys, as a phone or a laptop has one."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, str(made["authenticatorId"])


def test_a_passkey_signs_in(visit: Visitors) -> None:
    """Served from localhost, the page has passkeys; one that was removed opens nothing."""
    visit.address = visit.address.replace("127.0.0.1", "localhost")
    page = visit("desk", forgive=("401",))
    page.goto("/")
    session, _ = authenticator(page)
    become(page, "Etain")
    page.get_by_role("button", name=say("en", "passkey.add")).click()
    remove = page.get_by_role("button", name=re.compile(f"^{say('en', 'me.remove')}: "))
    expect(remove).to_have_count(1)
    page.get_by_role("button", name=say("en", "me.out"), exact=True).click()
    sign_in = page.get_by_role("button", name=say("en", "login.passkey"))
    sign_in.click()
    expect(page.get_by_role("heading", level=1, name="Etain")).to_be_visible()
    remove.click()
    expect(remove).to_have_count(0)
    page.get_by_role("button", name=say("en", "me.out"), exact=True).click()
    sign_in.click()
    expect(page.get_by_role("alert")).to_contain_text("Nobody here has this passkey")
    assert session


def test_somebody_erases_herself(guests: Guests) -> None:
    first, second = guests.two("gallia", sizes=("phone", "desk"), langs=("en", "en"))
    page = first.come().page
    become(page, "Grania")
    page.get_by_role("button", name=say("en", "stored.erase"), exact=True).click()
    nothing_cut(page)
    sure = page.get_by_role("button", name=say("en", "stored.erase_do"))
    expect(sure).to_be_disabled()
    page.locator("#erase-name").fill("Grania")
    sure.click()
    expect(page.get_by_role("link", name=say("en", "me.become_link"))).to_be_visible()
    seats = second.client.table(second.table)["table"]["seats"]
    assert seats[first.seat]["name"] == "A former player"
    assert seats[first.seat]["vacant"]


def test_the_host_blocks_somebody_and_hands_her_role_over(guests: Guests) -> None:
    first, second = guests.two("gallia", sizes=("phone", "phone"), langs=("de", "de"))
    host, other = (first, second) if first.seat == 0 else (second, first)
    host.come()
    page = host.page
    become(page, "Aoife", "de")
    host.come()
    name = host.client.table(host.table)["table"]["seats"][other.seat]["name"]
    more = page.get_by_role("button", name=say("de", "menu.more"), exact=True)
    more.click()
    page.get_by_role("button", name=f"{say('de', 'others.block')}: {name}").click()
    blocked = page.get_by_role("button", name=f"{say('de', 'others.block')}: {name}")
    expect(blocked).to_have_text(say("de", "others.blocked"))
    page.get_by_role("button", name=f"{say('de', 'others.host')}: {name}").click()
    nothing_cut(page)
    sure = page.get_by_role("alert")
    expect(sure).to_contain_text(name)
    sure.get_by_role("button", name=say("de", "others.host"), exact=True).click()
    expect(page.get_by_role("button", name=f"{say('de', 'others.host')}: {name}")).to_have_count(0)
    assert -1 in other.client.table(other.table)["seats"]
    page.goto("/me")
    blocks = page.locator("section", has=page.locator("#blocks"))
    expect(blocks).to_contain_text(name)
    blocks.get_by_role("button", name=say("de", "block.undo")).click()
    expect(blocks).to_have_count(0)


def test_the_host_frees_a_seat_and_somebody_takes_it(visit: Visitors, guests: Guests) -> None:
    first, second = guests.two("gallia", sizes=("desk", "desk"), langs=("en", "en"))
    host = first if first.seat == 0 else second
    other = second if host is first else first
    page = host.come().page
    name = host.client.table(host.table)["table"]["seats"][other.seat]["name"]
    page.get_by_role("button", name=say("en", "menu.more"), exact=True).click()
    page.get_by_role("button", name=f"{say('en', 'others.remove')}: {name}").click()
    sure = page.get_by_role("alert")
    sure.get_by_role("button", name=say("en", "others.remove"), exact=True).click()
    stranger = visit("desk")
    stranger.goto(f"/t/{host.table}")
    stranger.get_by_label(say("en", "lobby.name")).fill("Fergus")
    stranger.get_by_role("button", name=say("en", "lobby.sit_here"), exact=True).click()
    expect(stranger.get_by_label(say("en", "lobby.name"))).to_have_count(0)
    seats = host.client.table(host.table)["table"]["seats"]
    assert (seats[other.seat]["name"], seats[other.seat].get("vacant", False)) == ("Fergus", False)
