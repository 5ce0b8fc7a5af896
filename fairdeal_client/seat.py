"""A seat at a table: what there is to do on it, from the first deal of a series to the last."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any, Final, TypeAlias

from fairdeal_client.client import Client
from fairdeal_client.problems import Problem
from fairdeal_client.seeds import Secret
from fairdeal_client.shapes import DealShown, Event, Move, Played, Receipt, SeriesShown, TableShown
from fairdeal_client.signing import move_to_sign

Sign: TypeAlias = Callable[[bytes], bytes]
Hear: TypeAlias = Callable[[str, Event], object]
OVERTAKEN: Final = {"stale-version", "not-your-turn"}
"""By these a move is refused which another's has overtaken: the deal is read again."""


class Seat:
    """A seat, played with its token.

    Args:
        client: with the seat's token.
        secret: where the seeds come from, if the seat adds any. Without one a new secret is made,
            and another process could not show what this one has committed to.
        sign: signs with the seat's own key (Ed25519), if it has brought one.
        comes_back: whether it comes back where a bot plays for it, since it has missed a turn, or
            left. Without that the bot plays to the end of the series, unless `come_back` is called.
        hear: is told each event of each deal once, in order: the deal's id, and the event.

    Attributes:
        openings: by deal, the receipt that fixes the server's commitment: what was signed before
            this seat showed its seed. Keep them, if the deal should be proved to others.

    Raises:
        ValueError: the credential is no seat's token; or the seat has a key, and nothing signs.
    """

    def __init__(
        self,
        client: Client,
        *,
        secret: Secret | None = None,
        sign: Sign | None = None,
        comes_back: bool = True,
        hear: Hear = lambda _deal, _event: None,
    ) -> None:
        me = client.me()
        if "table" not in me or "seat" not in me:
            raise ValueError(f"this is no seat's token, but that of a {me['kind']}")
        if sign is None and client.table(me["table"])["seats"][me["seat"]]["key"] is not None:
            raise ValueError("this seat has a key: without `sign` no move of it is taken")
        self.client = client
        self.table = me["table"]
        self.number = me["seat"]
        self.openings: dict[str, Receipt] = {}
        self._secret = secret or Secret.fresh()
        self._sign = sign
        self._comes_back = comes_back
        self._is_old = False
        self._hear = hear

    def turns(self) -> Iterator[DealShown]:
        """The deal whenever something has happened and the seat may move; until the series is over.

        The seat's seeds are added meanwhile. Between two of them, make one move or none: what was
        refused because another was faster comes again with what has happened since.
        """
        heard: set[str] = set()
        while (table := self.client.table(self.table))["status"] in {"open", "playing"}:
            self._commit(table)
            if (on := table["deal"]) is not None and on["id"] not in heard:
                heard.add(on["id"])
                yield from self._turns_of(on["id"])
            with closing(self.client.table_events(self.table, after=table["version"])) as news:
                next(news, None)

    def move(self, deal: DealShown, move: Move, *, idempotency_key: str | None = None) -> Played:
        """Make a move in a deal as it was shown, signed if the seat signs."""
        signed: dict[str, Any] = {}
        if self._sign is not None:
            signed["expected_version"] = deal["version"]
            signed["signature"] = self._sign(move_to_sign(deal, move)).hex()
        try:
            return self.client.move(deal["id"], move, idempotency_key=idempotency_key, **signed)
        except Problem as refused:
            self._is_old = refused.code in OVERTAKEN
            raise

    def series(self) -> SeriesShown:
        """The series as it stands."""
        return self.client.series(self.table)

    def _turns_of(self, deal: str) -> Iterator[DealShown]:
        known = 0
        with closing(self.client.events(deal)) as events:
            for event in events:
                self._hear(deal, event)
                self._is_old = event["position"] > known
                while self._is_old:
                    self._is_old = False
                    shown = self.client.deal(deal)
                    known = shown["version"]
                    self._show_seed(shown)
                    if self._comes_back and self.number in shown["away"]:
                        self._come_back(deal)  # an event says that it is back, and what it may do
                    elif shown["legal_moves"]:
                        yield shown

    def _come_back(self, deal: str) -> None:
        with suppress(Problem):  # too late: the deal is over, and the next one begins as this ended
            self.client.come_back(deal)

    def _show_seed(self, deal: DealShown) -> None:
        """Show the seed, if it is waited for, and none without the receipt of the opening (F3)."""
        receipt = deal["fairness"]["receipt"]
        if receipt is None or self.number not in deal["fairness"]["waiting"]:
            return
        self.openings[deal["id"]] = receipt
        with suppress(Problem):  # too late: the next event says so
            self.client.show_seed(deal["id"], self._secret.seed(deal["id"]))

    def _commit(self, table: TableShown) -> None:
        following = table["next_deal"]
        if following is None or self.number not in following["waiting"]:
            return
        commitment = self._secret.commitment(following["id"], self.number)
        with suppress(Problem):  # too late: the next event says so
            self.client.commit(self.table, self.number, following["id"], commitment)
