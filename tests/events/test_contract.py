"""The common behaviour of stores: the same tests on every backend."""

import pickle

import orjson
import pytest

from events.canonical import NotCanonical
from events.chain import genesis, verify
from events.record import FULL, NOBODY, PUBLIC, NewEvent, Secret, Viewer
from events.store import CommandReused, EventStore, StaleVersion
from tests.events.making import DEALT, MOVE, NOW, TAKEN, append, command, deal_id, table_id
from tests.simulation.runtime import RUNTIME

# Appending


def test_append_opens_a_stream(store: EventStore) -> None:
    deal, by = deal_id(), command()
    result = append(store, deal, [DEALT, TAKEN], by=by)
    assert (result.version_first, result.version_last, result.replayed) == (1, 2, False)
    assert [event.version for event in result.events] == [1, 2]
    assert [event.cmd_seq for event in result.events] == [0, 1]
    assert [event.type for event in result.events] == ["goat.dealt", "goat.trick_taken"]
    assert [event.schema for event in result.events] == [1, 2]
    assert result.events[0].data == {"hands": [["6H"], ["7H"], ["8H"], ["9H"]]}
    for event in result.events:
        assert (event.stream, event.command_id) == (deal, by.id)
        assert (event.actor, event.at) == ("seat:2", NOW)
        assert (event.cause, event.correlation) == (None, None)
    assert result.head == result.events[-1].hash


def test_appended_events_can_be_loaded(store: EventStore) -> None:
    deal = deal_id()
    first = append(store, deal, [DEALT])
    second = append(store, deal, [MOVE, TAKEN], expected=1)
    assert (second.version_first, second.version_last) == (2, 3)
    assert store.load(deal, viewer=FULL) == first.events + second.events


def test_openings_are_in_the_order_of_their_slots(store: EventStore) -> None:
    deal, secrets = deal_id(), {name: Secret(name, NOBODY, 1) for name in ("b", "c", "a")}
    [event] = append(store, deal, [NewEvent("x", 1, secrets)]).events
    assert [each.slot for each in event.openings] == ["a", "b", "c"]
    assert store.load(deal, viewer=FULL) == (event,)


def test_a_part_of_a_stream_is_loaded(store: EventStore) -> None:
    deal = deal_id()
    events = append(store, deal, [MOVE, TAKEN, DEALT, MOVE]).events
    assert store.load(deal, viewer=FULL, after=1) == events[1:]
    assert store.load(deal, viewer=FULL, upto=3) == events[:3]
    assert store.load(deal, viewer=FULL, after=1, upto=3) == events[1:3]
    assert store.load(deal, viewer=FULL, after=4) == ()
    assert store.load(deal, viewer=FULL, after=9, upto=12) == ()
    assert store.load(deal, viewer=FULL, upto=0) == ()


def test_a_stream_that_does_not_exist_is_empty(store: EventStore) -> None:
    assert store.load(deal_id(), viewer=FULL) == ()
    assert store.head(deal_id()) is None


@pytest.mark.parametrize("expected", [0, 1, 3, 9])
def test_a_stale_version_changes_nothing(store: EventStore, expected: int) -> None:
    deal = deal_id()
    append(store, deal, [MOVE, MOVE])
    before = store.head(deal)
    with pytest.raises(StaleVersion) as stale:
        append(store, deal, expected=expected, status="other")
    assert (stale.value.stream, stale.value.expected, stale.value.current) == (deal, expected, 2)
    assert str(stale.value) == f"{deal} is at version 2, not at {expected}"
    assert store.head(deal) == before
    assert len(store.load(deal, viewer=FULL)) == 2


@pytest.mark.parametrize(("expected", "missed"), [(0, 3), (1, 2), (2, 1), (9, 0), (-1, 0)])
def test_a_stale_append_brings_what_was_missed(
    store: EventStore, expected: int, missed: int
) -> None:
    deal, secret = deal_id(), NewEvent("x", 1, {"a": Secret(["7C"], NOBODY, 1)})
    first = append(store, deal, [MOVE, DEALT]).events
    known = (*first, *append(store, deal, [secret], expected=2).events)
    with pytest.raises(StaleVersion) as stale:
        append(store, deal, expected=expected)
    assert stale.value.missed == known[len(known) - missed :]
    assert [len(each.openings) for each in stale.value.missed] == [1, 4, 1][3 - missed :]


