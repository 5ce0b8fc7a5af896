"""The application that a web server imports, put together from the environment's settings.

`served` is for granian; `app` is the same for any server of WSGI, but without open streams.
"""

import gc
from functools import partial

from languages.catalogue import IN_ENGLISH
from service.api.app import create_app
from service.api.asgi import Served
from service.assembly import build
from service.runtime import SYSTEM
from service.settings import Settings
from service.tasks import CeleryTasks

_settings = Settings.from_environment()
_context = build(_settings, SYSTEM)
app = create_app(_context, _settings)
served = Served(
    app.wsgi_app,
    app.live,
    SYSTEM,
    threads=_settings.web_threads,
    body_bytes=_settings.body_bytes,
    seconds=_settings.request_seconds,
    drain_seconds=_settings.drain_seconds,
    proxies=_settings.proxies,
)

IN_ENGLISH.message("language")  # otherwise the first text of a request would take 15 ms
# otherwise the first announcement would wait half a second
if isinstance(_context.tasks, CeleryTasks):
    SYSTEM.thread(_context.tasks.preconnect, name="preconnect")

SYSTEM.thread(partial(_context.health.keep_beating, "web"), name="heartbeat")

# what has been imported stays: no collection of garbage needs to look at it again
gc.freeze()
