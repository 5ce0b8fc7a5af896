"""The main process of the web."""

import gc

import pytest

from run.processes import web
from service.settings import Settings


@pytest.mark.long
def test_garbage_is_collected_once_the_web_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    collecting = list[bool]()

    class Server:
        def __init__(self, *_: object, **__: object) -> None: ...

        def serve(self, **_: object) -> None:
            collecting.append(gc.isenabled())

    monkeypatch.setattr(web, "Server", Server)
    try:
        web.serve(Settings.from_environment())
    finally:
        gc.unfreeze()
    assert collecting == [True]
