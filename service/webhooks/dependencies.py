"""What of webhooks every process of the service works with."""

from dataclasses import dataclass

from events.postgres import Pool
from service.webhooks.deliveries import Deliveries
from service.webhooks.repository import WebhookRepository


@dataclass(frozen=True, slots=True)
class Webhooks:
    """Who is told what happens, and what is still to be told."""

    repository: WebhookRepository
    deliveries: Deliveries


def webhooks_in(pool: Pool) -> Webhooks:
    """The webhooks in a database."""
    return Webhooks(WebhookRepository(pool), Deliveries(pool))