def test_nothing_is_expected_of_a_stream_that_does_not_exist(store: EventStore) -> None:
    deal = deal_id()
    with pytest.raises(StaleVersion) as stale:
        append(store, deal, expected=3)
    assert stale.value.current == 0
    assert store.head(deal) is None


def test_a_command_has_an_effect(store: EventStore) -> None:
    with pytest.raises(ValueError, match="at least one event"):
        append(store, deal_id(), [])


def test_non_canonical_json_is_refused(store: EventStore) -> None:
    deal = deal_id()
    with pytest.raises(NotCanonical):
        append(store, deal, [MOVE, NewEvent("x", 1, {"points": 0.5})])
    with pytest.raises(NotCanonical):
        append(store, deal, summary={"points": 0.5})
    with pytest.raises(ValueError, match="NUL"):
        append(store, deal, summary={"name": "\0"})
    assert store.head(deal) is None


def test_any_text_may_be_recorded(store: EventStore) -> None:
    deal, data = deal_id(), {"name": "\0 \\u0000 é \U0001f0a1 \u2028", "x": Secret("\0", 1, 0)}
    append(store, deal, [NewEvent("x", 1, data)])
    [event] = store.load(deal, viewer=FULL)
    assert event.data == {**data, "x": "\0"}
    verify([event], stream=deal)


def test_streams_of_any_id_are_kept(store: EventStore) -> None:
    for stream in (RUNTIME.uuid(), table_id(), deal_id()):
        append(store, stream)
        assert len(store.load(stream, viewer=FULL)) == 1


# Repeating


@pytest.mark.parametrize("expected", [0, 2, 3, 9])
def test_a_repeated_command_gives_its_first_result(store: EventStore, expected: int) -> None:
    deal, by = deal_id(), command(fingerprint=b"request")
    append(store, deal)
    first = append(store, deal, [MOVE, TAKEN], expected=1, by=by)
    append(store, deal, expected=3)
    before = store.head(deal)
    again = append(store, deal, [MOVE, TAKEN], expected=expected, by=by, status="other")
    assert again.replayed
    assert again.events == first.events
    assert (again.version_first, again.version_last, again.head) == (2, 3, first.head)
    assert store.head(deal) == before


@pytest.mark.parametrize("events", [[MOVE], [TAKEN, MOVE], [MOVE, TAKEN, MOVE]])
@pytest.mark.parametrize("expected", [0, 2])
def test_the_first_events_stand(store: EventStore, events: list[NewEvent], expected: int) -> None:
    deal, by = deal_id(), command()
    first = append(store, deal, [MOVE, TAKEN], by=by)
    again = append(store, deal, events, expected=expected, by=by)
    assert again.replayed
    assert again.events == first.events == store.load(deal, viewer=FULL)


@pytest.mark.parametrize(("first", "second"), [(b"a", b"b"), (b"a", None), (None, b"a")])
@pytest.mark.parametrize("expected", [0, 1, 7])
def test_a_command_is_not_used_for_another_request(
    store: EventStore, first: bytes | None, second: bytes | None, expected: int
) -> None:
    deal, by = deal_id(), command(fingerprint=first)
    append(store, deal, by=by)
    before = store.head(deal)
    with pytest.raises(CommandReused) as reused:
        append(store, deal, expected=expected, by=command(command_id=by.id, fingerprint=second))
    assert (reused.value.stream, reused.value.command_id) == (deal, by.id)
    assert str(by.id) in str(reused.value)
    assert store.head(deal) == before


def test_a_command_is_of_one_stream(store: EventStore) -> None:
    by, one, other = command(), deal_id(), deal_id()
    append(store, one, by=by)
    assert not append(store, other, by=by).replayed


# Reading


@pytest.mark.parametrize("viewer", [FULL, PUBLIC, 0, 1, 2, 3])
def test_every_reader_has_the_same_chain(store: EventStore, viewer: Viewer) -> None:
    deal = deal_id()
    head = append(store, deal, [DEALT, MOVE, TAKEN]).head
    records = store.load(deal, viewer=viewer)
    assert verify(records, stream=deal, head=head) == head
    assert genesis(deal) != head


