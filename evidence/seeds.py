"""Whether the pack was fixed before anybody could know it: by commitments, seeds, deck root."""

from typing import Any, NamedTuple

from domain import fairness
from domain.cards import UNKNOWN
from domain.deal import Opened, Revealed, Shuffled
from domain.fairness import PLAYER, SERVER
from evidence.bundle import DEAL
from evidence.case import Case
from evidence.record import Told
from evidence.verdicts import Failure, NotYet

SHOWN = "deal.seed_revealed"
VOIDED = "deal.voided"


class Beginning(NamedTuple):
    """What a deal follows from."""

    opened: Opened
    shown: tuple[Told, ...]
    """The seats' seeds."""
    shuffled: Told | None
    revealed: Told | None
    voided: bool

    @property
    def deal(self) -> bytes:
        """The id that the recipe binds all to."""
        return bytes.fromhex(self.opened.deal.replace("-", ""))

    @property
    def committed(self) -> dict[int, bytes]:
        """What the seats committed to."""
        commitments = getattr(self.opened, "commitments", ())
        return {seat: bytes.fromhex(each) for seat, each in enumerate(commitments) if each}

    @property
    def seed(self) -> bytes | None:
        """The server's, once it is shown."""
        if self.revealed is not None:
            return bytes.fromhex(_data(self.revealed).seed)
        return bytes.fromhex(self.opened.seed) if self.opened.seed else None


def _data(told: Told) -> Any:
    return told.event


def _beginning(case: Case) -> Beginning:
    if case.bundle.kind != DEAL:
        raise NotYet("a table has no pack")
    told = case.told

    def first(kind: type) -> Told | None:
        return next((each for each in told if isinstance(each.event, kind)), None)

    return Beginning(
        opened=case.opened,
        shown=tuple(each for each in told if each.type == SHOWN),
        shuffled=first(Shuffled),
        revealed=first(Revealed),
        voided=any(each.type == VOIDED for each in told),
    )


def commitments(case: Case) -> str:
    """All commitments are recorded before the first seed, and the server's seed comes last."""
    begun, told = _beginning(case), case.told
    seats: set[int] = set()
    for each in begun.shown:
        seat = _data(each).seat
        if seat not in begun.committed:
            raise _at(each, "seat", "this seat has committed to no seed")
        if seat in seats:
            raise _at(each, "seat", "this seat has shown a seed before")
        if begun.shuffled is not None and each.position > begun.shuffled.position:
            raise _at(each, "seed", "the seed is shown after the shuffle")
        seats.add(seat)
    if begun.shuffled is not None and seats != begun.committed.keys():
        raise _at(begun.shuffled, "transcript", "a seat that committed has not shown its seed")
    if begun.revealed is not None and begun.revealed is not told[-1]:
        raise _at(begun.revealed, "seed", "the server's seed is shown before the end")
    if not begun.committed:
        return "the server's stands in event 1; no seat committed to a seed of its own"
    return f"the server's and those of seats {_seats(begun.committed)} stand in event 1"


def seeds(case: Case) -> str:
    """Every seed that is shown opens its commitment."""
    begun = _beginning(case)
    for each in begun.shown:
        seat, seed = _data(each).seat, bytes.fromhex(_data(each).seed)
        made = fairness.commitment(begun.deal, role=PLAYER, index=seat, seed=seed)
        if made != begun.committed.get(seat):
            raise _at(each, "seed", "the seed does not open the seat's commitment")
    opened = begun.opened
    if begun.seed is None:
        raise NotYet(f"{len(begun.shown)} of seats open theirs; the server's is not shown yet")
    made = fairness.commitment(begun.deal, role=SERVER, index=0, seed=begun.seed)
    if made.hex() != opened.commitment or opened.seed not in (None, begun.seed.hex()):
        at = begun.revealed or case.told[0]
        raise _at(at, "seed", "the seed does not open the server's commitment")
    return f"the server's and {len(begun.shown)} of seats open their commitments"


def pack(case: Case) -> str:
    """T is what was agreed, and pack and lots follow from it and from the seeds."""
    begun = _dealt(case)
    agreed = _agreed(case, begun)
    if begun.seed is None:
        raise NotYet("T is what was agreed; the seed that the pack follows from is not shown yet")
    told, key = begun.shuffled, fairness.key(begun.seed, agreed)
    deck, drawn = fairness.shuffle(case.game.pack, key), _lots(case, key)
    assert told is not None, "the deal was dealt"
    given = _data(told)
    if UNKNOWN not in given.deck and given.deck != deck:
        raise _at(told, "deck", "the pack does not follow from the seeds")
    if given.lots is not None and given.lots != drawn:
        raise _at(told, "lots", "the lots do not follow from the seeds")
    return "T is what was agreed, and pack and lots follow from the seeds"


def root(case: Case) -> str:
    """The deck root is that of the salted cards."""
    begun = _dealt(case)
    if begun.seed is None:
        raise NotYet("the seed that the salts follow from is not shown yet")
    key = fairness.key(begun.seed, _agreed(case, begun))
    made = fairness.deck_root(fairness.shuffle(case.game.pack, key), key)
    told = begun.shuffled
    assert told is not None, "the deal was dealt"
    if made.hex() != _data(told).root:
        raise _at(told, "root", "the deck root is not that of the salted pack")
    return f"the deck root is {made.hex()}"


def _dealt(case: Case) -> Beginning:
    begun = _beginning(case)
    if begun.shuffled is None:
        raise NotYet("the deal was voided" if begun.voided else "the pack is not shuffled yet")
    return begun


def _agreed(case: Case, begun: Beginning) -> bytes:
    """T, if it is the one that was recorded."""
    told, opened = begun.shuffled, begun.opened
    assert told is not None, "the deal was dealt"
    reveals = [
        fairness.Reveal(seat, begun.committed.get(seat, b""), bytes.fromhex(_data(each).seed))
        for each in begun.shown
        for seat in [_data(each).seat]
        if seat in begun.committed
    ]
    agreed = fairness.transcript(
        begun.deal,
        game=f"{opened.game}/{opened.rules}",
        pack=case.game.pack,
        server=bytes.fromhex(opened.commitment),
        reveals=reveals,
    )
    if agreed.hex() != _data(told).transcript:
        raise _at(told, "transcript", "T is not what was agreed before the shuffle")
    return agreed


def _lots(case: Case, key: bytes) -> tuple[int, ...]:
    lots = case.game.lots(case.opened.seats)
    return tuple(fairness.draw(lot, key) for lot in lots)


def _seats(seats: Any) -> str:
    return ", ".join(map(str, sorted(seats)))


def _at(told: Told, field: str, detail: str) -> Failure:
    return Failure(detail, position=told.position, type=told.type, field=field)
