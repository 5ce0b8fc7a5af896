"""A deal as its viewer saw it: at one event, in turn, as a whole replay, drawn or in text."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final
from uuid import UUID

import orjson

from domain.kernel.event import Seat
from domain.kernel.game import Game
from domain.kernel.progress import Progress, evolve
from domain.table.players import Player
from domain.table.series import Table
from formats.diagram import diagram
from formats.drawing import drawing
from formats.position import Names, position
from languages.catalogue import Language
from service.clocks.table_time import deal_time
from service.context import Context
from service.deals.representation import Legal, deal_json, event_json, explanation_json
from service.deals.seeds import deadline
from service.deals.signatures import opening_receipt
from service.deals.visibility import viewer_name
from service.games.representation import names, title
from service.responses.deals import DealJson, FrameJson, FramesJson
from service.streams import Deal


def names_at(table: Table, game: Game[Any], language: Language) -> Names:
    """The names at a table in a language."""
    players = (_called(player, seat, language) for seat, player in enumerate(table.players))
    return names(game, tuple(players), language)


def _called(player: Player | None, seat: Seat, language: Language) -> str:
    if player is None or player.bot is not None:
        return f"{language.message('table-bot')} {seat}"
    return player.name


def heading(deal: Deal, was: Progress, language: Language) -> str:
    """The game, the number of the deal, and the event after which it is shown.

    How many events follow gives away how soon the deal ends.
    """
    where = language.message("replay-event", {"at": was.position})
    number = f"{language.message('table-deal')} {deal.opened.number}"
    return f"{title(deal.game, language)}, {number}, {where}"


def as_text(deal: Deal, at: int, table: Table, language: Language) -> str:
    """The diagram of a deal after an event, as its viewer saw it."""
    was = deal.at(at)
    said = heading(deal, was, language)
    known = names_at(table, deal.game, language)
    return diagram(position(deal.game, was.state), known, title=said, language=language)


def as_drawing(deal: Deal, at: int, table: Table, language: Language) -> str:
    """The drawing of a deal after an event, as its viewer saw it: the viewer's seat is nearest."""
    was = deal.at(at)
    said = heading(deal, was, language)
    known = names_at(table, deal.game, language)
    return drawing(position(deal.game, was.state), known, title=said, near=_nearest(deal))


def without_words(deal: Deal, at: int) -> str:
    """The same without names: other sites keep a picture of it, where no name can be erased."""
    return drawing(position(deal.game, deal.at(at).state), None, near=_nearest(deal))


def _nearest(deal: Deal) -> Seat:
    """The seat at the bottom of a drawing."""
    return 0 if isinstance(deal.viewer, str) else deal.viewer


def deal_view(
    context: Context, deal: Deal, was: Progress, *, legal: Legal = "full", language: Language
) -> DealJson:
    """A deal as its viewer saw it after one of its events, in the API.

    Args:
        context: The service.
        deal: The viewer's deal.
        was: The deal after that event.
        legal: The form of the legal moves.
        language: The language of the texts for people.
    """
    is_on = not was.is_played and was.position == deal.version
    now = deal_time(context, deal) if is_on else None
    if was.shuffled is not None or was.is_off or not was.owing:
        return deal_json(deal, was, legal=legal, now=now, language=language)
    table = context.streams.table(UUID(deal.opened.table))
    until = None if table is None else deadline(table, since=deal.records[0].at)
    receipt = opening_receipt(context, deal)
    waits: Any = {"reveal_until": until, "receipt": receipt, "now": now}
    return deal_json(deal, was, legal=legal, **waits, language=language)


def history(deal: Deal, first: int, last: int) -> Iterator[Progress]:
    """The deal after each event from one position to another: each is folded once."""
    was = deal.at(first)
    yield was
    for number in range(first, last):
        was = deal.folded if number + 1 == deal.version else evolve(was, deal.events[number])
        yield was


MOST: Final = 500
"""The most frames in an answer."""
MOST_BYTES: Final = 2_000_000
"""With so many bytes of JSON an answer ends: states of some games grow with the deal."""


def frames_json(
    context: Context,
    deal: Deal,
    *,
    after: int,
    limit: int,
    legal: Legal,
    explanations: bool,
    language: Language,
) -> FramesJson:
    """A deal after an event, and a frame for each event that follows.

    Args:
        context: The service.
        deal: The viewer's deal.
        after: The position of that event, from 1 to the deal's version.
        limit: The most frames.
        legal: The form of the legal moves.
        explanations: Whether a move comes with its explanation.
        language: The language of the texts for people.
    """
    show = partial(deal_view, context, deal, legal=legal, language=language)
    states = history(deal, after, min(after + limit, deal.version))
    first = before = show(was := next(states))
    frames: list[FrameJson] = []
    size = 0
    for now in states:
        view, event = show(now), deal.events[was.position]
        frame: FrameJson = {
            "event": event_json(deal.records[was.position], event),
            "patch": merge_patch(before, view),
        }
        if explanations and event.MOVE is not None:
            frame["explanation"] = explanation_json(was, event, language)
        frames.append(frame)
        size += len(orjson.dumps(frame))
        before, was = view, now
        if size >= MOST_BYTES:
            break
    last = after + len(frames)
    return {
        "deal": str(deal.id),
        "view": viewer_name(deal.viewer),
        "version": deal.version,
        "first": first,
        "frames": frames,
        "next": last if last < deal.version else None,
    }


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON merge patch (RFC 7396) from one object to another.

    The format cannot set a field to null: it removes one that has become null.
    """
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, new in after.items():
        old = before.get(name)
        if old is new:
            continue
        if type(old) is dict and type(new) is dict:
            if inner := merge_patch(old, new):
                patch[name] = inner
        elif old != new or type(old) is not type(new):
            patch[name] = new
    return patch
