"""The Flask application."""

from domain.games import GAMES
from service import tracing
from service.api import problems, requests, responses
from service.api.contract import document, files
from service.api.dependencies import Application
from service.api.resources import browsing, games, web
from service.context import Context
from service.settings import Settings


def create_app(context: Context, settings: Settings) -> Application:
    """Create the Flask application of the REST API."""
    app = Application(context, settings, contract=files.FILES)
    app.url_map.merge_slashes = False  # otherwise `//` would redirect to the host in the path
    if tracing.is_on():
        from service.api.traced import trace  # noqa: PLC0415

        trace(app)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes
    app.before_request(requests.begin)
    app.after_request(responses.finish)
    problems.register(app)
    document.register(app)
    for key in GAMES:
        games.grammar(key)
    app.register_blueprint(browsing.PAGES)
    app.register_blueprint(web.WEB)
    app.register_blueprint(web.EMBEDS)
    return app
