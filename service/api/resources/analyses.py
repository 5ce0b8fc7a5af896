"""Analyses: what each move of a finished deal was worth."""

from http import HTTPStatus
from typing import Final
from uuid import UUID

import flask
from flask import g

from domain.table.guests import READER
from service.access.budgets import Budget
from service.access.scopes import Scope
from service.analyses import use_cases
from service.analyses.store import Analysis
from service.api.dependencies import app
from service.api.problems import CONFLICT, FORBIDDEN, GONE, NOT_FOUND
from service.api.responses import answer, compressed
from service.api.routes import Routes, Success
from service.responses.deals import AnalysisJson

ROUTES: Final = Routes("analyses", description="The worth of each move of a finished deal.")


@ROUTES.operation(
    "/deals/<uuid:deal>/analysis",
    "POST",
    "requestAnalysis",
    Success(HTTPStatus.ACCEPTED, AnalysisJson, said="The analysis, which goes on."),
    Success(HTTPStatus.OK, AnalysisJson, said="The analysis, which is complete."),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, CONFLICT),
    scope=Scope.TABLES,
    entries=True,
    budget=Budget.OPENINGS,
)
def request_analysis(deal: UUID) -> flask.Response:
    """Have a finished deal analysed by the strongest bot that can judge moves.

    A key that may open tables may do so, a seat, and a player of a tournament, for a finished deal
    that they may see. A deal is analysed once by a method, so a repeated request finds the analysis
    as it is. The values follow from the record and the method; `fairdeal analyse` makes the same
    ones from a bundle.

    Owners take turns, and `place` is the number of analyses that are made before this one. An owner
    has 50 in the queue at most.
    """
    found = use_cases.request(app.context, g.principal, deal)
    return _shown(found, HTTPStatus.OK if found.status == "done" else HTTPStatus.ACCEPTED)


@ROUTES.operation(
    "/deals/<uuid:deal>/analysis",
    "GET",
    "getAnalysis",
    Success(HTTPStatus.OK, AnalysisJson),
    refusals=(NOT_FOUND, GONE, CONFLICT),
    guests=(READER,),
    entries=True,
    public=True,
)
def get_analysis(deal: UUID) -> flask.Response:
    """Read the analysis of a finished deal, as far as it was made."""
    return _shown(use_cases.find(app.context, g.principal, deal), HTTPStatus.OK)


def _shown(analysis: Analysis, status: HTTPStatus) -> flask.Response:
    shown: AnalysisJson = {
        "deal": str(analysis.deal),
        "method": analysis.method,
        "status": analysis.status,
        "place": analysis.place,
        "moves": analysis.moves,
        "done": analysis.done,
        "reviews": [*analysis.reviews] if analysis.status == "done" else [],
    }
    return compressed(answer(shown, status))
