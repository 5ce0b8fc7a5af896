"""The health of the service, for its operators, and its contract."""

from http import HTTPStatus
from typing import Final

import flask

from domain.kernel.sentence import Sentence
from service.api.dependencies import app
from service.api.problems import UNAVAILABLE, Fault
from service.api.responses import answer, public
from service.api.routes import Routes, Success
from service.responses.service import HealthJson, ReadinessJson

ROUTES: Final = Routes(
    "service", prefix="", description="The health of the service, and its contract.", counted=False
)
CONTRACT: Final = {"type": "string", "description": "This contract."}


@ROUTES.operation("/healthz", "GET", "getHealth", Success(HTTPStatus.OK, HealthJson), secured=False)
def get_health() -> flask.Response:
    """Say that the process lives."""
    return answer(HealthJson(status="ok"))


@ROUTES.operation(
    "/readyz",
    "GET",
    "getReadiness",
    Success(HTTPStatus.OK, ReadinessJson),
    refusals=(UNAVAILABLE,),
    secured=False,
)
def get_readiness() -> flask.Response:
    """Say whether requests can be served: the database answers, and its schema fits.

    A process that has to stop says 503 too, while it still answers.

    The answer also has the status of the log of all events, and the heartbeats of background
    processes. A damaged stream or a silent worker does not make the service unready, but its
    operator should look at it.
    """
    if app.live.draining:
        raise Fault(UNAVAILABLE, "unavailable", Sentence("stopping"))
    if not app.context.health.is_ready():
        old = Sentence("not-migrated")
        raise Fault(UNAVAILABLE, "not-migrated", old)
    beats = app.context.health.heartbeats()
    shown: ReadinessJson = {
        "status": "ok",
        "log": app.context.translog.standing(),
        "heartbeats": {
            name: {"age_seconds": beat.age, "fault": beat.fault} for name, beat in beats.items()
        },
    }
    return answer(shown)


@ROUTES.operation(
    "/openapi.yaml",
    "GET",
    "getContract",
    Success(HTTPStatus.OK, CONTRACT, "application/yaml"),
    secured=False,
    tagged=True,
)
def get_contract() -> flask.Response:
    """Read this contract."""
    return public(app.contract["openapi.yaml"]().encode(), "application/yaml")
