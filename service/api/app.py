"""The Flask application."""

import flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.access.budgets import counters_at
from service.api import access_log, headers, metrics, problems, rate_limits, size_limits
from service.api.contract import document
from service.api.dependencies import Dependencies, put
from service.api.resources import browsing
from service.context import Context
from service.live.notices import Notices
from service.live.streams import Live
from service.live.waiting import Waiting
from service.settings import Settings


def create_app(context: Context, settings: Settings) -> flask.Flask:
    """Create the Flask application of the REST API."""
    app = flask.Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False  # otherwise `//` would redirect to the host in the path
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=0
        )
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes
    notices = Notices(context)
    waiting = Waiting(notices.versions, limit=settings.polls)
    live = Live(
        waiting,
        limit=settings.streams,
        each=settings.streams_each,
        beat_seconds=settings.beat_ms / 1000,
    )
    counts = counters_at(settings.broker_url, queue=settings.queue, lost=metrics.uncounted)
    put(
        app, Dependencies(context, settings, waiting, live, notices, document.contract_yaml, counts)
    )
    access_log.register(app)
    size_limits.register(app, settings)
    headers.register(app, settings)
    rate_limits.register(app)
    problems.register(app)
    document.register(app)
    app.register_blueprint(browsing.PAGES)
    return app
