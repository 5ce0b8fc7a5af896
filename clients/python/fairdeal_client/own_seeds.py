"""The seeds of one seat: committed to, kept in a file, and shown once the opening is proved."""

from contextlib import suppress
from functools import partial
from typing import Any, Final

from fairdeal_client.client import Client
from fairdeal_client.opening import DealOpening, UntrustedOpening, check_opening
from fairdeal_client.problems import Problem
from fairdeal_client.seed_file import Committed, SeedFile
from fairdeal_client.shapes import Deal, NextDeal
from fairdeal_client.signing import Sign, Signer

ALREADY_COMMITTED: Final = "already-committed"


class OwnSeeds:
    """Commits a seat to its seeds, and shows each seed when it is safe.

    Args:
        client: with the seat's token.
        table: the seat's table.
        seat: its number.
        file: where seeds are kept.
        service_key: the service's key, from elsewhere. Without it, and if the file has none yet,
            the key is fetched from the service and trusted from then on.
        sign: signs with the seat's key (Ed25519), if it has one.

    Raises:
        ValueError: the key is invalid, or the file has another one.
    """

    def __init__(
        self,
        client: Client,
        table: str,
        seat: int,
        file: SeedFile,
        service_key: str | None = None,
        *,
        sign: Sign | None = None,
    ) -> None:
        self._client, self._table, self._seat, self._file = client, table, seat, file
        self._signer = Signer(seat, sign, client.runtime)
        self._key = file.service_key(service_key, client.log_key, client.origin)

    def commit(self, following: NextDeal) -> None:
        """Commit to the seed for the next deal. The seed is stored before the service sees it.

        Raises:
            ValueError: the seat has committed to a seed that is not in the file.
        """
        kept = self._file.commit(following["id"], self._table, following["number"], self._seat)
        try:
            self._signer.act(
                {"type": "commit", "deal": kept.deal, "commitment": kept.commitment},
                partial(self._client.table, self._table),
                partial(self._client.commit, self._table, self._seat, kept.deal, kept.commitment),
            )
        except Problem as refused:
            if refused.code == ALREADY_COMMITTED:
                raise self._missing(kept.deal) from refused
            # too late: the next event shows it

    def show(self, deal: Deal) -> None:
        """Check and store the opening of a deal, then show the seed if the deal waits for it.

        Raises:
            UntrustedOpening: the check fails, or the deal was opened without this seat's seed
                although the table does not say that it is left out. All evidence that the service
                gave is in the file.
            ValueError: the seat has committed to a seed that is not in the file.
        """
        fairness = deal["fairness"]
        if self._seat not in [each["seat"] for each in fairness["seats"]]:
            if self._client.table(self._table)["seats"][self._seat].get("left_out"):
                return  # it was late, which the table has recorded
            bundle = self._client.bundle("deals", deal["id"])
            raise self._refused(deal, bundle, "the deal was opened without a seed of this seat")
        if self._seat not in fairness["waiting"]:
            return
        committed = self._file.committed(deal["id"], self._seat)
        if committed is None:
            raise self._missing(deal["id"])
        self._check(deal, committed)
        with suppress(Problem):  # too late: the next event shows it
            shown = self._client.show_seed(committed.deal, bytes.fromhex(committed.seed))
            self._add("shown", committed.deal, receipt=shown["receipt"])

    def _check(self, deal: Deal, committed: Committed) -> None:
        bundle = self._client.bundle("deals", committed.deal)
        try:
            opening = check_opening(deal, bundle, committed, self._key)
            self._keep(committed, opening)
        except UntrustedOpening as untrusted:
            raise self._refused(deal, bundle, str(untrusted)) from None

    def _keep(self, committed: Committed, opening: DealOpening) -> None:
        """Store an opening; a deal has only one."""
        if self._file.find("opening", committed.deal, self._seat) is None:
            self._add("opening", committed.deal, **opening._asdict())
        kept = self._file.find("opening", committed.deal, self._seat)
        if kept is not None and (kept["receipt"], kept["events"]) != opening:
            raise UntrustedOpening("another opening of this deal was signed before")

    def _refused(self, deal: Deal, bundle: bytes, reason: str) -> UntrustedOpening:
        """Store the service's answers; return the error that names the reason."""
        receipt, text = deal["fairness"]["receipt"], bundle.decode(errors="replace")
        self._add("refused", deal["id"], reason=reason, receipt=receipt, bundle=text)
        return UntrustedOpening(
            f"the seed for deal {deal['id']} was not shown: {reason}; "
            f"what the service gave is kept in {self._file}"
        )

    def _add(self, kind: str, deal: str, **members: Any) -> None:
        self._file.add(kind, deal=deal, seat=self._seat, **members)

    def _missing(self, deal: str) -> ValueError:
        return ValueError(
            f"this seat has committed to a seed for deal {deal} that is not in {self._file}: "
            "name the file in which it was kept"
        )
