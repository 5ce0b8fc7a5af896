"""Each check with one fault: the failing check, and its message."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import orjson
import pytest

from domain.fairness import tree
from domain.games import GAMES
from domain.kernel.deal import Opened, Revealed, SeedRevealed, Shuffled
from domain.kernel.event import Event, Seat
from events.canonical import canonical
from events.translog.notes import Checkpoint, SigningKey
from events.translog.receipts import Receipt
from tests.verifier.making import KEY, NOW, Step, bundled, deal, kept, place, played, verdicts
from tests.verifier.mutations import rechained, with_entry
from tests.verifier.test_series import a_series, table_bundle
from verifier.bundle import Bundle, BundleOpening, LogPlace, Unreadable, read, read_receipt, write
from verifier.form import Malformed
from verifier.verdicts import FAILS, HOLDS, NONE, OPEN

GAME: Final = GAMES["goat"]
SEATS: Final = 4
STEPS: Final = played(GAME, seats=SEATS, number=1)
"""Seats 0, 1 and 3 add seeds."""
SEATS_ADDING: Final = 3


def unsigned(steps: list[Step], *, view: str = "full", viewer: Any = "full") -> Bundle:
    return bundled(kept(steps, viewer=viewer), view=view, receipts=False, logged=False)


def changed(kind: type[Event], **values: Any) -> list[Step]:
    """The deal with other values in the first event of a kind, its chain anew."""
    done = False
    steps: list[Step] = []
    for actor, events in STEPS:
        made: list[Event] = []
        for event in events:
            if isinstance(event, kind) and not done:
                made.append(replace(cast("Any", event), **values))
                done = True
            else:
                made.append(event)
        steps.append((actor, tuple(made)))
    return steps


def reordered(order: Callable[[list[Event]], list[Event]]) -> list[Step]:
    """The deal's events in another order, each appended separately."""
    events = [event for _, each in STEPS for event in each]
    return [("system", (event,)) for event in order(events)]


def late(events: list[Event]) -> list[Event]:
    """The last seat's seed after the shuffle."""
    at = SEATS_ADDING
    return [*events[:at], events[at + 1], events[at], *events[at + 2 :]]


def early(events: list[Event]) -> list[Event]:
    return [*events[:5], events[-1], *events[5:]]


class Wrong(NamedTuple):
    bundle: Bundle
    check: str
    said: str
    held: dict[str, Any]


def wrong(bundle: Bundle, check: str, said: str, **held: Any) -> Wrong:
    return Wrong(bundle, check, said, held)


WHOLE: Final = bundled(deal("goat", SEATS))
FIRST: Final = WHOLE.receipts[0]
OPENED: Final = cast("Opened", STEPS[0][1][0])
LOG_PLACE: Final = cast("LogPlace", WHOLE.log)
OTHER_LOG: Final = SigningKey("another.example/log", KEY.seed)


def origin(note: str) -> str:
    """The checkpoint with the name of another log, signed by the key of this one."""
    return KEY.sign(note.partition("\n\n")[0].replace(KEY.name, OTHER_LOG.name) + "\n")


def opened_too_little() -> Bundle:
    """The deck of a full view stays sealed."""
    at, entry = next((at, each) for at, each in enumerate(WHOLE.events) if each.openings)
    return with_entry(WHOLE, at, openings=entry.openings[1:])


def opened_too_much() -> Bundle:
    """A seat's bundle with the hand of another seat in it, as it was committed to."""
    mine = unsigned(STEPS[:5], view="seat:2", viewer=2)
    full = unsigned(STEPS[:5])
    at = next(at for at, entry in enumerate(mine.events) if len(entry.openings) == 1)
    return with_entry(mine, at, openings=full.events[at].openings[:3])


def without(field: str) -> Bundle:
    """The first event of a table without one of the fields that could be taken as empty."""
    table = table_bundle(a_series("goat", SEATS).table)
    envelope = orjson.loads(table.events[0].body)
    del envelope["data"][field]
    altered = with_entry(table, 0, body=canonical(envelope))
    return rechained(altered, altered.events)


