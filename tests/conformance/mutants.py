"""Bots that each break one rule: python -m tests.conformance.mutants NAME URL TOKEN SEED_FILE
KEY_FILE.
"""

import secrets
import sys
import time
import urllib.error
from http.client import HTTPException
from typing import Any

from clients.examples.careful_bot import Bot, Refused, Wire
from fairdeal_client import Client, Committed, DealShown, OwnSeeds, SeedFile


class Keyless(Wire):
    """Sends no idempotency key."""

    def open(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        kept = {name: value for name, value in headers.items() if name != "Idempotency-Key"}
        return super().open(method, path, kept, body)


class Rekeying(Wire):
    """Uses another key for every repetition."""

    def open(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        return super().open(method, path, {**headers, "Idempotency-Key": self.new_key()}, body)


class Rewording(Wire):
    """Repeats another body under the same key."""

    def open(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        if path.endswith("/moves"):
            body["expected_version"] += 1
            try:
                return super().open(method, path, headers, {"move": body["move"]})
            except (HTTPException, OSError) as error:
                if isinstance(error, urllib.error.HTTPError):
                    raise
                return super().open(method, path, headers, body)
        return super().open(method, path, headers, body)


class Hasty(Wire):
    """Ignores Retry-After."""

    def retry_delay(self, error: urllib.error.HTTPError) -> float:
        return 0 * super().retry_delay(error)


class Fainthearted(Wire):
    """Gives up when the service is not available."""

    def retry_delay(self, error: urllib.error.HTTPError) -> float:
        if error.code == 503:
            raise SystemExit("the service is not available")
        return super().retry_delay(error)


class Overwhelmed(Wire):
    """Gives up on a 429."""

    def retry_delay(self, error: urllib.error.HTTPError) -> float:
        if error.code == 429:
            raise SystemExit("too many requests")
        return super().retry_delay(error)


class Fragile(Wire):
    """Gives up when an answer to a read is lost."""

    def open(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        try:
            return super().open(method, path, headers, body)
        except urllib.error.HTTPError:
            raise
        except (HTTPException, OSError):
            if method == "GET":
                raise SystemExit("no answer") from None
            raise


class Talkative(Wire):
    """Writes the token into the address."""

    def open(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        separator = "&" if "?" in path else "?"
        if path.endswith("/me"):
            return super().open(method, f"{path}{separator}token={self.token}", headers, body)
        return super().open(method, path, headers, body)


class Forgetful(Wire):
    """Loses its position when a stream is cut, and continues somewhere later."""

    def open(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        if "Last-Event-ID" in headers and path == getattr(self, "followed", None):
            headers = {**headers, "Last-Event-ID": str(int(headers["Last-Event-ID"]) + 9)}
        if "Last-Event-ID" in headers:
            self.followed = path
        return super().open(method, path, headers, body)


class Stubborn(Bot):
    """Sends a move that was refused again and again."""

    def move(self, deal: str, shown: Any, move: Any) -> None:
        while True:
            try:
                return super().move(deal, shown, move)
            except Refused:
                time.sleep(0.01)


class Lawless(Bot):
    """Plays a card that it does not have."""

    def move(self, deal: str, shown: Any, move: Any) -> None:
        if "card" in move:
            hand = shown["state"]["hands"][int(shown["view"][-1])]
            pack = (rank + suit for rank in "6789TJQKA" for suit in "CDHS")
            foreign = next(card for card in pack if card not in hand)
            super().move(deal, shown, {**move, "card": foreign})
        super().move(deal, shown, move)


class Seedless(Bot):
    """Commits to one seed, and has another when it must be shown."""

    class Seeds(OwnSeeds):
        def show(self, deal: DealShown) -> None:
            self._client.show_seed(deal["id"], secrets.token_bytes(32))

    def own_seeds(self, table: str, seat: int) -> OwnSeeds:
        client = Client(self.wire.url, self.wire.token)
        return self.Seeds(client, table, seat, SeedFile(self.seed_file))


class Trusting(Seedless):
    """Shows its seed, whatever evidence it is given."""

    class Seeds(OwnSeeds):
        def _check(self, deal: DealShown, committed: Committed) -> None:
            pass


class Half(Seedless):
    """Fetches the evidence, and does not check it."""

    class Seeds(OwnSeeds):
        def _check(self, deal: DealShown, committed: Committed) -> None:
            self._client.bundle("deals", deal["id"])


class Away(Exception):
    """A bot plays for the seat."""


class Absent(Bot):
    """Lets the bot that has taken over its seat play on."""

    def act(self, deal: str, seat: int) -> int:
        try:
            return super().act(deal, seat)
        except Away:
            return int(self.wire.ask("GET", deal)["version"])

    def come_back(self, deal: str, shown: Any, seat: int) -> None:
        raise Away


class Unsigning(Bot):
    """Signs its moves, but no acts, and gives up when one is refused."""

    def come_back(self, deal: str, shown: Any, seat: int) -> None:
        try:
            self.wire.ask("POST", f"{deal}/return")
        except Refused as refused:
            raise SystemExit(str(refused)) from None


class Hammering(Bot):
    """Reads in a tight loop while it waits for the others."""

    def act(self, deal: str, seat: int) -> int:
        known = super().act(deal, seat)
        while self.wire.ask("GET", deal)["to_act"] not in {None, seat}:
            pass
        return known


class Done(Bot):
    """Fails once it has been restarted: it continues from a file, and not from the record."""

    def play(self) -> Any:
        table = self.wire.ask("GET", "/v1/me")["table"]
        if self.wire.ask("GET", f"/v1/tables/{table}")["version"] != 3:
            raise SystemExit("I do not know this table")
        return super().play()


class Loud(Bot):
    """Exits with an error code."""

    def play(self) -> Any:
        super().play()
        raise SystemExit(3)


WIRES = (
    Keyless,
    Rekeying,
    Rewording,
    Hasty,
    Fainthearted,
    Overwhelmed,
    Fragile,
    Talkative,
    Forgetful,
)
BOTS = (Stubborn, Lawless, Seedless, Trusting, Half, Absent, Unsigning, Hammering, Done, Loud)


def main(name: str, url: str, token: str, seed_file: str, key_file: str) -> None:
    wires = {each.__name__: each for each in WIRES}
    bots = {each.__name__: each for each in BOTS}
    wire = wires.get(name, Wire)(url, token)
    bots.get(name, Bot)(wire, seed_file, key_file).play()


if __name__ == "__main__":
    main(*sys.argv[1:])
