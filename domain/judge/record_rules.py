"""Rules for any record: the versions of its events, and the actors that may give each command.

The version of the first event of a stream fixes the versions of all others. A release that changes
another event or adds one raises the version of the first event of that kind of stream and adds an
entry here. It writes new versions only into streams that it opens, so an older version never
excuses a newer record.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, cast

from domain.kernel import deal
from domain.kernel.event import Event, Json, Seat
from domain.kernel.sentence import Sentence
from domain.table import events as table

SIGNATURES: Final = (deal.MoveSigned, deal.ActSigned, table.TableActSigned)


class Fact(NamedTuple):
    """An event as it is recorded.

    Attributes:
        event: The event.
        version: The version of its type.
        at: The time of recording, in µs since the epoch.
        actor: The actor that gave the command.
    """

    event: Event
    version: int
    at: int
    actor: str


class CannotFollow(Exception):
    """An event cannot come next in a stream."""

    def __init__(self, event: Event, detail: Sentence) -> None:
        super().__init__(f"{event.TYPE}: {detail.key}")
        self.event = event
        self.detail = detail


# --- Versions -----------------------------------------------------------------------------------

DEAL: Final = "deal.opened"
TABLE: Final = "table.opened"
TOURNAMENT: Final = "tournament.opened"

FIRST_FIXED: Final = 4
"""Streams that begin with an older version of their first event may hold any version that was known
before versions were fixed.
"""

VERSIONS: Final[Mapping[str, Mapping[int, Mapping[str, int]]]] = {
    DEAL: {4: {"deal.clock_set": 2}},
    TABLE: {
        4: {
            "table.seat_taken": 4,
            "table.deal_voided": 2,
            "table.deal_abandoned": 2,
            "table.series_ended": 2,
        },
        5: {
            "table.seat_taken": 5,
            "table.deal_voided": 2,
            "table.deal_abandoned": 2,
            "table.series_ended": 2,
        },
        6: {
            "table.seat_taken": 5,
            "table.closed": 2,
            "table.rematched": 2,
            "table.deal_voided": 2,
            "table.deal_abandoned": 2,
            "table.series_ended": 2,
        },
        7: {
            "table.seat_taken": 5,
            "table.closed": 2,
            "table.drawn": 2,
            "table.rematched": 2,
            "table.deal_voided": 2,
            "table.deal_abandoned": 2,
            "table.series_ended": 2,
        },
    },
    TOURNAMENT: {1: {}},
}
"""By the first event and its version: the version of every other event that is not version 1.
A later version of the first event without an entry of its own has the entry before it.
"""

ADDED: Final[Mapping[str, int]] = {
    "deal.act_signed": 4,
    "hint.given": 5,
    "table.act_signed": 4,
    "table.dispute_answered": 4,
    "table.dispute_withdrawn": 6,
    "table.dispute_appealed": 6,
    "table.seat_ready": 6,
    "table.drawn": 6,
    "table.clock_moved": 6,
    "table.deal_revealed": 7,
    "tournament.board_revealed": 2,
    "table.reader_admitted": 5,
    "table.reader_dismissed": 5,
    "table.invited": 5,
    "table.invitation_withdrawn": 5,
}
"""Events that older streams do not hold: the version of the first event that allows them."""


SAYS_TEST: Final = 6
"""The version of `DEAL` from which on a deal says itself that it belongs to a test."""


def deal_version(table_version: int) -> int:
    """The version of `DEAL` in which the deals of a table are opened, by the version of the table.

    So the release that has opened a table can play it on, while it runs beside a later one.
    """
    return FIRST_FIXED if table_version <= FIRST_FIXED else deal.Opened.VERSION


def least_deal_version(table_version: int) -> int:
    """The oldest version of `DEAL` for deals of a table that was opened with a version."""
    return FIRST_FIXED if table_version >= FIRST_FIXED else 1


@lru_cache(maxsize=256)
def version_in(first: str, first_version: int, name: str) -> int:
    """The version in which an event is written to a stream today.

    Args:
        first: The type of the stream's first event, such as `DEAL`.
        first_version: The version of the first event.
        name: The type of the event.
    """
    fixed = VERSIONS[first]
    newest = max(each for each in fixed if each <= max(first_version, FIRST_FIXED))
    return fixed[newest].get(name, 1)


def written_version(first: str, first_version: int, name: str) -> int:
    """The version in which any event of a stream is written: see `version_in`, or the first one."""
    return first_version if name == first else version_in(first, first_version, name)


@lru_cache(maxsize=256)
def is_allowed(first: str, first_version: int, name: str, version: int) -> bool:
    """Whether a stream may hold this version of an event.

    Args:
        first: The type of the stream's first event, such as `DEAL`.
        first_version: The version of the first event.
        name: The type of the event.
        version: Its version.
    """
    if ADDED.get(name, 0) > first_version or not _is_of(first, name):
        return False
    written = version_in(first, first_version, name)
    return version == written or (first_version < FIRST_FIXED and version < written)


def _is_of(first: str, name: str) -> bool:
    """Whether an event is of the kind of a stream; those of games are of deals."""
    kind, other = first.partition(".")[0], name.partition(".")[0]
    kinds = [each.partition(".")[0] for each in (TABLE, TOURNAMENT)]
    return other == kind if kind in kinds else other not in kinds


# --- Actors -------------------------------------------------------------------------------------

SYSTEM: Final = "system"
"""The server's name in the record, for commands that it gives without a request."""
Names: TypeAlias = tuple[str, ...]
"""Permitted actors: whole names, or prefixes that end with ``:`` or ``/``."""


