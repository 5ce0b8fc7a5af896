"""Unknown things are left open: a later release, or another game."""

import json
from collections.abc import Callable
from typing import Any, Final

import pytest

from events.canonical import canonical
from tests.verifier.javascript import base64, said_of
from tests.verifier.making import KEY, bundled, deal, verdicts
from tests.verifier.mutations import rechained, with_entry
from tests.verifier.test_series import a_series, table_bundle
from verifier.bundle import Bundle, write
from verifier.case import Case
from verifier.verdicts import FAILS, OPEN

# --- Unknown records ------------------------------------------------------------------------------


def in_another_game(bundle: Bundle) -> Bundle:
    """An honest record of an unknown game; it differs only in the name of the game."""
    old, new = bundle.game.encode(), b"whist"
    events = [each._replace(body=each.body.replace(old, new)) for each in bundle.events]
    return rechained(bundle, events)._replace(game="whist", receipts=(), log=None)


def with_envelope(bundle: Bundle, at: int, change: Callable[[dict[str, Any]], None]) -> Bundle:
    envelope = json.loads(bundle.events[at].body)
    change(envelope)
    altered = with_entry(bundle, at, body=canonical(envelope))
    return rechained(altered, altered.events)._replace(receipts=(), log=None)


def _newer(envelope: dict[str, Any]) -> None:
    envelope["schema"] += 1


def _another_event(envelope: dict[str, Any]) -> None:
    envelope["type"] = "durak.shuffled_again"


UNKNOWN: Final = {
    "a game": in_another_game(bundled(deal("durak", 2))),
    "the table of a game": in_another_game(table_bundle(a_series("durak", 2).table)),
    "a version of a record": with_envelope(bundled(deal("durak", 2)), 0, _newer),
    "a version of a table": with_envelope(table_bundle(a_series("durak", 2).table), 0, _newer),
    "an event": with_envelope(bundled(deal("durak", 2)), 7, _another_event),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_records_do_not_fail(name: str) -> None:
    (said,) = said_of([{"raw": base64(write(UNKNOWN[name]))}])
    assert FAILS not in {each.status for each in said}, said
    form = said[0]
    assert (form.check, form.status) == ("form", OPEN)
    assert form.detail.startswith("not known here: ")


@pytest.mark.parametrize("name", [name for name in UNKNOWN if name != "an event"])
def test_a_record_of_a_later_release_is_open_in_python(name: str) -> None:
    said = verdicts(UNKNOWN[name])
    assert FAILS not in {each.status for each in said.values()}, said
    assert said["form"].status == OPEN
    assert "not known here" in said["form"].detail


def test_a_receipt_that_fails_counts_for_more_than_one_that_is_open() -> None:
    """The time of an event cannot be read if the events are malformed; the chain can."""
    whole = UNKNOWN["a version of a record"]
    first, *rest = bundled(deal("durak", 2)).receipts
    head = Case(whole).heads[first.position - 1]
    good = first._replace(head=head).by(KEY)
    said = verdicts(whole._replace(receipts=(good,)))
    assert said["receipts"].status == OPEN
    contradicted = whole._replace(receipts=(good, rest[-1]))
    assert verdicts(contradicted)["receipts"].status == FAILS
    (other,) = said_of([{"raw": base64(write(contradicted))}])
    assert [each.status for each in other if each.check == "receipts"] == [FAILS]


# --- Events of games ------------------------------------------------------------------------------


def _more(envelope: dict[str, Any]) -> None:
    envelope["data"]["more"] = 1


def _no_card(envelope: dict[str, Any]) -> None:
    envelope["data"]["card"] = "ZZ"


def _no_seat(envelope: dict[str, Any]) -> None:
    envelope["data"]["seat"] = "0"


def _nothing(envelope: dict[str, Any]) -> None:
    envelope["data"].clear()


def _place(bundle: Bundle, name: str) -> int:
    return next(at for at, each in enumerate(bundle.events) if name.encode() in each.body)


def _of_a_game(change: Callable[[dict[str, Any]], None]) -> Bundle:
    whole = bundled(deal("durak", 2), receipts=False, logged=False)
    return with_envelope(whole, _place(whole, "durak.attacked"), change)


def _hands_stand_open() -> Bundle:
    whole = bundled(deal("durak", 2), receipts=False, logged=False)
    at = _place(whole, "durak.dealt")
    values = [json.loads(each.payload) for each in whole.events[at].openings]
    opened = with_entry(whole, at, openings=())
    return with_envelope(opened, at, lambda envelope: envelope["data"].update(hands=values))


def _a_hand_of_another_number() -> Bundle:
    whole = bundled(deal("durak", 2), receipts=False, logged=False)

    def fewer(envelope: dict[str, Any]) -> None:
        envelope["data"]["hands"][0]["count"] -= 1

    return with_envelope(whole, _place(whole, "durak.dealt"), fewer)


WRONG: Final = {
    "a field more": (_of_a_game(_more), "form"),
    "no card": (_of_a_game(_no_card), "form"),
    "no seat": (_of_a_game(_no_seat), "form"),
    "no fields": (_of_a_game(_nothing), "form"),
    "hands stand open": (_hands_stand_open(), "openings"),
    "a hand of another number": (_a_hand_of_another_number(), "openings"),
}


@pytest.mark.parametrize("name", WRONG)
def test_events_of_games_have_their_form_and_their_secrets(name: str) -> None:
    bundle, check = WRONG[name]
    mine = verdicts(bundle)[check]
    assert mine.status == FAILS
    (said,) = said_of([{"raw": base64(write(bundle))}])
    (other,) = (each for each in said if each.check == check)
    assert other == mine
