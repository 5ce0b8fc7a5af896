"""Bots at the table: each sees what its seat sees, and answers with one of its legal moves."""

from typing import Final, NamedTuple
from uuid import UUID

import bots
from bots.actor import Actor
from domain.deal import bot_seed
from domain.event import Event, Seat
from domain.game import legal_moves
from domain.moves import say
from events.store import StaleVersion
from service import ids
from service.commands import Asked
from service.house import House, now
from service.journal import Deal
from service.play.clocks import end_late_turn, is_too_soon
from service.play.deal_stream import Played, announce, announce_deadline, bots_wait, find_deal
from service.play.deals import play_on

_BY_HAND: Final = "fairdeal/1/bot"


class Turn(NamedTuple):
    """What a bot has decided to do."""

    move: Event
    actor: Actor
    """Whose it is: its seat, and the policy that decided."""


def play_bots(house: House, deal: UUID) -> int:
    """Let the bots of a deal play until it waits for a person or is over.

    Where nobody is there, it waits for a person as well when a bot that stands in has to wait (L3).

    Safe to run twice, late, or by two at a time: every move is made on the version that it was
    thought for, or not at all.

    Returns:
        How many moves were made here.
    """
    made = 0
    on = find_deal(house, deal)
    if not on.begun.dealt:
        return 0
    while (turn := next_turn(house, on)) is not None:
        try:
            on = _play(house, on, turn).deal
            made += 1
        except StaleVersion:
            on = find_deal(house, deal)  # somebody moved while it thought: it thinks again
    if not on.over:
        bots_wait(house, on)
        announce_deadline(house, on)
    elif made:
        announce(house, on)
    return made


def end_turn(house: House, deal: UUID) -> bool:
    """Do what a turn that has come to its end asks for, if it is time.

    That of a player ends; that of a bot which has waited for its player is used.

    Returns:
        Whether there was something to do.
    """
    clock = find_deal(house, deal).clock
    if clock is not None and clock.stands_in:
        return play_bots(house, deal) > 0
    return end_late_turn(house, deal)


def _play(house: House, on: Deal, turn: Turn) -> Played:
    seat = turn.actor.seat
    command = ids.command_id(house.secret, "bot", str(on.id), str(on.version), str(seat))
    asked = Asked(command, str(turn.actor))
    return play_on(house, on, seat, say(turn.move), asked=asked)


def next_turn(house: House, on: Deal) -> Turn | None:
    """What the first bot that wants to move does: one out of turn goes before the one in turn.

    One that stands in, and has yet to wait for its player, is not asked.
    """
    if on.over:
        return None
    turn = on.game.to_act(on.state)
    first = 0 if turn is None else turn
    count = on.opened.seats
    waiting = [(first + step) % count for step in range(1, count + 1)]
    at = now()
    asked = [seat for seat in waiting if on.bots[seat] and not is_too_soon(on, seat, at)]
    decided = (_decide(house, on, seat) for seat in asked)
    return next((each for each in decided if each is not None), None)


def _decide(house: House, on: Deal, seat: Seat) -> Turn | None:
    level = on.bots[seat]
    assert level is not None, "a bot sits here"
    seen = on.view(seat)
    legal = legal_moves(on.game, seen, seat)
    if not legal:
        return None
    seed = bot_seed(on.begun, seat) or _secret_seed(house, on, seat)
    move = bots.choose(on.game, level, seat=seat, view=seen, legal=legal, seed=seed)
    return None if move is None else Turn(move, bots.actor(on.game, level, seat=seat))


def _secret_seed(house: House, on: Deal, seat: Seat) -> bytes:
    """What a bot's chances follow from where the deck follows from no seed (F6).

    One that others knew would let them try what the bot would do with the cards that they guess.
    """
    return ids.digest(house.secret, _BY_HAND, str(on.id), str(seat))
