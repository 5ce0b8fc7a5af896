"""Seeds of the seats (F1-F6): the record of a deal that has them, and the cost of a void."""

from dataclasses import replace
from functools import reduce
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.games.goat import GOAT
from domain.kernel.deal import (
    Opened,
    Revealed,
    SeedRevealed,
    Shuffled,
    Terms,
    Voided,
    bot_seed,
    by_hand,
    commit,
    opens_own,
    shuffled,
)
from domain.kernel.event import PUBLIC, Digest, Event, Id, Text, redact
from domain.kernel.game import fold, start, view
from domain.kernel.progress import progress_at
from domain.kernel.stored import from_data
from domain.table.events import (
    DealOpened,
    DealVoided,
    SeatCommitted,
    SeatLeft,
    SeatTaken,
    SeriesEnded,
)
from domain.table.next_deal import terms
from domain.table.series import LEAVES_OUT, Table, begin, evolve, fold_table, recorded, voided
from tests.domain import recipe
from tests.domain.in_english import Finding, check
from tests.domain.test_series import FULL_TABLE, HEAD, KEY, OPENED, after, deal_id, lost, taken

DEAL = deal_id(1)
SERVER = bytes(range(32))
SEEDS = {1: bytes([1] * 32), 3: bytes([3] * 32)}


def commitment(seat: int, *, deal: Id = DEAL) -> Digest:
    """The commitment of a seat in the tests."""
    return Digest(recipe.commitment(UUID(deal).bytes, "P", seat, SEEDS[seat]).hex())


def short_commitment() -> Digest:
    """The commitment that seat 1 would have made with a seed of one byte."""
    return Digest(recipe.commitment(UUID(DEAL).bytes, "P", 1, b"\xab").hex())


def opened() -> Opened:
    """A deal to which seats 1 and 3 add their seeds."""
    committed = tuple(commitment(seat) if seat in SEEDS else None for seat in range(4))
    nobody = (None,) * 4
    on = Terms(DEAL, DEAL, 1, "goat", "1", {}, 4, None, None, nobody, committed)
    return commit(on, seed=SERVER)


def shows(seat: int) -> SeedRevealed:
    """A seat shows its seed."""
    return SeedRevealed(seat, Digest(SEEDS[seat].hex()))


def shuffle(*shown: SeedRevealed) -> Shuffled:
    """The shuffle that follows from these seeds."""
    return shuffled(opened(), pack=GOAT.pack, lots=GOAT.lots(4), seed=SERVER, shown=shown)


def record(*seats: int) -> list[Event]:
    """The record of a deal in which the seats show their seeds in this order."""
    shown = [shows(seat) for seat in seats]
    return list(start(GOAT, opened(), shuffle(*shown), shown=shown)[0])


REVEALED = Revealed(Digest(SERVER.hex()))


def test_f1_the_pack_follows_from_all_seeds() -> None:
    reveals = [
        (seat, recipe.commitment(UUID(DEAL).bytes, "P", seat, seed), seed)
        for seat, seed in SEEDS.items()
    ]
    server = bytes.fromhex(opened().commitment)
    agreed = recipe.transcript(
        UUID(DEAL).bytes, "goat", "1", pack=GOAT.pack, server=server, reveals=reveals
    )
    made = shuffle(shows(1), shows(3))
    assert made.transcript == agreed.hex()
    assert list(made.deck) == recipe.shuffle(GOAT.pack, recipe.mac(SERVER, agreed))
    assert made == shuffle(shows(3), shows(1)), "in whatever order they were shown"
    assert made != shuffle(shows(1))


def test_f1_only_seats_that_said_so_add_seeds() -> None:
    assert opened().adding == (1, 3)
    assert commit(terms_of(fold_table(FULL_TABLE)), seed=SERVER).adding == ()
    odd = replace(opened(), commitments=opened().commitments[:3])
    assert check(GOAT, [odd]) == (
        Finding(1, ("F1",), "there is a commitment, or none, for each seat", "commitments"),
    )


def test_f1_deals_of_before_had_no_seeds_of_seats() -> None:
    names = ("deal", "table", "number", "game", "rules", "options", "seats", "dealer", "leader")
    data = {name: getattr(opened(), name) for name in (*names, "commitment", "seed")}
    read = from_data("deal.opened", 1, {**data, "bots": [None] * 4})
    assert read == replace(opened(), commitments=())


