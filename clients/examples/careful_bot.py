"""A bot that survives every fault of the conformance run.

    python clients/examples/careful_bot.py URL TOKEN [SEED_FILE [KEY_FILE]]

It follows the stream of each deal, repeats what is not answered under the same idempotency key,
waits as long as it is told to, reads again what it was refused on, comes back where it has missed a
turn, and can be killed and started again at any moment: the token is all that it needs. A seat that
adds seeds to the shuffle needs a file for them as well (`fairdeal_client.OwnSeeds`): no seed is
shown before the opening of its deal is checked. A seat with a key signs what it does; KEY_FILE has
the 32 secret bytes in hex.

    BOT="python clients/examples/careful_bot.py"
    fairdeal conformance URL KEY -- $BOT {url} {token} {folder}/seeds {folder}/key

tries all of this.
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
"""Seconds: an open stream says something every 7."""
SHORTEST, LONGEST = 0.1, 5.0
"""Seconds before what was not answered is tried again; each time twice as many."""
LONGEST_REFUSED = 1.0
"""The same after a refusal: ten of them take longer than a turn of a few seconds."""
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

    def __init__(self, wire: Wire, seed_file: str = "", key_file: str = "") -> None:
        self.wire, self.seed_file, self.key_file = wire, seed_file, key_file
        self.sign: Sign | None = None
        self.seeds: OwnSeeds | None = None

    def play(self) -> Any:
        """Play whatever is on, and what comes after it; the series, once it is over."""
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
        for refusals in range(AGAIN):
            shown = self.wire.ask("GET", deal)
            try:
                if self.seeds is not None:
                    self.seeds.show(shown)
                if seat in shown["fairness"]["waiting"]:
                    continue
                if seat in shown["away"]:
                    log.info("%s: a turn was missed, and a bot plays: back again", deal)
                    self.come_back(deal, shown, seat)
                elif move := chosen(shown, seat):
                    log.info("%s@%d: %s", deal, shown["version"], move)
                    self.move(deal, shown, move)
                else:
                    return int(shown["version"])
            except Refused as refused:
                self.refused(refused, before=refusals)
        raise Refused(f"{AGAIN} times in a row")

    def come_back(self, deal: str, shown: Any, seat: int) -> None:
        """Play itself again, where a bot has taken its seat over."""
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
        """Wait before the deal is read again, each time twice as long.

        Somebody else was quicker, or the seat cannot come back before its next turn.
        """
        log.info("refused: %s", refused)
        time.sleep(min(SHORTEST * 2**before, LONGEST_REFUSED))

    def own_seeds(self, table: str, seat: int) -> OwnSeeds:
        """What adds the seat's seeds."""
        if not self.seed_file:
            raise SystemExit("this seat adds seeds to the shuffle: name a file for them")
        client = Client(self.wire.url, self.wire.token)
        return OwnSeeds(client, table, seat, SeedFile(self.seed_file), sign=self.sign)

    def own_key(self) -> Sign:
        """What signs with the seat's key."""
        if not self.key_file:
            raise SystemExit("this seat has a key: name the file with its secret")
        secret = bytes.fromhex(Path(self.key_file).read_text("utf-8").strip())
        return Ed25519PrivateKey.from_private_bytes(secret).sign


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


def main(url: str, token: str, seed_file: str = "", key_file: str = "") -> None:
    """Play, and print the series."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    try:
        print(json.dumps(Bot(Wire(url, token), seed_file, key_file).play(), indent=2))
    except UntrustedOpening as untrusted:
        raise SystemExit(str(untrusted)) from None


if __name__ == "__main__":
    main(*sys.argv[1:])
