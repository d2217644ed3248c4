"""Sounds: each game has its own, and nothing is heard by whoever has not switched them on."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from cruachan.games import GAMES
from tests.page.playing import LOOK
from tests.page.tabling import Guests

GAMES_ASKED = re.compile(r"/api/games(\?|$)")
LISTEN = """
window.notes = [];
window.loud = [];
const joined = (more) => ({ ...more, connect: (next) => next });
window.AudioContext = class {
    state = "running"; currentTime = 0; destination = {};
    resume() {}
    createOscillator() {
        const tone = joined({ frequency: { value: 0 }, stop() {} });
        tone.start = () => window.notes.push(Math.round(tone.frequency.value));
        return tone;
    }
    createBiquadFilter() { return joined({ frequency: { value: 0 } }); }
    createGain() {
        const louder = (value) => { if (value > 0.001) window.loud.push(value); };
        return joined({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime: louder } });
    }
};
"""
"""Notes down what would be heard."""


def notes(game: str, *which: str) -> list[int]:
    """The pitches of sounds of a game, one after the other."""
    sounds = GAMES[game].identity.sounds
    return [
        round(sounds.base * 2 ** (semitones / 12))
        for name in which
        for semitones in getattr(sounds, name)
    ]


HEARD = "(due) => window.notes.join() === due.join()"


def test_a_game_is_heard_by_whoever_wants_to(guests: Guests) -> None:
    """Nothing until a volume is chosen, then a sample of it, even where the game is not yet known;
    afterwards what happens at the table."""
    anna, ben = guests.client("de"), guests.client()
    table = anna.create("gallia", [{"kind": "me", "name": "Anna"}, {"kind": "free"}])["table"]
    ben.act(table, "sit", seat=1, name="Ben")
    anna.act(table, "start")
    person = guests.before(anna, table, 0)
    page = person.page
    page.add_init_script(LISTEN)
    held: list[Route] = []
    page.route(GAMES_ASKED, lambda route: held.append(route))
    person.come()
    volume = person.menu().get_by_role("combobox", name=person.say("menu.sound"))
    expect(volume.locator("option")).to_have_count(4)
    expect(volume).to_have_value("0")
    volume.select_option(person.say("sound.quiet"))
    person.until(lambda: bool(held))
    assert page.evaluate("window.notes") == []
    for route in held:
        route.continue_()
    page.unroute(GAMES_ASKED)
    heard = notes("gallia", "turn")
    page.wait_for_function(HEARD, arg=heard, polling=LOOK)
    volume.select_option(person.say("sound.loud"))
    heard += notes("gallia", "turn")
    page.wait_for_function(HEARD, arg=heard, polling=LOOK)
    assert page.evaluate("window.loud[0] * 4 < window.loud.at(-1)")
    page.get_by_role("button", name=person.say("menu.close"), exact=True).click()
    ben.act(table, "resign", seat=1)
    heard += notes("gallia", "end")
    page.wait_for_function(HEARD, arg=heard, polling=LOOK)
    person.menu()
    volume.select_option(person.say("sound.off"))
    page.reload()
    person.menu()
    expect(volume).to_have_value("0")
