"""Moves and positions of Gallia Cisalpina as text.

Moves:      move Ins3 Ana · send 2 · fight 4 · enter 1 · recruit 3 · scout Ins · scout none ·
            build Ins · demolish Ins · end · starve Ins3 (Ins3*: the one that has moved)
Chance:     start b · back 3-4 (for those who may not know it: back ?)
Positions:  n a 12 a:turn Med4,Ins3* Ari5 Ins+3-4s,Ana=2-5b

A position names the options (n, or s for strict supply; f behind it: the fair start), who began,
the turns finished, what is waited for, the dice of a and of b (`*`: moved this turn) and the cards
of which something is known: `+` lies on its back, `=` on its front, then the back, then who has
seen it (a, b by scouting, s shown to both; `'`: turned this turn). `?` stands for a back the viewer
does not know.

Waited for are `start`; `a:turn`; `a:build` and `a:move` in a turn begun so; `a:scout`;
`a:look:Ins` and `a:raise:Ins` a back, for scouting and for building; `a:send:Ins3>Ana`,
`a:fight:Ins3>Ana` and `a:enter:Ins3>Ana/2` a number (2 may go in); `a:starve:d` a warrior of the
defender (`a` the attacker, `e` the mover at the end of the turn, `eb` of one of building, `em` of
moving); `a:over:b` nothing, b has won.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cruachan.engine.bits import bit, count
from cruachan.engine.errors import (
    IllegalMove,
    PositionError,
    UnreadableMove,
)
from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.notation import LETTERS, fold, read_place
from cruachan.engine.rulebook import refusal
from cruachan.engine.texts import Lang, Texts, message
from cruachan.engine.view import Parts
from cruachan.games.gallia import dispatch, moves, rules
from cruachan.games.gallia.cards import Cards
from cruachan.games.gallia.dice import find_die, free_die, occupied, warriors
from cruachan.games.gallia.moves import decode, marching, taking_off
from cruachan.games.gallia.state import (
    AMOUNT,
    BACK,
    BUILDING,
    CAPITALS,
    CARDS,
    COLUMNS,
    DICE,
    FIGHT,
    FREE,
    GO_IN,
    MOST_TURNS,
    MOVING,
    NOWHERE,
    OVER,
    PIPS,
    SCOUT,
    START,
    STARVE,
    TERRITORIES,
    TURN,
    BoardTables,
    State,
)

VERBS = {
    "move": ("move", "ziehe", "zug", "m", "z"),
    "number": ("send", "fight", "enter", "sende", "kampf", "einzug", "with", "mit"),
    "recruit": ("recruit", "wirb", "werbe", "r", "w"),
    "scout": ("scout", "erkunde", "s", "e"),
    "build": ("build", "baue", "b"),
    "demolish": ("demolish", "reisse"),
    "end": ("end", "ende", "fertig"),
    "starve": ("starve", "hunger", "nimm"),
}
ARMY = re.compile(
    r"(?P<card>[^\d\s]+)\s*(?P<pips>[1-6])?(?P<done>\*?)(?:\s+(?:to|nach)?\s*(?P<to>\S+))?"
)
NOBODY_WORDS = ("none", "nobody", "keins", "keine", "nichts")


# Moves


def knows(state: State, viewer: Viewer, card: int) -> bool:
    """[G10.1] [G10.2] Whether a viewer may know what is on a card's back."""
    if viewer == CHANCE or state.shown & bit(card):
        return True
    return viewer is not None and bool(state.knows[viewer] & bit(card))


def write_move(cards: Cards, board: BoardTables, state: State, move: int, viewer: Viewer) -> str:
    """The notation of a move, as far as the viewer may know it."""
    return parts(cards, board, state, move, viewer).text


def parts(cards: Cards, board: BoardTables, state: State, move: int, viewer: Viewer) -> Parts:
    """What a move says, as far as the viewer may know it."""
    decoded = decode(move)
    kind, short = decoded.kind, cards.cards[decoded.card].short
    if kind == moves.BACK_IS:
        hidden = state.about != BUILDING and viewer not in (CHANCE, state.turn)
        return Parts("back", target="?" if hidden else cards.backs[decoded.number].name)
    if kind == moves.LOT_START:
        return Parts("start", target=LETTERS[decoded.number])
    if kind == moves.TAKE_OFF:
        return Parts("starve", target=f"{short}{decoded.pips}{'*' if decoded.number else ''}")
    if kind == moves.END:
        return Parts("end")
    if kind == moves.TURN_CARD:
        verb = "demolish" if state.oppida & bit(decoded.card) else "build"
        return Parts(verb, target=short)
    if kind in (moves.NO_LOOK, moves.LOOK):
        return Parts("scout", target="none" if kind == moves.NO_LOOK else short)
    if kind == moves.RECRUIT:
        return Parts("recruit", number=decoded.number)
    if kind == moves.NUMBER:
        verb = {AMOUNT: "send", FIGHT: "fight"}.get(int(state.phase), "enter")
        return Parts(verb, number=decoded.number)
    target = int(board.step[decoded.card * 4 + decoded.number])
    there = "?" if target == NOWHERE else cards.cards[target].short
    return Parts("move", f"{short}{decoded.pips}", there)


