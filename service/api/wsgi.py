"""The application that a web server imports, put together from the environment's settings."""

from threading import Thread

from service.api.app import create_app
from service.building import build
from service.settings import Settings
from service.tasks import CeleryTasks

_settings = Settings.from_environment()
_house = build(_settings)
app = create_app(_house, _settings)

if isinstance(_house.tasks, CeleryTasks):  # the first announcement would wait for half a second
    Thread(target=_house.tasks.warm, name="warm", daemon=True).start()
