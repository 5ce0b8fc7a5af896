"""Values for the script: requests, moves, events, states and scores of games.

No operation has it as its example; a test holds it against the contract.
"""

from typing import Any, Final

from domain.games import GAMES
from domain.kernel.event import event_class
from domain.kernel.game import Game
from service.api.contract.games import event_name, part
from tools.examples.cast import Cast, Table, opened

PAGE: Final = 1_000


def open_table(cast: Cast, request: dict[str, Any]) -> Table:
    """A table whose request is kept."""
    game = GAMES[request["game"]]
    cast.recorder.keep(f"{part(game)}TableRequest", request)
    return opened(post(cast, "/v1/tables", cast.owner, request))


def post(cast: Cast, path: str, who: str, body: Any) -> Any:
    """Send a POST without an example."""
    cast.recorder.runtime.pass_time(1)
    key = f"besides-{next(cast.recorder.numbers)}"
    answer = cast.client.send("POST", path, who, json=body, Idempotency_Key=key)
    assert answer.status_code == 201, answer.text
    return answer.json


def keep_state(cast: Cast, game: Game[Any], shown: Any) -> None:
    """Record the state of a deal, as it was shown."""
    cast.recorder.keep(f"{part(game)}State", shown["state"])


def keep_events(cast: Cast, deal: str, view: str) -> None:
    """Record all events of a deal, as they were shown."""
    position = 0
    path = f"/v1/deals/{deal}/events?view={view}&limit={PAGE}"
    while page := cast.client.get(f"{path}&after={position}", cast.owner)["events"]:
        for each in page:
            cast.recorder.keep(event_name(event_class(each["type"])), each)
        position = page[-1]["position"]


def keep_score(cast: Cast, game: Game[Any], table: str) -> None:
    """Record the state of a series."""
    shown = cast.client.get(f"/v1/tables/{table}/series", cast.owner)
    cast.recorder.keep(f"{part(game)}Score", shown["score"])
