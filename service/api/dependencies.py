"""The dependencies of a request: context, settings, live connections and principal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

import flask

from service.access.budgets import Counters
from service.access.credentials import ApiKey, OwnerOrSeat, Principal, SeatHolder
from service.context import Context
from service.live.notices import Notices
from service.live.streams import Live
from service.live.waiting import Waiting
from service.settings import Settings

_EXTENSION: Final = "fairdeal"


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The parts of an application that serves requests."""

    context: Context
    settings: Settings
    waiting: Waiting
    live: Live
    notices: Notices
    contract: Callable[[], str]
    """Writes `openapi.yaml`."""
    counts: Counters


def put(app: flask.Flask, dependencies: Dependencies) -> None:
    """Give an application its parts."""
    app.extensions[_EXTENSION] = dependencies


def live_of(app: flask.Flask) -> Live:
    """The open streams of an application."""
    return cast("Dependencies", app.extensions[_EXTENSION]).live


def dependencies() -> Dependencies:
    """The parts of the current application."""
    return cast("Dependencies", flask.current_app.extensions[_EXTENSION])


def context() -> Context:
    """The context of the current application."""
    return dependencies().context


def owner_or_seat() -> OwnerOrSeat:
    """The principal; known before an operation that needs a credential begins."""
    return cast("OwnerOrSeat", flask.g.owner_or_seat)


def integrator() -> ApiKey:
    """The API key of the request, where only keys are accepted."""
    return cast("ApiKey", flask.g.owner_or_seat)


def holder() -> SeatHolder:
    """The seat of the request, where only seat tokens are accepted."""
    return cast("SeatHolder", flask.g.owner_or_seat)


def principal() -> Principal:
    """The principal, where guests are accepted too."""
    return cast("Principal", flask.g.owner_or_seat)
