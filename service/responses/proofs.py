"""Receipts, and answers of the log."""

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from service.responses.base import Hash, Id, Time


class ReceiptJson(TypedDict):
    """The receipt that the service signs for a move. Keep it: it is not kept here.

    Ed25519 over LP("fairdeal/1/receipt") ‖ u32 4 ‖ LP(deal) ‖ LP(u32 position) ‖ LP(head) ‖
    LP(u64 at); numbers are big-endian, and LP(x) is u32 length ‖ x.
    """

    deal: Id
    position: int
    """The last event of the move, with what followed from it."""
    head: str
    """The chain's head after it, in hex."""
    at: int
    """When, in µs since the epoch, UTC."""
    key: str
    """The id of the key, in hex; see /log/key."""
    signature: str
    """64 bytes in hex."""


class LogEntryJson(TypedDict):
    """The entry of an event in the log."""

    stream: Id
    """The deal or table."""
    version: int
    """The position of the event in it."""
    hash: str
    """The chain's head after the event, in hex."""


class InclusionJson(TypedDict):
    """A proof that an event is in the log."""

    log: str
    """The name of the log."""
    size: int
    """How many entries it has."""
    position: int
    """Where the event's entry is, from 0."""
    entry: LogEntryJson
    leaf: str
    """The hash of the entry's leaf, in hex."""
    path: list[Hash]
    """From the leaf to the root (RFC 6962, section 2.1.1), in hex."""


_OlderSize = TypedDict("_OlderSize", {"from": Annotated[int, "The older size."]})
_FirstLeaf = TypedDict("_FirstLeaf", {"from": Annotated[int, "The position of the first of them."]})


class ConsistencyJson(_OlderSize):
    """A proof that a log begins with an older state of itself."""

    log: str
    """The name of the log."""
    to: int
    """The newer size."""
    proof: list[Hash]
    """In hex; empty where there is nothing to prove."""
    root: NotRequired[Hash]
    """The root of the log of the older size, if it was asked for."""


class LogLeavesJson(_FirstLeaf):
    """A page of leaves, all of them under the last checkpoint."""

    log: str
    """The name of the log."""
    leaves: list[Hash]
    """Their hashes, in hex."""


class EndedLogJson(TypedDict):
    """A log that has ended."""

    log: str
    """Its name."""
    size: int
    """How many entries it has."""
    checkpoint: str
    """Its last checkpoint that the service has, as a note."""


class LogBreakJson(TypedDict):
    """The end of a log, and the beginning of another one with all stored events."""

    log: str
    """The name of the log that began."""
    at: Time
    """When."""
    reason: str
    """Why, in the words of the operator."""
    ended: EndedLogJson
    published: str | None
    """A larger checkpoint of the ended log that had been published, if one is known: the entries
    after `ended` are lost."""
    statement: str
    """A note about all of this, signed by the key of the log that began."""


class LogBreakListJson(TypedDict):
    """All breaks of the log, in order."""

    breaks: list[LogBreakJson]
    """Empty for most services."""
