"""Operations on the guests of a table: watchers, readers, and persons with an invitation."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import cast

from fairdeal_client.shapes import Json, NewInvitation, NewReader, NewWatcher, TakenSeat
from fairdeal_client.wire import Query


class GuestOperations(ABC):
    """The part of a client that admits guests, and comes in as one."""

    @abstractmethod
    def ask(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: Json = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """Call any operation of the contract."""

    def admit_watcher(
        self,
        table: str,
        name: str,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
        **more: Json,
    ) -> NewWatcher:
        """Admit a watcher to a table; `more` may be ``expires_in``, in seconds."""
        path, body = f"/v1/tables/{table}/watchers", {"name": name, **more}
        return cast("NewWatcher", self._act(path, body, signature, idempotency_key))

    def dismiss_watcher(
        self,
        table: str,
        watcher: int,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """End the token of a watcher."""
        path, query = f"/v1/tables/{table}/watchers/{watcher}", {"signature": signature}
        self.ask("DELETE", path, query=query, idempotency_key=idempotency_key)

    def admit_reader(
        self,
        table: str,
        name: str,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
        **more: Json,
    ) -> NewReader:
        """Admit a reader of finished deals; `more` may be ``deal`` and ``expires_in``."""
        path, body = f"/v1/tables/{table}/readers", {"name": name, **more}
        return cast("NewReader", self._act(path, body, signature, idempotency_key))

    def dismiss_reader(
        self,
        table: str,
        reader: int,
        *,
        signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """End the token of a reader."""
        path, query = f"/v1/tables/{table}/readers/{reader}", {"signature": signature}
        self.ask("DELETE", path, query=query, idempotency_key=idempotency_key)

    def invite(
        self,
        table: str,
        name: str,
        *,
        seat: int | None = None,
        idempotency_key: str | None = None,
        **more: Json,
    ) -> NewInvitation:
        """Invite a person to a seat of your table.

        Args:
            table: the table.
            name: your label of the invitation.
            seat: the seat; None: any free seat.
            idempotency_key: a repeated key makes no second invitation.
            more: ``expires_in``, in seconds, ``ref`` and ``metadata``.
        """
        path, body = f"/v1/tables/{table}/invitations", {"name": name, "seat": seat, **more}
        return cast("NewInvitation", self._act(path, body, None, idempotency_key))

    def withdraw_invitation(
        self, table: str, invitation: int, *, idempotency_key: str | None = None
    ) -> None:
        """Withdraw an invitation that is not used."""
        path = f"/v1/tables/{table}/invitations/{invitation}"
        self.ask("DELETE", path, idempotency_key=idempotency_key)

    def come_in(
        self,
        name: str,
        *,
        seat: int | None = None,
        idempotency_key: str | None = None,
        **more: Json,
    ) -> TakenSeat:
        """Take a seat with the invitation that is the credential of this client.

        Args:
            name: the name of the person at the table.
            seat: the seat; None: the one of the invitation, or else the first free one.
            idempotency_key: a repeated key gives the same seat token again.
            more: ``key``, ``commits`` (by default the seat adds seeds to the shuffle) and
                ``commitment``.
        """
        me = self.ask("GET", "/v1/me")
        path = f"/v1/tables/{me['table']}"
        seat = me.get("seat") if seat is None else seat
        if seat is None:
            seats = self.ask("GET", path)["seats"]
            free = (each["seat"] for each in seats if not (each["name"] or each["bot"]))
            seat = next(free, 0)
        body = {"name": name, "commits": True, **more}
        said = self._act(f"{path}/seats/{seat}", body, None, idempotency_key, "PUT")
        return cast("TakenSeat", said)

    def _act(
        self,
        path: str,
        body: Mapping[str, Json],
        signature: str | None,
        idempotency_key: str | None,
        method: str = "POST",
    ) -> Json:
        signed = {} if signature is None else {"signature": signature}
        said = {**body, **signed} or None
        return self.ask(method, path, body=said, idempotency_key=idempotency_key)
