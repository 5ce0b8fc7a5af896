"""Deals: open them (of branches too), load them, append to them, announce the work.

The deal of a branch is its source replayed, with a different continuation. It depends only on the
source and the table, so it is the same every time.
"""

from collections.abc import Mapping, Sequence
from typing import Final, cast
from uuid import UUID

from bots.worlds import worlds
from domain.fairness.shuffle import SEED_BYTES, stream
from domain.games import rules_of
from domain.judge.deal_rules import follow_append
from domain.judge.record_rules import FIRST_FIXED, CannotFollow
from domain.kernel.branch import Begun, begun_as, played_again
from domain.kernel.cards import Cards
from domain.kernel.deal import (
    NO_DIGEST,
    Opened,
    SeedRevealed,
    Shuffled,
    Terms,
    by_hand,
    commit,
    shuffle_at,
    shuffled,
)
from domain.kernel.event import FULL, Event, redact
from domain.kernel.game import start
from domain.kernel.sentence import Sentence
from domain.table.events import TableBranched
from domain.table.series import Table
from service import ids
from service.clocks.table_time import deal_ahead
from service.commands import Command
from service.context import PlayContext
from service.deals.signatures import sign_in_deal
from service.metrics import deal_ended
from service.repository import fault_sentence
from service.streams import DEALS, Deal, Decide, Done, Effect, cannot_follow, deal_summary, facts

SOON: Final = 15_000_000
"""In µs. A nearer deadline is announced at once; the sweep finds a later one in time."""
GRAIN: Final = 10_000
"""In µs. Times in a deal are rounded down to it: finer ones would reveal how long a player thought.
Deadlines are whole seconds after such a time, so rounding never carries a time past one.
"""


# --- Reading ------------------------------------------------------------------------------------


def find_deal(context: PlayContext, deal: UUID) -> Deal:
    """The full deal, as it is now.

    Raises:
        Problem: ``not-found``, ``archived``.
    """
    found = context.streams.deal(deal, viewer=FULL)
    if found is None:
        raise context.streams.absent("deal", deal)
    return found


# --- Opening ------------------------------------------------------------------------------------


def open_deal(
    context: PlayContext,
    terms: Terms,
    command: Command,
    *,
    at: int,
    version: int,
    first: Sequence[Event] = (),
    deck: Cards | None = None,
    seed: bytes | None = None,
) -> None:
    """Open a deal on these terms, unless it is open; deal it unless seats add seeds.

    The server's seed is drawn here, committed to in the first event, and shown in the last. That
    seed was drawn with the tournament if it is for a board. A deal with a given deck has none.

    Args:
        context: The service.
        terms: The terms of the deal.
        command: The command.
        at: The time at the table.
        version: The version of the first event.
        first: The events right after the opening: its clock, and absent players.
        deck: The given deck; None: the pack is shuffled.
        seed: The server's seed of a board; None: the deal is none.
    """
    if deck is not None:
        opened = by_hand(terms._replace(commitments=()))
        dealt = dealt_from(opened, deck)
    else:
        opened = commit(terms, seed=seed or context.runtime.random_bytes(SEED_BYTES))
        dealt = () if opened.adding else deal_out(opened, ())
    open_stream(context, (opened, *first, *dealt), command=command, at=at, version=version)


def deal_out(opened: Opened, shown: Sequence[SeedRevealed]) -> tuple[Event, ...]:
    """The shuffle of a deal once all seeds are there, and all events up to the first choice."""
    assert opened.seed is not None, "only the full record can be dealt on"
    game, seed = rules_of(opened.game, opened.rules), bytes.fromhex(opened.seed)
    lots = game.lots(opened.seats)
    order = shuffled(opened, pack=game.pack, lots=lots, seed=seed, shown=shown)
    (_, *events), _ = start(game, opened, order)
    return tuple(events)


def dealt_from(opened: Opened, deck: Cards) -> tuple[Event, ...]:
    """The given deck of a deal, and all events up to the first choice; every lot falls on 0."""
    game = rules_of(opened.game, opened.rules)
    lots = (0,) * len(game.lots(opened.seats))
    (_, *events), _ = start(game, opened, Shuffled(NO_DIGEST, NO_DIGEST, deck, lots))
    return tuple(events)


def open_stream(
    context: PlayContext, events: Sequence[Event], *, command: Command, at: int, version: int
) -> None:
    """Append the first events of a deal, in a version of the first one, unless it is open."""
    opened = cast("Opened", events[0])
    at -= at % GRAIN
    game = rules_of(opened.game, opened.rules)
    after = follow_append(None, facts(events, command, at=at, version=version), game=game)
    decision = Effect(events, after, at, version)
    context.streams.open(DEALS, UUID(opened.deal), command, decision)


# --- Appending ----------------------------------------------------------------------------------


def in_deal(context: PlayContext, deal: UUID, command: Command, decide: Decide[Deal]) -> Done[Deal]:
    """Execute a command on a deal.

    Raises:
        Problem: ``not-found``, ``idempotency-key-reused``, and what `decide` raises.
    """
    done = context.streams.execute(DEALS, deal, command, decide)
    if not done.replayed and done.stream.folded.is_over:
        deal_ended(done.stream.events)
    return done


