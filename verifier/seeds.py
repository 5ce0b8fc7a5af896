"""Check that the pack was fixed before it could be known: commitments, seeds, deck root."""

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from domain.fairness import shuffle as fairness
from domain.fairness.shuffle import PLAYER, SERVER
from domain.judge.beginning import BOTS_HAVE_NONE, bots_own
from domain.judge.deal_rules import difference
from domain.kernel.cards import unknown
from domain.kernel.deal import (
    NO_DIGEST,
    Opened,
    Revealed,
    SeedRevealed,
    Shuffled,
    Voided,
    is_by_hand,
)
from domain.kernel.event import FULL, PUBLIC, Event, Viewer, redact
from domain.kernel.leaving import Abandoned
from domain.kernel.options import BadOption
from verifier.case import Case
from verifier.chain import openings_of, see_openings
from verifier.record import Decoded
from verifier.rules import STUMBLES
from verifier.verdicts import ByHand, Failure, Nothing, NotYet
from verifier.verdicts import seats as named


class Begun(NamedTuple):
    """The seeds and commitments that a deal follows from."""

    opened: Opened
    shown: tuple[Decoded, ...]
    """The seats' seeds."""
    shuffled: Decoded | None
    revealed: Decoded | None
    """The server's seed."""
    off: bool
    """Whether the deal ended before there was a pack: it was voided, or abandoned."""

    @property
    def deal(self) -> bytes:
        """The deal id that the recipe binds everything to."""
        return UUID(self.opened.deal).bytes

    @property
    def committed(self) -> dict[int, bytes]:
        """The commitments of the seats."""
        every = enumerate(self.opened.commitments)
        return {seat: bytes.fromhex(each) for seat, each in every if each}

    @property
    def seed(self) -> bytes | None:
        """The server's seed, once it is shown."""
        if self.revealed is not None:
            return _seed(self.revealed)
        return bytes.fromhex(self.opened.seed) if self.opened.seed else None


def _fields(decoded: Decoded) -> Any:
    return decoded.event


def _seed(decoded: Decoded) -> bytes:
    return bytes.fromhex(_fields(decoded).seed)


@lru_cache(maxsize=1)  # for the checks of one case
def _begun(case: Case) -> Begun:
    def every(kind: type[Event]) -> tuple[Decoded, ...]:
        return tuple(each for each in case.decoded if isinstance(each.event, kind))

    return Begun(
        opened=case.opened,
        shown=every(SeedRevealed),
        shuffled=next(iter(every(Shuffled)), None),
        revealed=next(iter(every(Revealed)), None),
        off=bool(every(Voided) or every(Abandoned)),
    )


def commitments(case: Case) -> str:
    """All commitments are recorded before the first seed, and the server's seed comes last."""
    begun, decoded = _begun(case), case.decoded
    if is_by_hand(begun.opened):
        _see_hand(begun, decoded[0])
        raise ByHand("there are no commitments: the deck is laid by hand")
    _see_lengths(begun, decoded[0])
    _see_bots(begun, decoded[0])
    shuffle = begun.shuffled.position if begun.shuffled is not None else len(decoded) + 1
    seats: set[int] = set()
    for each in begun.shown:
        seat = _fields(each).seat
        if seat not in begun.committed:
            raise _at(each, "seat", "this seat has committed to no seed", "F3")
        if seat in seats:
            raise _at(each, "seat", "this seat has shown its seed before", "F3")
        if each.position > shuffle:
            raise _at(each, "seed", "the seed is shown after the shuffle", "F3")
        seats.add(seat)
    if begun.shuffled is not None and seats != begun.committed.keys():
        detail = "a seat that has committed has not shown its seed"
        raise _at(begun.shuffled, "transcript", detail, "F3")
    if begun.revealed is not None and begun.revealed is not decoded[-1]:
        raise _at(begun.revealed, "seed", "the server's seed is shown before the end")
    said = "the server's commitment stands in event 1; no seat committed to a seed of its own"
    if begun.committed:
        said = f"the commitments of the server and of {named(begun.committed)} stand in event 1"
    if begun.opened.test:
        raise ByHand(f"the deal of a test table, which proves nothing: {said}")
    return said