def seed_opened_early() -> Bundle:
    """A seat's bundle with the server's seed in it, as it was committed to."""
    mine = unsigned(STEPS[:5], view="seat:2", viewer=2)
    return with_entry(mine, 0, openings=unsigned(STEPS[:5]).events[0].openings)


def miscounted() -> Bundle:
    """The lots, which no seat may see yet, recorded as if they were three cards."""
    mine = unsigned(STEPS[:5], view="seat:2", viewer=2)
    at = next(at for at, entry in enumerate(mine.events) if b'"lots":{"count":1' in entry.body)
    body = mine.events[at].body.replace(b'"lots":{"count":1', b'"lots":{"count":3')
    altered = with_entry(mine, at, body=body)
    return rechained(altered, altered.events)


def in_no_slot() -> Bundle:
    at = next(at for at, entry in enumerate(WHOLE.events) if entry.openings)
    extra = BundleOpening("zz", bytes(32), b"1")
    return with_entry(WHOLE, at, openings=(*WHOLE.events[at].openings, extra))


def standing_open() -> Bundle:
    entry = WHOLE.events[0]
    seed = entry.openings[0].payload
    body = entry.body
    start = body.index(b'"seed":{') + len(b'"seed":')
    end = body.index(b"}", start) + 1
    altered = with_entry(WHOLE, 0, body=body[:start] + seed + body[end:], openings=())
    return rechained(altered, altered.events)._replace(receipts=(), log=None)


def hidden_where_nothing_is() -> Bundle:
    entry = WHOLE.events[0]
    body = entry.body.replace(
        b'"options":{}', b'"options":{"count":1,"sha256":"%s"}' % (b"ab" * 32)
    )
    altered = with_entry(WHOLE, 0, body=body)
    return rechained(altered, altered.events)._replace(receipts=(), log=None)


def no_head() -> Bundle:
    return WHOLE._replace(head=bytes(32))


def signed_as(**values: Any) -> Receipt:
    return FIRST._replace(**values).by(KEY)


def in_another_log() -> Bundle:
    leaf = tree.leaf_hash(b"another entry")
    note = KEY.sign(Checkpoint(KEY.name, 1, tree.root([leaf])).text)
    return WHOLE._replace(log=LogPlace(len(WHOLE.events), 0, (), note))


def unnamed() -> Bundle:
    return WHOLE._replace(key=None)


