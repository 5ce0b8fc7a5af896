"""The webhook dependencies of every process of the service."""

from dataclasses import dataclass

from events.postgres import Pool
from service.webhooks.deliveries import Deliveries
from service.webhooks.follower import Feed
from service.webhooks.repository import WebhookRepository


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The repository of webhooks, their deliveries, and the feed from which these follow."""

    repository: WebhookRepository
    deliveries: Deliveries
    feed: Feed


def webhooks_in(pool: Pool) -> Webhooks:
    """The webhooks in a database."""
    return Webhooks(WebhookRepository(pool), Deliveries(pool), Feed(pool))