class Giver(NamedTuple):
    """The actors that may give a command that begins with an event of one type.

    Attributes:
        event: The type of the event.
        names: Whole names or prefixes with ``|`` between them; at the end, ``{seat}`` stands for
            the field of that name, and for each of its items where it is a list.
        where: The required values of a field of the event, where the line is only for some.
    """

    event: str
    names: str
    where: Mapping[str, tuple[Json, ...]] = MappingProxyType({})


IN_DEAL: Final = (
    Giver("deal.seed_revealed", "seat:{seat}"),
    Giver("deal.seat_returned", "seat:{seat}"),
    Giver("deal.resigned", "seat:{seat}"),
    Giver("deal.seat_taken_over", "seat:{seat}", {"reason": ("left",)}),
    Giver("deal.abandoned", "key:|system", {"reason": ("closed",)}),
    Giver("deal.abandoned", "seat:{seats}", {"reason": ("left", "resigned")}),
)
"""The first matching line of each event of a deal that is not a move; without one, the server."""

AT_TABLE: Final = (
    Giver("table.seat_committed", "seat:{seat}"),
    Giver("table.dispute_opened", "seat:{seat}"),
    Giver("table.dispute_answered", "seat:{seat}"),
    Giver("table.dispute_withdrawn", "seat:{seat}"),
    Giver("table.dispute_appealed", "seat:{seat}"),
    Giver("table.dispute_ruled", "auditor:{auditor}"),
    Giver("table.auditor_admitted", "key:"),
    Giver("table.auditor_dismissed", "key:"),
    Giver("table.watcher_admitted", "key:", {"by": (None,)}),
    Giver("table.watcher_admitted", "seat:{by}"),
    Giver("table.reader_admitted", "key:", {"by": (None,)}),
    Giver("table.reader_admitted", "seat:{by}"),
    Giver("table.invited", "key:"),
    Giver("table.invitation_withdrawn", "key:"),
    Giver("table.seat_token_issued", "key:"),
    Giver("table.clock_moved", "key:"),
    Giver("table.drawn", SYSTEM),
    Giver("table.closed", SYSTEM, {"reason": ("idle",)}),
    Giver("table.deal_opened", SYSTEM),
    Giver("table.deal_voided", SYSTEM),
    Giver("table.deal_abandoned", SYSTEM),
    Giver("table.deal_recorded", SYSTEM),
    Giver("table.deal_revealed", SYSTEM),
    Giver("table.series_ended", SYSTEM),
)
"""The first matching line of each event of a table; without one, the record cannot say."""

AT_TOURNAMENT: Final = (
    Giver("tournament.opened", "key:"),
    Giver("tournament.scheduled", "key:"),
    Giver("tournament.player_joined", "key:|anonymous"),
    Giver("tournament.player_withdrew", "key:|entry:{player}"),
    Giver("tournament.player_substituted", "key:"),
    Giver("tournament.person_erased", "key:|entry:{player}"),
    Giver("tournament.round_called", "key:|system"),
    Giver("tournament.seed_shown", "entry:{player}"),
    Giver("tournament.round_drawn", "key:|system"),
    Giver("tournament.table_opened", SYSTEM),
    Giver("tournament.result_recorded", SYSTEM),
    Giver("tournament.board_revealed", SYSTEM),
    Giver("tournament.score_corrected", "key:"),
    Giver("tournament.paused", "key:"),
    Giver("tournament.resumed", "key:"),
    Giver("tournament.closed", "key:", {"reason": ("director",)}),
    Giver("tournament.closed", SYSTEM),
)
"""The first matching line of each event of a tournament."""


class Later(NamedTuple):
    """An event that may stand in a command after its first event, and directly after which one.

    Attributes:
        event: The type of the event.
        after: The type of the event before it, signatures apart.
        same: Whether it must be about the seat of that event.
    """

    event: str
    after: str
    same: bool = False


