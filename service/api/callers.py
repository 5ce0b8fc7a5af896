"""Who calls: the credential in the Authorization header."""

from typing import Final, NoReturn

import flask

from service.api.parts import house
from service.credentials import (
    AUDIT,
    KEY,
    SEAT,
    Anybody,
    Auditor,
    Caller,
    judges,
    opens,
    read_audit_token,
    read_seat_token,
)
from service.house import House, now
from service.problems import Code, Problem

_SCHEME: Final = "bearer"


def identify() -> Anybody:
    """The caller of this request.

    Raises:
        Problem: ``unauthenticated``.
    """
    return _of(house(), presented())


def presented() -> str:
    """The credential that came with this request.

    Raises:
        Problem: ``unauthenticated``.
    """
    scheme, _, credential = flask.request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != _SCHEME or not credential:
        _refuse("Send an API key or a seat token: Authorization: Bearer …")
    return credential.strip()


def _of(at: House, credential: str) -> Anybody:
    found: Anybody | None = None
    if credential.startswith(f"{KEY}_"):
        found = at.credentials.key(credential)
    elif credential.startswith(f"{SEAT}_"):
        found = _seat_holder(at, credential)
    elif credential.startswith(f"{AUDIT}_"):
        found = _auditor(at, credential)
    if found is None:
        _refuse("This credential opens nothing; it may have ended.")
    return found


def _seat_holder(at: House, token: str) -> Caller | None:
    claimed = read_seat_token(token)
    table = at.journal.table(claimed.table) if claimed is not None else None
    if claimed is None or table is None or claimed.seat >= table.opened.seats:
        return None
    return claimed if opens(token, table.state.players[claimed.seat]) else None


def _auditor(at: House, token: str) -> Auditor | None:
    claimed = read_audit_token(token)
    table = at.journal.table(claimed.table) if claimed is not None else None
    if claimed is None or table is None:
        return None
    auditors = table.state.docket.auditors
    if not 1 <= claimed.number <= len(auditors):
        return None
    return claimed if judges(token, auditors[claimed.number - 1], now=now()) else None


def _refuse(detail: str) -> NoReturn:
    raise Problem(Code.UNAUTHENTICATED, detail)
