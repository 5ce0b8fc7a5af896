"""What a request works with: the house, the settings, who waits and follows, and who calls."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

import flask

from service.access.budgets import Counts
from service.access.credentials import ApiKey, OwnerOrSeat, Principal, SeatHolder, TableMember
from service.context import Context
from service.live.notices import Notices
from service.live.streams import Live
from service.live.waiting import Waiting
from service.settings import Settings

_EXTENSION: Final = "fairdeal"


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The parts of an application that serves."""

    context: Context
    settings: Settings
    waiting: Waiting
    live: Live
    notices: Notices
    contract: Callable[[], str]
    """Writes `openapi.yaml`."""
    counts: Counts


def put(app: flask.Flask, dependencies: Dependencies) -> None:
    """Give an application its parts."""
    app.extensions[_EXTENSION] = dependencies


def live_of(app: flask.Flask) -> Live:
    """The open streams of an application."""
    return cast("Dependencies", app.extensions[_EXTENSION]).live


def dependencies() -> Dependencies:
    """The parts of the application that answers."""
    return cast("Dependencies", flask.current_app.extensions[_EXTENSION])


def context() -> Context:
    """The house of the application that answers."""
    return dependencies().context


def owner_or_seat() -> OwnerOrSeat:
    """Who calls; known before an operation that asks for credentials begins."""
    return cast("OwnerOrSeat", flask.g.owner_or_seat)


def integrator() -> ApiKey:
    """The key that calls, where the door lets in no one else."""
    return cast("ApiKey", flask.g.owner_or_seat)


def holder() -> SeatHolder:
    """The seat that calls, where the door lets in no one else."""
    return cast("SeatHolder", flask.g.owner_or_seat)


def table_member() -> TableMember:
    """Who calls, where watchers may too."""
    return cast("TableMember", flask.g.owner_or_seat)


def principal() -> Principal:
    """Who calls, where all may."""
    return cast("Principal", flask.g.owner_or_seat)
