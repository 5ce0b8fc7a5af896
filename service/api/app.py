"""The Flask application."""

import flask

from service.api import contract, observing, problems
from service.api.parts import Parts, put
from service.house import House
from service.settings import Settings
from service.waiting import Waiting


def create_app(house: House, settings: Settings) -> flask.Flask:
    """The REST API of a house."""
    app = flask.Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.body_bytes
    waiting = Waiting(house.store.versions, limit=settings.polls)
    put(app, Parts(house, settings, waiting, contract=contract.contract_yaml))
    observing.register(app)
    problems.register(app)
    contract.register(app)
    return app
