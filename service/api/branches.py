"""What if: tables that go on from an event of a finished deal."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask

from service import branches
from service.api.answers import created
from service.api.asking import asked
from service.api.parts import caller, house
from service.api.routes import Offer, Routes
from service.api.schemas import TableOpened
from service.api.statuses import CONFLICT, FORBIDDEN, NOT_FOUND, OF_BODIES
from service.api.tables import opened_json
from service.api.wishes import BranchWish
from service.tables import SeatWish

ROUTES: Final = Routes("branches", description="What if: finished deals played on otherwise.")


@ROUTES.operation(
    "/deals/<uuid:deal>/branches",
    "POST",
    "openBranch",
    Offer(HTTPStatus.CREATED, TableOpened),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
)
@ROUTES.takes(BranchWish, location="json")
def open_branch(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Open a table that goes on from an event of a finished deal, with its true cards or others.

    Whoever may see the finished deal may. The table plays one deal, which counts nowhere else, and
    says for ever what it is a branch of.
    """
    wished = body.pop("seats", None)
    seats = None if wished is None else [SeatWish(**wish) for wish in wished]
    wish = branches.BranchWish(cards=body.pop("deal"), seats=seats, **body)
    command = asked()
    opened = branches.open_branch(house(), caller(), deal, wish, command)
    shown = opened_json(opened, command)
    location = f"/v1/tables/{shown['table']['id']}"
    return created(shown, location=location, replayed=opened.replayed)
