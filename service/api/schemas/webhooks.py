"""Requests about webhooks."""

from typing import Any, get_args

from service.api.contract.compact import MEANS, NAMED
from service.api.schemas.fields import Digits, Flag, ListOf, PageCursor, Text, WordOf, about
from service.api.schemas.request import Request
from service.responses.webhooks import DeliveryStatus
from service.webhooks.addresses import INTERNET_PATTERN, LONGEST_URL
from service.webhooks.notices import KINDS


def _kinds(**options: Any) -> ListOf:
    return ListOf(
        WordOf(KINDS, metadata={NAMED: "NewsKind", MEANS: "The kind of news."}),
        least=1,
        most=len(KINDS),
        metadata=about("The kinds of news that it gets."),
        **options,
    )


class CreateWebhookRequest(Request):
    """An address that gets the news of the API key's tables."""

    url = Text(
        longest=LONGEST_URL,
        required=True,
        metadata=about(
            "https, a name on the internet, port 443 or 8443. It must lead to addresses of the "
            "internet at every delivery. A service may allow networks of its own, and in them "
            "http, addresses and any port.",
            pattern=INTERNET_PATTERN,
        ),
    )
    events = _kinds(load_default=lambda: list(KINDS))


class UpdateWebhookRequest(Request):
    """Changes to a webhook."""

    events = _kinds()
    enabled = Flag(
        metadata=about(
            "`false`: nothing is delivered, and waiting deliveries are given up. `true`: it gets "
            "the news from now on."
        )
    )


class DeliveriesQuery(Request):
    """Which deliveries are listed."""

    cursor = PageCursor(size=24)
    limit = Digits(low=1, high=1000, metadata=about("The most deliveries on the page."))
    status = WordOf(get_args(DeliveryStatus), metadata=about("Only deliveries with this status."))
