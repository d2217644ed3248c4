"""What refusals claim in SHENT, as far as the pieces on the table can tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from cruachan.engine.game import CHANCE, NOBODY
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.freely import FreeReading
from cruachan.games.shent.chapters.quests import MODES
from cruachan.games.shent.components.material import (
    ADAN,
    BUILDINGS,
    DRU,
    FARON,
    KINDS,
    RANDIR,
    URLUG,
    temper,
    third,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.effect import HARMS, HELPS, Effect
from cruachan.games.shent.core.flow import Move, Verb, top
from cruachan.games.shent.core.state import Piece, State
from cruachan.games.shent.core.state import tokens as lying
from cruachan.games.shent.rulings import no, verbs
from tests.claims import AnyGame, Case, Claims, Try
from tests.protocol.book import Book

from .tables import any_options, by_lot, game_for

GAMES = 6
LOOKS = 0.25
"""How often a position is looked at."""
EACH = 12
"""Moves that are tried there."""
FEW = 12
"""Free readings that are begun."""
STRICT = {"frame": "enemies", "open": "yes"}
"""House rules of the first game, for what they refuse."""
SMALL = {"rune": 16, "number": 10, "element": 6, "seat": 3}


def tries(book: Book, rng: Random) -> Iterator[Try]:
    """In games by lot: what was legal once, said by anybody, of other things, or unchanged."""
    read = 0
    for number in range(GAMES):
        seen: list[Move] = []
        options = any_options(rng) | ({} if number else STRICT)
        for before, who, move, _ in by_lot(3, number, options):
            seen.append(move)
            if move.verb == "read" and read < FEW:
                read += 1
                yield from freely(before, who, rng)
            if rng.random() > LOOKS:
                continue
            for seat in (*game_for(3).to_act(before), rng.randrange(CHANCE, 3)):
                legal = game_for(3).legal_moves(before, seat)
                for said in rng.choices(legal + seen[-100:], k=EACH):
                    yield before, seat, other(before, said, rng)
                for verb in verbs(before, seat):
                    yield before, seat, Move(verb, anything(before, verb, rng))
                    yield from named(before, seat, verb)


def named(state: State, seat: int, verb: str) -> Iterator[Try]:
    """What lots would hardly ever name: a land with a treasure, and how a quest is declared."""
    if verb == "search":
        for token in lying(state, TokenKind.TREASURE):
            yield state, seat, Move(verb, (token.land,))
    elif verb == "declare":
        runes = state.players[seat].hand[:2]
        yield from ((state, seat, Move(verb, (mode, *runes))) for mode in MODES)


def freely(state: State, seat: int, rng: Random) -> Iterator[Try]:
    """An event is read freely, which needs words, and the table refuses it."""
    game, first = game_for(3), Move("freely", (), "A ferryman takes them across")
    yield state, seat, first
    if no(state, seat, first):
        return
    state = game.apply(state, seat, first)
    while True:
        yield from ((state, seat, Move("effect", (key,))) for key in (*Effect.ALL, "nothing"))
        yield state, seat, Move("propose")
        onward = [move for move in game.legal_moves(state, seat) if move.verb in ("effect", "part")]
        if not onward:
            break
        state = game.apply(state, seat, rng.choice(onward))
    state = game.apply(state, seat, Move("propose"))
    while not isinstance(top(state), Event):
        state = game.apply(state, game.to_act(state)[0], Move("vote", (False,)))
    yield state, seat, first


def limits(state: State) -> dict[str, int]:
    """The kinds of parts that are numbers, and below what."""
    lands, pieces = len(state.board.lands), len(state.pieces)
    return {"land": lands, "piece": pieces, "kind": len(KINDS)} | SMALL


def other(state: State, move: Move, rng: Random) -> Move:
    """The same of another land, figure, kind or rune."""
    below = limits(state)
    args = [
        rng.randrange(below[kind]) if kind in below and rng.random() < 0.4 else value
        for kind, value in zip(Verb.ALL[move.verb].kinds(state, move.args), move.args, strict=False)
    ]
    return move._replace(args=(*args, *move.args[len(args) :]))


def anything(state: State, verb: str, rng: Random) -> tuple[int, ...]:
    """What a verb might speak of, where that is a number."""
    kinds = Verb.ALL[verb].shape.replace("*", "").split()
    below = limits(state)
    return tuple(rng.randrange(below.get(kind, 10)) for kind in kinds)


def read(
    game: AnyGame, state: State, seat: int, move: Move
) -> tuple[str, Mapping[str, Any]] | None:
    """The reason and what it names; its sentence is said on the way."""
    refusal = game.why_not(state, seat, move)
    against = no(state, seat, move)
    assert (refusal is None) == (against is None)
    return against and (against.key, against.values)


# --- The table -----------------------------------------------------------------------------


def piece(case: Case) -> Piece:
    """The figure that is named."""
    found: Piece = case.state.pieces[case.said["piece"]]
    return found


def there(case: Case, land: int | None = None) -> list[Piece]:
    """All that stands in the land that is named, buildings too."""
    place = case.said["land"] if land is None else land
    return [each for each in case.state.pieces if each.land == place]


def figures(case: Case) -> list[Piece]:
    """The figures in the land that is named."""
    return [each for each in there(case) if each.kind not in BUILDINGS]


def own(case: Case) -> list[Piece]:
    """The figures of her own colour in the land that is named."""
    return [each for each in figures(case) if each.owner == each.leader == case.seat]


def tokens(case: Case, *kinds: TokenKind) -> list[Any]:
    """The tokens of these kinds that lie in the land that is named."""
    return [t for t in case.state.tokens if t.kind in kinds and t.land == case.said["land"]]


def lacks(case: Case, tur: int, golu: int = 0, aglar: int = 0) -> bool:
    """Whether she has less than this of something."""
    has = case.state.players[case.seat]
    return bool(has.tur < tur or has.golu < golu or has.aglar < aglar)


def supplied(case: Case) -> bool:
    """Whether a piece of the kind that is named is left, of her colour or common."""
    return any(
        KINDS[each.kind].key == case.said["kind"]
        and each.land == -1
        and each.owner in (case.seat, NOBODY)
        for each in case.state.pieces
    )


def too_few_of(case: Case) -> bool:
    """Whether the rune that is named is said more often than the hand has it."""
    hand = case.state.players[case.seat].hand
    said = [value for value in case.move.args if value == case.said["rune"]]
    return bool(hand.count(case.said["rune"]) < len(said))


def lies_apart(case: Case) -> bool:
    """No border and no path joins the two lands."""
    here, land = piece(case).land, case.said["land"]
    paths = [{t.land, t.other} for t in case.state.tokens if t.kind == TokenKind.PATH]
    return land not in case.state.board.near[here] and {here, land} not in paths


def bound(case: Case) -> bool:
    """Bound, asleep, or where everything stands still."""
    index, here = case.said["piece"], piece(case).land
    return any(
        (t.kind in (TokenKind.BAND, TokenKind.ASLEEP) and index in t.pieces)
        or (t.kind == TokenKind.STANDSTILL and t.land == here)
        for t in case.state.tokens
    )


def marked(case: Case, *kinds: TokenKind) -> bool:
    """Whether a token of these kinds lies with the figure that is named."""
    return any(t.kind in kinds and case.said["piece"] in t.pieces for t in case.state.tokens)


def phase(case: Case) -> str:
    """The phase of the turn, where one is going on."""
    return str(getattr(case.state.stack[-1], "phase", ""))


def quest(case: Case) -> Any:
    """Her quest with the number that is named."""
    quests = case.state.players[case.seat].quests
    return next((each for each in quests if each.number == case.said["number"]), None)


def effect(case: Case) -> Effect:
    """What the event shall do."""
    return Effect.ALL[case.move.args[0]]


def rune_read(case: Case) -> int:
    """The rune of the event that is read freely."""
    assert isinstance(top(case.state), FreeReading)
    return int(case.state.stack[-2].rune)


CHECKS = {
    "over": lambda c: not c.state.stack,
    "not_asked_now": lambda c: c.seat not in game_for(3).to_act(c.state),
    "element_taken": lambda c: c.state.players[c.said["seat"]].element == c.move.args[0],
    "start_kind": lambda c: c.move.args[0] not in (FARON, RANDIR),
    "start_element": lambda c: (
        c.state.board.lands[c.said["land"]].element != c.state.players[c.seat].element
    ),
    "start_taken": lambda c: bool(figures(c)),
    "foe_taken": lambda c: bool(figures(c)),
    "no_piece": lambda c: not supplied(c),
    "not_in_hand": too_few_of,
    "must_fight": lambda c: any(each.leader == c.seat for each in there(c)),
    "cannot_pay": lambda c: lacks(c, c.said["tur"]),
    "price": lambda c: lacks(c, c.said["tur"], c.said["golu"], c.said["aglar"]),
    "bag_low": lambda c: sum(c.state.bag) <= 8,
    "bag_empty": lambda c: sum(c.state.bag) == 0,
    "same_wish": lambda c: c.state.players[c.seat].wish == c.move.args[0],
    "placed_already": lambda c: c.state.turn.placed > 0,
    "built_already": lambda c: any(each.kind in BUILDINGS for each in there(c)),
    "minas_where": lambda c: not own(c) or len({each.leader for each in figures(c)} - {NOBODY}) > 1,
    "ally_where": lambda c: not own(c),
    "place_where": lambda c: c.state.markers[c.said["land"]] != c.seat,
    "not_yours": lambda c: (
        piece(c).leader != c.seat or piece(c).land < 0 or piece(c).kind in BUILDINGS
    ),
    "grows_not": lambda c: KINDS[piece(c).kind].key not in KINDS[c.said["kind"]].grows_from,
    "no_hero": lambda c: c.state.players[c.seat].heroes < 0,
    "hero_far": lambda c: c.state.players[c.seat].heroes == c.said["land"] and not own(c),
    "dragon_when": lambda c: piece(c).kind == URLUG,
    "dragon_same": lambda c: any(each.kind == URLUG for each in there(c)),
    "not_adjacent": lies_apart,
    "held": bound,
    "standstill": lambda c: bool(tokens(c, TokenKind.STANDSTILL)),
    "moved": lambda c: piece(c).moved,
    "no_step": lambda c: not piece(c).steps or c.said["piece"] in c.state.turn.rooted,
    "still": lambda c: phase(c) == "move2" and marked(c, TokenKind.STILL, TokenKind.REST),
    "rests": lambda c: phase(c) == "move" and marked(c, TokenKind.STILL),
    "no_second": lambda c: not piece(c).steps,
    "moved_second": lambda c: piece(c).moved and phase(c) == "move2",
    "no_second_now": lambda c: c.state.weather[1] >= 5 and phase(c) == "move2",
    "wall": lambda c: bool(tokens(c, TokenKind.WALL)) and phase(c) == "move2",
    "foe_there": lambda c: any(each.leader == NOBODY for each in figures(c)),
    "no_dragon": lambda c: (
        c.state.pieces[c.move.args[0]].kind != URLUG or c.state.pieces[c.move.args[0]].land < 0
    ),
    "dragon_taken": lambda c: c.state.pieces[c.move.args[0]].leader == c.said["seat"],
    "appealed": lambda c: c.state.turn.appealed,
    "proposed_already": lambda c: c.state.turn.proposed,
    "not_oneself": lambda c: c.move.args[0] == c.seat,
    "no_treasure": lambda c: not tokens(c, TokenKind.TREASURE) or tokens(c, TokenKind.BURIED) != [],
    "not_alone_there": lambda c: {each.leader for each in figures(c)} != {c.seat},
    "no_stone": lambda c: c.said["element"] not in c.state.players[c.seat].stones,
    "too_few_runes": lambda c: len(c.move.args) < 3,
    "too_late_to_buy": lambda c: c.state.turn.acts > 0,
    "too_late_to_declare": lambda c: c.state.turn.acts > 1,
    "three_quests": lambda c: len(c.state.players[c.seat].quests) == 3,
    "no_such_quest": lambda c: quest(c) is None,
    "claimed_already": lambda c: quest(c).claimed == c.state.turns,
    "no_number": lambda c: (
        not 1 <= c.said["number"] <= 8 or not c.state.numbers[c.said["number"] - 1]
    ),
    "no_reserve": lambda c: (
        not 1 <= c.said["number"] <= 8 or not c.state.reserve[c.said["number"] - 1]
    ),
    "few_numbers": lambda c: sum(c.state.numbers) <= 8,
    "honoured_already": lambda c: c.state.players[c.said["seat"]].honoured == c.state.round,
    "not_with_oneself": lambda c: c.move.args[0] not in range(3) or c.move.args[0] == c.seat,
    "proposals_spent": lambda c: c.state.players[c.seat].proposals == (c.state.turns, 2),
    "no_such_pact": lambda c: all(
        pact.number != c.said["number"] or c.seat not in (pact.seat, pact.other)
        for pact in c.state.pacts
    ),
    "truce_already": lambda c: any(
        pact.kind == "truce" and {pact.seat, pact.other} == {c.seat, c.said["seat"]}
        for pact in c.state.pacts
    ),
    "ended_already": lambda c: c.state.players[c.seat].ended == c.state.round,
    "open_table": lambda c: c.state.option("open") == "yes" and c.move.args[0] in MODES[1:],
    "no_enemy": lambda c: c.said["kind"] not in (DRU, ADAN, URLUG),
    "not_freely": lambda c: top(c.state).step != "read" or top(c.state).asked,
    "refused_already": lambda c: top(c.state).refused,
    "no_such_effect": lambda c: c.move.args[0] not in Effect.ALL,
    "no_effect_named": lambda c: not top(c.state).effects,
    "enough_effects": lambda c: (
        len(top(c.state).effects) == third(c.state.stack[-2].strength) == c.said["most"]
    ),
    "against_good": lambda c: temper(rune_read(c)) == "good" and effect(c).tempers == HARMS,
    "against_bad": lambda c: temper(rune_read(c)) == "bad" and effect(c).tempers == HELPS,
    "no_agreements": lambda c: c.state.option("agreements") == "no",
    "golu_not_given": lambda c: "golu" in str(c.move),
    "list_only": lambda c: c.state.option("reading") == "list",
    "others_not_asked": lambda c: c.state.option("reading") == "alone",
}
OTHERS = """
golu_by_secrets aglar_by_others
beyond_strength no_effect_now no_effects no_milder
words words_long no_riddle no_steps_of_aim step_ticked many_steps no_such_step
ticked_already needs_words not_to_name name_taken not_now seeks_no_hero hero_too_far
must_go_back no_event_there wished_already no_word no_peace_there not_hidden
no_redraw not_placed barred not_alone return_where locked gate ally_alone closed back_first
no_peace declined nothing_to_pay_off wrong_price not_asked dragon_held no_style not_only_a_story
not_of_rune does_not_apply wrong_target not_drawn only_good no_other_reading no_contest host_first
may_not_demand wrong_split single_combat too_many_parts own_first not_in_contest no_champion
may_not_strengthen cannot_strengthen no_band tried no_spoils not_to_release no_rune
nothing_to_cast stone_with_hand not_reached only_opposite no_mode too_many_runes hushed
same_stones no_such_aim no_claims delayed not_met reward_closed no_stones not_in_return
cannot_give nothing_given wrong_term cannot_share nothing_proposed nothing_to_pay not_to_judge
not_bound goal_incomplete goal_not_met wrong_ballot cannot_gather scatter_so_many cannot_scatter
"""
"""Reasons that claim nothing of the pieces, or what only the rules of their chapter can tell."""

CLAIMS = Claims(CHECKS, frozenset(OTHERS.split()), tries, read)
