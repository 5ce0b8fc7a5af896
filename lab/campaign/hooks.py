"""A webhook of the tables' owner for all notices, and what its receiver got."""

import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import httpx
from cryptography.exceptions import InvalidSignature

from fairdeal_client import Client
from lab.campaign.load import PATIENCE, Progress
from tests.webhooks.receiving import Received, check_signature, receiving

DELIVERED: Final = "webhooks"
"""The name of the progress that a delivery is."""
LATEST: Final = 60.0
"""Seconds within which the last notices are delivered."""
PAGE: Final = 1000

Place: TypeAlias = tuple[int, str]
"""By these a notice is known: the position in the log of what happened, and its type."""


@dataclass(frozen=True)
class Hook:
    """A webhook.

    Attributes:
        owner: the owner's client.
        public_key: of the webhook.
        came: every request that its receiver got.
    """

    owner: Client
    public_key: str
    came: list[Received]

    def wrong(self, finished: Iterable[str]) -> Iterator[str]:
        """The differences, once no more notices follow and each is delivered.

        Args:
            finished: the deals that have a result.
        """
        there, first = self._settle(), self._first()
        ended = {each.get("deal") for (_, kind), each in there.items() if kind == "deal.finished"}
        yield from (f"no notice says that {deal} is finished" for deal in {*finished} - ended)
        for place in there.keys() - first.keys():
            yield f"webhook: {place} was not delivered"
        latest: dict[str, int] = {}
        for place, each in first.items():
            data = each.news["data"]
            if not _is_of(data, there.get(place)):
                yield f"webhook: {place} is not as in the notices"
            if place[0] < latest.get(data["table"], 0):
                yield f"webhook: {place} came after a later one of its table"
            latest[data["table"]] = max(place[0], latest.get(data["table"], 0))
        for each in self.came:
            try:
                check_signature(self.public_key, each.headers, each.body)
            except InvalidSignature:
                yield f"webhook: the signature of {each.id} is wrong"

    def _settle(self) -> dict[Place, Any]:
        """All notices of the owner, once they are delivered, or too late."""
        end, known = time.monotonic() + LATEST, self._notices()
        while time.monotonic() < end:
            time.sleep(1)
            before, known = known, self._notices()
            if before == known and known.keys() <= self._first().keys():
                break
        return known

    def _notices(self) -> dict[Place, Any]:
        found, after, position = dict[Place, Any](), -1, 0
        while position > after:
            after, query = position, {"after": position, "limit": PAGE}
            page: Any = self.owner.ask("GET", "/v1/me/events", query=query)
            found |= {(each["position"], each["type"]): each for each in page["events"]}
            position = page["position"]
        return found

    def _first(self) -> dict[Place, Received]:
        """The first request for each notice, in the order in which they came."""
        found: dict[Place, Received] = {}
        for each in list(self.came):
            found.setdefault((each.news["data"]["position"], each.news["type"]), each)
        return found


def _is_of(data: Mapping[str, Any], notice: Mapping[str, Any] | None) -> bool:
    """Whether a delivery is of a notice: the same table, deal, seat and so on."""
    if notice is None:
        return False
    return all(data.get(name) == notice[name] for name in notice.keys() - {"type", "at"})


@contextmanager
def hooked(url: str, key: str, progress: Progress, address: str) -> Generator[Hook]:
    """Add a webhook for all notices, at an address of this machine; each that comes is progress."""

    def answer(_: Received) -> int:
        progress.seen(DELIVERED)
        return httpx.codes.OK

    with receiving(address) as receiver, Client(url, key, patience=PATIENCE) as owner:
        receiver.answering = answer
        yield Hook(owner, owner.add_webhook(receiver.url)["public_key"], receiver.came)