def decision(before: Deal, events: Sequence[Event], command: Command, *, at: int) -> Effect:
    """The effect of a command on a deal, if the rules let its events follow.

    Args:
        before: The full deal.
        events: The events, without signatures.
        command: The command; the signature that came with it is recorded.
        at: The time by which it was judged, at its table.

    Raises:
        Problem: ``signature-needed``, ``signature-refused``; ``not-allowed`` where the events
            cannot follow.
    """
    at = recorded_time(before, at)
    events = sign_in_deal(before, events, command)
    try:
        after = follow_append(before.progress, facts(events, command, at=at, stream=before))
    except CannotFollow as cannot:
        raise cannot_follow(before.id, cannot) from None
    return Effect(events, after, at)


def given_before(deal: Deal, event: Event) -> Done[Deal]:
    """The result of the command that led to an event of a deal, the last event equal to it."""
    place = max(place for place, each in enumerate(deal.events) if each == event)
    command = deal.records[place].command_id
    records = tuple(record for record in deal.records if record.command_id == command)
    return Done(deal, records, replayed=True)


def recorded_time(before: Deal, at: int) -> int:
    """The time that is recorded for what follows in a deal; older deals keep their finer times.

    It is never before the last event, though the clocks of two processes differ.
    """
    is_fine = before.folded.first_version < FIRST_FIXED
    return max(before.records[-1].at, at if is_fine else at - at % GRAIN)


# --- Announcements ------------------------------------------------------------------------------


def announce(context: PlayContext, deal: Deal) -> None:
    """Announce the work of a deal to the workers. The sweep finds lost announcements."""
    progress, owner = deal.folded, owner_of(context, UUID(deal.opened.table))
    if progress.is_played:
        context.tasks.record_deal(deal.id, owner=owner)
    elif progress.shuffled is not None:
        if any(progress.bots):
            context.tasks.play_bots(
                deal.id, version=deal.version, levels=progress.bots, owner=owner
            )
        if progress.clock is not None:
            announce_deadline(context, deal)


def owner_of(context: PlayContext, table: UUID) -> str:
    """The owner of a table, on whom its work counts; empty: there is no such table."""
    found = context.streams.opened_table(table)
    return "" if found is None else found.opened.owner


def announce_deadline(context: PlayContext, deal: Deal) -> None:
    """Announce a turn that ends soon."""
    clock = deal.folded.clock
    until = clock and clock.until
    if until is None:
        return
    until -= deal_ahead(context, deal)
    if until - context.runtime.now() < SOON:
        owner = owner_of(context, UUID(deal.opened.table))
        context.tasks.end_turn(deal.id, version=deal.version, at=until, owner=owner)


def bots_wait(context: PlayContext, deal: Deal) -> None:
    """Record that the bots have decided, and that the deal waits for a person."""
    status, _ = deal_summary(deal.progress, bots_have_decided=True)
    context.store.set_status(deal.id, version=deal.version, status=status)


TRIES: Final = 200
"""How often other cards are tried: a request waits for them."""

_RESAMPLE: Final = "fairdeal/1/resample"


def begun(context: PlayContext, source: Deal, branch: TableBranched, terms: Terms) -> Begun | None:
    """The deal of a branch, up to where it waits for a player.

    Args:
        context: The service.
        source: The full deal that the branch is of.
        branch: The event at which it branches, and the choice of cards.
        terms: The id of the new deal, and its players.

    Returns:
        None if no other cards are consistent with the seat's knowledge.
    """
    opened = begun_as(source.opened, terms)
    if branch.from_seat is None:
        return played_again(source.game, source.events, at=branch.at, opened=opened)
    last = max(branch.at, shuffle_at(source.events))
    shown = [redact(event, branch.from_seat) for event in source.events[:last]]
    numbers = stream(ids.digest(context.secret, _RESAMPLE, terms.table), _RESAMPLE)
    found = worlds(
        source.game,
        shown,
        seat=branch.from_seat,
        numbers=numbers,
        opened=opened,
        tries=TRIES,
    )
    return next(found, None)


def open_branch_deal(
    context: PlayContext,
    branch: TableBranched,
    terms: Terms,
    command: Command,
    *,
    at: int,
    version: int,
) -> None:
    """Open the deal of a branch, unless it is already open; see `open_deal`."""
    made = begun(context, find_deal(context, UUID(branch.deal)), branch, terms)
    assert made is not None, "the branch was opened because there is one"
    open_stream(context, made.events, command=command, at=at, version=version)


def deal_faults(context: PlayContext, table: Table) -> Mapping[str, Sentence]:
    """Why the records of deals of a table do not hold, by deals; in order."""
    deals = [UUID(line.deal) for line in table.deals]
    faults = context.scrubber.scrubs.faults(deals) if deals else []
    return {str(each.stream): fault_sentence(each.fault) for each in faults}