def read_moves(cards: Cards, board: BoardTables, state: State, text: str, lang: Lang) -> list[int]:
    """All moves the words could mean, legal or not; an UnreadableMove if there are none."""
    said = fold(text).split()
    texts = Texts(__package__, lang)
    unreadable = UnreadableMove(texts("error.unreadable", text=text.strip()))
    if not said:
        raise UnreadableMove(texts("error.empty"))
    if said == ["back", "?"]:
        raise UnreadableMove(texts("error.hidden"))
    chance = _read_chance(cards, said)
    if chance is not None:
        return [chance]
    verb = next((name for name, known in VERBS.items() if said[0] in known), None)
    rest = said[1:] if verb else said
    if verb == "end" and not rest:
        return [moves.END]
    if not rest:
        raise unreadable
    if verb == "scout" or (verb is None and state.phase == SCOUT and not rest[0].isdecimal()):
        nothing = rest[0] in NOBODY_WORDS
        return [moves.NO_LOOK if nothing else moves.LOOK + read_card(cards, " ".join(rest), lang)]
    if verb in ("build", "demolish"):
        return [_read_turning(cards, state, verb, " ".join(rest), lang)]
    if verb in ("number", "recruit") or (verb is None and rest[0].isdecimal()):
        number = int(rest[0]) if len(rest) == 1 and re.fullmatch(r"[0-9]", rest[0]) else -1
        first = moves.RECRUIT if verb == "recruit" else moves.NUMBER - 1
        if not (0 if verb == "recruit" else 1) <= number <= (3 if verb == "recruit" else PIPS):
            raise unreadable
        return [first + number]
    return _read_armies(cards, board, state, verb, rest, unreadable, lang)


def at_place(cards: Cards, board: BoardTables, state: State, place: str) -> str:
    """What pointing at a card means at this moment, be it possible or not."""
    names = [card.short for card in cards.cards]
    name = place.partition(":")[2]
    if name not in names:
        return ""
    if state.phase in (SCOUT, STARVE):
        return f"{'scout' if state.phase == SCOUT else 'starve'} {name}"
    card = names.index(name)
    if state.about == FREE and warriors(state, max(0, dispatch.to_act(state)), card):
        return f"build {name}"
    around = [int(board.step[card * 4 + way]) for way in range(4)]
    return f"move {name} {names[max(around)]}"


def _read_turning(cards: Cards, state: State, verb: str, text: str, lang: Lang) -> int:
    """A card to turn; who says build does not mean to demolish, nor the other way round."""
    card = read_card(cards, text, lang)
    stands = bool(state.oppida & bit(card))
    if stands != (verb == "demolish") and not state.turned & bit(card):
        rule = "G5.3" if verb == "demolish" else "G5.1"
        key = "error.no_oppidum" if verb == "demolish" else "error.oppidum"
        reason = Texts(__package__, lang)(key, card=cards.cards[card].name)
        if not rules.is_capital(card):
            raise IllegalMove(refusal(__package__, rule, reason, lang))
    return moves.TURN_CARD + card


def _read_armies(
    cards: Cards,
    board: BoardTables,
    state: State,
    verb: str | None,
    rest: list[str],
    unreadable: UnreadableMove,
    lang: Lang,
) -> list[int]:
    """An army to move (from a card, perhaps of a size, to a card), or one to take a warrior off."""
    found = ARMY.fullmatch(" ".join(rest))
    if not found:
        raise unreadable
    card = read_card(cards, found["card"], lang)
    seat = dispatch.to_act(state)
    dice = range(max(0, seat) * DICE, (max(0, seat) + 1) * DICE)
    there = sorted({int(state.pips[die]) for die in dice if state.card[die] == card})
    sizes = [int(found["pips"])] if found["pips"] else there or [1]
    if verb == "starve" or (verb is None and state.phase == STARVE):
        return [_meant_loss(state, seat, card, pips, bool(found["done"])) for pips in sizes]
    if not found["to"]:
        raise unreadable
    target = read_card(cards, found["to"], lang)
    ways = [way for way in range(4) if board.step[card * 4 + way] == target]
    if not ways:
        said = Texts(__package__, lang)
        names = (cards.cards[card].name, cards.cards[target].name)
        raise UnreadableMove(said("error.far", source=names[0], target=names[1]))
    return [marching(card, pips, ways[0]) for pips in sizes]