@pytest.mark.parametrize("viewer", [PUBLIC, 0, 1, 2, 3])
def test_no_reader_gets_anothers_secret(store: EventStore, viewer: Viewer) -> None:
    deal = deal_id()
    seats = {seat: f"card-of-{seat}" for seat in range(4)}
    hands = [Secret([card], seat, 1) for seat, card in seats.items()]
    append(store, deal, [NewEvent("x", 1, {"hands": hands, "s": Secret("seed", NOBODY, 0)})])
    given = pickle.dumps([tuple(event) for event in store.load(deal, viewer=viewer)])
    for seat, card in seats.items():
        assert (card.encode() in given) == (seat == viewer)
    assert b"seed" not in given


@pytest.mark.parametrize("viewer", [-1, 2**15, "everyone"])
def test_an_invalid_viewer_is_refused(store: EventStore, viewer: Viewer) -> None:
    with pytest.raises((ValueError, TypeError)):
        store.load(deal_id(), viewer=viewer)


def test_bodies_are_the_truth(store: EventStore) -> None:
    deal = deal_id()
    append(store, deal, [DEALT])
    [full], [public] = store.load(deal, viewer=FULL), store.load(deal, viewer=PUBLIC)
    assert full.body == public.body
    assert orjson.loads(public.body) == public.envelope


# The status of streams


def test_head_describes_a_stream(store: EventStore) -> None:
    deal = deal_id()
    append(store, deal, by=command(at=5), status="open", summary={"a": [1, {"b": None}]})
    last = append(
        store,
        deal,
        [MOVE, MOVE],
        expected=1,
        by=command(at=7),
        kind="other",
        status="over",
        summary={"winner": "é"},
    )
    row = store.head(deal)
    assert row is not None
    assert (row.id, row.kind, row.version, row.head) == (deal, "deal", 3, last.head)
    assert (row.status, row.summary) == ("over", {"winner": "é"})
    assert (row.opened_at, row.updated_at) == (5, 7)
    assert row.cursor == (5, deal)


def test_a_summary_is_kept_as_it_was(store: EventStore) -> None:
    deal, names = deal_id(), ["a"]
    append(store, deal, summary={"names": names})
    names.append("b")
    row = store.head(deal)
    assert row is not None
    assert row.summary == {"names": ["a"]}


def test_versions_of_many_streams(store: EventStore) -> None:
    one, two, none = deal_id(), table_id(), deal_id()
    append(store, one)
    append(store, two, [MOVE, MOVE])
    assert store.versions([one, two, none]) == {one: 1, two: 2}
    assert store.versions({one, one}) == {one: 1}
    assert store.versions([]) == {}


def test_when_many_streams_were_opened(store: EventStore) -> None:
    one, two, none = deal_id(), table_id(), deal_id()
    append(store, one, by=command(at=5))
    append(store, two, by=command(at=6))
    append(store, two, expected=1, by=command(at=7))
    assert store.opened_at([one, two, none]) == {one: 5, two: 6}
    assert store.opened_at([]) == {}


def test_tending_may_be_done_at_any_time(store: EventStore) -> None:
    store.create_partitions()
    store.create_partitions()


def test_a_status_is_marked(store: EventStore) -> None:
    deal = deal_id()
    append(store, deal, [MOVE, MOVE], status="over", summary={"a": 1})
    before = store.head(deal)
    assert not store.set_status(deal, version=1, status="recorded")
    assert not store.set_status(deal_id(), version=0, status="recorded")
    assert store.head(deal) == before
    assert store.set_status(deal, version=2, status="recorded")
    assert store.set_status(deal, version=2, status="recorded")
    row = store.head(deal)
    assert row is not None
    assert row.status == "recorded"
    assert (row.version, row.summary, row.updated_at) == (2, {"a": 1}, NOW)


# Finding


