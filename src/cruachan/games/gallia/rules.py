"""The rules of Gallia Cisalpina in the order of RULES.md; `dispatch.py` puts them to use.

A function that refuses returns the number of the rule that does (402 is G4.2), and 0 when none
does: what is legal and why something is not are one and the same.
"""

from cruachan.engine.bits import below, bit, count, lowest
from cruachan.engine.record import Ints, rule
from cruachan.games.gallia.dice import (
    add_warriors,
    find_die,
    free_die,
    lay_die,
    occupied,
    put_in_order,
    remove_warriors,
    room_for,
    set_die,
    warriors,
)
from cruachan.games.gallia.state import (
    AMOUNT,
    BACK,
    BUILDING,
    CAPITALS,
    CARDS,
    DICE,
    FIGHT,
    FREE,
    GO_IN,
    LANDS,
    MOST_TURNS,
    MOVING,
    NOWHERE,
    OUTPOSTS,
    OVER,
    PIPS,
    SCOUT,
    START,
    STARVE,
    STEP_DONE,
    TERRITORIES,
    TURN,
    TURN_DONE,
    BoardTables,
    State,
)

DEFENDER, ATTACKER = 1, 2


# G1 The box


@rule(inline=True)
def is_capital(card: int) -> bool:
    """[G1.3] Whether a card is a capital."""
    return card in (CAPITALS[0], CAPITALS[1])


@rule
def shields(board: BoardTables, state: State, card: int) -> int:
    """[G1.2] [G1.3] The shields on the side of a card that lies up."""
    if is_capital(card):
        return int(board.capital_shields)
    if state.oppida & bit(card):
        return int(board.shields[state.back[card]])
    return int(board.front_shields)


@rule
def ears(board: BoardTables, state: State, card: int) -> int:
    """[G1.2] The ears on the side of a card that lies up; a capital has none."""
    if is_capital(card):
        return 0
    if state.oppida & bit(card):
        return 0 if state.back[card] == NOWHERE else int(board.ears[state.back[card]])
    return int(board.front_ears)


# G2 Setup


@rule
def setup(state: State, strict: int, fair: int) -> None:
    """[G2.1] [G2.3] All cards lie on their front, and nobody has seen a back."""
    state.strict = strict
    state.fair = fair
    state.phase = START
    for die in range(2 * DICE):
        state.card[die] = NOWHERE
    for card in range(CARDS):
        state.back[card] = NOWHERE


@rule
def draw_start(state: State, seat: int) -> None:
    """[G2.2] [G11.1] Who begins has 4 warriors in the capital, the other has 5.

    With a fair start one of the 5 stands on the land beside it.
    """
    state.start = seat
    state.turn = seat
    lay_die(state, seat * DICE, CAPITALS[seat], 4, 0)
    other = 1 - seat
    lay_die(state, other * DICE, CAPITALS[other], 4 if state.fair else 5, 0)
    if state.fair:
        lay_die(state, other * DICE + 1, OUTPOSTS[other], 1, 0)
    remember(state)
    state.phase = TURN


# G4 Recruiting and scouting


@rule
def recruit_refuses(board: BoardTables, state: State, number: int) -> int:
    """[G3.1] [G4.1] [G4.3] [G4.4] Whether so many warriors can be recruited."""
    if state.about != FREE:
        return 301
    seat = state.turn
    if number > board.recruits:
        return 401
    if number > room_for(state, seat, CAPITALS[seat]):
        return 403
    return 404 if number > 0 and hunger(board, state, seat) > 0 else 0


@rule
def recruit(state: State, number: int) -> None:
    """[G4.2] [G4.5] The warriors stand in the capital; then a land may be scouted."""
    add_warriors(state, state.turn, CAPITALS[state.turn], number)
    if has_won(state):
        finish(state, state.turn + 1)
    else:
        state.phase = SCOUT


@rule(inline=True)
def look_refuses(state: State, card: int) -> int:
    """[G4.5] Any land on its front, whoever stands there."""
    return 405 if is_capital(card) or state.oppida & bit(card) else 0


@rule
def look(state: State, card: int) -> None:
    """[G4.5] [G4.6] [G10.1] The player sees the back, and the turn is over."""
    if state.back[card] == NOWHERE:
        state.look = card
        state.phase = BACK
    else:
        state.knows[state.turn] |= bit(card)
        state.phase = TURN_DONE