def _meant_loss(state: State, seat: int, card: int, pips: int, moved: bool) -> int:
    """A warrior off an army of this size: of one that has moved if it says so, or if all have."""
    done = moved or find_die(state, max(0, seat), card, pips, 0) == NOWHERE
    return taking_off(card, pips, int(done))


def _read_chance(cards: Cards, said: list[str]) -> int | None:
    if len(said) != 2:
        return None
    if said[0] == "start" and said[1] in ("a", "b"):
        return moves.LOT_START + LETTERS.index(said[1])
    names = [back.name for back in cards.backs]
    if said[0] == "back" and said[1] in names:
        return moves.BACK_IS + names.index(said[1])
    return None


def read_card(cards: Cards, text: str, lang: Lang) -> int:
    """The card a person means."""
    return read_place(text, cards.cards, Texts(__package__, lang))


# Positions


def write_position(cards: Cards, state: State, viewer: Viewer) -> str:
    """The state in one line, as far as the viewer may know it."""
    return " ".join(
        [
            f"{'s' if state.strict else 'n'}{'f' if state.fair else ''}",
            "-" if state.phase == START else LETTERS[state.start],
            str(state.turns),
            _write_phase(cards, state),
            _write_dice(cards, state, 0),
            _write_dice(cards, state, 1),
            _write_cards(cards, state, viewer),
        ]
    )


def _write_phase(cards: Cards, state: State) -> str:
    phase = int(state.phase)
    if phase == START:
        return "start"
    turn = LETTERS[state.turn]
    if phase == TURN:
        return f"{turn}:{('turn', 'build', 'move')[state.about]}"
    if phase == SCOUT:
        return f"{turn}:scout"
    if phase == BACK:
        verb = "raise" if state.about == BUILDING else "look"
        return f"{turn}:{verb}:{cards.cards[state.look].short}"
    if phase == STARVE:
        if state.ending:
            return f"{turn}:starve:e{('', 'b', 'm')[state.about]}"
        losers = ((rules.DEFENDER, "d"), (rules.ATTACKER, "a"))
        return f"{turn}:starve:{''.join(who for loser, who in losers if state.lost & loser)}"
    if phase == OVER:
        return f"{turn}:over:{LETTERS[state.won - 1] if state.won else '-'}"
    source, target = cards.cards[state.source].short, cards.cards[state.target].short
    verb = {AMOUNT: "send", FIGHT: "fight", GO_IN: "enter"}[phase]
    winners = f"/{state.winners}" if phase == GO_IN else ""
    return f"{turn}:{verb}:{source}{state.army}>{target}{winners}"


def _write_dice(cards: Cards, state: State, seat: int) -> str:
    dice = sorted(
        (int(state.card[die]), int(state.pips[die]), int(state.done[die]))
        for die in range(seat * DICE, (seat + 1) * DICE)
        if state.card[die] != NOWHERE
    )
    texts = [f"{cards.cards[card].short}{pips}{'*' if done else ''}" for card, pips, done in dice]
    return ",".join(texts) or "-"


def _write_cards(cards: Cards, state: State, viewer: Viewer) -> str:
    told = []
    for index, card in enumerate(cards.cards):
        place = bit(index)
        up, turned = bool(state.oppida & place), bool(state.turned & place)
        seen = "".join(LETTERS[seat] for seat in range(2) if state.knows[seat] & place)
        seen += "s" if state.shown & place else ""
        if not (up or turned or seen or state.back[index] != NOWHERE):
            continue
        back = int(state.back[index])
        known = back != NOWHERE and knows(state, viewer, index)
        text = cards.backs[back].name if known else "?"
        told.append(f"{card.short}{'+' if up else '='}{text}{seen}{chr(39) if turned else ''}")
    return ",".join(told) or "-"


