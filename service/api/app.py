"""The Flask application."""

import flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.access.budgets import counts_at
from service.api import access_log as observing
from service.api import headers as browsers
from service.api import metrics, problems
from service.api import rate_limits as spending
from service.api import size_limits as sizes
from service.api.contract import document
from service.api.dependencies import Parts, put
from service.api.resources import browsing
from service.context import House
from service.live.notices import Notices
from service.live.streams import Live
from service.live.waiting import Waiting
from service.settings import Settings


def create_app(house: House, settings: Settings) -> flask.Flask:
    """The REST API of a house."""
    app = flask.Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False  # or `//` would be redirected, to whatever host was named
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=0
        )
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes
    notices = Notices(house)
    waiting = Waiting(notices.versions, limit=settings.polls)
    live = Live(
        waiting,
        limit=settings.streams,
        each=settings.streams_each,
        beat_seconds=settings.beat_ms / 1000,
    )
    counts = counts_at(settings.broker_url, queue=settings.queue, lost=metrics.uncounted)
    put(app, Parts(house, settings, waiting, live, notices, document.contract_yaml, counts))
    observing.register(app)
    sizes.register(app, settings)
    browsers.register(app, settings)
    spending.register(app)
    problems.register(app)
    document.register(app)
    app.register_blueprint(browsing.PAGES)
    return app
