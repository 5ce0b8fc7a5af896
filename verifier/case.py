"""A bundle together with the receipts, checkpoints and keys that the reader holds."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, cast
from uuid import UUID

from domain.games import rules_of
from domain.judge.deal_rules import play_record
from domain.kernel.event import Event
from domain.kernel.finding import Finding
from domain.kernel.game import Game
from domain.kernel.progress import Progress
from domain.kernel.sentence import Sentence
from events.chain import genesis, link
from events.translog.notes import VerifierKey
from events.translog.receipts import Receipt
from verifier.bundle import FULL, Bundle, Growth, Pin
from verifier.following import FollowedEvent, steps
from verifier.form import Malformed, loads
from verifier.record import Decoded, decode_all
from verifier.verdicts import Failure, NotYet


class PlayedBoard(NamedTuple):
    """A board at a table that has played it to its end.

    Attributes:
        number: Its number.
        points: The points of each seat.
        at: When the table recorded it, in µs since the epoch.
        commitment: The commitment of its deal; None: that was not given, or had no cards.
        root: The deck root of its deal.
        seed: The seed that its deal shows; None: it shows none.
    """

    number: int
    points: tuple[int, ...]
    at: int
    commitment: str | None = None
    root: str | None = None
    seed: str | None = None


class SeenTable(NamedTuple):
    """The findings on a table that was given with its tournament.

    Attributes:
        table: The table.
        failed: The contradictions to the tournament.
        open: The undecided parts.
        boards: The boards that it has played.
    """

    table: UUID
    failed: Failure | None = None
    open: Sentence | None = None
    boards: tuple[PlayedBoard, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether it agrees with the tournament."""
        return self.failed is None and self.open is None


@dataclass(frozen=True, eq=False)
class Case:
    """A bundle, and what its reader holds besides it. Each is equal to itself alone.

    Attributes:
        bundle: the bundle.
        receipts: receipts that players kept.
        checkpoints: signed notes of the log, obtained in another way.
        key: the key that the reader gives; None: use the bundle's own.
        pins: keys that the reader keeps from the services themselves.
        seat_keys: keys of players whom the reader knows, by seat: 32 bytes each.
        own_seeds: seeds that players kept, by seat: 32 bytes; None: no seed kept for this deal.
        growths: proofs that one log extends another, obtained in another way.
        others: the other bundles given with this one.
        sights: the findings on the tables of a tournament; None: they are among the others.
    """

    bundle: Bundle
    receipts: tuple[Receipt, ...] = ()
    checkpoints: tuple[str, ...] = ()
    key: VerifierKey | None = None
    seat_keys: Mapping[int, bytes] = field(default_factory=dict)
    own_seeds: Mapping[int, bytes | None] = field(default_factory=dict)
    growths: tuple[Growth, ...] = ()
    pins: tuple[Pin, ...] = ()
    others: tuple["Case", ...] = ()
    sights: tuple[SeenTable, ...] | None = None

    @cached_property
    def heads(self) -> tuple[bytes, ...]:
        """The chain head after each event, computed from the bytes alone."""
        heads = [genesis(self.bundle.stream)]
        for entry in self.bundle.events:
            heads.append(link(heads[-1], entry.body))
        return tuple(heads[1:])

    @cached_property
    def _decoded(self) -> tuple[Decoded, ...] | Failure | NotYet:
        try:
            return decode_all(self.bundle)
        except (Failure, NotYet) as unread:
            return unread

    def read(self) -> tuple[Decoded, ...]:
        """The decoded events, for the check of their form.

        Raises:
            Failure: an event does not have the right form.
            NotYet: an event is not known to this release.
        """
        if isinstance(self._decoded, Failure | NotYet):
            raise self._decoded
        return self._decoded

    @cached_property
    def decoded(self) -> tuple[Decoded, ...]:
        """The decoded events, for every other check.

        Raises:
            NotYet: an event has the wrong form, or is not known to this release.
        """
        if isinstance(self._decoded, NotYet):
            raise self._decoded
        if isinstance(self._decoded, Failure):
            raise NotYet(Sentence("finding-form-broken"))
        return self._decoded

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events; values that the viewer may not know are unknown."""
        return tuple(decoded.event for decoded in self.decoded)

    @cached_property
    def is_test(self) -> bool:
        """Whether the first event says that the record is of a test, even if its form is wrong."""
        try:
            return loads(self.bundle.events[0].body)["data"]["test"] is True
        except (Malformed, LookupError, TypeError):
            return False

    @cached_property
    def opened(self) -> Any:
        """The event that opened the deal or the table."""
        return self.events[0]

    @cached_property
    def game(self) -> Game[Any]:
        """The rules that judge the record."""
        return rules_of(self.opened.game, self.opened.rules)

    @property
    def is_full(self) -> bool:
        """Whether the bundle opens every secret of the record."""
        return self.bundle.view == FULL

    @cached_property
    def _played(self) -> tuple[Finding | None, Progress | None]:
        return play_record(self.game, self.events)

    @property
    def finding(self) -> Finding | None:
        """The first event in a full record of a deal that contradicts the rules."""
        return self._played[0]

    @property
    def outcome(self) -> Event | None:
        """The event that settled the deal, by a full record without a finding."""
        return cast("Progress", self._played[1]).outcome

    @cached_property
    def last_step(self) -> FollowedEvent | None:
        """The last event of a table, or the first impossible one; None if there is no event.

        Earlier steps are not kept, because each holds a table of its own.

        Raises:
            Failure: the game does not have these options.
        """
        return next(iter(deque(steps(self.decoded), maxlen=1)), None)