WAITS = re.compile(
    r"(?P<turn>[ab]):(?:(?P<about>turn|build|move|scout)|(?P<look>look|raise):(?P<card>\w+)"
    r"|(?P<verb>send|fight|enter):(?P<source>[A-Za-z]+)(?P<army>[1-6])>(?P<target>[A-Za-z]+)"
    r"(?:/(?P<winners>[1-6]))?|starve:(?P<lost>d|a|da|e[bm]?)|over:(?P<won>[ab-]))"
)
DIE = re.compile(r"(?P<card>[A-Za-z]+)(?P<pips>[1-6])(?P<done>\*?)")
CARD = re.compile(
    r"(?P<card>[A-Za-z]+)(?P<side>[+=])(?P<back>\?|[0-9]-[0-9])(?P<seen>a?b?s?)(?P<turned>'?)"
)


def read_position(cards: Cards, board: BoardTables, text: str) -> State:
    """The state a line describes; a PositionError says which part is wrong.

    Backs written as `?` are left open; `Gallia.determinize` deals them.
    """
    parts = text.split()
    if len(parts) != 7:
        raise _no("parts", many=len(parts))
    state = State.new()
    option, start, turns, waits, first, second, known = parts
    if option not in ("n", "s", "nf", "sf"):
        raise _no("option", text=option)
    rules.setup(state, int(option[0] == "s"), int(option.endswith("f")))
    if not (turns.isascii() and turns.isdecimal()) or len(turns) > 3 or int(turns) > MOST_TURNS:
        raise _no("turns", text=turns[:20])
    state.turns = int(turns)
    if start not in ("a", "b", "-") or (start == "-") != (waits == "start"):
        raise _no("start", text=start)
    state.start = max(0, LETTERS.find(start))
    _read_dice(cards, state, 0, first)
    _read_dice(cards, state, 1, second)
    _read_cards(cards, state, known)
    _read_waits(cards, state, waits)
    _check(board, state)
    if state.phase == TURN and state.about == FREE:
        rules.remember(state)
    return state


def _no(key: str, /, **values: Any) -> PositionError:
    """What is wrong with a position."""
    return PositionError(message(__package__, f"position.{key}", **values))


def _card(cards: Cards, short: str) -> int:
    shorts = [card.short for card in cards.cards]
    if short not in shorts:
        raise _no("card", short=short, cards=shorts)
    return shorts.index(short)


def _read_dice(cards: Cards, state: State, seat: int, text: str) -> None:
    items = [] if text == "-" else text.split(",")
    if len(items) > DICE:
        raise _no("dice", letter=LETTERS[seat], many=len(items), most=DICE)
    for number, item in enumerate(items):
        match = DIE.fullmatch(item)
        if not match:
            raise _no("die", item=item)
        die = seat * DICE + number
        state.card[die] = _card(cards, match["card"])
        state.pips[die] = int(match["pips"])
        state.done[die] = int(match["done"] == "*")


def _read_cards(cards: Cards, state: State, text: str) -> None:
    names = [back.name for back in cards.backs]
    named = 0
    for item in [] if text == "-" else text.split(","):
        match = CARD.fullmatch(item)
        if not match or (match["back"] != "?" and match["back"] not in names):
            raise _no("back", item=item)
        card = _card(cards, match["card"])
        place = bit(card)
        if rules.is_capital(card) or named & place:
            raise _no("land_once", item=item)
        named |= place
        if match["back"] != "?":
            back = names.index(match["back"])
            if not rules.unseen(state) & bit(back):
                raise _no("back_once", item=item)
            state.back[card] = back
        state.oppida |= place if match["side"] == "+" else 0
        state.turned |= place if match["turned"] else 0
        state.shown |= place if "s" in match["seen"] else 0
        for seat in range(2):
            state.knows[seat] |= place if LETTERS[seat] in match["seen"] else 0


def _read_waits(cards: Cards, state: State, text: str) -> None:
    if text == "start":
        return
    match = WAITS.fullmatch(text)
    if not match:
        raise _no("waits", text=text)
    state.turn = LETTERS.index(match["turn"])
    if match["about"] == "scout":
        state.phase = SCOUT
    elif match["about"]:
        state.phase = TURN
        state.about = {"turn": FREE, "build": BUILDING, "move": MOVING}[match["about"]]
    elif match["look"]:
        state.phase = BACK
        state.about = BUILDING if match["look"] == "raise" else FREE
        state.look = _card(cards, match["card"])
    elif match["lost"]:
        state.phase = STARVE
        _read_hunger(state, match["lost"])
    elif match["won"]:
        state.phase = OVER
        state.won = LETTERS.find(match["won"]) + 1
    else:
        state.phase = {"send": AMOUNT, "fight": FIGHT, "enter": GO_IN}[match["verb"]]
        state.about = MOVING
        state.source, state.army = _card(cards, match["source"]), int(match["army"])
        state.target = _card(cards, match["target"])
        state.winners = int(match["winners"] or 0)
        state.lost = rules.DEFENDER if state.phase == GO_IN else 0


