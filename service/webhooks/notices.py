"""Payloads of webhooks: the news in the log that is sent, in the exact form of the request body."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, get_args
from uuid import UUID

import orjson

from domain.kernel.event import Json
from service.live import news
from service.live.news import News, TournamentNews
from service.responses.live import NewsKind, TournamentNewsKind
from service.responses.players import refs_json
from service.responses.webhooks import SentKind
from service.streams import Deal, TableStream, TournamentStream
from service.timestamps import timestamp

OF_TOURNAMENTS: Final[tuple[TournamentNewsKind, ...]] = get_args(TournamentNewsKind)
KINDS: Final[tuple[SentKind, ...]] = (*get_args(NewsKind), *OF_TOURNAMENTS)
"""The kinds of news: of notices, and of tournaments."""
TEST: Final = "webhook.test"
"""The kind of a delivery that the owner of a webhook has requested to try it."""
TURN: Final[NewsKind] = "turn.started"


class Notice(NamedTuple):
    """News to send.

    Attributes:
        position: its place in the log, counted from 1, as in ``/v1/me/events``.
        kind: the kind of news.
        owner: the owner of the table, or of the tournament.
        payload: the exact request body.
    """

    position: int
    kind: SentKind
    owner: UUID
    payload: str


def of_table(table: TableStream, version: int, *, position: int) -> Notice | None:
    """The news in the event at a version of a table's stream, if any.

    Of a table of boards, and of its deals, there are none: its tournament has the news (C26).
    """
    found = None
    if not table.state.boards:
        found = news.of_table(table.events, version, started=table.state.started)
    place = {"table": table.opened.table, "version": version, "position": position}
    return _notice(
        found, place, table, at=table.records[version - 1].at, owner=UUID(table.opened.owner)
    )


def of_deal(
    deal: Deal, version: int, *, table: TableStream, position: int, owner: UUID
) -> Notice | None:
    """The news in the event at a version of a deal, if any.

    Args:
        deal: The deal as the public sees it.
        table: Its table.
        version: The version.
        position: Of the entry in the log, counted from 1.
        owner: The owner of the table.
    """
    found = None if table.state.boards else news.of_deal(deal, version)
    place = {"table": deal.opened.table, "version": version, "position": position}
    return _notice(found, place, table, at=deal.records[version - 1].at, owner=owner)


def of_tournament(stream: TournamentStream, version: int, *, position: int) -> Notice | None:
    """The news in the event at a version of a tournament, if any."""
    found = news.of_tournament(stream.events[version - 1])
    if found is None:
        return None
    body = tournament_payload(found, stream, version, position=position)
    return Notice(position, found.kind, UUID(stream.opened.owner), orjson.dumps(body).decode())


def tournament_payload(
    news: TournamentNews, stream: TournamentStream, version: int, *, position: int
) -> dict[str, Json]:
    """The request body for news of a tournament."""
    opened = stream.opened
    ref = {} if opened.ref is None else {"ref": opened.ref}
    place = {"tournament": opened.tournament, **ref, "version": version, "position": position}
    return payload(news, place, at=stream.records[version - 1].at)


def _notice(
    found: News | None, place: dict[str, Any], table: TableStream, *, at: int, owner: UUID
) -> Notice | None:
    if found is None:
        return None
    refs = refs_json(table.opened, table.state.players)
    refs_if_any = {} if refs is None else {"refs": refs}
    body = payload(found, {**place, **refs_if_any}, at=at)
    return Notice(place["position"], found.kind, owner, orjson.dumps(body).decode())


def payload(news: News | TournamentNews, place: Mapping[str, Json], *, at: int) -> dict[str, Json]:
    """The request body for news, by the specification (standardwebhooks.com).

    Args:
        news: The news.
        place: Where it happened: ``table`` or ``tournament``, ``version``, ``position``, and the
            owner's ids if any.
        at: When it happened, in µs since the epoch.
    """
    return {"type": news.kind, "timestamp": timestamp(at), "data": {**place, **news.about}}


def test_payload(webhook: UUID, *, at: int) -> str:
    """The request body of a test delivery."""
    said = {"type": TEST, "timestamp": timestamp(at), "data": {"webhook": str(webhook)}}
    return orjson.dumps(said).decode()
