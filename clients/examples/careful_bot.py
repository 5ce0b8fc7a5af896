"""A bot that survives every fault of the conformance run.

    python clients/examples/careful_bot.py URL TOKEN [SEED_FILE [KEY_FILE]]

- It follows the stream of each deal.
- It repeats unanswered requests with the same idempotency key, and obeys `Retry-After`.
- It reads the deal again after a refused move, and returns after a missed turn.
- It can be killed and restarted at any moment: the token is all that it needs.

A seat that adds seeds to the shuffle also needs a file for them (`fairdeal_client.OwnSeeds`): no
seed is shown before the opening of its deal is checked. A seat with a key signs its moves and acts;
KEY_FILE has the 32 secret bytes in hex. To try all of this, run:

    BOT="python clients/examples/careful_bot.py"
    fairdeal conformance URL KEY -- $BOT {url} {token} {folder}/seeds {folder}/key
"""

import json
import logging
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterable, Iterator
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal_client import (
    Client,
    OwnSeeds,
    SeedFile,
    Sign,
    UntrustedOpening,
    act_to_sign,
    move_to_sign,
)

SILENCE: Final = 20.0
"""Seconds: an open stream sends something every 7."""
SHORTEST, LONGEST = 0.1, 5.0
"""Seconds before an unanswered request is sent again; doubled each time."""
LONGEST_REFUSED = 1.0
"""The longest pause after a refusal: ten of them take longer than a turn of a few seconds."""
AGAIN: Final = 10
"""The number of refusals in a row that is no accident."""

log = logging.getLogger("careful_bot")


class Refused(Exception):
    """A final refusal by the service; the argument is its explanation."""


# --- Requests -----------------------------------------------------------------------------------


