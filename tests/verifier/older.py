"""Records written by releases before 0.2: their first events have an older version."""

import json
from collections.abc import Callable
from typing import Any

from events.canonical import canonical
from tests.verifier.mutations import rechained
from verifier.bundle import Bundle, BundleEvent

BEFORE = 3
"""The version of the first events of streams then."""
LATER = (
    *("test", "bot_delay_ms", "views_after", "pause_seconds", "ref", "metadata", "decks"),
    *("hints", "phrases", "watch_delay", "fixed_auditors", "tournament", "round", "seeds"),
)
"""The fields of `table.opened` and `deal.opened` that came later."""
SIGNED = ("deal.act_signed", "table.act_signed")


def in_old_form(bundle: Bundle, change: Callable[[dict[str, Any]], None] | None = None) -> Bundle:
    """The same record as an older release would have written it, without signed acts.

    Args:
        bundle: The record of today.
        change: The change to the envelope of each event.
    """
    entries = list[BundleEvent]()
    for entry in bundle.events:
        envelope = json.loads(entry.body)
        if envelope["type"] in SIGNED:
            continue
        if envelope["type"].endswith(".opened") and not entries:
            envelope["schema"] = BEFORE
            for name in LATER:
                envelope["data"].pop(name, None)
        if envelope["type"] == "table.closed":
            envelope |= {"schema": 1, "data": {}}
        if envelope["type"] == "table.seat_taken":
            envelope["schema"] = 4
            payloads = {each.slot: each.payload for each in entry.openings}
            data = {**envelope["data"], "name": json.loads(payloads.get("name", b'"Ann"'))}
            envelope["data"] = {name: data[name] for name in data.keys() - {"ref", "metadata"}}
        if envelope["type"].startswith("table."):
            entry = entry._replace(openings=())  # noqa: PLW2901 - as it was
        if change is not None:
            change(envelope)
        entries.append(entry._replace(body=canonical(envelope)))
    return rechained(bundle, entries)
