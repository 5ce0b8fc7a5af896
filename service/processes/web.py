"""The web process: granian serves the application (ASGI), see `service.api.asgi`.

The main process binds the port and watches; the processes that it starts import the application and
answer. When one of these dies the main process ends too, and the supervisor starts all anew.

Any WSGI server does as well, with more threads than polls may wait, but without open streams:

    gunicorn --worker-class gthread --threads 16 --graceful-timeout 2 service.api.wsgi:app
"""

import os
from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from service.processes import lifeline
from service.settings import Settings

APPLICATION = "service.api.wsgi:served"
KILL_SECONDS = 2
"""How long what does not end may hold up a stop."""
REQUESTS = 1_024
"""Requests that a process has taken on at a time, besides its streams."""
COUNTS = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable of the folder in which several processes count together."""


def serve(settings: Settings, application: str = APPLICATION) -> None:
    """Serve until a signal says to stop."""
    with ExitStack() as stack:
        if settings.web_processes > 1:
            os.environ[COUNTS] = stack.enter_context(TemporaryDirectory(prefix="fairdeal-counts-"))
        Server(
            application,
            address=settings.host,
            port=settings.port,
            interface=Interfaces.ASGI,
            workers=settings.web_processes,
            backpressure=settings.streams + REQUESTS,
            backlog=max(1_024, settings.streams),
            workers_kill_timeout=KILL_SECONDS,
            websockets=False,
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
