"""`make run` on a folder that was restored from a copy: the user is told, by a file elsewhere."""

import shutil
from pathlib import Path

import pytest

from tests.e2e.conftest import call, key, started, url
from tests.serving import until

pytestmark = pytest.mark.long

TABLE = {"game": "goat", "name": "yard", "seats": [{"bot": "easy"}] * 4, "target": 2}


def play(base: str, credential: str) -> None:
    """Play a table of bots to its end."""
    path = f"/v1/tables/{call(base, credential, 'POST', '/v1/tables', TABLE)['table']['id']}"
    until(lambda: call(base, credential, "GET", path)["status"] == "over", 60)


def size(base: str) -> int:
    """The size of the log once nothing waits for it."""
    until(lambda: call(base, "", "GET", "/readyz")["log"]["waiting"] == 0)
    return int(call(base, "", "GET", "/readyz")["log"]["size"])


def test_a_restored_folder_is_noticed() -> None:
    with started("restored", FAIRDEAL_BOT_DELAY="0") as serve:
        play(url(serve), key(serve))
        size(url(serve))
        assert serve.stop() == 0
        data, copy = serve.folder / "data", serve.folder / "copy"
        shutil.copytree(data, copy, symlinks=True)
        serve.start()
        serve.ready()
        play(url(serve), key(serve))
        published = size(url(serve))
        [witness] = (serve.folder / "state" / "fairdeal").iterdir()
        until(lambda: _size(witness) == published)
        assert serve.stop() == 0
        shutil.rmtree(data)
        copy.rename(data)
        serve.start()
        serve.ready()
        fault = f"a checkpoint of {published} entries was published"
        until(lambda: fault in serve.printed())
        play(url(serve), key(serve))
        assert call(url(serve), "", "GET", "/readyz")["log"]["size"] < published
        assert _size(witness) == published


def _size(path: Path) -> int:
    return int(path.read_text().splitlines()[1])


def test_a_user_without_a_folder_is_warned() -> None:
    with started("no-state", XDG_STATE_HOME="/proc/no-state") as serve:
        assert "nothing would notice that a restored backup is too old" in serve.printed()