ALL: Final[dict[str, Wrong]] = {
    "another game": wrong(WHOLE._replace(game="durak"), "form", "event 1 (deal.opened), game"),
    "another stream": wrong(WHOLE._replace(stream=UUID(int=1)), "form", "stream"),
    "a table that is none": wrong(unsigned(changed(Opened, seats=7)), "form", "no such table"),
    "no such seat": wrong(unsigned(STEPS[:4], view="seat:9"), "form", "no such seat"),
    "cut short": wrong(unsigned(STEPS[:9]), "form", "ends with deal.revealed"),
    "begun twice": wrong(unsigned([STEPS[0], STEPS[0]], view="public"), "form", "and once"),
    "a field less": wrong(
        without("turn_limit"),
        "form",
        "event 1 (table.opened), turn_limit: the value is not allowed, or it is missing",
    ),
    "another head": wrong(no_head(), "chain", "does not end at its head"),
    "too little opened": wrong(
        opened_too_little(), "openings", "the view has this secret, and it is not opened"
    ),
    "too much opened": wrong(opened_too_much(), "openings", "the view does not have this secret"),
    "opened early": wrong(seed_opened_early(), "openings", "the view does not have this secret"),
    "miscounted": wrong(miscounted(), "openings", "3 cards are said to be hidden"),
    "no seed": wrong(
        unsigned(changed(Opened, seed=None)), "seeds", "what was committed to is no seed"
    ),
    "no such slot": wrong(in_no_slot(), "openings", "there is no commitment to open"),
    "standing open": wrong(standing_open(), "openings", "this is a secret, and stands open"),
    "hidden": wrong(hidden_where_nothing_is(), "openings", "nothing is hidden here"),
    "uncommitted": wrong(
        unsigned(changed(SeedRevealed, seat=2)), "commitments", "has committed to no seed [F3]"
    ),
    "twice": wrong(
        unsigned(changed(SeedRevealed, seat=1)), "commitments", "has shown its seed before [F3]"
    ),
    "late": wrong(unsigned(reordered(late)), "commitments", "after the shuffle [F3]"),
    "missing": wrong(
        unsigned(reordered(lambda events: events[:1] + events[2:])),
        "commitments",
        "has not shown its seed [F3]",
    ),
    "early": wrong(unsigned(reordered(early), view="public"), "commitments", "before the end"),
    "a seat's seed": wrong(
        unsigned(changed(SeedRevealed, seed="ab" * 32)), "seeds", "the seat's commitment [F3]"
    ),
    "the server's seed": wrong(
        unsigned(changed(Revealed, seed="ab" * 32)), "seeds", "the server's commitment"
    ),
    "two seeds": wrong(unsigned(changed(Opened, seed="ab" * 32)), "seeds", "another one"),
    "T": wrong(unsigned(changed(Shuffled, transcript="ab" * 32)), "pack", "T is not what"),
    "the pack": wrong(unsigned(changed(Shuffled, deck=GAME.pack)), "pack", "deck: the pack"),
    "the lots": wrong(unsigned(changed(Shuffled, lots=(19, 0))), "pack", "the lots do not"),
    "the root": wrong(unsigned(changed(Shuffled, root="ab" * 32)), "root", "the deck root is not"),
    "no key": wrong(unnamed(), "receipts", "the bundle names no key"),
    "no key for the log": wrong(unnamed(), "log", "the bundle names no key"),
    "another key": wrong(WHOLE, "receipts", "and yours is", key=OTHER_LOG.verifier),
    "a receipt for another deal": wrong(
        WHOLE, "receipts", "it is for", receipts=(signed_as(deal=UUID(int=1)),)
    ),
    "a receipt after the end": wrong(
        WHOLE, "receipts", "the record has", receipts=(signed_as(position=999),)
    ),
    "a receipt for nothing": wrong(
        WHOLE, "receipts", "the record has", receipts=(signed_as(position=0),)
    ),
    "a receipt of another head": wrong(
        WHOLE, "receipts", "another record", receipts=(signed_as(head=bytes(32)),)
    ),
    "a receipt of another time": wrong(
        WHOLE, "receipts", "another time", receipts=(signed_as(at=NOW - 1),)
    ),
    "not in the log": wrong(in_another_log(), "log", "the log does not hold this record"),
    "nowhere in the log": wrong(
        WHOLE._replace(log=LOG_PLACE._replace(version=0)), "log", "the record has"
    ),
    "no place to compare": wrong(
        WHOLE._replace(log=None), "log", "no place in the log", checkpoints=(LOG_PLACE.checkpoint,)
    ),
    "two contents": wrong(
        WHOLE,
        "log",
        "two contents",
        checkpoints=(KEY.sign(Checkpoint(KEY.name, 6, bytes(32)).text),),
    ),
    "of another log": wrong(
        WHOLE._replace(log=LOG_PLACE._replace(checkpoint=origin(LOG_PLACE.checkpoint))),
        "log",
        "of the log",
    ),
    "a dealer from elsewhere": wrong(
        unsigned(changed(Opened, dealer=9), view="public", viewer="public"),
        "consequences",
        "no seat of the table",
    ),
}


@pytest.mark.parametrize("name", ALL)
def test_errors_name_their_place(name: str) -> None:
    bundle, check, said, held = ALL[name]
    verdict = verdicts(read(write(bundle)), **held)[check]
    assert verdict.status == FAILS, verdict
    assert said in verdict.detail, verdict


