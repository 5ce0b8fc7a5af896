"""How the service is, for those who run it; and its contract."""

from contextlib import suppress
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Final

import flask
import psycopg
from prometheus_client import CONTENT_TYPE_LATEST

from service.api import metrics
from service.api.answers import answer
from service.api.faults import Fault
from service.api.parts import house
from service.api.routes import Offer, Routes
from service.api.schemas import Health
from service.api.statuses import UNAVAILABLE

ROUTES: Final = Routes("service", prefix="", description="How the service is, and its contract.")
TEXT: Final = {"type": "string"}
PATIENCE: Final = 2
"""How long to wait for a connection, in seconds."""


@ROUTES.operation("/healthz", "GET", "getHealth", Offer(HTTPStatus.OK, Health), secured=False)
def get_health() -> flask.Response:
    """Say that the process lives."""
    return answer({"status": "ok"})


@ROUTES.operation(
    "/readyz",
    "GET",
    "getReadiness",
    Offer(HTTPStatus.OK, Health),
    refusals=(UNAVAILABLE,),
    secured=False,
)
def get_readiness() -> flask.Response:
    """Say whether requests can be served: the database answers, and its schema is today's."""
    if _revision() != newest_revision():
        detail = "The database is not migrated to this program's schema."
        raise Fault(UNAVAILABLE, "not-migrated", detail)
    return answer({"status": "ok"})


def _revision() -> str | None:
    with (
        house().credentials.pool.connection(timeout=PATIENCE) as connection,
        suppress(psycopg.errors.UndefinedTable),
    ):
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return None if row is None else str(row[0])
    return None


@cache
def newest_revision() -> str:
    """The newest revision of the schema, by which its migration's file is named."""
    names = (each.name for each in files("migrations").joinpath("versions").iterdir())
    return max(name.partition("_")[0] for name in names if name.endswith(".py"))


@ROUTES.operation(
    "/metrics",
    "GET",
    "getMetrics",
    Offer(HTTPStatus.OK, TEXT, "text/plain"),
    secured=False,
)
def get_metrics() -> flask.Response:
    """Count requests, moves, waiting readers and connections, for Prometheus."""
    return flask.Response(metrics.page(), content_type=CONTENT_TYPE_LATEST)


@ROUTES.operation(
    "/openapi.yaml",
    "GET",
    "getContract",
    Offer(HTTPStatus.OK, TEXT, "application/yaml"),
    secured=False,
)
def get_contract() -> flask.Response:
    """Read this contract."""
    return flask.Response(_contract(), mimetype="application/yaml")


@cache
def _contract() -> str:
    from service.api.contract import contract_yaml  # noqa: PLC0415  it knows this module

    return contract_yaml()