def test_f3_seats_seeds_are_public_and_the_servers_is_hidden() -> None:
    for viewer in (PUBLIC, 0, 1):
        assert redact(opened(), viewer) == replace(opened(), seed=None)
        assert redact(shows(1), viewer) == shows(1)


def test_f3_a_seed_that_does_not_open_the_commitment() -> None:
    assert opens_own(opened(), shows(1))
    assert not opens_own(opened(), SeedRevealed(1, shows(3).seed))
    for stranger in (0, 4, -1):
        assert not opens_own(opened(), SeedRevealed(stranger, shows(3).seed))
    for junk in ("", "zz" * 32, "ab" * 31):
        assert not opens_own(opened(), SeedRevealed(1, Digest(junk)))
    short = replace(opened(), commitments=(None, short_commitment(), None, None))
    assert not opens_own(short, SeedRevealed(1, Digest("ab"))), "a seed has 32 bytes"
    odd = [opened(), SeedRevealed(1, shows(3).seed)]
    assert check(GOAT, odd) == (
        Finding(2, ("F3",), "the seed does not open the seat's commitment"),
    )


def test_f3_the_beginning_of_a_deal() -> None:
    waiting = progress_at(GOAT, [opened(), shows(3)])
    assert (waiting.shuffled is not None, waiting.voided, waiting.owing) == (False, None, (1,))
    on = progress_at(GOAT, record(3, 1))
    assert (on.shuffled is not None, on.voided, on.owing) == (True, None, ())
    assert on.shown == (shows(3), shows(1))
    off = progress_at(GOAT, [opened(), Voided((1, 3)), REVEALED])
    assert (off.shuffled is not None, off.voided, off.owing) == (False, Voided((1, 3)), (1, 3))


def test_f3_records_with_seeds_check_clean_as_far_as_they_go() -> None:
    whole = record(3, 1)
    assert all(check(GOAT, whole[:stop]) == () for stop in (1, 2))
    assert check(GOAT, whole) == ()
    assert check(GOAT, whole[:3]) == (Finding(3, (), "deal.shuffled should have followed"),)


@pytest.mark.parametrize(
    ("odd", "position", "detail"),
    [
        ([opened(), shuffle()], 2, "not all seeds were shown, and it goes on"),
        ([opened(), shows(1), shuffle(shows(1))], 3, "not all seeds were shown, and it goes on"),
        ([opened(), shows(1), shows(1)], 3, "a seat shows its seed once"),
    ],
)
def test_f3_records_that_do_not_hold(odd: list[Event], position: int, detail: str) -> None:
    assert check(GOAT, odd) == (Finding(position, ("F3",), detail),)


def test_f3_a_shuffle_of_other_seeds() -> None:
    odd = [opened(), shows(1), shows(3), shuffle(shows(1))]
    detail = "the shuffle does not follow from what was fixed before it"
    assert check(GOAT, odd) == (Finding(4, (), detail),)


def test_f3_a_seed_after_the_shuffle_is_no_move() -> None:
    odd = [*record(1, 3), shows(1)]
    assert check(GOAT, odd)[0].detail == "deal.seed_revealed does not follow here"


def test_f3_no_game_is_asked_about_seeds() -> None:
    for game in GAMES.values():
        seats = game.seats[0]
        first = replace(opened(), game=Text(game.key), seats=seats)
        state = fold(game, [first, shows(1)])
        assert state == game.initial(first) == view(game, [first, shows(1)], 0)
        assert fold(game, [first, Voided((1,)), REVEALED]) == state
        assert game.to_act(state) is None
        assert game.outcome(state) is None


def test_f4_a_voided_record_is_sound() -> None:
    assert check(GOAT, [opened(), Voided((1, 3)), REVEALED]) == ()
    assert check(GOAT, [opened(), shows(3), Voided((1,)), REVEALED]) == ()


@pytest.mark.parametrize(
    ("end", "position", "detail"),
    [
        ([Voided((1, 3)), REVEALED], 3, "voided by others than those who owed a seed"),
        ([Voided((1,))], 3, "a voided deal ends with deal.revealed"),
        ([Voided((1,)), REVEALED, REVEALED], 4, "a voided deal ends with deal.revealed"),
    ],
)
def test_f4_voided_records_that_do_not_hold(end: list[Event], position: int, detail: str) -> None:
    assert check(GOAT, [opened(), shows(3), *end]) == (Finding(position, ("F4",), detail),)


