"""Play a seat at random: python examples/random_client.py http://127.0.0.1:8080 seat_…

The bot is the ten lines of `play`. `call` repeats a request until it is answered, which is safe, as
every move carries an idempotency key. Where the seat adds seeds to the shuffle, `add_seed` does.
"""

import hmac
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
import uuid
from hashlib import sha256
from http import HTTPStatus
from http.client import HTTPException
from typing import Any

SECRET = secrets.token_bytes(32)
"""Where all seeds come from. A client that may be started again keeps it in a file."""


def play(url: str, token: str) -> Any:
    """Play until the series is over, and return it."""
    me = call(url, token, "GET", "/v1/me")
    table, seat = me["table"], me["seat"]
    while (series := call(url, token, "GET", f"/v1/tables/{table}"))["status"] != "over":
        if series["seats"][seat]["commits"]:
            add_seed(url, token, seat, series)
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


def add_seed(url: str, token: str, seat: int, table: Any) -> None:
    """Show the seed for the deal that is on, and commit to the next one: again does no harm."""
    following, on = table["next_deal"], table["deal"]
    if seat in following["waiting"]:
        path = f"/v1/tables/{table['id']}/seats/{seat}/commitment"
        said = {"deal": following["id"], "commitment": commitment(following["id"], seat)}
        call(url, token, "PUT", path, said)
    if on is None:
        return
    deal = f"/v1/deals/{on['id']}"
    if seat in call(url, token, "GET", deal)["fairness"]["waiting"]:
        call(url, token, "POST", f"{deal}/seed", {"seed": seed(on["id"]).hex()})


def seed(deal: str) -> bytes:
    """The seed for a deal: nobody can foresee it who does not know the secret."""
    return hmac.digest(SECRET, deal.encode(), "sha256")


def commitment(deal: str, seat: int) -> str:
    """What is published of it beforehand: TH("fairdeal/1/commit", deal, "P", u32 seat, seed)."""
    parts = [uuid.UUID(deal).bytes, b"P", u32(seat), seed(deal)]
    framed = b"".join(u32(len(part)) + part for part in parts)
    return sha256(u32(17) + b"fairdeal/1/commit" + u32(len(parts)) + framed).hexdigest()


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


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