@rule
def turn_out(state: State, back: int) -> None:
    """[G4.5] [G5.2] What is on a back that nobody had seen."""
    card = state.look
    state.back[card] = back
    state.look = 0
    if state.about == BUILDING:
        state.shown |= bit(card)
        state.phase = STEP_DONE
    else:
        state.knows[state.turn] |= bit(card)
        state.phase = TURN_DONE


@rule(inline=True)
def unseen(state: State) -> int:
    """[G10.3] The set of backs that no card is known to have."""
    backs = (1 << LANDS) - 1
    for card in range(CARDS):
        if state.back[card] != NOWHERE:
            backs &= ~bit(state.back[card])
    return backs


# G5 Oppida


@rule
def turn_refuses(state: State, card: int) -> int:
    """[G5] Whether the player may build an oppidum on a card, or demolish the one there."""
    if state.about == MOVING:
        return 301
    if is_capital(card):
        return 506
    seat = state.turn
    here = warriors(state, seat, card)
    if here == 0:
        return 503 if state.oppida & bit(card) else 501
    if state.turned & bit(card):
        return 505
    if state.oppida & bit(card):
        return 504 if room_for(state, seat, card) < 2 else 0
    return 501 if here < 3 else 0


@rule
def turn_card(state: State, card: int) -> None:
    """[G5.1] [G5.2] [G5.3] [G10.2] Two warriors become farmers, or two farmers warriors."""
    seat = state.turn
    state.about = BUILDING
    state.turned |= bit(card)
    if state.oppida & bit(card):
        state.oppida &= ~bit(card)
        add_warriors(state, seat, card, 2)
        state.phase = STEP_DONE
        return
    remove_warriors(state, seat, card, 2)
    state.oppida |= bit(card)
    if state.back[card] == NOWHERE:
        state.look = card
        state.phase = BACK
    else:
        state.shown |= bit(card)
        state.phase = STEP_DONE


# G6 Moving


@rule(inline=True)
def march_refuses(board: BoardTables, state: State, card: int, pips: int, direction: int) -> int:
    """[G3.1] [G6.1] [G6.4] An army of hers that has not moved yet, to a card beside it."""
    if state.about == BUILDING:
        return 301
    if find_die(state, state.turn, card, pips, 0) == NOWHERE:
        return 604 if find_die(state, state.turn, card, pips, 1) != NOWHERE else 602
    return 601 if board.step[card * 4 + direction] == NOWHERE else 0


@rule
def march(board: BoardTables, state: State, card: int, pips: int, direction: int) -> None:
    """[G6.1] [G6.2] [G7.1] The army goes, or attacks whoever stands there."""
    state.about = MOVING
    seat = state.turn
    target = board.step[card * 4 + direction]
    state.source = card
    state.target = target
    state.army = pips
    if warriors(state, 1 - seat, target):
        attack(board, state)
    elif pips > 1 and free_die(state, seat) != NOWHERE:
        state.phase = AMOUNT
    else:
        go(state, pips)


@rule
def go(state: State, number: int) -> None:
    """[G6.2] [G6.3] [G6.6] The whole die moves, or a part of it on a free die."""
    seat = state.turn
    die = find_die(state, seat, state.source, state.army, 0)
    if number == state.army:
        state.card[die] = state.target
        state.done[die] = 1
    else:
        lay_die(state, free_die(state, seat), state.target, number, 1)
        state.pips[die] -= number
    state.phase = STEP_DONE


# G7 Battle


@rule
def attack(board: BoardTables, state: State) -> None:
    """[G7.1] [G7.2] [G7.9] The shields come first; an army they eat up is lost."""
    die = find_die(state, state.turn, state.source, state.army, 0)
    rest = max(0, state.army - shields(board, state, state.target))
    state.done[die] = 1
    set_die(state, die, rest)
    state.army = rest
    if rest == 0:
        note_losses(state)
        state.phase = STEP_DONE
    elif rest == 1:
        fight(state, 1)
    else:
        state.phase = FIGHT


@rule
def fight_refuses(state: State, number: int) -> int:
    """[G7.3] [G7.6] At least 1 fights; whoever wins with a part needs a free die to go in."""
    if number > state.army:
        return 703
    beats = number > warriors(state, 1 - state.turn, state.target)
    if number < state.army and beats and free_die(state, state.turn) == NOWHERE:
        return 706
    return 0


