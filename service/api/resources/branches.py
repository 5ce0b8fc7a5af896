"""Branches: tables that go on from an event of a finished deal."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g

from service.access.budgets import Budget
from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.requests import read_command
from service.api.resources.tables import table_opened
from service.api.routes import Routes, Success
from service.api.schemas.branch_requests import CreateBranchRequest
from service.api.statuses import CONFLICT, FORBIDDEN, GONE, NOT_FOUND, OF_BODIES
from service.responses.tables import NewTableJson
from service.tables import branches
from service.tables.creation import NewSeat

ROUTES: Final = Routes(
    "branches", description="Tables that play a finished deal on in another way."
)


@ROUTES.operation(
    "/deals/<uuid:deal>/branches",
    "POST",
    "openBranch",
    Success(
        HTTPStatus.CREATED,
        NewTableJson,
        said="The new table of the branch, with its seat tokens.",
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, GONE, CONFLICT),
    repeatable=True,
    placed=True,
    scope=Scope.TABLES,
    budget=Budget.OPENINGS,
)
@ROUTES.takes(CreateBranchRequest, location="json")
def open_branch(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Open a table that goes on from an event of a finished deal, with its true cards or others.

    Every caller who may see the finished deal may do so. The table plays one deal, which counts
    nowhere else, and keeps the name of its source.
    """
    requested = body.pop("seats", None)
    seats = None if requested is None else [NewSeat(**new) for new in requested]
    new = branches.NewBranch(cards=body.pop("deal"), seats=seats, **body)
    command = read_command()
    opened = branches.open_branch(app.context, g.principal, deal, new, command)
    return table_opened(opened, command)