def test_f4_the_server_shows_the_seed_that_it_committed_to() -> None:
    odd = [opened(), Voided((1, 3)), Revealed(Digest("11" * 32))]
    detail = "the seed does not open the commitment"
    assert check(GOAT, odd) == (Finding(3, (), detail, "seed"),)


# --- The table ----------------------------------------------------------------------------------


def adds(seat: int) -> SeatTaken:
    """A person takes a seat and adds seeds."""
    return replace(taken(seat, None), commits=True)


def commits(seat: int, *, number: int = 1) -> SeatCommitted:
    """A seat commits to a deal."""
    deal = deal_id(number)
    return SeatCommitted(seat, number, deal, commitment(seat, deal=deal))


ADDING: tuple[Event, ...] = (OPENED, taken(0), adds(1), taken(2), adds(3))


def terms_of(table: Table) -> Terms:
    """The terms of the next deal."""
    return terms(table, deal=deal_id(table.next_number))


def test_f1_a_player_seated_earlier_adds_no_seed() -> None:
    data = {"seat": 0, "name": "P", "bot": None, "holder": KEY, "token": None}
    read = from_data("table.seat_taken", 1, data)
    assert isinstance(read, SeatTaken)
    assert not read.commits
    names = ("table", "owner", "name", "game", "rules", "options", "seats")
    early = {name: getattr(OPENED, name) for name in (*names, "visibility", "spectators")}
    assert from_data("table.opened", 1, early) == replace(OPENED, views_after="members")
    assert OPENED.reveal_seconds == 60


def test_f2_a_table_waits_for_commitments() -> None:
    at = fold_table(ADDING)
    assert (at.status, at.adding, at.owing) == ("committing", (1, 3), (1, 3))
    at = fold_table((*ADDING, commits(3)))
    assert (at.status, at.owing) == ("committing", (1,))
    at = fold_table((*ADDING, commits(3), commits(1)))
    assert (at.status, at.owing) == ("due", ())
    assert terms_of(at).commitments == (None, commitment(1), None, commitment(3))
    assert terms_of(fold_table(FULL_TABLE)).commitments == ()


def test_f2_a_commitment_goes_with_its_player() -> None:
    at = fold_table((OPENED, adds(1), commits(1), SeatLeft(1), adds(1)))
    assert at.owing == (1,)


def test_f2_each_deal_has_commitments_of_its_own() -> None:
    on = (*ADDING, commits(1), commits(3), DealOpened(1, deal_id(1)))
    assert fold_table(on).status == "playing"
    assert fold_table(on).owing == (1, 3)
    early = (*on, commits(1, number=2))
    ended = (*early, *recorded(fold_table(early), lost(1, 2), version=9, head=HEAD))
    at = fold_table(ended)
    assert (at.status, at.next_number, at.owing) == ("committing", 2, (3,))


def test_f4_a_deal_that_was_never_opened() -> None:
    early = (*ADDING, commits(1))
    events = voided(fold_table(early), deal=deal_id(1), seats=(3,))
    assert events == (DealVoided(1, deal_id(1), (3,)),)
    at = fold_table((*early, *events))
    assert (at.status, at.next_number, at.owing) == ("committing", 2, (1,))
    assert [(line.on, line.voided, line.points) for line in at.deals] == [(False, (3,), (0, 0))]


def test_f4_a_deal_that_was_opened_keeps_the_next_ones_commitments() -> None:
    on = (*ADDING, commits(1), commits(3), DealOpened(1, deal_id(1)), commits(1, number=2))
    events = voided(fold_table(on), deal=deal_id(1), seats=(3,))
    at = fold_table((*on, *events))
    assert (at.status, at.next_number, at.adding) == ("due", 2, (1,))
    assert len(at.deals) == 1


def test_f4_later_deals_do_not_wait_for_a_seat_that_was_late() -> None:
    early = (*ADDING, commits(1))
    late: tuple[Event, ...] = (*early, *voided(fold_table(early), deal=deal_id(1), seats=(3,)))
    on = (*late, commits(1, number=2), DealOpened(2, deal_id(2)))
    assert terms_of(fold_table(on[:-1])).commitments[3] is None
    assert fold_table(on).adding == (1,)
    assert fold_table(on).left_out == {3}
    again = (*on, commits(1, number=3), commits(3, number=3))
    ended = (*again, *recorded(fold_table(again), lost(1, 2), version=9, head=HEAD))
    assert (fold_table(ended).status, fold_table(ended).adding) == ("due", (1, 3))
    assert fold_table((*ended, DealOpened(3, deal_id(3)))).left_out == frozenset()