class Wire:
    """HTTP requests to the service with one token."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url, token

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Return the answer. The same request is repeated until there is one.

        Raises:
            Refused: the service refuses the request.
        """
        headers = {"Content-Type": "application/json", "Idempotency-Key": self.new_key()}
        pause = SHORTEST
        while True:
            try:
                with self.open(method, path, headers, body) as answer:
                    return json.loads(answer.read())
            except urllib.error.HTTPError as error:
                self.wait(self.retry_delay(error) or pause, f"{method} {path}: {error.code}")
            except (OSError, HTTPException, ValueError) as error:
                self.wait(pause, f"{method} {path}: {error!r}")
            pause = min(2 * pause, LONGEST)

    def follow(self, path: str, after: int) -> Iterator[int]:
        """The positions of all events after one, live, until no more can follow."""
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
                self.wait(self.retry_delay(error) or pause, f"{path}: {error.code}")
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
        """Kind and position of each complete event; a partial one is dropped."""
        fields: dict[str, str] = {}
        for line in lines:
            if line.strip():
                name, _, value = line.decode().rstrip("\r\n").partition(": ")
                fields[name] = value
                continue
            if "data" in fields:
                yield fields.get("event", ""), int(fields.get("id", "0"))
            fields = {}

    def retry_delay(self, error: urllib.error.HTTPError) -> float:
        """How long the service asks the client to wait, in seconds; 0 if it does not say.

        Raises:
            Refused: waiting would not help.
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
    """The content of an answer: JSON from the service; a proxy may send other text."""
    try:
        return error.read().decode(errors="replace")
    except (OSError, HTTPException) as broken:
        return f"{error.code}, and then {broken!r}"


def seconds(retry_after: str) -> float:
    """The delay in `Retry-After`: seconds, or a date, which proxies may send."""
    try:
        if retry_after.isdecimal():
            return float(retry_after)
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return 0


# --- Play ---------------------------------------------------------------------------------------


class Bot:
    """Plays a seat to the end of its series."""

    def __init__(self, wire: Wire, seed_file: str = "", key_file: str = "") -> None:
        self.wire, self.seed_file, self.key_file = wire, seed_file, key_file
        self.sign: Sign | None = None
        self.seeds: OwnSeeds | None = None

    def play(self) -> Any:
        """Play all deals to come; return the series once it is over."""
        me = self.wire.ask("GET", "/v1/me")
        table, seat, done = f"/v1/tables/{me['table']}", me["seat"], ""
        mine = self.wire.ask("GET", table)["seats"][seat]
        if mine["key"] is not None:
            self.sign = self.own_key()
        if mine["commits"]:
            self.seeds = self.own_seeds(me["table"], seat)
        while (shown := self.wire.ask("GET", table))["status"] not in {"over", "closed"}:
            following = shown["next_deal"]
            if self.seeds is not None and following and seat in following["waiting"]:
                self.seeds.commit(following)
            deal = shown["deal"]["id"] if shown["deal"] else done
            if deal != done:
                self.play_deal(f"/v1/deals/{deal}", seat)
                done = deal
            else:
                time.sleep(0.2)  # the deal is being recorded, or the next one opened
        return self.wire.ask("GET", f"{table}/series")

    def play_deal(self, deal: str, seat: int) -> None:
        """Follow a deal to its end, and act when the seat can do something."""
        known = self.act(deal, seat)
        for position in self.wire.follow(f"{deal}/events", known):
            if position > known:  # the bot has already seen its own events
                known = self.act(deal, seat)

    def act(self, deal: str, seat: int) -> int:
        """Do what the deal waits for; return the position up to which the deal is then known."""
        refusals = 0
        while refusals < AGAIN:
            shown = self.wire.ask("GET", deal)
            try:
                if self.seeds is not None:
                    self.seeds.show(shown)
                if seat in shown["fairness"]["waiting"]:
                    refusals += 1
                    continue
                if seat in shown["away"]:
                    log.info("%s: a turn was missed, and a bot plays: back again", deal)
                    self.come_back(deal, shown, seat)
                elif move := chosen(shown, seat):
                    log.info("%s@%d: %s", deal, shown["version"], move)
                    self.move(deal, shown, move)
                else:
                    return int(shown["version"])
                refusals = 0
            except Refused as refused:
                self.refused(refused, before=refusals)
                refusals += 1
        raise Refused(f"{AGAIN} times in a row")

    def come_back(self, deal: str, shown: Any, seat: int) -> None:
        """Return to the deal after a bot has taken over the seat."""
        body = {}
        if self.sign is not None:
            signature = self.sign(act_to_sign(shown, seat, {"type": "return"}))
            body["signature"] = signature.hex()
        self.wire.ask("POST", f"{deal}/return", body)

    def move(self, deal: str, shown: Any, move: Any) -> None:
        """Make a move on the deal as it was shown."""
        body = {"move": move, "expected_version": shown["version"]}
        if self.sign is not None:
            body["signature"] = self.sign(move_to_sign(shown, move)).hex()
        self.wire.ask("POST", f"{deal}/moves", body)

    def refused(self, refused: Refused, *, before: int) -> None:
        """Wait before the deal is read again, twice as long each time.

        Another player was faster, or the seat cannot return before its next turn.
        """
        log.info("refused: %s", refused)
        time.sleep(min(SHORTEST * 2**before, LONGEST_REFUSED))

    def own_seeds(self, table: str, seat: int) -> OwnSeeds:
        """Set up the seat's own seeds, if it adds seeds."""
        if not self.seed_file:
            raise SystemExit("this seat adds seeds to the shuffle: name a file for them")
        client = Client(self.wire.url, self.wire.token)
        return OwnSeeds(client, table, seat, SeedFile(self.seed_file), sign=self.sign)

    def own_key(self) -> Sign:
        """Set up the seat's signing key, if it has one."""
        if not self.key_file:
            raise SystemExit("this seat has a key: name the file with its secret")
        secret = bytes.fromhex(Path(self.key_file).read_text("utf-8").strip())
        return Ed25519PrivateKey.from_private_bytes(secret).sign


# --- Choice -------------------------------------------------------------------------------------


def chosen(deal: Any, seat: int) -> Any:
    """The move to make; None if there is none."""
    legal = deal["legal_moves"]
    # Prefer moves that do not end the deal early. If others are waited for, wait instead.
    moves = [each["move"] for each in legal if not each["early"]]
    if not moves and deal["to_act"] == seat:
        moves = [each["move"] for each in legal]
    choose = STRATEGIES.get(deal["game"], at_random)
    return choose(moves, deal["state"]) if moves else None


def at_random(moves: list[Any], _state: Any) -> Any:
    """Choose the kind first, because some kinds have many more moves than others."""
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
    """The value of a card to give away (D2): ranks from the six up, all trumps above all others."""
    return "6789TJQKA".index(card[0]) + 9 * (card[1] == trump)


STRATEGIES: Final = {"durak": cheapest}


def main(url: str, token: str, seed_file: str = "", key_file: str = "") -> None:
    """Play, and print the series."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    try:
        print(json.dumps(Bot(Wire(url, token), seed_file, key_file).play(), indent=2))
    except UntrustedOpening as untrusted:
        raise SystemExit(str(untrusted)) from None


if __name__ == "__main__":
    main(*sys.argv[1:])