def _see_lengths(begun: Begun, first: Decoded) -> None:
    """Commitments and keys are empty, or have an item for each seat."""
    for name in ("commitments", "keys"):
        if len(getattr(begun.opened, name)) not in (0, begun.opened.seats):
            raise _at(first, name, "it is neither empty nor one for each seat")


def _see_bots(begun: Begun, first: Decoded) -> None:
    """A bot has no seed (F1) and no key (F7)."""
    own = bots_own(begun.opened)
    if own is not None:
        raise _at(first, own, "a bot brings none of its own", BOTS_HAVE_NONE[own])


def _see_hand(begun: Begun, first: Decoded) -> None:
    """A deck laid by hand has no seeds or commitments that would vouch for it."""
    if begun.opened.seed is not None or begun.opened.commitments:
        raise _at(first, "commitment", "nothing is committed to, and there are seeds")
    for each in filter(None, (*begun.shown, begun.revealed)):
        raise _at(each, "seed", "the deck is laid by hand, and a seed is shown")
    if begun.shuffled is not None:
        for name in ("transcript", "root"):
            if getattr(_fields(begun.shuffled), name) != NO_DIGEST:
                raise _at(begun.shuffled, name, "the deck is laid by hand, and this vouches for it")


def seeds(case: Case) -> str:
    """Every seed that is shown opens its commitment."""
    begun = _begun(case)
    if is_by_hand(begun.opened):
        raise ByHand("there is none")
    if case.is_full and begun.opened.seed is None:
        raise _at(case.decoded[0], "seed", "what was committed to is no seed")
    for each in begun.shown:
        seat, raw = _fields(each).seat, _seed(each)
        if seat not in begun.committed or begun.committed[seat] != fairness.commitment(
            begun.deal, role=PLAYER, index=seat, seed=raw
        ):
            raise _at(each, "seed", "the seed does not open the seat's commitment", "F3")
    shown = "no seat shows one"
    if begun.shown:
        verb = "opens its own" if len(begun.shown) == 1 else "open theirs"
        shown = f"{named(_fields(each).seat for each in begun.shown)} {verb}"
    shown += _own(case, begun)
    if begun.seed is None:
        raise NotYet(f"the server's seed is not shown yet; {shown}")
    made = fairness.commitment(begun.deal, role=SERVER, index=0, seed=begun.seed)
    if made.hex() != begun.opened.commitment:
        at = begun.revealed or case.decoded[0]
        raise _at(at, "seed", "the seed does not open the server's commitment")
    if begun.opened.seed not in (None, begun.seed.hex()):
        raise _at(case.decoded[0], "seed", "the seed is another one than that at the end")
    return f"the server's opens its commitment; {shown}"


def _own(case: Case, begun: Begun) -> str:
    """Compare the seeds that players kept with the record. Returns a note on seats without one."""
    shown = {_fields(each).seat: each for each in begun.shown}
    for seat, mine in case.own_seeds.items():
        if seat not in begun.committed:
            raise _at(case.decoded[0], f"commitments/{seat}", "this seat adds no seed")
        if mine is None:
            detail = "this seat adds a seed, and the file that you gave has none for this deal"
            raise _at(case.decoded[0], f"commitments/{seat}", detail)
        if seat in shown and _seed(shown[seat]) != mine:
            raise _at(shown[seat], "seed", "it is not the seed that you kept")
        made = fairness.commitment(begun.deal, role=PLAYER, index=seat, seed=mine)
        if made != begun.committed[seat]:
            detail = "it is not the commitment to the seed that you kept"
            raise _at(case.decoded[0], f"commitments/{seat}", detail)
    unknown = shown.keys() - case.own_seeds.keys()
    kept = f"; as the player kept it: {named(case.own_seeds)}" if case.own_seeds else ""
    return kept + (f"; only --seed can show their owner: {named(unknown)}" if unknown else "")


