"""The TypeScript client compiles against the contract, and repeats and resumes as it should."""

import json
import re
from pathlib import Path

import pytest

from fairdeal_client import Client, Unreachable
from tests.api.contracts import contract
from tests.clients import typescript
from tests.clients.scripted import FOREIGN, NOTHING, Script, answer, scripted, stream

SSE = "text/event-stream"
VECTORS = Path(__file__).parents[1] / "vectors"


def execute(script: Script, code: str) -> str:
    return typescript.execute(script.url, "seat_x", code)


MOVE = """
const params = { path: { deal: "d" } }, body = { move: { type: "lead", cards: ["7C"] } };
const move = () => done(c.ask.POST("/v1/deals/{deal}/moves", { params, body }));
"""


def test_one_intent_has_one_key_however_often_it_is_sent() -> None:
    late = answer(429, {}, "Retry-After: 1")
    date = answer(503, {}, "Retry-After: Fri, 21 Nov 2025 00:00:00 GMT")
    broken = answer(201, {"version": 4})[:-2]
    cut = answer(408, {}, "Connection: close")
    replies = (NOTHING, broken, answer(500), late, date, cut, answer(201, {"a": 1}))
    with scripted(*replies) as script:
        assert execute(script, MOVE + "console.log(JSON.stringify(await move()))") == '{"a":1}'
        assert len(script.keys) == 1
        assert len({each.body for each in script.received}) == 1


def test_a_person_without_a_credential_joins_a_tournament() -> None:
    joined = {"player": 1, "token": "entry_x"}
    with scripted(*[answer(201, joined)] * 2) as script:
        assert Client(script.url, "").join_tournament("t", name="Ann") == joined
        code = "console.log((await c.joinTournament('t', { name: 'Ann' })).token)"
        assert typescript.execute(script.url, "", code) == "entry_x"
    assert all("authorization" not in each.headers for each in script.received)


def test_refusals_come_at_once_with_a_reason() -> None:
    refused = {"code": "illegal-move", "detail": "No.", "clauses": [{"id": "G10", "text": "Beat."}]}
    said = "await move().catch((no) => console.log(no instanceof Problem, no.code, no.message))"
    with scripted(answer(409, refused)) as script:
        printed = execute(script, MOVE + said)
    assert printed == "true illegal-move 409 illegal-move: No. [G10] Beat."


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_answer_is_one_error_and_is_tried_again(name: str) -> None:
    named = "no.begin === '' || no.message.includes(JSON.stringify(no.begin))"
    report = f"console.log(no instanceof ForeignAnswer, no.code, {named})"
    code = f"""{MOVE}
    console.log(JSON.stringify(await move()));
    const impatient = new Client({{url}}, "seat_x", {{ ...PATIENCE, most: 0 }});
    await done(impatient.ask.GET("/v1/me")).catch((no) => {report});
    """
    with scripted(FOREIGN[name], answer(201, {"a": 1}), FOREIGN[name]) as script:
        printed = execute(script, code.replace("{url}", json.dumps(script.url)))
    status = FOREIGN[name][9:12].decode()
    assert printed.split("\n") == ['{"a":1}', f"true http-{status} true"]


