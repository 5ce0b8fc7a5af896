"""Deals of bots of chosen levels, as the bundles of an archive."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any, cast
from uuid import UUID

import bots
from domain.fairness import tree
from domain.kernel.deal import Opened, Terms, commit, shuffled
from domain.kernel.event import Event, Id, Seat, Text
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves
from events.translog.notes import Checkpoint
from offline.deals import RunningDeal
from tests.bots.deals import chosen
from tests.verifier.making import KEY, Step, bundled, ended, kept
from verifier.bundle import Bundle, LogPlace, write
from verifier.exports import EXPORT


def dealt_to_bots(
    game: Game[Any], levels: Sequence[str | None], number: int, *, version: int = Opened.VERSION
) -> Bundle:
    """A deal, played and stored: by bots of these levels, and by persons who play at random.

    Args:
        game: The game.
        levels: The levels of the bots, by seat; None: a person.
        number: Which deal.
        version: The version of the event that opens it, which decides the versions of the bots.
    """
    chance = Random(number)
    deal, seed = Id(str(UUID(int=number << 96, version=4))), chance.randbytes(32)
    seated = tuple(None if level is None else Text(level) for level in levels)
    on = Terms(
        deal, deal, 1, game.key, game.fitting({})[0].version, {}, len(levels), None, None, seated
    )
    opened = commit(on, seed=seed)
    order = shuffled(opened, pack=game.pack, lots=game.lots(opened.seats), seed=seed)
    playing = RunningDeal(game, opened, order)
    steps: list[Step] = [("system", tuple(playing.events))]
    while not playing.over:
        actor, move = _next(playing, levels, chance, version)
        before = len(playing.events)
        playing.make(move)
        steps.append((actor, tuple(playing.events[before:])))
    records = kept(ended(steps), salt=number, version=version)
    return bundled(records, receipts=False, logged=False)


def _next(
    playing: RunningDeal, levels: Sequence[str | None], chance: Random, version: int
) -> tuple[str, Event]:
    """The next actor and move; bots who may move out of turn come first."""
    turn = cast("Seat", playing.game.to_act(playing.state))
    for seat in (*(seat for seat in range(len(levels)) if seat != turn), turn):
        level = levels[seat]
        if level is not None:
            move = chosen(playing, seat, level, opened=version)
            if move is not None:
                actor = bots.actor(playing.game, level, seat=seat, opened=version)
                return str(actor), move
    assert levels[turn] is None, "the seat to act does not wait"
    return f"seat:{turn}", chance.choice(legal_moves(playing.game, playing.state, turn))


def logged(bundles: Sequence[Bundle]) -> list[Bundle]:
    """The bundles with their places in a log that holds nothing else."""
    leaves = [
        tree.leaf_hash(each.stream.bytes + len(each.events).to_bytes(4, "big") + each.head)
        for each in bundles
    ]
    note = KEY.sign(Checkpoint(KEY.name, len(leaves), tree.root(leaves)).text)
    return [
        each._replace(log=LogPlace(len(each.events), place, tree.path(place, leaves), note))
        for place, each in enumerate(bundles)
    ]


def line(bundle: Bundle) -> bytes:
    """A line of an export."""
    head = json.dumps({"format": EXPORT, "deal": {"id": str(bundle.stream)}}).encode()
    return b'%b,"bundle":%b}\n' % (head[:-1], write(bundle))
