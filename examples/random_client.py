"""Play a seat at random: python examples/random_client.py http://127.0.0.1:8080 seat_…

The bot is the ten lines of `play`. `call` repeats a request until it is answered, which is safe, as
every move carries an idempotency key.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from http import HTTPStatus
from http.client import HTTPException
from typing import Any


def play(url: str, token: str) -> Any:
    """Play until the series is over, and return it."""
    table = call(url, token, "GET", "/v1/me")["table"]
    while (series := call(url, token, "GET", f"/v1/tables/{table}"))["status"] != "over":
        if (on := series["deal"]) is None:
            time.sleep(0.05)  # the next deal is being opened
            continue
        deal = call(url, token, "GET", f"/v1/deals/{on['id']}")
        moves = [each["move"] for each in deal["legal_moves"] if not each["early"]]
        if moves:
            body = {"move": random.choice(moves)}
            call(url, token, "POST", f"/v1/deals/{on['id']}/moves", body)
        else:
            call(url, token, "GET", f"/v1/deals/{on['id']}/events?after={deal['version']}&wait=5")
    return call(url, token, "GET", f"/v1/tables/{table}/series")


def call(url: str, token: str, method: str, path: str, body: Any = None) -> Any:
    """Send a request until it is answered; a move that came too late is as good as answered."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    headers |= {"Idempotency-Key": str(uuid.uuid4())} if body else {}
    data = json.dumps(body).encode() if body else None
    while True:
        request = urllib.request.Request(url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < HTTPStatus.INTERNAL_SERVER_ERROR:
                return json.load(error)
        except (OSError, HTTPException):
            pass  # not reachable, or gone in the midst of an answer: perhaps it starts again
        time.sleep(0.2)


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:]), indent=2))
