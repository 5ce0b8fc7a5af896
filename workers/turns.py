"""Bots at the table: each sees what its seat sees, and answers with one of its legal moves."""

from typing import NamedTuple
from uuid import UUID

import bots
from domain.event import Event, Seat
from domain.game import legal_moves
from domain.moves import say
from events.store import StaleVersion
from service import ids
from service.commands import Asked
from service.deals import Played, announce, bots_wait, find_deal, play_on
from service.house import House
from service.journal import Deal


class Turn(NamedTuple):
    """What a bot has decided to do."""

    seat: Seat
    move: Event
    policy: str
    """The policy that decided, with its version."""


def play_bots(house: House, deal: UUID) -> int:
    """Let the bots of a deal play until it waits for a person or is over.

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
    if on.outcome is None:
        bots_wait(house, on)
    elif made:
        announce(house, on)
    return made


def _play(house: House, on: Deal, turn: Turn) -> Played:
    command = ids.command_id(house.secret, "bot", str(on.id), str(on.version), str(turn.seat))
    asked = Asked(command, f"bot:{turn.seat}:{turn.policy}")
    return play_on(house, on, turn.seat, say(turn.move), asked=asked)


def next_turn(house: House, on: Deal) -> Turn | None:
    """What the first bot that wants to move does: one out of turn goes before the one in turn."""
    if on.outcome is not None:
        return None
    turn = on.game.to_act(on.state)
    first = 0 if turn is None else turn
    count = on.opened.seats
    waiting = [(first + step) % count for step in range(1, count + 1)]
    decided = (_decide(house, on, seat) for seat in waiting if on.opened.bots[seat])
    return next((each for each in decided if each is not None), None)


def _decide(house: House, on: Deal, seat: Seat) -> Turn | None:
    level = on.opened.bots[seat]
    assert level is not None, "a bot sits here"
    seen = on.view(seat)
    legal = legal_moves(on.game, seen, seat)
    if not legal:
        return None
    seed = ids.digest(house.secret, "fairdeal/1/bot", str(on.id), str(seat))
    move = bots.choose(on.game, level, seat=seat, view=seen, legal=legal, seed=seed)
    return None if move is None else Turn(seat, move, bots.label(on.game, level))
