"""The cast of the examples' script: principals and their tables."""

from dataclasses import dataclass, replace
from typing import Any, Final

from service.context import Context
from service.live.channels import NDJSON, SSE
from tests.api.playing import Client
from tools.examples.recording import Recorder

TWO: Final = [{"name": "Ann"}, {"name": "Bob"}]
THREE: Final = [*TWO, {"name": "Cid"}]
ROBOT: Final = {"name": "Ann's program", "kind": "bot"}
"""An external bot: it plays over the API."""
DURAK: Final = {"game": "durak", "name": "The bench"}
STREAMS: Final = (SSE.media_type, NDJSON.media_type)


@dataclass(frozen=True)
class Table:
    """A table of the script."""

    id: str
    deal: str
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Cast:
    """The principals of all acts."""

    recorder: Recorder
    owner: str
    other: str
    """A key that has nothing to do with any table."""

    @property
    def client(self) -> Client:
        return self.recorder.client

    def show(self, *said: Any, **more: Any) -> Any:
        return self.recorder.show(*said, **more)

    def refuse(self, *said: Any, **more: Any) -> None:
        self.recorder.refuse(*said, **more)

    def open(self, **request: Any) -> Table:
        return opened(self.show("openTable", self.owner, body=request))


def elsewhere(cast: Cast, context: Context) -> tuple[Cast, str]:
    """The cast at a service of its own, and the key of an owner there."""
    there = replace(cast, recorder=cast.recorder.elsewhere(context))
    return there, there.recorder.client.key("Ann's client")


def at(**place: Any) -> dict[str, Any]:
    """The values for placeholders in addresses."""
    return place


def besides(cast: Cast, method: str, path: str, who: str, body: Any = None) -> Any:
    """A request without an example. Its id is fixed, because the signed record holds it."""
    name = f"besides-{next(cast.recorder.numbers)}"
    return cast.client.send(
        method, path, who, json=body, X_Request_Id=name, Idempotency_Key=name
    ).json


def opened(shown: Any) -> Table:
    table, tokens = shown["table"], shown["tokens"]
    deal = table["deal"] or table["next_deal"]
    return Table(table["id"], deal["id"], tuple(each["token"] for each in tokens))
