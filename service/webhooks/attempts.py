"""Attempts to deliver: leased deliveries, the limits on leases, and results."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple, TypeAlias
from uuid import UUID

from service.webhooks.sending import AttemptAnswer

Lease: TypeAlias = tuple[UUID, datetime]
"""A delivery, and when its lease expires: a delivery that was taken again has another lease."""


class LeasedDelivery(NamedTuple):
    """A leased delivery.

    Attributes:
        webhook: its webhook.
        position: the entry of the feed.
        type: the kind of news.
        id: by which its receiver knows it.
        payload: the body to send.
        failures: how often it failed, on its current schedule.
        url: the receiver's URL.
        owner: the owner of the tables that it reports on.
        unhealthy: whether the last attempt with this receiver failed, or took long.
        until: when the lease expires.
    """

    webhook: UUID
    position: int
    type: str
    id: UUID
    payload: str
    failures: int
    url: str
    owner: UUID
    unhealthy: bool
    until: datetime

    @property
    def lease(self) -> Lease:
        """Its lease."""
        return self.id, self.until


class Limits(NamedTuple):
    """The limits on new leases.

    Attributes:
        total: in all.
        each: of a webhook at a time; one if the webhook fails.
        share: of an owner at a time.
        busy: the number of running attempts of each owner that has any.
        webhook: the only webhook that may be chosen; None: all.
    """

    total: int
    each: int
    share: int
    busy: Mapping[UUID, int]
    webhook: UUID | None = None


class FinishedAttempt(NamedTuple):
    """The result of an attempt.

    Attributes:
        answer: the receiver's answer.
        began: when the attempt began, in µs since the epoch.
        ended: when it ended.
        retry_at: when to retry; None: never.
        rest_until: until when the receiver is left alone; None: it is not.
        patience: how long a webhook may fail before it is disabled, in µs.
        slow: whether it was delivered, but took long.
    """

    answer: AttemptAnswer
    began: int
    ended: int
    retry_at: int | None
    rest_until: int | None
    patience: int
    slow: bool
