"""Signatures: of seats with keys, on what they do (F7), and of the service, on receipts."""

from collections.abc import Iterator, Sequence

from domain.judge import signing
from domain.judge.record_rules import SIGNATURES
from domain.judge.signing import Statement
from domain.kernel.deal import MoveSigned
from domain.kernel.event import Event, Json, Key, Signature
from domain.kernel.leaving import players
from domain.kernel.sentence import Sentence
from domain.table.series import evolve
from events.canonical import canonical
from events.record import Recorded
from events.seat_keys import ACT, MOVE, Signable, is_key
from events.translog.notes import SigningKey
from events.translog.receipts import Receipt
from service.commands import Command
from service.context import Context
from service.problems import Code, Problem
from service.responses.shared import ReceiptJson
from service.streams import Deal, TableStream

_CLAUSES = ("F7",)


def brought(key: str | None, *, pointer: str) -> Key | None:
    """The public key that a player registers for their seat; None if they have none.

    Raises:
        Problem: ``seat-key-refused``.
    """
    if key is not None and not is_key(bytes.fromhex(key)):
        raise Problem(Code.SEAT_KEY_REFUSED, Sentence("not-a-public-key"), pointer=pointer)
    return None if key is None else Key(key)


def sign_in_deal(before: Deal, events: Sequence[Event], command: Command) -> tuple[Event, ...]:
    """Add a command's signature to the events that it appends to a full deal.

    Raises:
        Problem: ``signature-needed``; ``signature-refused``, also if no signature is expected.
    """
    return _signed(before, events, _in_deal(before, events, command), command)


def sign_at_table(
    before: TableStream, events: Sequence[Event], command: Command
) -> tuple[Event, ...]:
    """Add a command's signature to the events that it appends to a table.

    Raises:
        Problem: As with `sign_in_deal`.
    """
    return _signed(before, events, _at_table(before, events, command), command)


def _in_deal(before: Deal, events: Sequence[Event], command: Command) -> Iterator[Statement | None]:
    bots = before.bots
    for event in events:
        yield signing.statement_in_deal(
            before.opened,
            event,
            first_version=before.progress.first_version,
            bots=bots,
            actor=command.actor,
            begins=event is events[0],
        )
        bots = players(bots, (event,))


def _at_table(
    before: TableStream, events: Sequence[Event], command: Command
) -> Iterator[Statement | None]:
    state = before.state
    for event in events:
        yield signing.statement_at_table(
            event, keys=state.keys, first_version=state.first_version, actor=command.actor
        )
        state = evolve(state, event)


def _signed(
    before: Deal | TableStream,
    events: Sequence[Event],
    statements: Iterator[Statement | None],
    command: Command,
) -> tuple[Event, ...]:
    made = list[Event]()
    signature = command.signature
    following = (*events[1:], None)
    for event, said, after in zip(events, statements, following, strict=True):
        made.append(event)
        if said is not None and not isinstance(after, SIGNATURES):
            made.append(_signature(before, said, signature))
            signature = None
    refuse_unused(signature)
    return tuple(made)


def refuse_unused(signature: str | None) -> None:
    """Refuse a signature that would not be recorded, since its sender would rely on it.

    Raises:
        Problem: ``signature-refused``, with the pointer of the signature.
    """
    if signature is not None:
        unused = Sentence("nothing-to-sign")
        raise Problem(Code.SIGNATURE_REFUSED, unused, pointer="/signature", clauses=_CLAUSES)


def _signature(before: Deal | TableStream, said: Statement, signature: str | None) -> Event:
    """The event with the signature of a statement, which must be valid."""
    is_move = said.kind is MoveSigned
    what: dict[str, Json] = {"what": "move" if is_move else "act"}
    if signature is None:
        raise Problem(Code.SIGNATURE_NEEDED, Sentence("seat-signs", what), clauses=_CLAUSES)
    signable = Signable(
        before.id,
        said.seat,
        before.version,
        before.head,
        canonical(said.said),
        MOVE if is_move else ACT,
    )
    if not signable.is_by(bytes.fromhex(said.key), bytes.fromhex(signature)):
        kind = "deal" if isinstance(before, Deal) else "table"
        record: dict[str, Json] = {**what, "kind": kind, "version": before.version}
        refused = Sentence("signature-unfit", record)
        raise Problem(Code.SIGNATURE_REFUSED, refused, clauses=_CLAUSES)
    return said.kind(said.seat, Signature(signature))


def receipt_json(receipt: Receipt) -> ReceiptJson:
    """A receipt in responses; bundles have the same fields."""
    return {
        "deal": str(receipt.deal),
        "position": receipt.position,
        "head": receipt.head.hex(),
        "at": receipt.at,
        "key": receipt.key.hex(),
        "signature": receipt.signature.hex(),
    }


def receipt(key: SigningKey, last: Recorded, *, first: Recorded) -> Receipt:
    """The signed receipt of a move with this last event; the same for every request.

    Args:
        key: The key of the log.
        last: The last event of the command.
        first: The first event of the stream, which says whether it is a test.
    """
    made = Receipt(last.stream, last.version, last.hash, last.at)
    return made.by(key, test=first.data.get("test") is True)


def opening_receipt(context: Context, deal: Deal) -> Receipt:
    """The signed receipt for the opening of a deal, before any seat must reveal its seed (F3).

    It fixes the server's commitment, which is in the opening.
    """
    opened = deal.records[0].command_id
    last = [each for each in deal.records if each.command_id == opened][-1]
    return receipt(context.translog.key, last, first=deal.records[0])