@rule
def fight(state: State, number: int) -> None:
    """[G7.3] [G7.4] [G7.5] Each side loses as many as the smaller number."""
    seat = state.turn
    defenders = warriors(state, 1 - seat, state.target)
    losses = min(number, defenders)
    die = find_die(state, seat, state.source, state.army, 1)
    set_die(state, die, state.army - losses)
    remove_warriors(state, 1 - seat, state.target, losses)
    note_losses(state)
    state.army -= losses
    if number > defenders:
        state.winners = number - defenders
        if state.army > 1 and free_die(state, seat) != NOWHERE:
            state.phase = GO_IN
        else:
            go_in(state, state.winners)
    else:
        state.phase = STEP_DONE


@rule
def note_losses(state: State) -> None:
    """[G8.2] Whose last die on the card died in this fight."""
    seat = state.turn
    if warriors(state, 1 - seat, state.target) == 0:
        state.lost |= DEFENDER
    if warriors(state, seat, state.source) == 0:
        state.lost |= ATTACKER


@rule(inline=True)
def go_in_refuses(state: State, number: int) -> int:
    """[G7.6] At least 1 and at most all who fought and live."""
    return 706 if number > state.winners else 0


@rule
def go_in(state: State, number: int) -> None:
    """[G7.6] [G7.10] The winner takes the card, and an oppidum there is destroyed."""
    seat = state.turn
    die = find_die(state, seat, state.source, state.army, 1)
    if number == state.army:
        state.card[die] = state.target
    else:
        lay_die(state, free_die(state, seat), state.target, number, 1)
        state.pips[die] -= number
    state.oppida &= ~bit(state.target)
    state.phase = STEP_DONE


# G8 Supply


@rule
def hunger(board: BoardTables, state: State, seat: int) -> int:
    """[G8.1] How many more warriors stand outside the capital than ears are grown."""
    outside = 0
    grown = 0
    fed = 0
    for die in range(seat * DICE, (seat + 1) * DICE):
        card = state.card[die]
        if card not in (NOWHERE, CAPITALS[seat]):
            outside += state.pips[die]
            if not fed & bit(card):
                fed |= bit(card)
                grown += ears(board, state, card)
    return int(outside - grown)


@rule
def feed(board: BoardTables, state: State) -> None:
    """[G8.2] [G8.5] Who lost a territory in the fight and is short starves, the defender first."""
    if state.lost & DEFENDER and hunger(board, state, 1 - state.turn) > 0:
        state.phase = STARVE
        return
    state.lost &= ~DEFENDER
    if state.lost & ATTACKER and hunger(board, state, state.turn) > 0:
        state.phase = STARVE
        return
    state.lost = 0
    state.phase = TURN_DONE if state.ending or not can_step(state) else TURN


@rule(inline=True)
def hungry(state: State) -> int:
    """The seat that starves."""
    return int(1 - state.turn if state.lost & DEFENDER else state.turn)


@rule(inline=True)
def take_off_refuses(state: State, card: int, pips: int, done: int) -> int:
    """[G8.3] A warrior outside the capital, from a die of the own choice."""
    seat = hungry(state)
    if card == CAPITALS[seat]:
        return 801
    return 0 if find_die(state, seat, card, pips, done) != NOWHERE else 803


@rule
def take_off(state: State, card: int, pips: int, done: int) -> None:
    """[G8.3] [G8.4] One warrior starves; a land emptied that way costs its ears too."""
    die = find_die(state, hungry(state), card, pips, done)
    set_die(state, die, pips - 1)
    state.phase = STEP_DONE


# G10 Knowledge


@rule(inline=True)
def hide(state: State, seen: int) -> None:
    """Take out the backs of all cards but those seen."""
    for card in range(CARDS):
        if not seen & bit(card):
            state.back[card] = NOWHERE


@rule
def observe(state: State, seat: int) -> None:
    """[G10.1] [G10.2] Take out the backs that a seat has not seen."""
    hide(state, state.knows[seat] | state.shown)


@rule
def deal(state: State, dice: Ints) -> None:
    """[G10.3] Backs that somebody has scouted and this state does not tell are dealt by lot."""
    left = unseen(state)
    looked = state.knows[0] | state.knows[1] | state.shown
    for card in range(CARDS):
        turning = state.about == BUILDING and state.look == card
        if looked & bit(card) and state.back[card] == NOWHERE and not turning:
            skipped = left
            for _ in range(below(dice, count(left))):
                skipped &= skipped - 1
            state.back[card] = lowest(skipped)
            left &= ~(skipped & -skipped)


