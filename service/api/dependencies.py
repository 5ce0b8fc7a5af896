"""What a request works with: the house, the settings, who waits and follows, and who calls."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

import flask

from service.access.budgets import Counts
from service.access.credentials import Anybody, ApiKey, Caller, Onlooker, SeatHolder
from service.context import House
from service.live.notices import Notices
from service.live.streams import Live
from service.live.waiting import Waiting
from service.settings import Settings

_EXTENSION: Final = "fairdeal"


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an application that serves."""

    house: House
    settings: Settings
    waiting: Waiting
    live: Live
    notices: Notices
    contract: Callable[[], str]
    """Writes `openapi.yaml`."""
    counts: Counts


def put(app: flask.Flask, parts: Parts) -> None:
    """Give an application its parts."""
    app.extensions[_EXTENSION] = parts


def live_of(app: flask.Flask) -> Live:
    """The open streams of an application."""
    return cast("Parts", app.extensions[_EXTENSION]).live


def parts() -> Parts:
    """The parts of the application that answers."""
    return cast("Parts", flask.current_app.extensions[_EXTENSION])


def house() -> House:
    """The house of the application that answers."""
    return parts().house


def caller() -> Caller:
    """Who calls; known before an operation that asks for credentials begins."""
    return cast("Caller", flask.g.caller)


def integrator() -> ApiKey:
    """The key that calls, where the door lets in no one else."""
    return cast("ApiKey", flask.g.caller)


def holder() -> SeatHolder:
    """The seat that calls, where the door lets in no one else."""
    return cast("SeatHolder", flask.g.caller)


def onlooker() -> Onlooker:
    """Who calls, where watchers may too."""
    return cast("Onlooker", flask.g.caller)


def anybody() -> Anybody:
    """Who calls, where all may."""
    return cast("Anybody", flask.g.caller)
