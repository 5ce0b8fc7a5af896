"""Which key of a service the reader trusts, and why. A bundle cannot vouch for its own key."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.kernel.sentence import Sentence
from events.translog.notes import VerifierKey
from verifier.bundle import Pin
from verifier.case import Case
from verifier.verdicts import Failure, Nothing, NotYet, together


class Trusted(NamedTuple):
    """The key that must have made all signatures of a bundle.

    Attributes:
        key: the key.
        reason: why the reader trusts it; None: only the bundle names it.
    """

    key: VerifierKey
    reason: Sentence | None

    @property
    def short(self) -> str:
        """The key without its bytes: its name and its id."""
        return f"{self.key.name}+{self.key.id.hex()}"

    @property
    def name(self) -> str | Sentence:
        """The key, with a note if only the bundle names it."""
        if self.reason is not None:
            return self.short
        return Sentence("finding-key-of-bundle", {"key": self.short})

    def proves(self, said: Sentence) -> Sentence:
        """The worth of the key's signatures.

        Raises:
            NotYet: only the bundle names the key, so they show nothing.
        """
        if self.reason is None:
            raise NotYet(said)
        return said


GIVEN: Final = Sentence("finding-you-gave-it")


def trusted(case: Case) -> Trusted:
    """The key that must have made all signatures of a bundle: the reader's, or the bundle's own.

    Raises:
        Failure: there is no key, or the bundle names another one than the reader gave.
    """
    return trusted_key(case.key, case.bundle.verifier, case.pins)


def trusted_key(key: VerifierKey | None, named: VerifierKey | None, pins: Sequence[Pin]) -> Trusted:
    """The key that must have made all signatures of a file: the reader's, or the one it names.

    Raises:
        Failure: there is no key, or the file names another one than the reader gave.
    """
    if key is not None and named is not None and key != named:
        raise Failure(
            Sentence("finding-other-key", {"named": str(named), "key": str(key)}), field="key"
        )
    if key is not None:
        return Trusted(key, GIVEN)
    if named is None:
        raise Failure(Sentence("finding-no-key"), field="key")
    sources = (pin.source for pin in pins if pin.key == str(named))
    pinned = (Sentence("finding-pinned", {"source": each}) for each in sources)
    return Trusted(named, next(pinned, None))


def key(case: Case) -> Sentence:
    """The reader trusts the key that has signed the log and the receipts of the bundle."""
    bundle = case.bundle
    if bundle.log is None and not bundle.receipts and not case.receipts:
        raise Nothing(Sentence("finding-nothing-signed"))
    return check_trust(trusted(case), case.pins)


def check_trust(found: Trusted, pins: Sequence[Pin]) -> Sentence:
    """Say which key the reader trusts, and why.

    Raises:
        NotYet: only the file names the key.
    """
    pinned = str(found.key) in {pin.key for pin in pins}
    others = [
        Sentence("finding-other-pinned", {"source": pin.source, "key": pin.key})
        for pin in pins
        if not pinned
    ]
    if found.reason is not None:
        values = {"key": str(found.key), "reason": found.reason}
        return together(Sentence("finding-trusted", values), *others)
    unproved = Sentence("finding-key-unproved", {"key": str(found.key)})
    raise NotYet(together(unproved, Sentence("finding-give-key"), *others))