FIRST: Final = (
    *("deal.seed_revealed", "deal.seat_returned", "deal.resigned", "deal.time_over"),
    *("deal.voided", "hint.given", "table.seat_left", "table.deal_opened", "table.deal_voided"),
    *("table.deal_abandoned", "table.deal_recorded", "table.rematch_opened"),
    "table.deal_revealed",
    *("table.dispute_opened", "table.dispute_answered", "table.dispute_ruled"),
    *("table.dispute_withdrawn", "table.dispute_appealed"),
    *("table.auditor_admitted", "table.auditor_dismissed"),
    *("table.watcher_admitted", "table.watcher_dismissed", "table.seat_token_issued"),
    "table.clock_moved",
    *("table.reader_admitted", "table.reader_dismissed", "table.invited"),
)
"""Events that begin a command, as every move does. Each signature therefore covers everything
before it, and no actor can act within the command of another.
"""

LATER: Final = (
    Later("deal.abandoned", "deal.resigned", same=True),
    Later("deal.abandoned", "deal.time_over", same=True),
    Later("deal.seat_taken_over", "deal.time_over", same=True),
    Later("deal.seat_taken_over", "deal.opened"),
    Later("deal.seat_taken_over", "deal.clock_set"),
    Later("deal.seat_taken_over", "deal.seat_taken_over"),
    Later("table.seat_committed", "table.seat_taken", same=True),
    Later("table.person_erased", "table.person_erased"),
    Later("table.seat_ready", "table.deal_recorded"),
    Later("table.seat_ready", "table.deal_voided"),
    Later("table.seat_ready", "table.seat_ready"),
    Later("table.invitation_withdrawn", "table.person_erased"),
    Later("table.invitation_withdrawn", "table.invitation_withdrawn"),
    Later("table.closed", "table.deal_abandoned"),
    Later("table.series_ended", "table.deal_recorded"),
    Later("table.series_ended", "table.deal_voided"),
    Later("table.series_ended", "table.deal_abandoned"),
)
"""Events that begin a command, or follow within one where a line allows it."""


def may_follow(event: Event, before: Event) -> bool:
    """Whether an event may stand within a command, after another event that is no signature."""
    if event.MOVE is not None or event.TYPE in FIRST:
        return False
    lines = [each for each in LATER if each.event == event.TYPE]
    line = next((each for each in lines if each.after == before.TYPE), None)
    if line is None:
        return not lines
    return not line.same or cast("Any", before).seat in _seats(event)


def _seats(event: Any) -> tuple[Seat, ...]:
    """The seats that an event is about."""
    return event.seats if hasattr(event, "seats") else (event.seat,)


def see_command(facts: Sequence[Fact]) -> None:
    """Check that the events of a command, after its first, are consequences.

    Raises:
        CannotFollow: One of them begins a new command.
    """
    before = facts[0].event
    for fact in facts[1:]:
        if isinstance(fact.event, SIGNATURES):
            continue
        if not may_follow(fact.event, before):
            raise CannotFollow(fact.event, Sentence("finding-begins-command"))
        before = fact.event


def givers_in_deal(event: Event) -> Names:
    """The actors that may give a command of a deal beginning with this event (not a move)."""
    names = _names(IN_DEAL, event)
    return (SYSTEM,) if names is None else names


def givers_at_table(event: Event) -> Names | None:
    """The actors that may give a table's command beginning with this event; None: not decidable.

    The record names keys and tokens, but does not say who held them.
    """
    return _names(AT_TABLE, event)


def givers_at_tournament(event: Event) -> Names:
    """The actors that may give an event of a tournament."""
    return _names(AT_TOURNAMENT, event) or ()


def _names(givers: Iterable[Giver], event: Event) -> Names | None:
    for giver in givers:
        fits = (getattr(event, name, None) in allowed for name, allowed in giver.where.items())
        if giver.event == event.TYPE and all(fits):
            kind, opening, field = giver.names.partition("{")
            if not opening:
                return tuple(kind.split("|"))
            value = getattr(event, field.removesuffix("}"))
            every = value if isinstance(value, tuple) else (value,)
            return tuple(name for each in every for name in f"{kind}{each}".split("|"))
    return None


def is_one_of(actor: str, names: Iterable[str]) -> bool:
    """Whether an actor has one of these names."""
    return any(
        actor == each or (each.endswith((":", "/")) and actor.startswith(each)) for each in names
    )


def see_actor(fact: Fact, names: Names | None) -> None:
    """Check that the actor of a command is one of these; None: any actor is permitted.

    Raises:
        CannotFollow: The actor is not permitted.
    """
    if names is not None and not is_one_of(fact.actor, names):
        raise not_for(fact)


def not_for(fact: Fact) -> CannotFollow:
    """The refusal of an event whose actor may not give it."""
    return CannotFollow(fact.event, Sentence("finding-not-for", {"actor": fact.actor}))
