"""Playing with friends: the way to a table, its link, the chat, and those who watch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from cruachan.engine.texts import LANGS, Lang
from cruachan.server.tables import listeners
from tests.page.looking import nothing_cut
from tests.page.playing import LOOK
from tests.page.tabling import Guests, say
from tests.page.visiting import Size, Visitors

THINKS = {"en": "is thinking", "de": "überlegt"}


@pytest.mark.parametrize("lang", LANGS)
def test_every_game_is_played_with_friends(visit: Visitors, lang: Lang) -> None:
    """And while somebody is waited for, the link is what the lobby offers first."""
    page = visit("phone", lang)
    page.goto("/")
    friends = page.get_by_role("link", name=re.compile(f"^{say(lang, 'front.friends')}:"))
    expect(friends.first).to_be_visible()
    expect(friends).to_have_count(page.locator("article.game").count())
    page.get_by_role("link", name=f"{say(lang, 'front.friends')}: Gallia").click()
    expect(page.get_by_text(say(lang, "set.friends"))).to_be_visible()
    invite = page.get_by_role("button", name=say(lang, "set.invite"), exact=True)
    invite.click()
    own = page.get_by_label(say(lang, "set.seat_name", number=1))
    expect(own, "friends see a name: nobody is given one").to_be_focused()
    own.fill("Anna")
    invite.click()
    copy = page.get_by_role("button", name=say(lang, "copy.do"))
    expect(copy).to_be_visible()
    expect(page.locator("button.main:not(.share)")).to_have_count(1)
    expect(copy).to_have_class(re.compile("main"))
    begin = page.locator(".begin button").first
    assert middle(copy, page) < middle(begin, page)
    nothing_cut(page)


def test_whoever_changes_her_name_goes_on_typing(guests: Guests) -> None:
    client = guests.client()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    table = str(client.create("gallia", seats)["table"])
    anna = guests.before(client, table, 0).come()
    anna.page.get_by_role("button", name=f"{anna.say('lobby.rename')}: Anna").click()
    expect(anna.page.get_by_label(anna.say("lobby.name"))).to_be_focused()
    anna.page.keyboard.type("Hal")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("list").get_by_text("Hal", exact=True)).to_be_visible()


def middle(found: Any, page: Page) -> float:
    """How far down something stands."""
    box = found.bounding_box()
    assert box is not None
    return float(box["y"] + box["height"] / 2)


def test_the_chat_has_times_a_preview_and_stays_read(guests: Guests) -> None:
    first, second = guests.two("gallia", sizes=("phone", "desk"))
    first.come().is_asked()
    second.client.act(second.table, "chat", seat=second.seat, text="well met")
    preview = first.page.get_by_role("button", name="well met")
    fresh = first.page.get_by_label(first.say("chat.fresh"), exact=True)
    expect(preview).to_be_visible()
    expect(fresh).to_be_visible()
    first.page.reload()
    preview.click()
    panel = first.page.get_by_role("tabpanel")
    expect(panel).to_contain_text("well met")
    expect(panel.locator("time")).to_have_text(re.compile(r"\d\d:\d\d"))
    expect(panel).to_contain_text(first.say("chat.readers"))
    expect(preview).to_be_hidden()
    first.page.reload()
    first.is_asked()
    first.client.act(first.table, "chat", seat=first.seat, text="my own")
    with first.beside("log"):
        expect(fresh).to_have_count(0)
    expect(preview).to_have_count(0)


def test_who_goes_is_soon_seen_to_be_away(guests: Guests) -> None:
    """Beside her name and above the board, where she is waited for; and not when she is back."""
    assert max(listeners.GOODBYE, listeners.LOST) <= 10
    ben, anna = guests.two("gallia", sizes=("desk", "phone"))
    ben.come().is_asked()
    anna.come()
    name = anna.look()["table"]["seats"][ben.seat]["name"]
    line = anna.page.locator(".line .turn")
    expect(line).to_contain_text(THINKS[anna.lang])
    ben.page.close()
    expect(line).to_have_text(anna.say("turn.away", name=name))
    with anna.beside("seats") as seats:
        expect(seats.get_by_text(anna.say("seat.away"))).to_have_count(1)
    guests.before(ben.client, ben.table, ben.seat).come().is_asked()
    expect(line).to_contain_text(THINKS[anna.lang])
    with anna.beside("seats") as seats:
        expect(seats.get_by_text(anna.say("seat.away"))).to_have_count(0)


@pytest.mark.parametrize(("lang", "size"), [("en", "desk"), ("de", "phone")])
def test_who_watches_is_told(guests: Guests, lang: Lang, size: Size) -> None:
    first, _ = guests.two("gallia")
    watcher = guests.before(guests.client(lang), first.table, None, size).come()
    with watcher.beside("seats") as seats:
        expect(seats).to_contain_text(watcher.say("seat.watching"))
    with watcher.beside("chat") as chat:
        expect(chat).to_contain_text(watcher.say("chat.watching"))
        expect(chat.get_by_role("textbox")).to_have_count(0)


def test_a_word_is_explained_until_one_goes_on(guests: Guests) -> None:
    """By Escape, by a click elsewhere, and by the next step; it stayed."""
    first, _ = guests.two("gallia", sizes=("desk", "desk"))
    first.come().is_asked()
    first.type("? build boi")
    term = first.page.locator("button.term").first
    box = first.page.locator(".explained")
    close = first.button("menu.close")
    term.click()
    expect(close).to_be_visible()
    first.page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    term.click()
    expect(box).to_be_visible()
    first.page.locator("header.top").click(position={"x": 300, "y": 5})
    expect(box).to_have_count(0)
    term.click()
    expect(box).to_be_visible()
    seat = first.seat
    first.client.act(
        first.table, "move", seat=seat, answers=first.look()["asked"], text="recruit 0"
    )
    expect(box).to_have_count(0)


SVG = "image/svg+xml"


def listed(number: int) -> dict[str, Any]:
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "person", "name": f"Ben {number}"}]
    told = {"table": f"t{number}", "game": "gallia", "title": "Gallia", "board": "cisalpina"}
    state = {"status": "over", "waits": [], "mine": [0], "round": 1, "lesson": False}
    return told | state | {"at": 0, "seq": 9, "seats": seats}


def test_more_than_a_page_of_own_games_can_be_seen(visit: Visitors) -> None:
    """Two hundred were shown, and no way led to the others."""
    page = visit("desk")

    def some(route: Route) -> None:
        skipped = int((re.search(r"skip=(\d+)", route.request.url) or [0, 0])[1])
        route.fulfill(json=[listed(number) for number in range(skipped, min(250, skipped + 200))])

    page.route("**/board?*", lambda route: route.fulfill(body="<svg/>", content_type=SVG))
    page.route("**/api/tables/mine?*", some)
    page.goto("/")
    over = page.get_by_text(re.compile("finished games"))
    expect(over).to_contain_text("200")
    more = page.get_by_role("button", name=say("en", "mine.older"))
    more.click()
    expect(over).to_contain_text("250")
    expect(more).to_have_count(0)
    over.click()
    expect(page.get_by_text("Ben 249")).to_be_visible()


def test_more_public_tables_can_be_seen(visit: Visitors) -> None:
    page = visit("desk")
    tables = [listed(number) | {"mine": [], "status": "playing"} for number in range(10)]
    page.route("**/board?*", lambda route: route.fulfill(body="<svg/>", content_type=SVG))
    page.route("**/api/tables?*", lambda route: route.fulfill(json=tables))
    page.goto("/")
    expect(page.get_by_text("Ben 5")).to_be_visible()
    expect(page.get_by_text("Ben 9")).to_have_count(0)
    page.get_by_role("button", name=say("en", "watch.more")).click()
    expect(page.get_by_text("Ben 9")).to_be_visible()
    expect(page.get_by_role("button", name=say("en", "watch.more"))).to_have_count(0)


def test_the_lobby_says_by_which_rules_is_played(guests: Guests) -> None:
    anna = guests.client()
    shent = next(game for game in anna.get("/games") if game["name"] == "shent")
    option, choice = next(
        (option, choice)
        for option in shent["options"]
        for choice in option["choices"]
        if choice.get("house")
    )
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    rules = f"{option['title']} ({choice['title']})"
    for options, said in (
        ({}, say("en", "rules.rulebook")),
        ({option["name"]: choice["value"]}, say("en", "rules.house", rules=rules)),
    ):
        table = str(anna.create("shent", seats, options=options)["table"])
        page = guests.before(anna, table, 0).come().page
        expect(page.locator("figcaption")).to_contain_text(said)


def test_a_rematch_begins_without_the_words_of_who_has_not_come(guests: Guests) -> None:
    people = {person.seat: person for person in guests.two("gallia", forgive=("409",))}
    host, guest = people[0], people[1]
    host.client.act(host.table, "resign", seat=0)
    host.client.act(host.table, "rematch", seat=0)
    host.table = host.look()["table"]["rematch"]
    host.come()
    wordless = host.button("lobby.start_wordless")
    expect(host.button("lobby.start")).to_be_visible()
    expect(wordless).to_have_count(0)
    host.button("lobby.start").click()
    wordless.click()
    expect(host.page.locator(".ground")).to_be_visible()
    assert guest.client.table(host.table)["table"]["status"] == "playing"


@pytest.mark.parametrize("game", ["hibernia", "shent"])
def test_the_screen_in_the_middle_fits_a_small_notebook(guests: Guests, game: str) -> None:
    anna = guests.client()
    bot = next(each for each in anna.get("/games") if each["name"] == game)["usual_bot"]
    seats = [{"kind": "me", "name": "Anna"}, *[{"kind": bot, "name": "Bran"}] * 3]
    table = str(anna.create(game, seats)["table"])
    anna.act(table, "start")
    page = guests.visit("desk", key=anna.key, viewport={"width": 1280, "height": 800})
    page.goto(f"/t/{table}/middle")
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.locator(".ground svg").first).to_be_visible()
    page.wait_for_function(FITS, polling=LOOK)


FITS = """() => {
    const page = document.documentElement;
    const around = document.querySelector(".around");
    const board = document.querySelector(".ground").getBoundingClientRect();
    return page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth
        && around.scrollHeight <= around.clientHeight + 1
        && around.scrollWidth <= around.clientWidth + 1
        && board.width > 400 && board.height > 400;
}"""
