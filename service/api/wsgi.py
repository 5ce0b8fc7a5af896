"""The application that a web server imports, put together from the environment's settings."""

from service.api.app import create_app
from service.building import build
from service.settings import Settings

_settings = Settings.from_environment()
app = create_app(build(_settings), _settings)
