"""The webhook dependencies of every process of the service."""

from dataclasses import dataclass

from events.postgres import Pool
from service.webhooks.deliveries import Deliveries
from service.webhooks.repository import WebhookRepository


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The repository of webhooks, and their deliveries."""

    repository: WebhookRepository
    deliveries: Deliveries


def webhooks_in(pool: Pool) -> Webhooks:
    """The webhooks in a database."""
    return Webhooks(WebhookRepository(pool), Deliveries(pool))
