"""A bundle with what it is checked by: the receipts, checkpoints and keys that a reader holds."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from domain.games import rules_of
from domain.judge.check import check
from domain.kernel.event import Event
from domain.kernel.finding import Finding
from domain.kernel.game import Game
from events.chain import genesis, link
from events.translog.notes import VerifierKey
from events.translog.receipts import Receipt
from verifier.bundle import FULL, Bundle, Growth
from verifier.following import Step, steps
from verifier.record import Decoded, tell
from verifier.verdicts import Failure, NotYet


@dataclass(frozen=True)
class Case:
    """A bundle, and what its reader holds besides.

    Attributes:
        bundle: the bundle.
        receipts: that were kept by whoever made the moves.
        checkpoints: signed notes of the log that came another way.
        key: the key that the reader believes; None: that of the bundle.
        seat_keys: of players whom the reader knows, by seat: 32 bytes each.
        own_seeds: that players kept, by seat: 32 bytes; None: they have none for this deal.
        growths: proofs that one log begins with another, which came another way.
        others: the bundles that were given with it.
    """

    bundle: Bundle
    receipts: tuple[Receipt, ...] = ()
    checkpoints: tuple[str, ...] = ()
    key: VerifierKey | None = None
    seat_keys: Mapping[int, bytes] = field(default_factory=dict)
    own_seeds: Mapping[int, bytes | None] = field(default_factory=dict)
    growths: tuple[Growth, ...] = ()
    others: tuple["Case", ...] = ()

    @cached_property
    def heads(self) -> tuple[bytes, ...]:
        """The chain head after each event, as it follows from the bytes alone."""
        heads = [genesis(self.bundle.stream)]
        for entry in self.bundle.events:
            heads.append(link(heads[-1], entry.body))
        return tuple(heads[1:])

    @cached_property
    def _told(self) -> tuple[Decoded, ...] | Failure | NotYet:
        try:
            return tell(self.bundle)
        except (Failure, NotYet) as unread:
            return unread

    def read(self) -> tuple[Decoded, ...]:
        """The events, for the check of their form.

        Raises:
            Failure: they have none.
            NotYet: they are not known here.
        """
        if isinstance(self._told, Failure | NotYet):
            raise self._told
        return self._told

    @property
    def decoded(self) -> tuple[Decoded, ...]:
        """The events, for every other check.

        Raises:
            NotYet: they have no form, or are not known here.
        """
        if isinstance(self._told, NotYet):
            raise self._told
        if isinstance(self._told, Failure):
            raise NotYet("the form does not hold")
        return self._told

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened, with what the reader may not know unknown."""
        return tuple(decoded.event for decoded in self.decoded)

    @property
    def opened(self) -> Any:
        """The event that opened the deal or the table."""
        return self.events[0]

    @property
    def game(self) -> Game[Any]:
        """The rules that judge the record."""
        return rules_of(self.opened.game, self.opened.rules)

    @property
    def is_full(self) -> bool:
        """Whether every secret of the record is in the bundle."""
        return self.bundle.view == FULL

    @cached_property
    def finding(self) -> Finding | None:
        """The first thing in a full record of a deal that the rules do not bear out."""
        return next(iter(check(self.game, self.events)), None)

    @cached_property
    def last_step(self) -> Step | None:
        """The last event of a table, or the first that can not have happened; None: there is none.

        The steps before it are not kept: each holds a table of its own.

        Raises:
            Failure: the game has not such options.
        """
        return next(iter(deque(steps(self.decoded), maxlen=1)), None)
