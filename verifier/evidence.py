"""The evidence that a reader holds besides the bundles."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from events.translog.notes import VerifierKey
from events.translog.receipts import Receipt
from verifier.bundle import Bundle, Growth
from verifier.case import Case
from verifier.seed_file import SeedFile


@dataclass(frozen=True)
class Evidence:
    """The evidence besides the bundles."""

    receipts: tuple[tuple[str, Receipt], ...] = ()
    """Each with the name of its file."""
    notes: tuple[str, ...] = ()
    growths: tuple[Growth, ...] = ()
    key: VerifierKey | None = None
    seat_keys: Mapping[int, bytes] = field(default_factory=dict[int, bytes])
    seeds: Mapping[int, SeedFile] = field(default_factory=dict[int, SeedFile])

    def case(self, bundle: Bundle, *, alone: bool = False, others: tuple[Case, ...] = ()) -> Case:
        """A bundle with the evidence for it; if it is alone, all receipts must be for it."""
        own = tuple(each for _, each in self.receipts if alone or each.deal == bundle.stream)
        held = Case(bundle, receipts=own, checkpoints=self.notes, key=self.key)
        held = _with_seeds(held, self.seeds)
        pins = tuple(pin for file in self.seeds.values() for pin in file.pins)
        return replace(
            held, growths=self.growths, pins=pins, seat_keys=self.seat_keys, others=others
        )

    @property
    def digest(self) -> str:
        """A hash of all of it, in hex."""
        return sha256(repr(self).encode()).hexdigest()


def _with_seeds(case: Case, seeds: Mapping[int, SeedFile]) -> Case:
    """A bundle with the seeds that players kept for it, and with the receipts for them."""
    if not seeds:
        return case
    deal = case.bundle.stream
    kept = (each for file in seeds.values() for each in file.receipts if each.deal == deal)
    return replace(
        case,
        receipts=(*case.receipts, *kept),
        own_seeds={seat: file.seed(deal, seat) for seat, file in seeds.items()},
    )
