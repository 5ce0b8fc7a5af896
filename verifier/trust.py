"""Which key of a service the reader trusts, and why. A bundle cannot vouch for its own key."""

from typing import Final, NamedTuple

from events.translog.notes import VerifierKey
from verifier.case import Case
from verifier.verdicts import Failure, Nothing, NotYet


class Trusted(NamedTuple):
    """The key that must have made all signatures of a bundle.

    Attributes:
        key: the key.
        reason: why the reader trusts it; None: only the bundle names it.
    """

    key: VerifierKey
    reason: str | None

    @property
    def name(self) -> str:
        """The key as text, with a note if only the bundle names it."""
        unproved = "" if self.reason else ", a key that only the bundle names"
        return f"{self.key.name}+{self.key.id.hex()}{unproved}"

    def proves(self, said: str) -> str:
        """The detail of what the key's signatures show.

        Raises:
            NotYet: only the bundle names the key, so they show nothing.
        """
        if self.reason is None:
            raise NotYet(said)
        return said


GIVEN: Final = "you gave it"


def trusted(case: Case) -> Trusted:
    """The key that must have made all signatures of a bundle: the reader's, or the bundle's own.

    Raises:
        Failure: there is no key, or the bundle names another one than the reader gave.
    """
    key, named = case.key, case.bundle.verifier
    if key is not None and named is not None and key != named:
        raise Failure(f"the bundle names the key {named}, and yours is {key}", field="key")
    if key is not None:
        return Trusted(key, GIVEN)
    if named is None:
        raise Failure("the bundle names no key", field="key")
    sources = (pin.source for pin in case.pins if pin.key == str(named))
    source = next(sources, None)
    return Trusted(named, source and f"it was pinned earlier, from {source}")


def key(case: Case) -> str:
    """The reader trusts the key that has signed the log and the receipts of the bundle."""
    bundle = case.bundle
    if bundle.log is None and not bundle.receipts and not case.receipts:
        raise Nothing("no key of a service has signed anything here")
    found = trusted(case)
    pinned = str(found.key) in {pin.key for pin in case.pins}
    others = [f"the key pinned from {pin.source} is {pin.key}" for pin in case.pins if not pinned]
    if found.reason is not None:
        return "; ".join((f"{found.key} is trusted: {found.reason}", *others))
    detail = f"only the bundle names the key {found.key}, so its log and receipts prove nothing"
    raise NotYet("; ".join((detail, "give the key of the service", *others)))
