"""A bot that nothing puts out: python examples/careful_bot.py URL TOKEN [SECRET_FILE]

It follows the stream of each deal, repeats what is not answered under the same idempotency key,
waits as long as it is told to, reads again what it was refused on, comes back where it has missed a
turn, and can be killed and started again at any moment: the token is all that it needs. Where its
seat adds seeds to the shuffle, they follow from 32 bytes in a file, as what it has committed to has
to be shown after a restart too.

`fairdeal conformance URL KEY -- python examples/careful_bot.py {url} {token}` tries all of this.
"""

import hmac
import json
import logging
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterable, Iterator
from email.utils import parsedate_to_datetime
from hashlib import sha256
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final

SILENCE: Final = 20.0
"""Seconds: an open stream says something every 7."""
SHORTEST, LONGEST = 0.1, 5.0
"""Seconds before what was not answered is tried again; each time twice as many."""
AGAIN: Final = 10
"""So many refusals in a row are no accident."""

log = logging.getLogger("careful_bot")


class Refused(Exception):
    """The service will not do it, however often it is asked; what it says is the argument."""


# --- Requests -----------------------------------------------------------------------------------


class Wire:
    """The service, as the holder of a token has it."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url, token

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer. It is asked until there is one; every time it is the same request.

        Raises:
            Refused: It can not be done.
        """
        headers = {"Content-Type": "application/json", "Idempotency-Key": self.new_key()}
        pause = SHORTEST
        while True:
            try:
                with self.open(method, path, headers, body) as answer:
                    return json.loads(answer.read())
            except urllib.error.HTTPError as error:
                self.wait(self.told(error) or pause, f"{method} {path}: {error.code}")
            except (OSError, HTTPException, ValueError) as error:
                self.wait(pause, f"{method} {path}: {error!r}")
            pause = min(2 * pause, LONGEST)

    def follow(self, path: str, after: int) -> Iterator[int]:
        """The positions of all events after one, as they come, until there will be no more."""
        pause = SHORTEST
        while True:
            headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
            try:
                with self.open("GET", path, headers) as answer:
                    if answer.status == HTTPStatus.NO_CONTENT:
                        return
                    for kind, position in self.messages(answer):
                        if kind == "end":
                            return
                        if position > after:
                            after, pause = position, SHORTEST
                            yield position
            except urllib.error.HTTPError as error:
                self.wait(self.told(error) or pause, f"{path}: {error.code}")
            except (OSError, HTTPException, ValueError) as error:
                self.wait(pause, f"{path}: {error!r}")
            else:
                self.wait(pause, f"{path}: the stream has ended")
            pause = min(2 * pause, LONGEST)

    def open(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        """Send a request once."""
        data = None if body is None else json.dumps(body).encode()
        headers = {**headers, "Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        return urllib.request.urlopen(request, timeout=SILENCE)

    def messages(self, lines: Iterable[bytes]) -> Iterator[tuple[str, int]]:
        """Kind and position of each event that has come to its end; half a one is none."""
        fields: dict[str, str] = {}
        for line in lines:
            if line.strip():
                name, _, value = line.decode().rstrip("\r\n").partition(": ")
                fields[name] = value
                continue
            if "data" in fields:
                yield fields.get("event", ""), int(fields.get("id", "0"))
            fields = {}

    def told(self, error: urllib.error.HTTPError) -> float:
        """For how long the service wants to be left alone; 0 where it does not say.

        Raises:
            Refused: It is not for want of time that it refuses.
        """
        if error.code != HTTPStatus.TOO_MANY_REQUESTS and error.code < 500:  # noqa: PLR2004
            raise Refused(words(error)) from None
        return seconds(error.headers.get("Retry-After", "0"))

    def wait(self, seconds: float, why: str) -> None:
        """Pause before the next try."""
        log.info("%s: again in %.1f s", why, seconds)
        time.sleep(seconds)

    def new_key(self) -> str:
        """An idempotency key, for one request and all its repetitions."""
        return str(uuid.uuid4())


def words(error: urllib.error.HTTPError) -> str:
    """The words of an answer: those of the service are JSON, a proxy on the way has its own."""
    try:
        return error.read().decode(errors="replace")
    except (OSError, HTTPException) as broken:
        return f"{error.code}, and then {broken!r}"


def seconds(retry_after: str) -> float:
    """What `Retry-After` says: seconds, or, as proxies on the way may have it, a date."""
    try:
        if retry_after.isdecimal():
            return float(retry_after)
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return 0


# --- Play ---------------------------------------------------------------------------------------


class Bot:
    """Who plays a seat to the end of its series."""

    def __init__(self, wire: Wire, secret: bytes) -> None:
        self.wire, self.secret = wire, secret

    def play(self) -> Any:
        """Play whatever is on, and what comes after it; the series, once it is over."""
        me = self.wire.ask("GET", "/v1/me")
        table, seat, done = f"/v1/tables/{me['table']}", me["seat"], ""
        while (shown := self.wire.ask("GET", table))["status"] not in {"over", "closed"}:
            self.commit(table, seat, shown)
            deal = shown["deal"]["id"] if shown["deal"] else done
            if deal != done:
                self.play_deal(f"/v1/deals/{deal}", seat)
                done = deal
            else:
                time.sleep(0.2)  # it is being recorded, or the next one opened
        return self.wire.ask("GET", f"{table}/series")

    def play_deal(self, deal: str, seat: int) -> None:
        """Follow a deal to its end, and act whenever there is something to do."""
        known = self.act(deal, seat)
        for position in self.wire.follow(f"{deal}/events", known):
            if position > known:  # what it did itself it has seen
                known = self.act(deal, seat)

    def act(self, deal: str, seat: int) -> int:
        """Do what there is to be done; the position up to which the deal is known then."""
        for _ in range(AGAIN):
            shown = self.wire.ask("GET", deal)
            try:
                receipt = shown["fairness"]["receipt"]  # it fixes the server's commitment (F3)
                if receipt is not None and seat in shown["fairness"]["waiting"]:
                    log.info("%s: opened, by the receipt %s", deal, receipt)
                    said = {"seed": self.seed(shown["id"]).hex()}
                    self.wire.ask("POST", f"{deal}/seed", said)
                elif seat in shown["away"]:
                    log.info("%s: a turn was missed, and a bot plays: back again", deal)
                    self.come_back(deal)
                elif move := chosen(shown, seat):
                    log.info("%s@%d: %s", deal, shown["version"], move)
                    self.move(deal, shown, move)
                else:
                    return int(shown["version"])
            except Refused as refused:
                self.refused(refused)
        raise Refused(f"{AGAIN} times in a row")

    def come_back(self, deal: str) -> None:
        """Play itself again, where a bot has taken its seat over."""
        self.wire.ask("POST", f"{deal}/return")

    def move(self, deal: str, shown: Any, move: Any) -> None:
        """Make a move on the deal as it was shown."""
        body = {"move": move, "expected_version": shown["version"]}
        self.wire.ask("POST", f"{deal}/moves", body)

    def refused(self, refused: Refused) -> None:
        """Others may have been quicker: the deal is read again, a little later."""
        log.info("refused: %s", refused)
        time.sleep(SHORTEST)

    def commit(self, table: str, seat: int, shown: Any) -> None:
        """Commit to the seed for the next deal, if that is still to be done."""
        following = shown["next_deal"]
        if following is None or seat not in following["waiting"]:
            return
        said = {"deal": following["id"], "commitment": self.commitment(following["id"], seat)}
        try:
            self.wire.ask("PUT", f"{table}/seats/{seat}/commitment", said)
        except Refused as refused:
            self.refused(refused)

    def seed(self, deal: str) -> bytes:
        """The seed for a deal: the same whenever it is asked for, and nobody can foresee it."""
        return hmac.digest(self.secret, deal.encode(), "sha256")

    def commitment(self, deal: str, seat: int) -> str:
        """What is published of it: TH("fairdeal/1/commit", deal, "P", u32 seat, seed)."""
        parts = [uuid.UUID(deal).bytes, b"P", u32(seat), self.seed(deal)]
        framed = b"".join(u32(len(part)) + part for part in parts)
        return sha256(u32(17) + b"fairdeal/1/commit" + u32(len(parts)) + framed).hexdigest()


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


# --- Choice -------------------------------------------------------------------------------------


def chosen(deal: Any, seat: int) -> Any:
    """The move to make; None: there is none to be made."""
    legal = deal["legal_moves"]
    # What ends a deal early is for who has nothing else; where the others are waited for, it waits.
    moves = [each["move"] for each in legal if not each["early"]]
    if not moves and deal["to_act"] == seat:
        moves = [each["move"] for each in legal]
    choose = STRATEGIES.get(deal["game"], at_random)
    return choose(moves, deal["state"]) if moves else None


def at_random(moves: list[Any], _state: Any) -> Any:
    """The kind first: of some there are many more than of others."""
    kind = random.choice(sorted({move["type"] for move in moves}))
    return random.choice([move for move in moves if move["type"] == kind])


def cheapest(moves: list[Any], state: Any) -> Any:
    """Durak: the cheapest card that will do; trumps only to beat, or when the stock is gone."""
    cards = [move for move in moves if "card" in move]
    if not cards:
        return at_random(moves, state)
    best = min(cards, key=lambda move: price(move["card"], state["trump"]))
    words = [move for move in moves if "card" not in move]
    dear = best["card"][1] == state["trump"] and best["type"] == "attack" and state["stock"]
    return at_random(words, state) if words and dear else best


def price(card: str, trump: str) -> int:
    """What is given away with a card (D2): ranks from the six up, all trumps above all others."""
    return "6789TJQKA".index(card[0]) + 9 * (card[1] == trump)


STRATEGIES: Final = {"durak": cheapest}


def main(url: str, token: str, file: str = "") -> None:
    """Play, and print the series."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    kept = Path(file)
    if file and not kept.exists():
        kept.write_bytes(secrets.token_bytes(32))
    secret = kept.read_bytes() if file else secrets.token_bytes(32)
    print(json.dumps(Bot(Wire(url, token), secret).play(), indent=2))


if __name__ == "__main__":
    main(*sys.argv[1:])
