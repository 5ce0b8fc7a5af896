"""Seats with keys: keys that are brought, and moves that are signed by them (F7)."""

from typing import Any, cast

from domain.deal import MoveSigned
from domain.event import Event, Key, Signature
from domain.moves import say
from events.canonical import canonical
from proofs.seat_keys import MadeMove, is_key
from service.journal import Deal
from service.problems import Code, Problem

_CLAUSES = ("F7",)


def brought(key: str | None, *, pointer: str) -> Key | None:
    """The key that a player brings to his seat; None where he has none.

    Raises:
        Problem: ``seat-key-refused``.
    """
    if key is not None and not is_key(bytes.fromhex(key)):
        detail = "This is no Ed25519 public key of the prime-order group."
        raise Problem(Code.SEAT_KEY_REFUSED, detail, pointer=pointer)
    return None if key is None else Key(key)


def signed(before: Deal, move: Event, signature: str | None) -> tuple[MoveSigned, ...]:
    """What is recorded with a move of the full deal as it was read: that its player signed it.

    Raises:
        Problem: ``signature-needed``; ``signature-refused``, also where the seat signs nothing.
    """
    seat, opened = cast("Any", move).seat, before.opened
    if seat not in opened.signing or before.is_away(seat):
        if signature is not None:
            detail = "This seat has brought no key: it signs nothing."
            raise Problem(Code.SIGNATURE_REFUSED, detail, pointer="/signature", clauses=_CLAUSES)
        return ()
    if signature is None:
        detail = "This seat signs its moves, with the key that it has brought."
        raise Problem(Code.SIGNATURE_NEEDED, detail, clauses=_CLAUSES)
    key = bytes.fromhex(opened.keys[seat] or "")
    made = MadeMove(before.id, seat, before.version, before.head, canonical(say(move)))
    if not made.is_by(key, bytes.fromhex(signature)):
        detail = (
            f"This is not the signature of the seat's key over this move in full and the record "
            f"up to event {before.version}."
        )
        raise Problem(Code.SIGNATURE_REFUSED, detail, clauses=_CLAUSES)
    return (MoveSigned(seat, Signature(signature)),)
