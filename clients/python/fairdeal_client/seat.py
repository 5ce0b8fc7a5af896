"""Play a seat, from the first deal of a series to the last."""

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from typing import Final, TypeAlias

from fairdeal_client.client import Client
from fairdeal_client.own_seeds import OwnSeeds
from fairdeal_client.problems import Problem
from fairdeal_client.seed_file import SeedFile, usual_file
from fairdeal_client.shapes import (
    Appeal,
    Claim,
    Deal,
    Dispute,
    DisputeAnswer,
    Event,
    Json,
    Move,
    MoveResult,
    NewReader,
    NewWatcher,
    Series,
    Table,
    Withdrawal,
)
from fairdeal_client.signing import Sign, Signer, move_to_sign

Hear: TypeAlias = Callable[[str, Event], object]
OVERTAKEN: Final = {"stale-version", "not-your-turn"}
"""Problems of a move that was overtaken by another player's move: the deal is read again."""


class LogWarning(UserWarning):
    """The service's log is not the one that was seen before; its argument is the `LogReport`."""


class Seat:
    """A seat, played with its token.

    If the seat has a key, all its moves and acts are signed. If other events made the signature of
    an act obsolete, the act is signed again and repeated under its idempotency key.

    Args:
        client: with the seat's token.
        adds_seeds: whether the seat adds seeds to deals that do not wait for them, too. A seat that
            was taken with ``commits`` always adds them.
        seed_file: the file with seeds, commitments and openings; by default one for each service,
            in ``.fairdeal`` of the home folder. A client that is restarted with the same file
            continues where it was.
        service_key: the text of the service's key, from a source that the player trusts. Without
            it, the key is fetched from the service once, stored in the file, and then trusted.
        sign: signs with the seat's own key (Ed25519), if it has brought one.
        comes_back: whether the seat returns by itself after a bot has taken over because a turn was
            missed or the player left. Otherwise the bot plays to the end of the series, unless
            `come_back` is called.
        hear: called with each event of each deal once, in order: the deal's id, and the event.

    Raises:
        ValueError: the credential is not a seat's token; or the seat `commits`, and `seed_file`
            has another service's key; or the seat has a key, and `sign` is None.
    """

    def __init__(
        self,
        client: Client,
        *,
        adds_seeds: bool = True,
        seed_file: str | os.PathLike[str] | None = None,
        service_key: str | None = None,
        sign: Sign | None = None,
        comes_back: bool = True,
        hear: Hear = lambda _deal, _event: None,
    ) -> None:
        me = client.me()
        if me["kind"] != "seat" or "table" not in me or "seat" not in me:
            raise ValueError(f"this is not the token of a seat, but of a {me['kind']}")
        taken = client.table(me["table"])["seats"][me["seat"]]
        if taken["key"] is not None and sign is None:
            raise ValueError("this seat has a key: without `sign` it can do nothing")
        self.client = client
        self.table = me["table"]
        self.number = me["seat"]
        self._sign = sign
        self._is_awaited = taken["commits"]
        self._adds_seeds = adds_seeds or self._is_awaited
        self._seed_file, self._service_key = seed_file, service_key
        self._seeds: OwnSeeds | None = None
        if self._is_awaited:
            self._own_seeds()
        self._signer = Signer(self.number, sign, client.runtime)
        self._comes_back = comes_back
        self._is_old = False
        self._hear = hear

    def turns(self) -> Iterator[Deal]:
        """Yield the deal each time the seat may move, until the series is over.

        The seat's seeds are added meanwhile. After each deal yielded, make one move or none. If a
        move was refused because another player was faster, the deal is yielded again in its new
        state.

        Raises:
            UntrustedOpening: the service does not prove the opening of a deal; the seed was not
                shown, and the evidence that the service gave is in the seed file.
            ValueError: the seat has committed to a seed that is not in the seed file.
        """
        self._check_log()
        heard: set[str] = set()
        while (table := self.client.table(self.table))["status"] in {"open", "playing"}:
            self._commit(table)
            if (on := table["deal"]) is not None and on["id"] not in heard:
                heard.add(on["id"])
                yield from self._turns_of(on["id"])
            with closing(self.client.table_events(self.table, after=table["version"])) as news:
                next(news, None)

    def move(self, deal: Deal, move: Move, *, idempotency_key: str | None = None) -> MoveResult:
        """Make a move in a deal as it was shown; signed if the seat has a key.

        Raises:
            Problem: the move was refused; ``stale-version`` if the deal has changed since.
        """
        signature = None if self._sign is None else self._sign(move_to_sign(deal, move)).hex()
        try:
            return self.client.move(
                deal["id"],
                move,
                expected_version=deal["version"],
                signature=signature,
                idempotency_key=idempotency_key,
            )
        except Problem as refused:
            self._is_old = refused.code in OVERTAKEN
            raise

    def leave(self, deal: str, *, idempotency_key: str | None = None) -> MoveResult:
        """Leave a running deal. A bot plays on, or the series is lost, depending on the table."""
        return self._in_deal(deal, "leave", self.client.leave, idempotency_key)

    def come_back(self, deal: str, *, idempotency_key: str | None = None) -> MoveResult:
        """Return to a deal in which a bot has taken over the seat."""
        return self._in_deal(deal, "return", self.client.come_back, idempotency_key)

    def resign(self, deal: str, *, idempotency_key: str | None = None) -> MoveResult:
        """Resign the series. It ends in the same deal once all persons of the side have."""
        return self._in_deal(deal, "resign", self.client.resign, idempotency_key)

    def leave_seat(self, *, idempotency_key: str | None = None) -> None:
        """Leave the seat before the series begins."""
        send = partial(self.client.leave_seat, self.table, self.number)
        self._signer.act({"type": "leave"}, self._table, send, idempotency_key)

    def ready(self, number: int, *, idempotency_key: str | None = None) -> Table:
        """Say that the player is ready for the deal with a number: `next_deal` of the table."""
        send = partial(self.client.ready, self.table, self.number, number)
        return self._signer.act(
            {"type": "ready", "number": number}, self._table, send, idempotency_key
        )

    def open_dispute(
        self, deal: str, *, at: int, claim: Claim, text: str, idempotency_key: str | None = None
    ) -> Dispute:
        """Dispute the event at a position of a finished deal; an auditor rules on it."""
        said: dict[str, Json] = {"at": at, "claim": claim, "text": text.strip()}
        send = partial(self.client.open_dispute, deal, **said)
        act = {"type": "dispute", "deal": deal, **said}
        return self._signer.act(act, self._table, send, idempotency_key)

    def answer_dispute(
        self, deal: str, dispute: int, text: str, *, idempotency_key: str | None = None
    ) -> DisputeAnswer:
        """Answer a dispute that has no ruling yet."""
        act = {"type": "answer", "deal": deal, "dispute": dispute, "text": text.strip()}
        send = partial(self.client.answer_dispute, deal, dispute, text.strip())
        return self._signer.act(act, self._table, send, idempotency_key)

    def withdraw_dispute(
        self, deal: str, dispute: int, *, idempotency_key: str | None = None
    ) -> Withdrawal:
        """Withdraw a dispute of this seat that has no ruling yet."""
        act = {"type": "withdraw", "deal": deal, "dispute": dispute}
        send = partial(self.client.withdraw_dispute, deal, dispute)
        return self._signer.act(act, self._table, send, idempotency_key)

    def appeal_ruling(
        self, deal: str, dispute: int, text: str, *, idempotency_key: str | None = None
    ) -> Appeal:
        """Appeal the first ruling on a dispute: another auditor rules once more."""
        act = {"type": "appeal", "deal": deal, "dispute": dispute, "text": text.strip()}
        send = partial(self.client.appeal_ruling, deal, dispute, text.strip())
        return self._signer.act(act, self._table, send, idempotency_key)

    def admit_watcher(
        self, name: str, *, idempotency_key: str | None = None, **more: Json
    ) -> NewWatcher:
        """Admit a watcher to the table; `more` may be ``expires_in``, in seconds."""
        act = {"type": "admit_watcher", "name": name.strip()}
        send = partial(self.client.admit_watcher, self.table, name.strip(), **more)
        return self._signer.act(act, self._table, send, idempotency_key)

    def dismiss_watcher(self, watcher: int, *, idempotency_key: str | None = None) -> None:
        """End the token of a watcher that the seat has admitted."""
        act = {"type": "dismiss_watcher", "watcher": watcher}
        send = partial(self.client.dismiss_watcher, self.table, watcher)
        self._signer.act(act, self._table, send, idempotency_key)

    def admit_reader(
        self,
        name: str,
        *,
        deal: str | None = None,
        idempotency_key: str | None = None,
        **more: Json,
    ) -> NewReader:
        """Admit a reader of finished deals, of one or of all; `more` may be ``expires_in``."""
        act = {"type": "admit_reader", "name": name.strip(), "deal": deal}
        send = partial(self.client.admit_reader, self.table, name.strip(), deal=deal, **more)
        return self._signer.act(act, self._table, send, idempotency_key)

    def dismiss_reader(self, reader: int, *, idempotency_key: str | None = None) -> None:
        """End the token of a reader that the seat has admitted."""
        act = {"type": "dismiss_reader", "reader": reader}
        send = partial(self.client.dismiss_reader, self.table, reader)
        self._signer.act(act, self._table, send, idempotency_key)

    def series(self) -> Series:
        """The current state of the series."""
        return self.client.series(self.table)

    def _check_log(self) -> None:
        """Warn if the service's log is not the one that was seen before."""
        try:
            report = self.client.check_log()
        except Problem:  # it has no checkpoint yet
            return
        if report.status not in {"first", "holds"}:
            warnings.warn(LogWarning(report), stacklevel=3)

    def _turns_of(self, deal: str) -> Iterator[Deal]:
        known = 0
        with closing(self.client.events(deal)) as events:
            for event in events:
                self._hear(deal, event)
                self._is_old = event["position"] > known
                while self._is_old:
                    self._is_old = False
                    shown = self.client.deal(deal)
                    known = shown["version"]
                    self._show(shown)
                    if self._comes_back and self.number in shown["away"]:
                        self._come_back(deal)  # an event shows the return and the new legal moves
                    elif shown["legal_moves"]:
                        yield shown

    def _come_back(self, deal: str) -> None:
        # too late: the deal is over, and the next one begins as this one ended
        with suppress(Problem):
            self.come_back(deal)

    def _in_deal(
        self, deal: str, act: str, send: Callable[..., MoveResult], idempotency_key: str | None
    ) -> MoveResult:
        read = partial(self.client.deal, deal)
        return self._signer.act({"type": act}, read, partial(send, deal), idempotency_key)

    def _table(self) -> Table:
        return self.client.table(self.table)

    def _commit(self, table: Table) -> None:
        following = table["next_deal"]
        if self._adds_seeds and following and self.number in following["may_commit"]:
            try:
                seeds = self._own_seeds()
            except OSError:  # there is no place for the file
                if self._is_awaited:
                    raise
                self._adds_seeds = False
            else:
                seeds.commit(following)

    def _show(self, deal: Deal) -> None:
        if self._is_awaited or self.number in deal["fairness"]["waiting"]:
            self._own_seeds().show(deal)

    def _own_seeds(self) -> OwnSeeds:
        if self._seeds is None:
            client, key = self.client, self._service_key
            file = SeedFile(self._seed_file or usual_file(client.origin), client.runtime)
            self._seeds = OwnSeeds(client, self.table, self.number, file, key, sign=self._sign)
        return self._seeds
