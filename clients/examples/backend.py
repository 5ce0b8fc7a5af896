"""The back end of an application (docs/your-app.md): python backend.py URL KEY PORT STATE_FILE.

The request says who the user is. In your application the user's session has to say it.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from flask import Flask, Response, request
from standardwebhooks import Webhook, WebhookVerificationError

from fairdeal_client import Client, Problem

url, key, port, file = sys.argv[1:]
app, fairdeal, lock = Flask(__name__), Client(url, key), Lock()
state: dict[str, Any] = {"position": 0, "secret": "", "tokens": {}, "notices": {}}
pages: dict[str, list[SimpleQueue[str]]] = defaultdict(list)  # the open pages of each user


def keep(**change: Any) -> None:
    """Write the state; a restart continues from it."""
    with lock:
        state.update(change)
        Path(file + ".new").write_text(json.dumps(state))
        Path(file + ".new").replace(file)


def open_game(users: Sequence[str], bots: int, game: str, intent: str) -> Any:
    seats = [*({"name": user, "ref": user} for user in users), *[{"bot": "easy"}] * bots]
    said = fairdeal.open_table(game, "Game", seats=seats, idempotency_key=intent)
    tokens = {users[each["seat"]]: each["token"] for each in said["tokens"]}
    keep(tokens={**state["tokens"], said["table"]["id"]: tokens})
    return {"table": said["table"]["id"]}


def play(user: str, table: str, deal: str, move: Any = None, intent: str = "") -> Any:
    seat = Client(url, state["tokens"][table][user])
    return seat.move(deal, move, idempotency_key=intent) if move else seat.deal(deal)


actions: dict[str, Callable[..., Any]] = {
    "open": open_game,
    "view": play,
    "move": play,
    "scores": fairdeal.series,
    "replay": fairdeal.frames,
    "deals": lambda **query: fairdeal.ask("GET", "/v1/deals", query=query),
    "erase": lambda **body: fairdeal.ask("POST", "/v1/erasures", body=body),
}


@app.post("/<action>")
def act(action: str) -> Any:
    return app.json.response(actions[action](**request.get_json()))


@app.post("/hook")
def hook() -> Any:
    try:
        said = Webhook(state["secret"]).verify(request.data, dict(request.headers))
    except WebhookVerificationError:
        return "The signature does not hold.", 400
    keep(notices={**state["notices"], request.headers["webhook-id"]: said})
    return "", 204


@app.get("/events/<user>")
def events(user: str) -> Response:
    page = SimpleQueue[str]()
    pages[user].append(page)
    answer = Response(iter(page.get, None), mimetype="text/event-stream")
    answer.call_on_close(lambda: pages[user].remove(page))
    return answer


def follow() -> None:
    """Follow all tables through one stream; give each event to its users, as their seats see it."""
    for line in fairdeal.all_events(after=state["position"]):
        seen_by = {each["seat"]: each["event"] for each in line["seats"]}
        for at, user in enumerate(line["refs"]["seats"] if "refs" in line else ()):
            seen = seen_by.get(at, line["event"])
            data = json.dumps({"table": line["table"], "deal": line["deal"], "event": seen})
            for page in pages[str(user)]:
                page.put(f"id: {line['position']}\ndata: {data}\n\n")
        keep(position=line["position"])


app.register_error_handler(Problem, lambda no: (no.more, no.status))
if Path(file).exists():
    state |= json.loads(Path(file).read_text())
if not state["secret"]:
    keep(secret=fairdeal.add_webhook(f"http://127.0.0.1:{port}/hook")["secret"])
Thread(target=follow, daemon=True).start()
app.run(port=int(port))
