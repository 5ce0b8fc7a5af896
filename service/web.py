"""The web process: granian serves the application.

The main process binds the port and watches; it forks the processes that answer, and these import
the application.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from service import lifeline
from service.settings import Settings

APPLICATION = "service.api.wsgi:app"
KILL_SECONDS = 2
"""How long open streams may hold up a stop."""


def serve(settings: Settings, application: str = APPLICATION) -> None:
    """Serve until a signal says to stop."""
    Server(
        application,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.web_processes,
        blocking_threads=settings.web_threads,
        workers_kill_timeout=KILL_SECONDS,
        log_level=LogLevels.error,
    ).serve(target_loader=_load)


def _load(target: str) -> Callable[..., Any]:
    """Import the application, in the process that is to answer."""
    lifeline.hold()
    module, _, name = target.partition(":")
    application: Callable[..., Any] = getattr(import_module(module), name)
    return application


if __name__ == "__main__":
    serve(Settings.from_environment())
