"""A client for one credential of a Fairdeal service."""

import json
from collections.abc import Generator, Iterator, Mapping, MutableMapping, Sequence
from types import TracebackType
from typing import Literal, Self, cast

from fairdeal_client.checkpoints import LogReport, check_log
from fairdeal_client.guests import GuestOperations
from fairdeal_client.patience import BROKEN, Patience
from fairdeal_client.problems import Unreachable
from fairdeal_client.runtime import SYSTEM, Runtime
from fairdeal_client.shapes import (
    Appeal,
    Claim,
    Deal,
    DealSummary,
    Dispute,
    DisputeAnswer,
    Frames,
    Json,
    ListedDispute,
    Me,
    Move,
    MoveResult,
    NewTable,
    NewWebhook,
    People,
    Phrase,
    Report,
    Series,
    Table,
    TableSummary,
    TakenSeat,
    TournamentSummary,
    Withdrawal,
)
from fairdeal_client.streams import NDJSON, PART, Streams
from fairdeal_client.tournaments import TournamentOperations
from fairdeal_client.wire import JSON, Query, Wire

PATIENCE = Patience()


class Client(GuestOperations, TournamentOperations, Streams):
    """The operations for an API key, or for the token of a seat or a guest.

    Every request is repeated until it is answered. This is safe, because every request that changes
    something carries an idempotency key. Pass your own key if the intent outlives this process.
    Streams resume. Answers are the dictionaries of the contract, `openapi.yaml`; use `ask` for
    operations without a method here. Any number of threads may use one client.

    Every method raises `Problem` if the service refuses, `ForeignAnswer` (a `Problem`) if something
    else answers in its place, and `Unreachable` if nothing does.

    Args:
        url: where the service is, such as ``https://cards.example``.
        credential: ``key_…``, ``seat_…``, ``invite_…``, ``read_…``, ``view_…``,
            ``audit_…`` or ``entry_…``; empty: none, as of a person who joins a tournament.
        timeout: seconds without a sign of life after which a connection is given up.
        patience: how long a request is repeated.
        runtime: the clocks and the random source; tests give others.
        checkpoints: where `check_log` keeps the newest checkpoint of the log, by the text of its
            key, such as a `shelve`; by default as long as the client lasts.
    """

    def __init__(
        self,
        url: str,
        credential: str,
        *,
        timeout: float = 30.0,
        patience: Patience = PATIENCE,
        runtime: Runtime = SYSTEM,
        checkpoints: MutableMapping[str, str] | None = None,
    ) -> None:
        self.runtime = runtime
        self._checkpoints = {} if checkpoints is None else checkpoints
        self._wire = Wire(url, credential, timeout=timeout, patience=patience, runtime=runtime)

    @property
    def origin(self) -> str:
        """The scheme, host and port of the service."""
        return self._wire.origin

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the idle connections."""
        self._wire.close()

    def ask(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: Json = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """Call any operation of the contract; return its JSON answer, or None if it is empty."""
        said = self._wire.ask(method, path, query=query, body=body, idempotency_key=idempotency_key)
        return json.loads(said) if said else None

    def check_log(self) -> LogReport:
        """Compare the service's log with the newest checkpoint that was kept.

        `Seat.turns` does so once, and warns. Save the evidence of a report that has some.

        Raises:
            ValueError: the service's own key or checkpoint has another form.
        """

        def ask(path: str, query: Query) -> Json:
            if path.endswith(("/key", "/checkpoint")):
                return self._wire.ask("GET", path, query=query, accept="text/plain").decode()
            return self.ask("GET", path, query=query)

        return check_log(ask, self._checkpoints)

    def me(self) -> Me:
        """The owner of the credential."""
        return cast("Me", self.ask("GET", "/v1/me"))

    def games(self) -> Json:
        """The games that are offered."""
        return self.ask("GET", "/v1/games")["games"]

    def game(self, game: str) -> Json:
        """A game: its options, its moves, its rules clause by clause."""
        return self.ask("GET", f"/v1/games/{game}")

    def tables(self, **filters: str | None) -> Iterator[TableSummary]:
        """Tables, the newest first; `filters` such as ``game``, ``status`` and ``metadata``."""
        for each in self._paged("tables", filters):
            yield cast("TableSummary", each)

    def deals(self, **filters: str | None) -> Iterator[DealSummary]:
        """Deals, the newest first; `filters` such as ``owner="me"``, ``ref`` and ``since``."""
        for each in self._paged("deals", filters):
            yield cast("DealSummary", each)

    def disputes(
        self, *, status: Literal["open", "ruled"] | None = None, table: str | None = None
    ) -> Iterator[ListedDispute]:
        """The disputes at all tables of an API key, or at one of them, the newest first."""
        for each in self._paged("disputes", {"status": status, "table": table}):
            yield cast("ListedDispute", each)

    def tournaments(self, **filters: str | None) -> Iterator[TournamentSummary]:
        """Tournaments, the newest first; `filters` such as ``game``, ``status`` and ``ref``."""
        for each in self._paged("tournaments", filters):
            yield cast("TournamentSummary", each)

    def export(self, **filters: str | None) -> str:
        """Deals with their evidence, one a line; `filters` as in `deals`."""
        return self._wire.ask("GET", "/v1/deals", query=filters, accept=NDJSON).decode()

    def _paged(self, what: str, query: Query) -> Iterator[Json]:
        cursor: str | None = None
        while True:
            page = self.ask("GET", f"/v1/{what}", query={**query, "cursor": cursor})
            yield from page[what]
            if (cursor := page["next"]) is None:
                return

    def open_table(
        self,
        game: str,
        name: str,
        *,
        seats: Sequence[Mapping[str, Json]] = (),
        target: int | None = None,
        options: Mapping[str, Json] | None = None,
        idempotency_key: str | None = None,
        **more: Json,
    ) -> NewTable:
        """Open a table.

        Args:
            game: which game is played.
            name: its name in the lobby.
            seats: ``{"name": "Ann"}`` takes a seat at once, ``{"bot": "medium"}`` gives it to a
                bot, ``{}`` leaves it open.
            target: the condition that ends the series.
            options: of the game.
            idempotency_key: a repeated key opens no second table.
            more: other properties of a table, such as ``visibility``; of a test also ``decks``.
        """
        body = {"game": game, "name": name, "seats": [dict(seat) for seat in seats], **more}
        body |= {} if target is None else {"target": target}
        body |= {} if options is None else {"options": dict(options)}
        said = self.ask("POST", "/v1/tables", body=body, idempotency_key=idempotency_key)
        return cast("NewTable", said)

    def table(self, table: str) -> Table:
        """A table as it is now."""
        return cast("Table", self.ask("GET", f"/v1/tables/{table}"))

    def close_table(self, table: str) -> None:
        """Close your own table, at any time. A running deal ends without blame."""
        self.ask("DELETE", f"/v1/tables/{table}")

    def move_clock(self, table: str, seconds: int) -> Json:
        """Move the clock of your own test table forward, and meet the deadlines that it passes."""
        return self.ask("POST", f"/v1/tables/{table}/clock", body={"forward_seconds": seconds})

    def take_seat(
        self, table: str, seat: int, name: str, *, idempotency_key: str | None = None, **more: Json
    ) -> TakenSeat:
        """Take a seat; `more` may be ``commits``, ``commitment``, ``key`` and ``signature``.

        By default the seat adds seeds to the shuffle: play it with `Seat`, which keeps them.
        """
        path = f"/v1/tables/{table}/seats/{seat}"
        body = {"name": name, "commits": True, **more}
        return cast("TakenSeat", self.ask("PUT", path, body=body, idempotency_key=idempotency_key))

    def leave_seat(
        self,
        table: str,
        seat: int,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Leave a seat before the series begins; `signature` is for a seat with its own key."""
        path, query = f"/v1/tables/{table}/seats/{seat}", {"signature": signature}
        self.ask("DELETE", path, query=query, idempotency_key=idempotency_key)

    def ready(
        self,
        table: str,
        seat: int,
        number: int,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> Table:
        """Say that the player of a seat is ready for the deal with a number: `next_deal`."""
        path = f"/v1/tables/{table}/seats/{seat}/ready"
        return cast("Table", self._act(path, {"number": number}, signature, idempotency_key))

    def people(self, table: str) -> People:
        """The seats that are present at a table, and what was said last."""
        return cast("People", self.ask("GET", f"/v1/tables/{table}/people"))

    def say(self, table: str, phrase: str, *, idempotency_key: str | None = None) -> Phrase:
        """Say a phrase, by its key, to the people at the own table."""
        path, body = f"/v1/tables/{table}/phrases", {"phrase": phrase}
        said = self.ask("POST", path, body=body, idempotency_key=idempotency_key)
        return cast("Phrase", said)

    def report(self, table: str, phrase: int) -> Phrase:
        """Report a phrase of another seat, by its number, to the owner of the table."""
        said = self.ask("POST", f"/v1/tables/{table}/phrases/{phrase}/report")
        return cast("Phrase", said)

    def reports(self) -> list[Report]:
        """The newest reports of phrases at the own tables."""
        return cast("list[Report]", self.ask("GET", "/v1/reports")["reports"])

    def rematch(self, table: str, *, idempotency_key: str | None = None, **more: Json) -> NewTable:
        """Start a rematch after a series; `more` is as in `take_seat`.

        The first request opens the table. Each player gets their own new token by requesting it.
        """
        path = f"/v1/tables/{table}/rematch"
        said = self.ask("POST", path, body=more, idempotency_key=idempotency_key)
        return cast("NewTable", said)

    def series(self, table: str) -> Series:
        """The series of a table: its deals and its current state."""
        return cast("Series", self.ask("GET", f"/v1/tables/{table}/series"))

    def deal(self, deal: str, *, at: int | None = None, view: str | None = None) -> Deal:
        """A deal as a viewer saw it at a position; by default the caller, now."""
        query: Query = {"at": at, "view": view}
        return cast("Deal", self.ask("GET", f"/v1/deals/{deal}", query=query))

    def frames(self, deal: str, *, view: str | None = None) -> Frames:
        """A whole replay as a viewer sees it; a very long one has more parts (`ask`, ``after``)."""
        return cast("Frames", self.ask("GET", f"/v1/deals/{deal}/frames", query={"view": view}))

    def move(
        self,
        deal: str,
        move: Move,
        *,
        expected_version: int | None = None,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> MoveResult:
        """Make a move. It takes effect once, however often it has to be sent.

        Args:
            deal: in which deal.
            move: one of its `legal_moves`.
            expected_version: the move is refused (``stale-version``) if the deal has changed since.
            signature: for a seat with a key of its own, in hex: see `move_to_sign`.
            idempotency_key: a repeated key makes no second move.
        """
        body: dict[str, Json] = {"move": move}
        body |= {} if expected_version is None else {"expected_version": expected_version}
        body |= {} if signature is None else {"signature": signature}
        path = f"/v1/deals/{deal}/moves"
        return cast(
            "MoveResult", self.ask("POST", path, body=body, idempotency_key=idempotency_key)
        )

    def judge(self, deal: str, move: Move) -> None:
        """Ask whether the rules allow a move now. It is not made, and needs no signature.

        Raises:
            Problem: they refuse it; `clauses` says why.
        """
        self.ask("POST", f"/v1/deals/{deal}/moves", body={"move": move, "dry_run": True})

    def leave(
        self, deal: str, *, signature: str | None = None, idempotency_key: str | None = None
    ) -> MoveResult:
        """Leave a running deal. A bot plays on, or the series is lost, depending on the table.

        `signature` is for a seat with a key of its own, in hex, as with all acts; `Seat.leave`
        makes it.
        """
        said = self._act(f"/v1/deals/{deal}/leaving", {}, signature, idempotency_key)
        return cast("MoveResult", said)

    def come_back(
        self, deal: str, *, signature: str | None = None, idempotency_key: str | None = None
    ) -> MoveResult:
        """Return to a deal in which a bot has taken over the seat."""
        said = self._act(f"/v1/deals/{deal}/return", {}, signature, idempotency_key)
        return cast("MoveResult", said)

    def resign(
        self, deal: str, *, signature: str | None = None, idempotency_key: str | None = None
    ) -> MoveResult:
        """Resign the series. It ends in the same deal once all persons of the side have."""
        said = self._act(f"/v1/deals/{deal}/resignation", {}, signature, idempotency_key)
        return cast("MoveResult", said)

    def open_dispute(
        self,
        deal: str,
        *,
        at: int,
        claim: Claim,
        text: str,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> Dispute:
        """Dispute the event at a position of a finished deal; an auditor rules on it."""
        path, body = f"/v1/deals/{deal}/disputes", {"at": at, "claim": claim, "text": text}
        return cast("Dispute", self._act(path, body, signature, idempotency_key))

    def answer_dispute(
        self,
        deal: str,
        dispute: int,
        text: str,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> DisputeAnswer:
        """Answer a dispute that has no ruling yet."""
        path = f"/v1/deals/{deal}/disputes/{dispute}/answers"
        return cast("DisputeAnswer", self._act(path, {"text": text}, signature, idempotency_key))

    def withdraw_dispute(
        self,
        deal: str,
        dispute: int,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> Withdrawal:
        """Withdraw a dispute of this seat that has no ruling yet."""
        path = f"/v1/deals/{deal}/disputes/{dispute}/withdrawal"
        return cast("Withdrawal", self._act(path, {}, signature, idempotency_key))

    def appeal_ruling(
        self,
        deal: str,
        dispute: int,
        text: str,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> Appeal:
        """Appeal the first ruling on a dispute: another auditor rules once more."""
        path = f"/v1/deals/{deal}/disputes/{dispute}/appeal"
        return cast("Appeal", self._act(path, {"text": text}, signature, idempotency_key))

    def add_webhook(self, url: str, **more: Json) -> NewWebhook:
        """Add a webhook; `more` may be ``events``, a list of types. Its secret is shown once."""
        return cast("NewWebhook", self.ask("POST", "/v1/webhooks", body={"url": url, **more}))

    def erase(self, ref: str) -> int:
        """Erase the name of a user from all your tables; returns on how many seats it was."""
        erased, more = 0, True
        while more:
            said = self.ask("POST", "/v1/erasures", body={"ref": ref})
            erased, more = erased + said["persons"], said["more"]
        return erased

    def commit(
        self,
        table: str,
        seat: int,
        deal: str,
        commitment: str,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Commit to a seed for the next deal; see `SeedFile`."""
        path = f"/v1/tables/{table}/seats/{seat}/commitment"
        body = {"deal": deal, "commitment": commitment}
        self._act(path, body, signature, idempotency_key, "PUT")

    def show_seed(self, deal: str, seed: bytes) -> MoveResult:
        """Show the seed that was committed to.

        Call `check_opening` first to see whether it is safe.
        """
        said = self.ask("POST", f"/v1/deals/{deal}/seed", body={"seed": seed.hex()})
        return cast("MoveResult", said)

    def openings(self, deal: str, *, view: str | None = None) -> Json:
        """Proofs that the cards dealt to a seat were in the pack before."""
        return self.ask("GET", f"/v1/deals/{deal}/openings", query={"view": view})

    def transcript(self, deal: str, *, form: str = JSON) -> str:
        """A finished deal as a transcript: JSON, ``text/plain``, ``application/x-ndjson``."""
        return self._wire.ask("GET", f"/v1/deals/{deal}/transcript", accept=form).decode()

    def bundle(self, of: Literal["deals", "tables"], which: str, **query: str | int) -> bytes:
        """The evidence of a deal or of a table, as input for `fairdeal verify`."""
        return self._wire.ask("GET", f"/v1/{of}/{which}/bundle", query=query)

    def tournament_evidence(self, tournament: str, *, deals: bool = True) -> Generator[bytes]:
        """The evidence of a tournament in parts, to be written to a file.

        `fairdeal verify` reads the file. Without `deals` it has the records of the tables alone.

        Raises:
            Problem: the service refuses it.
            Unreachable: nothing answers, or the connection broke before the end.
        """
        path = f"/v1/tournaments/{tournament}/bundle"
        query, headers = {"deals": "true" if deals else "false"}, {"Accept": NDJSON}
        with self._wire.stream(path, query=query, headers=headers) as response:
            try:
                while part := response.read1(PART):
                    yield part
            except BROKEN as broken:
                raise Unreachable(f"{path}: {broken!r}") from None

    def log_key(self) -> str:
        """The key with which the service signs receipts and checkpoints, as text."""
        return self._wire.ask("GET", "/v1/log/key", accept="text/plain").decode().strip()