def pack(case: Case) -> str:
    """The agreed T was used, and the pack and the lots follow from it and from the seeds."""
    begun = _dealt(case)
    agreed = _agreed(case, begun)
    if begun.seed is None:
        raise NotYet("T is what was agreed; the seed that the pack follows from is not shown yet")
    decoded, key = begun.shuffled, fairness.key(begun.seed, agreed)
    deck, drawn = fairness.shuffle(case.game.pack, key), _lots(case, key)
    assert decoded is not None, "the deal was dealt"
    given = _fields(decoded)
    closed = decoded.commitments.keys() - openings_of(case, decoded).keys()
    if given.deck != (unknown(len(deck)) if "deck" in closed else deck):
        raise _at(decoded, "deck", "the pack does not follow from the seeds")
    if "lots" not in closed and given.lots != drawn:
        raise _at(decoded, "lots", "the lots do not follow from the seeds")
    if closed & {"deck", "lots"}:
        _see_dealt(case, decoded, replace(given, deck=deck, lots=drawn))
        raise NotYet("T is what was agreed; pack and lots are sealed in this view")
    return "T is what was agreed, and pack and lots follow from the seeds"


def _see_dealt(case: Case, decoded: Decoded, shuffled: Shuffled) -> None:
    """The cards dealt first, as far as the view knows them, are in the pack that the seeds make.

    The events are compared up to the first one whose openings do not hold.
    """
    viewer: Viewer = PUBLIC if case.bundle.seat is None else case.bundle.seat
    viewer = FULL if case.is_full else viewer
    try:
        state = case.game.evolve(case.game.initial(case.opened), shuffled)
        at = decoded.position
        while (due := case.game.consequence(state)) is not None:
            each, seen = case.decoded[at], redact(due, viewer)
            if not _is_opened(case, each):
                return
            if seen != each.event:
                detail = "it is not what the pack makes that follows from the seeds"
                raise _at(each, difference(seen, each.event) or "type", detail)
            state, at = case.game.evolve(state, due), at + 1
    except (BadOption, *STUMBLES):
        return


def _is_opened(case: Case, decoded: Decoded) -> bool:
    """Whether the openings of an event are the ones of this view, and fit."""
    try:
        see_openings(case, decoded)
    except Failure:
        return False
    return True


def root(case: Case) -> str:
    """The deck root is the root of the salted cards."""
    begun = _dealt(case)
    if begun.seed is None:
        raise NotYet("the seed that the salts follow from is not shown yet")
    key = fairness.key(begun.seed, _agreed(case, begun))
    made = fairness.deck_root(fairness.shuffle(case.game.pack, key), key)
    decoded = begun.shuffled
    assert decoded is not None, "the deal was dealt"
    if made.hex() != _fields(decoded).root:
        raise _at(decoded, "root", "the deck root is not the root of the salted pack")
    return f"the deck root is {made.hex()}"


def _dealt(case: Case) -> Begun:
    begun = _begun(case)
    if is_by_hand(begun.opened):
        raise ByHand("laid by hand: it follows from no seed, and counts in no series")
    if begun.shuffled is None:
        if begun.off:
            raise Nothing("there was no deal: it ended before the shuffle")
        raise NotYet("the pack is not shuffled yet")
    return begun


def _agreed(case: Case, begun: Begun) -> bytes:
    """T, if it is the one that was recorded."""
    decoded, opened = begun.shuffled, begun.opened
    assert decoded is not None, "the deal was dealt"
    reveals = [
        fairness.Reveal(seat, begun.committed.get(seat, b""), _seed(each))
        for each in begun.shown
        for seat in [_fields(each).seat]
        if seat in begun.committed
    ]
    agreed = fairness.transcript(
        begun.deal,
        game=f"{opened.game}/{opened.rules}",
        pack=case.game.pack,
        server=bytes.fromhex(opened.commitment),
        reveals=reveals,
    )
    if agreed.hex() != _fields(decoded).transcript:
        raise _at(decoded, "transcript", "T is not what was agreed before the shuffle")
    return agreed


def _lots(case: Case, key: bytes) -> tuple[int, ...]:
    lots = case.game.lots(case.opened.seats)
    return tuple(fairness.draw(lot, key) for lot in lots)


def _at(decoded: Decoded, field: str, detail: str, *clauses: str) -> Failure:
    return Failure(
        detail, position=decoded.position, type=decoded.type, field=field, clauses=clauses
    )
