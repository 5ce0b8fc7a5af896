"""A whole replay at once: a deal at one of its events, and how each later event changes it."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import orjson

from languages.catalogue import Language
from service.context import Context
from service.deals.representation import Legal, event_json, explanation_json
from service.deals.views import deal_view, history
from service.deals.visibility import viewer_name
from service.responses.deals import FrameJson, FramesJson
from service.streams import Deal

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
