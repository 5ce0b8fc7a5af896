"""The web process: granian serves the application (ASGI), see `service.api.asgi`.

The main process binds the port, imports the modules and texts of the application, and supervises.
The processes that it forks share these, assemble the application and answer. One that dies is
started again alone. If it dies again within 5.5 seconds, the main process ends too, and the
supervisor restarts them all.

Any WSGI server works as well, with more threads than long polls, but without open streams:

    gunicorn --worker-class gthread --threads 16 --graceful-timeout 2 service.api.wsgi:app
"""

import gc
import os
import signal
from collections.abc import Callable
from functools import partial
from importlib import import_module
from multiprocessing import active_children
from threading import Timer
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings, HTTP2Settings
from granian.log import LogLevels
from granian.server import Server

from languages.catalogue import IN_ENGLISH
from run.processes import parent_watch
from service.live import waiting
from service.settings import Settings
from verifier.cores import cores

APPLICATION = "service.api.wsgi:served"
MODULES = "service.api.app"
"""Imported before the fork, so that a process that is replaced answers at once."""
REQUESTS = 1_024
"""Requests that a process handles at a time, besides its streams."""
STREAMS_EACH = 100
"""Requests at a time on one connection of HTTP/2."""
BY_DEFAULT = 4
"""The most processes that nobody has asked for: each takes memory and connections."""


def serve(settings: Settings, application: str = APPLICATION) -> None:
    """Serve until a signal arrives."""
    server = Server(
        application,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        # without TLS, granian would read without a deadline to detect HTTP/2
        http=HTTPModes.http1 if settings.tls_certificate is None else HTTPModes.auto,
        ssl_cert=settings.tls_certificate,
        ssl_key=settings.tls_key,
        workers=processes_of(settings),
        respawn_failed_workers=True,
        backpressure=settings.streams + REQUESTS,
        backlog=max(1_024, settings.streams),
        workers_kill_timeout=waiting.running_seconds(settings.drain_seconds),
        websockets=False,
        http1_settings=HTTP1Settings(
            header_read_timeout=settings.request_seconds * 1_000,
            max_buffer_size=2 * settings.header_bytes,
        ),
        http2_settings=_http2(settings),
        log_level=LogLevels.error,
        process_name="fairdeal: web",
    )
    if settings.drain_seconds:
        server.on_startup(
            partial(_drain_first, server.signal_handler_interrupt, settings.drain_seconds)
        )
    import_module(MODULES)
    IN_ENGLISH.read()
    gc.freeze()
    server.serve(target_loader=_load)


def _drain_first(stop: Callable[..., object], seconds: int) -> None:
    """Let SIGTERM drain the processes that answer, and then stop them; a second one stops at once.

    They are not yet started. They inherit that the signal is ignored, until they handle it.
    """

    def drain(*_: object) -> None:
        signal.signal(signal.SIGTERM, stop)
        for process in active_children():
            if process.pid is not None:
                os.kill(process.pid, waiting.SIGNAL)
        timer = Timer(seconds, stop)
        timer.daemon = True
        timer.start()

    signal.signal(waiting.SIGNAL, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, drain)


def processes_of(settings: Settings) -> int:
    """How many processes answer requests."""
    return settings.web_processes or min(cores(), BY_DEFAULT)


def _http2(settings: Settings) -> HTTP2Settings:
    """Limits of HTTP/2. A client that does not end its headers cannot answer a ping either."""
    return HTTP2Settings(
        keep_alive_interval=settings.request_seconds * 1_000,
        keep_alive_timeout=settings.request_seconds,
        max_headers_size=2 * settings.header_bytes,
        max_send_buffer_size=2 * settings.header_bytes,
        max_concurrent_streams=STREAMS_EACH,
    )


def _load(target: str) -> Callable[..., Any]:
    """Import the application, in the process that answers."""
    parent_watch.hold()
    module, _, name = target.partition(":")
    application: Callable[..., Any] = getattr(import_module(module), name)
    return application


if __name__ == "__main__":
    serve(Settings.from_environment())
