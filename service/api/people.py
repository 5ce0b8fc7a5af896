"""Who calls."""

from http import HTTPStatus
from typing import Final

import flask

from service.api.answers import answer
from service.api.parts import anybody, house
from service.api.routes import Offer, Routes
from service.api.schemas import Me
from service.credentials import ApiKey, Auditor
from service.tables import find_table

ROUTES: Final = Routes("me", description="Who calls.")


@ROUTES.operation("/me", "GET", "getMe", Offer(HTTPStatus.OK, Me), audited=True)
def get_me() -> flask.Response:
    """Say whom the credential stands for."""
    who = anybody()
    if isinstance(who, ApiKey):
        created_at = who.created_at.isoformat()
        return answer(
            {"kind": "key", "id": str(who.id), "name": who.name, "created_at": created_at}
        )
    if isinstance(who, Auditor):
        table = house().journal.table(who.table)
        assert table is not None, "the caller was let in by it"
        known = table.state.docket.auditors[who.number - 1]
        about = {"table": str(who.table), "auditor": who.number, "name": known.name}
        return answer({"kind": "auditor", **about})
    player = find_table(house(), who, who.table).state.players[who.seat]
    name = player.name if player is not None else ""
    return answer({"kind": "seat", "table": str(who.table), "seat": who.seat, "name": name})