def test_a_voided_deal_holds_without_a_pack() -> None:
    voided = a_series("goat", SEATS).deals[1]
    said = verdicts(unsigned(voided))
    assert {name for name, each in said.items() if each.status == OPEN} == {
        "log",
    }
    assert {name for name, each in said.items() if each.status == NONE} == {
        *("pack", "root", "receipts", "score", "bots", "hints")
    }
    assert FAILS not in {each.status for each in said.values()}
    assert "before the shuffle" in said["pack"].detail


def test_an_honest_checkpoint_of_another_size_leaves_open_whether_it_is_of_one_log() -> None:
    said = verdicts(WHOLE, checkpoints=(place(WHOLE, others=9).checkpoint,))["log"]
    assert (said.status, "size=9" in said.detail) == (OPEN, True)


def test_a_record_whose_beginning_alone_is_in_the_log_is_not_in_the_log() -> None:
    first = WHOLE._replace(events=WHOLE.events[:1], head=WHOLE.events[0].hash)
    said = verdicts(WHOLE._replace(log=place(first)), key=KEY.verifier)["log"]
    assert said.status == OPEN
    assert said.detail.startswith(f"only the first 1 of {len(WHOLE.events)} are in the log: event")


def test_a_clock_that_goes_back_is_reported_and_does_not_fail() -> None:
    assert "clock" not in verdicts(WHOLE)["form"].detail
    said = verdicts(of_another_clock())
    assert FAILS not in {each.status for each in said.values()}
    assert said["form"].detail.endswith("; the clock goes back by 40 µs at event 9")


def of_another_clock() -> Bundle:
    """Two events written by processes whose clocks are behind."""
    bundle = unsigned(STEPS)
    for at, late in ((8, 40), (12, 7)):
        envelope = orjson.loads(bundle.events[at].body)
        before = orjson.loads(bundle.events[at - 1].body)["at"]
        body = canonical({**envelope, "at": before - late})
        bundle = with_entry(bundle, at, body=body)
    return rechained(bundle, bundle.events)


def test_an_own_move_is_judged_again_on_the_own_view() -> None:
    at = next(at for at, (actor, _) in enumerate(STEPS) if at > SEATS_ADDING)
    actor, (move, *_) = STEPS[at]
    seat: Seat = int(actor.removeprefix("seat:"))
    view = f"seat:{seat}"
    own = verdicts(unsigned(STEPS[: at + 1], view=view, viewer=seat))["moves"]
    assert own.detail.startswith("1 of the reader's own were legal")
    again = [*STEPS[: at + 1], (actor, (move,))]
    said = verdicts(unsigned(again, view=view, viewer=seat))["moves"]
    assert (said.status, said.position) == (FAILS, 2 + sum(len(e) for _, e in STEPS[: at + 1]) - 1)
    assert "was not legal [" in said.detail


def test_an_impossible_event_raises_no_error() -> None:
    stray = [STEPS[0], *STEPS[6:]]
    said = verdicts(unsigned(stray, view="public", viewer="public"))["moves"]
    assert (said.status, "cannot have happened" in said.detail) == (FAILS, True)


