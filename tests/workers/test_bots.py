"""What workers let bots do stands in the record so that anybody can make it again."""

from random import Random
from uuid import UUID

from domain.table.events import TableBranched
from service.context import House
from service.play.deal_stream import find_deal
from service.proof.branches import BranchWish, open_branch
from service.proof.bundles import bundle_deal
from tests.workers.conftest import asked, open_goat, owner, play_a_move, table
from verifier.bundle import read, write
from verifier.case import Case
from verifier.verdicts import FAILS, HAND, HOLDS, Verdict
from verifier.verify import verify
from workers.sweep import sweep


def played(house: House, goat: UUID) -> list[UUID]:
    """The deals of a table, once its series is over."""
    chance = Random(5)
    while table(house, goat).status == "playing":
        sweep(house, overdue=0)
        play_a_move(house, goat, chance)
    return [UUID(line.deal) for line in table(house, goat).deals]


def said(house: House, deal: UUID) -> dict[str, Verdict]:
    bundle = bundle_deal(house, owner(house), deal, wanted=None, receipts=True, size=None)
    return {each.check: each for each in verify(Case(read(write(bundle))))}


def test_the_moves_of_bots_are_verified_from_the_bundle(house: House) -> None:
    for deal in played(house, open_goat(house, target=2)):
        verdicts = said(house, deal)
        assert FAILS not in {each.status for each in verdicts.values()}, verdicts
        assert verdicts["bots"].status == HOLDS
        assert "easy/1@0, medium/1@0" in verdicts["bots"].detail


def test_in_a_branch_the_moves_of_the_source_are_no_bots(house: House) -> None:
    source = played(house, open_goat(house, target=2))[0]
    wish = BranchWish(at=20, cards="true", from_seat=0)
    made = open_branch(house, owner(house), source, wish, asked()).table
    assert isinstance(house.journal.table(made.id).events[1], TableBranched)  # type: ignore[union-attr]
    (deal,) = played(house, made.id)
    assert any(record.actor.startswith("bot:") for record in find_deal(house, deal).records)
    verdicts = said(house, deal)
    assert FAILS not in {each.status for each in verdicts.values()}, verdicts
    assert verdicts["bots"].status == HAND
    assert "laid by hand" in verdicts["bots"].detail