def test_every_operation_with_text_is_known_to_have_it() -> None:
    source = (typescript.SOURCE / "src" / "problem.ts").read_text("utf-8")
    [pattern] = re.findall("const TEXTS = /(.*)/;", source)
    known = re.compile(pattern.replace("\\/", "/"))
    with_text = {
        path
        for path, methods in contract()["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
        for status, answer in operation["responses"].items()
        for kind in answer.get("content", ())
        if status == "200" and not kind.endswith(("json", "html"))
    }
    assert with_text
    assert {path for path in with_text if not known.search(path)} == set()


@pytest.mark.parametrize("status", [301, 302, 307])
def test_no_redirect_is_followed(status: int) -> None:
    report = ".catch((no) => console.log(no instanceof ForeignAnswer, no.message))"
    calls = ("move()", "c.deal('d')", "c.events('d').next()")
    code = MOVE + " ".join(f"await {call}{report};" for call in calls)
    with scripted() as elsewhere:
        where = f"{elsewhere.url}/v1/tables"
        replies = [answer(status, None, f"Location: {where}")] * 3
        with scripted(*replies) as script:
            printed = execute(script, code).split("\n")
        said = f"true {status} http-{status}: it redirects to {where}, which is not followed"
        assert printed == [said] * 3
        assert elsewhere.received == []


def test_a_stream_of_something_else_is_opened_again() -> None:
    junk = stream(SSE, b"id: 1\ndata: <html>\n\n", whole=True)
    good = stream(SSE, message(1), b"event: end\ndata: {}\n\n", whole=True)
    code = "for await (const { position } of c.events('d')) console.log(position)"
    with scripted(FOREIGN["HTML"], junk, good) as script:
        assert execute(script, code) == "1"


def test_a_move_is_judged_by_an_answer_without_a_body() -> None:
    with scripted(answer(204)) as script:
        judged = "await c.judge('d', { type: 'lead', cards: ['7C'] }); console.log('judged')"
        assert execute(script, judged) == "judged"


def test_a_stream_that_breaks_after_its_first_line_is_not_opened_again_at_once() -> None:
    line = b'id: 3\ndata: {"position":3,"type":"people","people":{}}\n\n'
    replies = [*[stream(SSE, line, whole=True)] * 5, answer(204)]
    code = """
    const rests = [];
    const after = (time, back) => {
      if (time > 1000) return () => undefined;
      rests.push(time);
      setTimeout(back);
      return () => undefined;
    };
    const [now, randomBytes] = [() => 0, (size) => new Uint8Array(size)];
    const runtime = { now, monotonic: now, after, randomBytes };
    const slow = new Client({url}, "seat_x", { ...PATIENCE, first: 1 }, runtime);
    for await (const people of slow.followPeople("t")) console.log(JSON.stringify(people));
    console.log(rests.length >= 4);  // a connection that was closed between two is tried again, too
    """
    with scripted(*replies) as script:
        printed = execute(script, code.replace("{url}", json.dumps(script.url)))
    assert printed.split() == [*["{}"] * 5, "true"]


def message(position: int) -> bytes:
    return b'id: %d\ndata: {"position":%d}\n\n' % (position, position)


@pytest.mark.parametrize("ends", [b"event: end\ndata: {}\n\n", b""])
def test_a_stream_goes_on_after_the_last_event_that_was_whole(ends: bytes) -> None:
    replies = (
        stream(SSE, b"retry: 1000\n\n", message(1), message(2) + message(3)[:9], whole=False),
        NOTHING,
        answer(503, {}),
        stream(SSE, b":\n\n", whole=True),
        stream(SSE, message(3)[:5], message(3)[5:] + message(4), ends, whole=True),
        *([] if ends else [answer(204)]),
    )
    code = "for await (const { position } of c.events('d')) console.log(position)"
    with scripted(*replies) as script:
        assert execute(script, code).split() == ["1", "2", "3", "4"]
        received = [each.headers["last-event-id"] for each in script.received]
    assert received == ["0", "2", "2", "2", "2", "4"][: len(replies)]


NDJSON = "application/x-ndjson"
EVIDENCE = """
const parts = [];
try {
  for await (const part of c.tournamentEvidence("t")) parts.push(Buffer.from(part).toString());
} catch (error) {
  parts.push(error.name);
}
console.log(parts.join(""));
"""


@pytest.mark.parametrize("whole", [True, False])
def test_evidence_comes_in_parts_and_is_said_to_be_cut_off(whole: bool) -> None:  # noqa: FBT001
    replies = (answer(503, {}), stream(NDJSON, b'{"a":1}\n{"b"', b":2}\n", whole=whole))
    with scripted(*replies) as script:
        said = execute(script, EVIDENCE)
    assert said.split() == ['{"a":1}', '{"b":2}', *([] if whole else ["Unreachable"])]
    with scripted(*replies) as script, Client(script.url, "key_x") as client:
        parts = client.tournament_evidence("t")
        assert next(parts) + next(parts) == b'{"a":1}\n{"b":2}\n'
        with pytest.raises(StopIteration if whole else Unreachable):
            next(parts)


RECIPE = """
const bytes = (text) => Buffer.from(text, "hex");
const hex = (raw) => Buffer.from(raw).toString("hex");
const commitments = [], signed = [];
for (const { deal, reveals } of fairness.cases) {
  for (const { seat, seed } of reveals) {
    const id = deal.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
    commitments.push(await commitment(id, seat, bytes(seed)));
  }
}
for (const { seed, deal: id, seat, position: version, head, move } of moves.moves) {
  const key = await SeatKey.of(bytes(seed));
  const message = moveToSign({ id, view: `seat:${seat}`, version, head }, move);
  signed.push([key.publicKey, hex(message), hex(await key.sign(message))]);
}
console.log(JSON.stringify({ commitments, signed }));
"""


def test_seeds_and_signatures_are_by_the_recipe() -> None:
    """According to the vectors."""
    files = [VECTORS / "fairness.json", VECTORS / "moves.json"]
    fairness, moves = (json.loads(each.read_text("utf-8")) for each in files)
    given = f"const fairness = {json.dumps(fairness)}, moves = {json.dumps(moves)};"
    printed = typescript.execute("http://127.0.0.1:9", "seat_x", given + RECIPE)
    said = json.loads(printed)
    assert said["commitments"] == [
        each["commitment"] for case in fairness["cases"] for each in case["reveals"]
    ]
    assert said["signed"] == [
        [each[name] for name in ("key", "signed", "signature")] for each in moves["moves"]
    ]


def test_a_move_has_what_it_is_given() -> None:
    code = """
    await c.move("d", { type: "take" }, {
      expectedVersion: 7, signature: Uint8Array.of(1, 255), idempotencyKey: "mine",
    });"""
    with scripted(answer(201, {})) as script:
        execute(script, code)
        (received,) = script.received
    assert received.headers["idempotency-key"] == "mine"
    assert json.loads(received.body) == {
        "move": {"type": "take"},
        "expected_version": 7,
        "signature": "01ff",
    }


@pytest.mark.long
def test_exactly_the_contract_compiles(tmp_path: Path) -> None:
    pages = [code for each in typescript.PAGES for code in typescript.snippets(each)]
    assert len(pages) == 4
    assert typescript.errors(tmp_path) == [("wrong", "3"), ("wrong", "4")]


def test_everything_locked_has_a_hash_and_no_place() -> None:
    lock = json.loads((typescript.SOURCE / "package-lock.json").read_text())
    packages = [each for name, each in lock["packages"].items() if name]
    assert all(each["integrity"].startswith("sha512-") for each in packages)
    assert not [each for each in packages if "resolved" in each]


def test_disputes_are_read_page_by_page() -> None:
    pages = [
        {"disputes": [{"dispute": each}], "next": after} for each, after in ((1, "c"), (2, None))
    ]
    code = """
for await (const each of c.disputes({ status: "open" })) console.log(each.dispute);
"""
    with scripted(*(answer(200, page) for page in pages)) as script:
        assert execute(script, code).split() == ["1", "2"]
        paths = [each.path for each in script.received]
    assert paths == ["/v1/disputes?status=open", "/v1/disputes?status=open&cursor=c"]
