"""Check that the pack was fixed before it could be known: commitments, seeds, deck root."""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

from domain.fairness import shuffle as fairness
from domain.fairness.shuffle import PLAYER
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
    agreed,
    commitment_of,
    is_by_hand,
)
from domain.kernel.event import FULL, PUBLIC, Event, Viewer, redact
from domain.kernel.leaving import Abandoned
from domain.kernel.options import BadOption
from domain.kernel.sentence import Sentence
from verifier.case import Case
from verifier.chain import openings_of, see_openings
from verifier.record import Decoded
from verifier.rules import STUMBLES
from verifier.verdicts import ByHand, Failure, Nothing, NotYet, together
from verifier.verdicts import seats as named

_AGREED: Final = Sentence("finding-agreed")


class DealSeeds(NamedTuple):
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
def _begun(case: Case) -> DealSeeds:
    def every(kind: type[Event]) -> tuple[Decoded, ...]:
        return tuple(each for each in case.decoded if isinstance(each.event, kind))

    return DealSeeds(
        opened=case.opened,
        shown=every(SeedRevealed),
        shuffled=next(iter(every(Shuffled)), None),
        revealed=next(iter(every(Revealed)), None),
        off=bool(every(Voided) or every(Abandoned)),
    )


def commitments(case: Case) -> Sentence:
    """All commitments are recorded before the first seed, and the server's seed comes last."""
    begun, decoded = _begun(case), case.decoded
    if is_by_hand(begun.opened):
        _see_hand(begun, decoded[0])
        raise ByHand(Sentence("finding-by-hand-uncommitted"))
    _see_lengths(begun, decoded[0])
    _see_bots(begun, decoded[0])
    shuffle = begun.shuffled.position if begun.shuffled is not None else len(decoded) + 1
    seats: set[int] = set()
    for each in begun.shown:
        seat = _fields(each).seat
        if seat not in begun.committed:
            raise _at(each, "seat", Sentence("finding-seat-uncommitted"), "F3")
        if seat in seats:
            raise _at(each, "seat", Sentence("finding-seat-shown-before"), "F3")
        if each.position > shuffle:
            raise _at(each, "seed", Sentence("finding-seed-after-shuffle"), "F3")
        seats.add(seat)
    if begun.shuffled is not None and seats != begun.committed.keys():
        detail = Sentence("finding-seat-not-shown")
        raise _at(begun.shuffled, "transcript", detail, "F3")
    if begun.revealed is not None and begun.revealed is not decoded[-1]:
        raise _at(begun.revealed, "seed", Sentence("finding-server-seed-early"))
    said = _said_of(begun)
    if begun.opened.test:
        raise ByHand(Sentence("finding-test-deal", {"said": said}))
    return said


def _said_of(begun: DealSeeds) -> Sentence:
    if begun.opened.board is not None:
        return Sentence("finding-board-committed")
    if begun.committed:
        return Sentence("finding-all-committed", {"seats": named(begun.committed)})
    return Sentence("finding-server-committed")


def _see_lengths(begun: DealSeeds, first: Decoded) -> None:
    """Commitments and keys are empty, or have an item for each seat."""
    for name in ("commitments", "keys"):
        if len(getattr(begun.opened, name)) not in (0, begun.opened.seats):
            raise _at(first, name, Sentence("finding-not-for-each-seat"))


def _see_bots(begun: DealSeeds, first: Decoded) -> None:
    """A bot has no seed (F1) and no key (F7)."""
    own = bots_own(begun.opened)
    if own is not None:
        raise _at(first, own, Sentence("finding-bot-brings-none"), BOTS_HAVE_NONE[own])


def _see_hand(begun: DealSeeds, first: Decoded) -> None:
    """A deck laid by hand has no seeds or commitments that would vouch for it."""
    if begun.opened.seed is not None or begun.opened.commitments:
        raise _at(first, "commitment", Sentence("finding-seeds-uncommitted"))
    for each in filter(None, (*begun.shown, begun.revealed)):
        raise _at(each, "seed", Sentence("finding-by-hand-seed"))
    if begun.shuffled is not None:
        for name in ("transcript", "root"):
            if getattr(_fields(begun.shuffled), name) != NO_DIGEST:
                raise _at(begun.shuffled, name, Sentence("finding-by-hand-vouched"))


def seeds(case: Case) -> Sentence:
    """Every seed that is shown opens its commitment."""
    begun = _begun(case)
    if is_by_hand(begun.opened):
        raise ByHand(Sentence("finding-none"))
    if case.is_full and begun.opened.seed is None:
        raise _at(case.decoded[0], "seed", Sentence("finding-committed-no-seed"))
    for each in begun.shown:
        seat, raw = _fields(each).seat, _seed(each)
        if seat not in begun.committed or begun.committed[seat] != fairness.commitment(
            begun.deal, role=PLAYER, index=seat, seed=raw
        ):
            raise _at(each, "seed", Sentence("finding-seat-seed"), "F3")
    shown = Sentence("finding-no-seat-shows")
    if begun.shown:
        values = {"seats": named(_fields(each).seat for each in begun.shown)}
        shown = Sentence(
            "finding-seat-opens" if len(begun.shown) == 1 else "finding-seats-open", values
        )
    notes = (shown, *_own(case, begun))
    if begun.seed is None:
        raise NotYet(together(Sentence("finding-server-seed-hidden"), *notes))
    if commitment_of(begun.opened, begun.seed) != begun.opened.commitment:
        at = begun.revealed or case.decoded[0]
        raise _at(at, "seed", Sentence("finding-server-seed"))
    if begun.opened.seed not in (None, begun.seed.hex()):
        raise _at(case.decoded[0], "seed", Sentence("finding-other-seed-at-end"))
    return together(Sentence("finding-server-opens"), *notes)