def test_streams_are_found_in_the_order_of_their_opening(store: EventStore) -> None:
    kind, streams = f"kind-{RUNTIME.uuid()}", [RUNTIME.uuid() for _ in range(6)]
    for place, stream in enumerate(streams):
        append(store, stream, kind=kind, status="ab"[place % 2], by=command(at=place // 2))
    rows = [store.head(stream) for stream in streams]
    ordered = sorted((row for row in rows if row), key=lambda row: (row.opened_at, row.id))

    def found(**wanted: object) -> list[object]:
        return list(store.find(**{"kind": kind, "statuses": ["a", "b"], "limit": 9, **wanted}))  # type: ignore[arg-type]

    assert found() == ordered
    assert found(newest_first=True) == ordered[::-1]
    assert found(limit=4) == ordered[:4]
    assert found(limit=4, newest_first=True) == ordered[:1:-1]
    assert found(statuses={"a"}) == [row for row in ordered if row.status == "a"]
    assert found(statuses=["a", "a", "c"], limit=2) == [r for r in ordered if r.status == "a"][:2]
    assert found(statuses=[]) == found(statuses=["c"]) == found(kind="none") == []
    for place, row in enumerate(ordered):
        assert found(after=row.cursor) == ordered[place + 1 :]
        assert found(after=row.cursor, newest_first=True) == ordered[:place][::-1]


def test_a_stream_is_found_where_it_stands_now(store: EventStore) -> None:
    kind, deal = f"kind-{RUNTIME.uuid()}", deal_id()
    append(store, deal, kind=kind, status="open")
    append(store, deal, kind=kind, status="over", expected=1)
    assert store.find(kind=kind, statuses=["open"], limit=9) == []
    assert store.find(kind=kind, statuses=["over"], limit=9) == [store.head(deal)]


def test_streams_of_an_owner_are_counted_up_to_a_limit(store: EventStore) -> None:
    kind, owner = RUNTIME.uuid().hex, RUNTIME.uuid().hex
    for status, refs in (("open", ["a", "b"]), ("open", []), ("playing", ["b"]), ("over", ["b"])):
        append(store, table_id(), kind=kind, status=status, summary={"owner": owner, "refs": refs})
    append(store, table_id(), kind=kind, status="open", summary={"owner": RUNTIME.uuid().hex})
    append(store, table_id(), kind=RUNTIME.uuid().hex, status="open", summary={"owner": owner})
    append(store, table_id(), kind=kind, status="open", summary={})

    def owned(*statuses: str, limit: int = 9, ref: str | None = None) -> int:
        return store.owned(kind=kind, statuses=statuses, owner=owner, limit=limit, ref=ref)

    assert (owned("open"), owned("open", "playing"), owned("closed"), owned()) == (2, 3, 0, 0)
    assert owned("open", "playing", "over", limit=2) == 2
    assert [owned("open", "playing", ref=ref) for ref in "abc"] == [1, 2, 0]


def test_streams_are_found_by_the_moment_that_they_wait_for(store: EventStore) -> None:
    kind = RUNTIME.uuid().hex
    waiting = ((30, "timed"), (10, "bots"), (20, "timed"), (5, "over"), (40, "bots"))
    for until, status in waiting:
        append(store, deal_id(), kind=kind, status=status, summary={"until": until})
    append(store, deal_id(), kind=kind, status="timed", summary={"until": None})
    append(store, deal_id(), kind=kind, status="timed", summary={})
    append(store, deal_id(), kind=RUNTIME.uuid().hex, status="timed", summary={"until": 10})
    found, after = [], None
    while rows := store.expiring(
        kind=kind, statuses=("timed", "bots"), before=40, limit=2, after=after
    ):
        found += [row.summary["until"] for row in rows]
        after = found[-1], rows[-1].id
    assert found == [10, 20, 30]
    assert store.expiring(kind=kind, statuses=["timed"], before=20, limit=9) == []


def test_streams_that_wait_for_the_same_moment_are_all_found(store: EventStore) -> None:
    kind, streams = RUNTIME.uuid().hex, sorted(deal_id() for _ in range(3))
    for stream in reversed(streams):
        append(store, stream, kind=kind, status="timed", summary={"until": 7})
    found, after = [], None
    while rows := store.expiring(kind=kind, statuses=["timed"], before=8, limit=1, after=after):
        found += [row.id for row in rows]
        after = 7, found[-1]
    assert found == streams