# G3 Steps and turns, G9 The end


@rule
def conclude(board: BoardTables, state: State) -> None:
    """[G3.2] The end of a step that is done, and of the turn when it is over with it."""
    if state.phase == STEP_DONE:
        finish_step(board, state)
    if state.phase == TURN_DONE:
        end_turn(board, state)


@rule
def finish_step(board: BoardTables, state: State) -> None:
    """[G9.3] After every step: has somebody won? Then whoever lost a territory is fed."""
    state.source = 0
    state.army = 0
    state.winners = 0
    state.target = 0
    if has_won(state):
        finish(state, state.turn + 1)
    else:
        feed(board, state)


@rule
def has_won(state: State) -> bool:
    """[G9.1] [G9.2] [G9.3] Dice on 8 cards, or in the enemy capital."""
    cards = occupied(state, state.turn)
    return count(cards) >= TERRITORIES or (cards & bit(CAPITALS[1 - state.turn])) != 0


@rule
def finish(state: State, won: int) -> None:
    """The game is over; nothing is left half done."""
    state.won = won
    state.about = FREE
    state.lost = 0
    state.phase = OVER


@rule
def can_step(state: State) -> bool:
    """[G3.2] Whether the turn could go on."""
    steps = 0
    if state.about == BUILDING:
        for card in range(CARDS):
            if turn_refuses(state, card) == 0:
                steps += 1
    else:
        for die in range(state.turn * DICE, (state.turn + 1) * DICE):
            if state.card[die] != NOWHERE and state.done[die] == 0:
                steps += 1
    return steps > 0


@rule
def end_turn(board: BoardTables, state: State) -> None:
    """[G3.2] [G8.7] With strict supply, who is short at the end of the turn starves."""
    state.phase = TURN
    if state.strict and hunger(board, state, state.turn) > 0:
        state.lost = ATTACKER
        state.ending = 1
        state.phase = STARVE
    else:
        pass_turn(state)


@rule
def pass_turn(state: State) -> None:
    """[G2.4] [G9.5] [G9.6] The other player's turn, or a draw."""
    state.ending = 0
    state.about = FREE
    state.turned = 0
    for die in range(2 * DICE):
        state.done[die] = 0
    state.turns += 1
    state.turn = 1 - state.turn
    state.phase = TURN
    if state.turns >= MOST_TURNS:
        finish(state, 0)
        return
    remember(state)
    if repeated(state):
        finish(state, 0)


@rule
def mark(state: State, seat: int) -> int:
    """The dice of a seat in 56 bits, 7 for each; they lie in order."""
    total = 0
    for die in range(seat * DICE, (seat + 1) * DICE):
        total = total << 7 | (int(state.card[die]) + 1) * PIPS + int(state.pips[die])
    return total


@rule
def remember(state: State) -> None:
    """[G9.5] Note the position in which a turn begins: dice, sides of cards and player to move.

    Two numbers hold all of it, so they are the same only when the position is; they are never 0.
    """
    put_in_order(state, 0)
    put_in_order(state, 1)
    sides = int(state.oppida) >> 1
    state.past_a[state.turns] = mark(state, 0) << 5 | sides & 31
    state.past_b[state.turns] = mark(state, 1) << 7 | sides >> 5 << 2 | int(state.turn) << 1 | 1


@rule
def repeated(state: State) -> bool:
    """[G9.5] Whether the position noted last begins a turn for the third time."""
    first = state.past_a[state.turns]
    second = state.past_b[state.turns]
    times = 1
    for turn in range(state.turns % 2, state.turns, 2):
        if state.past_a[turn] == first and state.past_b[turn] == second:
            times += 1
    return times >= 3


@rule
def way(board: BoardTables, state: State) -> int:
    """[G9.1] [G9.2] [G9.5] [G9.6] By territories, by the capital, by repetition or by turns."""
    if state.won == 0:
        return 3 if state.turns >= MOST_TURNS else 2
    seat = state.won - 1
    return int((occupied(state, seat) & bit(CAPITALS[1 - seat])) != 0)


@rule
def winners(board: BoardTables, state: State) -> int:
    """[G9.1] [G9.2] Who has won; both share a draw."""
    if state.phase != OVER:
        return 0
    return bit(state.won - 1) if state.won else 3
