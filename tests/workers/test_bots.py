"""Bots' moves in the record can be recomputed by any reader."""

from random import Random
from uuid import UUID

import pytest

from bots import core
from domain.table.events import TableBranched
from service.context import Context
from service.play.deals import find_deal
from service.play.tables import NewSeat, NewTable, open_table
from service.problems import Problem
from service.proof.branches import NewBranch, open_branch
from service.proof.bundles import bundle_deal
from tests.workers.conftest import command, open_goat, owner, play_a_move, table
from verifier.bundle import read, write
from verifier.case import Case
from verifier.verdicts import FAILS, HAND, HOLDS, Verdict
from verifier.verify import verify
from workers.sweep import sweep
from workers.turns import play_bots


def played(context: Context, goat: UUID) -> list[UUID]:
    """The deals of a table, once its series is over."""
    chance = Random(5)
    while table(context, goat).status == "playing":
        sweep(context, overdue=0)
        play_a_move(context, goat, chance)
    return [UUID(line.deal) for line in table(context, goat).deals]


def said(context: Context, deal: UUID) -> dict[str, Verdict]:
    bundle = bundle_deal(context, owner(context), deal, wanted=None, receipts=True, size=None)
    return {each.check: each for each in verify(Case(read(write(bundle))))}


def test_the_moves_of_bots_are_verified_from_the_bundle(context: Context) -> None:
    for deal in played(context, open_goat(context, target=2)):
        verdicts = said(context, deal)
        assert FAILS not in {each.status for each in verdicts.values()}, verdicts
        assert verdicts["bots"].status == HOLDS
        assert "easy/2@0, medium/3@5000" in verdicts["bots"].detail


def test_in_a_branch_the_moves_of_the_source_are_no_bots(context: Context) -> None:
    source = played(context, open_goat(context, target=2))[0]
    fields = NewBranch(at=10, cards="true", from_seat=0)
    made = open_branch(context, owner(context), source, fields, command()).table
    assert isinstance(context.streams.table(made.id).events[1], TableBranched)  # type: ignore[union-attr]
    (deal,) = played(context, made.id)
    assert any(record.actor.startswith("bot:") for record in find_deal(context, deal).records)
    verdicts = said(context, deal)
    assert FAILS not in {each.status for each in verdicts.values()}, verdicts
    assert verdicts["bots"].status == HAND
    assert "laid by hand" in verdicts["bots"].detail


def test_a_bot_that_needs_the_core_waits_for_a_worker_that_has_it(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [NewSeat(name="Ann"), NewSeat(bot="hard")]
    fields = NewTable(game="durak", name="yard", options={}, target=1, seats=seats)
    made = open_table(context, owner(context), fields, command()).table
    (line,) = made.state.deals
    deal, chance = UUID(line.deal), Random(1)
    while find_deal(context, deal).game.to_act(find_deal(context, deal).state) == 0:
        play_a_move(context, made.id, chance)
    version = find_deal(context, deal).version
    monkeypatch.setattr(core, "is_available", lambda: False)
    with pytest.raises(Problem, match="level-not-available"):
        play_bots(context, deal)
    assert find_deal(context, deal).version == version
    monkeypatch.undo()
    assert play_bots(context, deal) > 0