def test_a_score_that_is_cut_off_is_missed_by_the_rules() -> None:
    (actor, (*rest, scored, revealed)) = STEPS[-1]
    assert scored.TYPE == "goat.scored"
    cut = [*STEPS[:-1], (actor, (*rest, revealed))]
    said = verdicts(unsigned(cut))
    assert said["consequences"].status == FAILS
    altered = [*STEPS[:-1], (actor, (*rest, replace(cast("Any", scored), eggs=True), revealed))]
    said = verdicts(unsigned(altered))
    assert said["score"].status == FAILS
    assert "eggs" in said["score"].detail
    assert said["moves"].status == said["consequences"].status == OPEN


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (b'"kind":"deal"', b'"kind":"hand"', "bundle.kind"),
        (b'"view":"full"', b'"view":"seat:01"', "bundle.view"),
        (b'"log":{', b'"log":{"more":1,', "bundle"),
        (b'"receipts":[', b'"receipts":[1,', "bundle.receipts[0]"),
        (b'"receipts":[', b'"receipts":{},"x":[', "bundle"),
        (b'"version":', b'"version":-', "bundle.log.version"),
        (b'"key":"', b'"key":"x', "bundle.key"),
        (b'"stream":"0', b'"stream":"G', "bundle.stream"),
        (b'{"events"', b'{ "events"', "canonical"),
    ],
)
def test_the_error_for_a_malformed_file_names_the_place(old: bytes, new: bytes, where: str) -> None:
    raw = write(WHOLE)
    assert old in raw
    with pytest.raises(Malformed) as bad:
        read(raw.replace(old, new, 1))
    assert where in str(bad.value)


def test_a_bundle_has_events() -> None:
    with pytest.raises(Malformed, match="a record has events"):
        read(write(WHOLE._replace(events=())))


def test_openings_come_once_and_in_order() -> None:
    at = next(at for at, entry in enumerate(WHOLE.events) if len(entry.openings) > 1)
    raw = write(WHOLE)
    twice = with_entry(WHOLE, at, openings=(WHOLE.events[at].openings[0],) * 2)
    assert raw != write(twice)
    with pytest.raises(Malformed, match="in the order of their slots"):
        read(write(twice))


def test_numbers_beyond_32_bits_are_no_positions() -> None:
    with pytest.raises(Malformed, match="less than 2"):
        read(write(WHOLE._replace(log=LOG_PLACE._replace(version=1 << 32))))
    with pytest.raises(Unreadable):
        read_receipt(b'{"receipt": {}}')


def test_a_receipt_with_a_signature_of_wrong_length_is_invalid() -> None:
    assert FIRST.is_by(KEY.verifier)
    assert not FIRST._replace(signature=b"short").is_by(KEY.verifier)
    assert not FIRST._replace(signature=bytes(64)).is_by(KEY.verifier)
    assert not FIRST.is_by(OTHER_LOG.verifier)


def test_the_signed_bytes_are_as_they_are_described() -> None:
    receipt = Receipt(UUID(int=5), 7, b"h" * 32, 1 << 40)
    assert receipt.signed.hex() == (
        "00000012" + b"fairdeal/1/receipt".hex() + "00000004"
        "00000010" + UUID(int=5).hex + "00000004"
        "00000007"
        "00000020" + (b"h" * 32).hex() + "00000008" + (1 << 40).to_bytes(8, "big").hex()
    )


def of_a_finished_deal(seat: int) -> Bundle:
    return unsigned(STEPS, view=f"seat:{seat}", viewer=seat)


def test_a_sealed_pack_is_open_and_what_was_dealt_of_it_is_compared() -> None:
    for bundle in (of_a_finished_deal(1), unsigned(STEPS, view="public", viewer="public")):
        said = verdicts(bundle)
        assert (said["pack"].status, "sealed in this view" in said["pack"].detail) == (OPEN, True)
        assert said["root"].status == HOLDS, "it stands open in the record"
    events = [event for _, each in STEPS for event in each]
    dealt = next(cast("Any", event) for event in events if event.TYPE == "goat.dealt")
    swapped = replace(dealt, hands=tuple(reversed(dealt.hands)))
    forged = [
        (actor, tuple(swapped if event is dealt else event for event in events))
        for actor, events in STEPS
    ]
    verdict = verdicts(unsigned(forged, view="seat:1", viewer=1))["pack"]
    assert verdict.status == FAILS
    assert "it is not what the pack makes that follows from the seeds" in verdict.detail


def test_a_pack_is_not_compared_where_the_rules_know_no_such_table() -> None:
    forged = changed(Opened, options={"no such": 1})
    said = verdicts(unsigned(forged, view="public", viewer="public"))
    assert (said["pack"].status, said["consequences"].status) == (OPEN, FAILS)