def _read_hunger(state: State, lost: str) -> None:
    """Who starves, and what the turn was about.

    Older notation has `e` for every turn; then dice that have moved and cards turned tell it.
    """
    state.ending = int(lost[0] == "e")
    state.lost = rules.DEFENDER if "d" in lost else rules.ATTACKER
    if lost == "da":
        state.lost |= rules.ATTACKER
    moved = lost != "e" or any(state.done)
    building = lost == "eb" or (lost == "e" and not moved and state.turned)
    state.about = BUILDING if building else MOVING if moved else FREE


def _check(board: BoardTables, state: State) -> None:
    """A game can have come here, and what is half done can be finished."""
    for complaint, wrong in (*_impossible(state), *_unfinished(board, state)):
        if wrong:
            raise _no(complaint)


def _impossible(state: State) -> Iterator[tuple[str, bool]]:
    """The key of what cannot be on the table, and whether it is so here."""
    phase = int(state.phase)
    known = [state.back[card] != NOWHERE for card in range(CARDS)]
    scouted = int(state.knows[0] | state.knows[1] | state.shown)
    yield (
        "before_lot",
        phase == START and bool(any(state.pips) or state.oppida or state.turns or scouted),
    )
    for card in range(CARDS):
        place = bit(card)
        turning = phase == BACK and state.about == BUILDING and state.look == card
        yield (
            "oppidum",
            bool(state.oppida & place) and not (turning or (state.shown & place and known[card])),
        )
    others = range((1 - state.turn) * DICE, (2 - state.turn) * DICE)
    yield (
        "moved",
        any(state.done[die] for die in others),
    )
    both = {int(c) for c in state.card[:DICE]} & {int(c) for c in state.card[DICE:]} - {NOWHERE}
    yield "both", bool(both)
    yield "won", phase != OVER and _somebody_won(state)
    yield "last_turn", phase != OVER and state.turns >= MOST_TURNS


def _somebody_won(state: State) -> bool:
    for seat in range(2):
        cards = occupied(state, seat)
        if count(cards) >= TERRITORIES or cards & bit(CAPITALS[1 - seat]):
            return True
    return False


def _unfinished(board: BoardTables, state: State) -> Iterator[tuple[str, bool]]:
    """The key of what cannot be half done, and whether it is so here."""
    phase, about = int(state.phase), int(state.about)
    begun = bool(any(state.done) or state.turned)
    yield (
        "not_begun",
        (phase == TURN and about == FREE and begun),
    )
    yield (
        "building",
        (phase in (TURN, STARVE) and about == BUILDING and not state.turned),
    )
    if phase == BACK:
        lies = bool(state.oppida & bit(state.look))
        yield (
            "no_turning",
            (
                rules.is_capital(state.look)
                or state.back[state.look] != NOWHERE
                or lies != (about == BUILDING)
            ),
        )
    if phase == STARVE:
        yield (
            "strict",
            (bool(state.ending) and not state.strict),
        )
        yield (
            "not_hungry",
            (rules.hunger(board, state, rules.hungry(state)) <= 0),
        )
    if phase in (AMOUNT, FIGHT, GO_IN):
        yield from _army_under_way(state)


def _army_under_way(state: State) -> Iterator[tuple[str, bool]]:
    phase, seat = int(state.phase), int(state.turn)
    rows = abs(state.source // COLUMNS - state.target // COLUMNS)
    columns = abs(state.source % COLUMNS - state.target % COLUMNS)
    yield "way", bool(rows + columns != 1)
    done = int(phase != AMOUNT)
    die = find_die(state, seat, state.source, state.army, done)
    yield "army", bool(die == NOWHERE)
    enemies = warriors(state, 1 - seat, state.target)
    yield (
        "enemies",
        ((phase == FIGHT) != bool(enemies)),
    )
    yield (
        "free_die",
        (phase != FIGHT and free_die(state, seat) == NOWHERE),
    )
    yield (
        "winners",
        (phase == GO_IN and not 1 <= state.winners <= state.army),
    )