def _own(case: Case, begun: DealSeeds) -> list[Sentence]:
    """Compare the seeds that players kept with the record. Returns notes on the seats."""
    shown = {_fields(each).seat: each for each in begun.shown}
    for seat, mine in case.own_seeds.items():
        if seat not in begun.committed:
            raise _at(case.decoded[0], f"commitments/{seat}", Sentence("finding-seat-adds-none"))
        if mine is None:
            detail = Sentence("finding-seed-not-in-file")
            raise _at(case.decoded[0], f"commitments/{seat}", detail)
        if seat in shown and _seed(shown[seat]) != mine:
            raise _at(shown[seat], "seed", Sentence("finding-not-your-seed"))
        made = fairness.commitment(begun.deal, role=PLAYER, index=seat, seed=mine)
        if made != begun.committed[seat]:
            detail = Sentence("finding-not-your-commitment")
            raise _at(case.decoded[0], f"commitments/{seat}", detail)
    unknown = shown.keys() - case.own_seeds.keys()
    kept = {"finding-kept-by-player": case.own_seeds, "finding-seed-of-unknown": unknown}
    return [Sentence(key, {"seats": named(some)}) for key, some in kept.items() if some]


def pack(case: Case) -> Sentence:
    """The agreed T was used, and the pack and the lots follow from it and from the seeds."""
    begun = _dealt(case)
    fixed = _agreed(case, begun)
    if begun.seed is None:
        raise NotYet(together(_AGREED, Sentence("finding-pack-seed-hidden")))
    decoded, key = begun.shuffled, fairness.key(begun.seed, fixed)
    deck, drawn = fairness.shuffle(case.game.pack, key), _lots(case, key)
    assert decoded is not None, "the deal was dealt"
    given = _fields(decoded)
    closed = decoded.commitments.keys() - openings_of(case, decoded).keys()
    if given.deck != (unknown(len(deck)) if "deck" in closed else deck):
        raise _at(decoded, "deck", Sentence("finding-pack"))
    if "lots" not in closed and given.lots != drawn:
        raise _at(decoded, "lots", Sentence("finding-lots"))
    if closed & {"deck", "lots"}:
        _see_dealt(case, decoded, replace(given, deck=deck, lots=drawn))
        raise NotYet(together(_AGREED, Sentence("finding-pack-sealed")))
    return Sentence("finding-agreed-and-follow")


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
                detail = Sentence("finding-not-of-pack")
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


def root(case: Case) -> Sentence:
    """The deck root is the root of the salted cards."""
    begun = _dealt(case)
    if begun.seed is None:
        raise NotYet(Sentence("finding-salt-seed-hidden"))
    key = fairness.key(begun.seed, _agreed(case, begun))
    made = fairness.deck_root(fairness.shuffle(case.game.pack, key), key)
    decoded = begun.shuffled
    assert decoded is not None, "the deal was dealt"
    if made.hex() != _fields(decoded).root:
        raise _at(decoded, "root", Sentence("finding-root"))
    return Sentence("finding-root-is", {"root": made.hex()})


def _dealt(case: Case) -> DealSeeds:
    begun = _begun(case)
    if is_by_hand(begun.opened):
        raise ByHand(Sentence("finding-by-hand"))
    if begun.shuffled is None:
        if begun.off:
            raise Nothing(Sentence("finding-no-deal"))
        raise NotYet(Sentence("finding-not-shuffled"))
    return begun


def _agreed(case: Case, begun: DealSeeds) -> bytes:
    """T, if it is the one that was recorded."""
    decoded, opened = begun.shuffled, begun.opened
    assert decoded is not None, "the deal was dealt"
    shown = [each for each in begun.shown if _fields(each).seat in begun.committed]
    fixed = agreed(opened, case.game.pack, [cast("SeedRevealed", each.event) for each in shown])
    if fixed.hex() != _fields(decoded).transcript:
        raise _at(decoded, "transcript", Sentence("finding-not-agreed"))
    return fixed


def _lots(case: Case, key: bytes) -> tuple[int, ...]:
    lots = case.game.lots(case.opened.seats)
    return tuple(fairness.draw(lot, key) for lot in lots)


def _at(decoded: Decoded, field: str, detail: Sentence, *clauses: str) -> Failure:
    return Failure(
        detail, position=decoded.position, type=decoded.type, field=field, clauses=clauses
    )
