"""Who calls: the credential in the Authorization header."""

from typing import Final, NoReturn

import flask

from service.api.parts import house
from service.credentials import KEY, SEAT, Caller, opens, read_seat_token
from service.house import House
from service.problems import Code, Problem

_SCHEME: Final = "bearer"


def identify() -> Caller:
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


def _of(at: House, credential: str) -> Caller:
    found: Caller | None = None
    if credential.startswith(f"{KEY}_"):
        found = at.credentials.key(credential)
    elif credential.startswith(f"{SEAT}_"):
        found = _seat_holder(at, credential)
    if found is None:
        _refuse("This credential opens nothing; it may have ended.")
    return found


def _seat_holder(at: House, token: str) -> Caller | None:
    claimed = read_seat_token(token)
    table = at.journal.table(claimed.table) if claimed is not None else None
    if claimed is None or table is None or claimed.seat >= table.opened.seats:
        return None
    return claimed if opens(token, table.state.players[claimed.seat]) else None


def _refuse(detail: str) -> NoReturn:
    raise Problem(Code.UNAUTHENTICATED, detail)