def test_f1_a_person_may_add_a_seed_to_a_deal_that_does_not_wait_for_it() -> None:
    """Also where the player has not said so."""
    persons = (OPENED, *(taken(seat, None) for seat in range(4)))
    on = (*persons, DealOpened(1, deal_id(1)))
    early = (*on, commits(3, number=2))
    assert (fold_table(on).owing, fold_table(on).may_commit) == ((), (0, 1, 2, 3))
    assert (fold_table(early).adding, fold_table(early).may_commit) == ((3,), (0, 1, 2))
    ended = (*early, *recorded(fold_table(early), lost(1, 2), version=9, head=HEAD))
    due = fold_table(ended)
    assert (due.status, due.may_commit) == ("due", ()), "the deal may be opened already"
    assert terms_of(due).commitments == (*[None] * 3, commitment(3, deal=deal_id(2)))
    early_table = begin(OPENED, first_version=LEAVES_OUT - 1)
    assert reduce(evolve, persons[1:], early_table).may_add == ()
    assert fold_table(FULL_TABLE).may_add == (0,), "the others are bots"


def test_f4_tables_of_before_wait_again_for_a_seat_that_was_late() -> None:
    first = begin(OPENED, first_version=LEAVES_OUT - 1)
    at = reduce(evolve, (*ADDING[1:], DealVoided(1, deal_id(1), (3,))), first)
    assert at.owing == (1, 3)


def test_f4_dealer_and_leader_stay_as_they_were() -> None:
    before = fold_table(after(FULL_TABLE, lost(1, 2)))
    void = voided(before, deal=deal_id(2), seats=(0,))
    at = fold_table((*after(FULL_TABLE, lost(1, 2)), *void))
    made, first = terms_of(at), terms_of(before)
    assert (made.number, made.dealer, made.leader) == (3, first.dealer, first.leader)
    assert at.score == before.score


def failing(*voids: tuple[int, ...]) -> tuple[Event, ...]:
    """The stream after these deals were voided, each by these seats."""
    events = ADDING
    for number, seats in enumerate(voids, start=1):
        events += voided(fold_table(events), deal=deal_id(number), seats=seats)
    return events


def test_f5_the_third_void_forfeits_the_series() -> None:
    assert fold_table(failing((3,), (1, 3))).forfeited == ()
    events = failing((3,), (1, 3), (3,))
    assert events[-1] == SeriesEnded(0, (1, 2), (0, 0), (Text(""), Text("")))
    at = fold_table(events)
    assert (at.status, at.forfeited) == ("over", (3,))


def test_f5_seats_that_forfeit_together_share_the_place() -> None:
    both: tuple[Event, ...] = (OPENED, adds(0), adds(1), taken(2), taken(3))
    for number in (1, 2, 3):
        both += voided(fold_table(both), deal=deal_id(number), seats=(0, 1))
    assert both[-1] == SeriesEnded(None, (1, 1), (0, 0), (Text(""), Text("")))


# --- F6: random choices of bots -------------------------------------------------------------------


def chances(events: list[Event], seat: int = 0) -> bytes | None:
    deal = progress_at(GOAT, events)
    return bot_seed(deal.opened, deal.shuffled, seat)


def test_f06_the_chances_of_a_bot_follow_from_all_seeds_by_its_seat() -> None:
    begun = record(3, 1)
    key = recipe.mac(SERVER, bytes.fromhex(shuffle(shows(1), shows(3)).transcript))
    assert [chances(begun, seat) for seat in range(4)] == [
        recipe.bot_seed(key, seat) for seat in range(4)
    ]
    assert chances(begun) != chances([opened(), shuffle(shows(1))])


def test_f06_before_the_shuffle_by_hand_and_to_a_seat_there_are_none_to_know() -> None:
    assert chances([opened(), shows(1)]) is None
    on = terms_of(fold_table(FULL_TABLE))
    assert chances([by_hand(on), shuffle()]) is None
    assert chances([redact(event, 0) for event in record(1, 3)]) is None
