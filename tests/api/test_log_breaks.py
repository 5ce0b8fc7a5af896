"""The log begun anew, as clients see it: proofs, readers that resume, the record of the break."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import orjson
import pytest

from domain.fairness import tree
from events.listings import rebuild_listings
from events.translog.anew import begin_anew
from events.translog.notes import Checkpoint, SigningKey, VerifierKey
from events.translog.store import SHIFT
from service.lists.listings import StoredStreams, differences
from service.settings import Settings
from tests import servers
from tests.api.playing import Client, Opened, client_of
from tests.api.test_translog import CONSISTENCY, PROOF, is_consistent, is_included, raw
from tests.contexts import ORIGIN, SECRET, opened_context
from tests.simulation.runtime import RUNTIME

NEW = "fairdeal.test/log-2"
REASON = "Restored from the backup of Monday"
ALL = "/v1/me/tables/events"


class Anew(NamedTuple):
    """A service whose log was begun anew.

    Attributes:
        before: a client of the service as it was before.
        after: a client of the service as it is now.
        table: a table that was played at before and after.
        sizes: the sizes of the checkpoints of the ended log.
        url: the database.
    """

    before: Client
    after: Client
    table: Opened
    sizes: list[int]
    url: str


@contextmanager
def serving(url: str, origin: str) -> Generator[Client]:
    settings = Settings(database_url=url, given_secret=SECRET, reads=0, writes=0)
    with opened_context(url, origin=origin) as context:
        yield client_of(context, settings)


@pytest.fixture(scope="module")
def anew(embedded_postgres: str) -> Generator[Anew]:
    chance, sizes = Random(3), list[int]()
    with ExitStack() as stack:
        url = stack.enter_context(servers.fresh_database(embedded_postgres))
        before = stack.enter_context(serving(url, ORIGIN))
        table = before.open()
        for _ in range(3):
            before.play(table, chance, moves=2)
            sizes.append(before.sequence())
        before.play(table, chance, moves=2)  # these wait when the log is begun anew
        key = before.context.translog.key
        published = key.sign(Checkpoint(ORIGIN, sizes[-1] + 5, bytes(32)).text)
        begin_anew(
            url, SigningKey(NEW, key.seed), reason=REASON, at=RUNTIME.now(), published=published
        )
        after = stack.enter_context(serving(url, NEW))
        after.sequence()
        after.play(table, chance, moves=2)
        after.sequence()
        yield Anew(before, after, table, sizes, url)


def events(anew: Anew, position: int) -> list[dict[str, Any]]:
    """All events after a position, as the owner of the table reads them."""
    return anew.after.follow(ALL, anew.table.owner, after=position, limit=7)


def logged_as(found: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(each["deal"] or each["table"], each["event"]["position"]) for each in found]


def test_a_reader_that_resumes_gets_each_event_once(anew: Anew) -> None:
    found = events(anew, 0)
    context = anew.after.context
    versions = context.store.versions([UUID(anew.table.id), UUID(str(anew.table.deal))])
    assert sorted(logged_as(found)) == sorted(
        (str(stream), version)
        for stream, last in versions.items()
        for version in range(1, last + 1)
    )
    positions = [each["position"] for each in found]
    assert positions == sorted(set(positions))
    old = [each for each in positions if each <= anew.sizes[-1]]
    assert old == list(range(1, anew.sizes[-1] + 1)), "what was logged before keeps its position"
    assert min(positions[len(old) :]) > 1 << SHIFT
    for position in (anew.sizes[0], anew.sizes[-1] - 1, anew.sizes[-1], positions[-2]):
        assert events(anew, position) == [each for each in found if each["position"] > position]


@pytest.mark.parametrize("path", ["/v1/me/events", ALL, "/v1/lobby/events"])
def test_a_position_that_was_lost_is_refused(anew: Anew, path: str) -> None:
    """It is of the ended log, after its end in the backup, or of a log that is not there."""
    size = anew.after.context.listings.size()
    for position, end in ((anew.sizes[-1] + 1, anew.sizes[-1]), (5 << SHIFT, size)):
        for answer in (
            anew.after.send("GET", f"{path}?after={position}", anew.table.owner),
            anew.after.send("GET", path, anew.table.owner, Last_Event_ID=str(position)),
        ):
            assert answer.refusal == (409, "log-begun-anew")
            assert answer.json["end"] == end
            assert answer.json["values"] == {"position": position, "end": end}
        assert anew.after.send("GET", f"{path}?after={end}", anew.table.owner).status_code == 200


def test_a_new_reader_gets_only_what_comes(anew: Anew) -> None:
    page = anew.after.get("/v1/me/events", anew.table.owner)
    assert page == {"position": anew.after.context.listings.size(), "events": []}
    first = anew.after.get("/v1/me/events?limit=1", anew.table.tokens[0])["events"][0]
    assert first["position"] <= anew.sizes[0], "a seat reads from the opening of its table on"


def test_a_reader_of_the_lobby_crosses_the_break(anew: Anew) -> None:
    position, found = 0, list[dict[str, Any]]()
    for _ in range(5):
        page = anew.after.get(f"/v1/lobby/events?after={position}", anew.table.owner)
        found += page["events"]
        position = page["position"]
    assert position == anew.after.context.listings.size()
    assert len({each["position"] for each in found}) == len(found) > 0


def test_a_webhook_gets_each_notice_once(anew: Anew) -> None:
    body = {"url": "https://cards.example/hook", "events": ["turn.started", "table.started"]}
    answer = anew.after.send("POST", "/v1/webhooks", anew.table.owner, json=body)
    assert answer.status_code == 201, answer.text
    anew.after.read_feed()
    path = f"/v1/webhooks/{answer.json['id']}/deliveries?limit=100"
    sent = anew.after.get(path, anew.table.owner)["deliveries"]
    due = anew.after.get("/v1/me/events?after=0&limit=100", anew.table.owner)["events"]
    wanted = [each["position"] for each in due if each["type"] in body["events"]]
    assert sorted(each["position"] for each in sent) == wanted


def test_the_projection_is_the_same_when_it_is_built_again(anew: Anew) -> None:
    context = anew.after.context
    stored = StoredStreams(context.store, context.streams, context.translog.store, context.listings)
    before = events(anew, 0)
    assert list(differences(stored)) == []
    rebuild_listings(anew.url)
    assert list(differences(stored)) == []
    assert events(anew, 0) == before


# --- Proofs ---------------------------------------------------------------------------------------


def test_the_break_is_public(anew: Anew) -> None:
    answer = anew.after.send("GET", "/v1/log/breaks")
    assert answer.headers["Cache-Control"] == "public, no-cache"
    [broke] = answer.json["breaks"]
    assert (broke["log"], broke["reason"]) == (NEW, REASON)
    ended = broke["ended"]
    assert (ended["log"], ended["size"]) == (ORIGIN, anew.sizes[-1])
    old = anew.before.context.translog.verifier
    assert Checkpoint.read(old.open(ended["checkpoint"])).size == anew.sizes[-1]
    assert Checkpoint.read(old.open(broke["published"])).size == anew.sizes[-1] + 5
    key = VerifierKey.read(anew.after.send("GET", "/v1/log/key").text.rstrip())
    assert key.open(broke["statement"]).splitlines()[1:4] == [NEW, ORIGIN, str(anew.sizes[-1])]


def test_no_proof_leads_across_the_break(anew: Anew) -> None:
    """A plain 404 would let a holder of an old checkpoint believe that they are mistaken."""
    size = anew.after.context.translog.checkpoint().size
    lost = anew.sizes[-1] + 5
    for path in (
        CONSISTENCY.format(anew.sizes[0], size),
        CONSISTENCY.format(lost, size),
        CONSISTENCY.format(anew.sizes[0], lost) + f"&log={ORIGIN}",
        CONSISTENCY.format(anew.sizes[0], size) + f"&log={ORIGIN}",
        PROOF.format(anew.table.deal, 1) + f"&size={lost}",
        f"/v1/deals/{anew.table.deal}/bundle?size={lost}",
    ):
        answer = anew.after.send("GET", path, anew.table.tokens[0])
        assert answer.refusal == (409, "log-begun-anew"), path
        assert answer.json["values"] == {"ended": ORIGIN, "size": anew.sizes[-1], "log": NEW}


@pytest.mark.parametrize(
    "path", ["/v1/log/entries?log=a", CONSISTENCY.format(0, 0) + "&log=a", PROOF + "&log=a"]
)
def test_a_log_of_another_name_is_not_found(anew: Anew, path: str) -> None:
    answer = anew.after.send("GET", path.format(anew.table.deal, 1), anew.table.owner)
    assert answer.refusal == (404, "not-found")


def test_proofs_in_the_ended_log_are_as_they_were(anew: Anew) -> None:
    old = anew.before.context.translog
    for first, last in ((0, 1), (1, 2), (0, 2)):
        sizes = anew.sizes[first], anew.sizes[last]
        shown = anew.after.get(CONSISTENCY.format(*sizes) + f"&log={ORIGIN}")
        assert shown["log"] == ORIGIN
        older, newer = (old.store.numbered(0).checkpoint(size) for size in sizes)
        assert older is not None
        assert newer is not None
        assert is_consistent(older, newer, shown)
    leaves = anew.after.get(f"/v1/log/entries?log={ORIGIN}&limit=1000")["leaves"]
    assert len(leaves) == anew.sizes[-1]
    tip = old.breaks()[0].tip
    assert tree.root(raw(leaves)) == tip.root
    path = PROOF.format(anew.table.deal, 1)
    in_old = anew.after.get(f"{path}&log={ORIGIN}", anew.table.owner)
    in_new = anew.after.get(path, anew.table.owner)
    assert (in_old["log"], in_new["log"]) == (ORIGIN, NEW)
    assert (in_old["size"], in_old["leaf"]) == (anew.sizes[-1], in_new["leaf"])
    assert is_included(in_old, tip.root)


def test_a_bundle_has_its_place_in_the_new_log(anew: Anew) -> None:
    answer = anew.after.send("GET", f"/v1/deals/{anew.table.deal}/bundle", anew.table.tokens[0])
    bundle = orjson.loads(answer.data)
    key = VerifierKey.read(bundle["key"])
    said = Checkpoint.read(key.open(bundle["log"]["checkpoint"]))
    assert said.origin == key.name == NEW
    assert said.size == anew.after.context.translog.checkpoint().size
    assert anew.after.get("/readyz")["log"]["size"] == said.size
