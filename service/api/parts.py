"""What a request works with: the house, the settings, the readers who wait, and who calls."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

import flask

from service.credentials import Anybody, Caller
from service.house import House
from service.settings import Settings
from service.waiting import Waiting

_EXTENSION: Final = "fairdeal"


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an application that serves."""

    house: House
    settings: Settings
    waiting: Waiting
    contract: Callable[[], str]
    """Writes `openapi.yaml`."""


def put(app: flask.Flask, parts: Parts) -> None:
    """Give an application its parts."""
    app.extensions[_EXTENSION] = parts


def parts() -> Parts:
    """The parts of the application that answers."""
    return cast("Parts", flask.current_app.extensions[_EXTENSION])


def house() -> House:
    """The house of the application that answers."""
    return parts().house


def caller() -> Caller:
    """Who calls; known before an operation that asks for credentials begins."""
    return cast("Caller", flask.g.caller)


def anybody() -> Anybody:
    """Who calls, where auditors may too."""
    return cast("Anybody", flask.g.caller)
