"""Both clients sign all acts of a seat with a key, not only its moves (F7)."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fairdeal_client import Client, Problem, Seat, Signer
from tests.clients import typescript
from tests.clients.scripted import Script, answer, scripted
from tests.e2e.conftest import key, url
from tests.serving import Service, on_linux
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS, HOLDS, Verdict
from verifier.verify import verify

pytestmark = on_linux

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ANN = {"name": "Ann", "key": KEY.public_key().public_bytes_raw().hex()}
BOB = {"name": "Bob"}


class Opened(NamedTuple):
    """A table at which Ann, who has a key, sits on seat 0."""

    url: str
    key: str
    id: str
    token: str

    def owner(self) -> Client:
        return Client(self.url, self.key)

    def ann(self) -> Client:
        return Client(self.url, self.token)


def opened(serve: Service, *others: dict[str, str]) -> Opened:
    with Client(url(serve), key(serve)) as owner:
        made = owner.open_table("durak", "Acts", seats=[ANN, *others], target=1)
    return Opened(url(serve), key(serve), made["table"]["id"], made["tokens"][0]["token"])


# --- At a real service --------------------------------------------------------------------------


def deal_in_python(table: Opened) -> str:
    """All acts of Ann except moves, from the first deal to the dispute; returns that deal."""
    with table.ann() as client, table.owner() as owner:
        seat = Seat(client, sign=KEY.sign)
        watcher = seat.admit_watcher("  Éva “the press” ", expires_in=600)
        seat.dismiss_watcher(watcher["watcher"])
        reader = seat.admit_reader(" Éva ")
        seat.dismiss_reader(reader["reader"])
        owner.withdraw_invitation(table.id, owner.invite(table.id, "Cid")["invitation"])
        with Client(table.url, owner.invite(table.id, "Bob, by mail")["token"]) as invited:
            taken = invited.come_in("Bob", commits=False, idempotency_key="in")
            assert invited.come_in("Bob", commits=False, idempotency_key="in") == taken
        deal = client.table(table.id)["deal"]
        assert deal is not None
        left = seat.leave(deal["id"], idempotency_key="gone")
        assert seat.leave(deal["id"], idempotency_key="gone") == left, "under another signature"
        seat.come_back(deal["id"])
        seat.resign(deal["id"])
        claim = seat.open_dispute(deal["id"], at=3, claim="deal", text=" “Où” ? \U0001f0cf ")
        seat.answer_dispute(deal["id"], claim["dispute"], " Sí, “settled”. ")
        other = seat.open_dispute(deal["id"], at=3, claim="deal", text="No.")
        seat.withdraw_dispute(deal["id"], other["dispute"])
        judge = owner.ask("POST", f"/v1/tables/{table.id}/auditors", body={"name": "Eve"})
        with Client(table.url, judge["token"]) as auditor:
            path = f"/v1/deals/{deal['id']}/disputes/{claim['dispute']}/ruling"
            auditor.ask("POST", path, body={"ruling": "dismissed", "text": "No."})
        seat.appeal_ruling(deal["id"], claim["dispute"], " No: “why”? ")
        return deal["id"]


ACTS = """
const { sign } = await SeatKey.of(Uint8Array.from({ length: 32 }, (_, at) => at));
const seat = await Seat.of(c, { sign });
const { watcher } = await seat.admitWatcher({ name: "  Éva “the press” ", expires_in: 600 });
await seat.dismissWatcher(watcher);
const { reader } = await seat.admitReader({ name: " Éva " });
await seat.dismissReader(reader);
const owner = new Client(URL, KEY);
const { invitation } = await owner.invite(seat.table, { name: "Cid" });
await owner.withdrawInvitation(seat.table, invitation);
const { token } = await owner.invite(seat.table, { name: "Bob, by mail" });
const invited = new Client(URL, token);
const { seat: taken } = await invited.comeIn({ name: "Bob", commits: false }, undefined, "in");
const same = await invited.comeIn({ name: "Bob", commits: false }, undefined, "in");
if (same.seat !== taken) throw new Error("another seat");
const { deal: { id } } = await c.table(seat.table);
const left = JSON.stringify(await seat.leave(id, "gone"));
if (JSON.stringify(await seat.leave(id, "gone")) !== left) throw new Error("another answer");
await seat.comeBack(id);
await seat.resign(id);
const claim = { at: 3, claim: "deal", text: " “Où” ? \U0001f0cf " };
const { dispute } = await seat.openDispute(id, claim);
await seat.answerDispute(id, dispute, " Sí, “settled”. ");
const again = await seat.openDispute(id, claim);
await seat.withdrawDispute(id, again.dispute);
const { data: judge } = await new Client(URL, KEY).ask.POST("/v1/tables/{table}/auditors", {
  params: { path: { table: seat.table } }, body: { name: "Eve" },
});
await new Client(URL, judge.token).ask.POST("/v1/deals/{deal}/disputes/{dispute}/ruling", {
  params: { path: { deal: id, dispute } }, body: { ruling: "dismissed", text: "No." },
});
await seat.appealRuling(id, dispute, " No: “why”? ");
console.log(id);
"""


def deal_in_typescript(table: Opened) -> str:
    code = ACTS.replace("URL", repr(table.url)).replace("KEY)", f"{table.key!r})")
    return typescript.execute(table.url, table.token, code)


def verdicts(bundle: bytes) -> dict[str, Verdict]:
    return {each.check: each for each in verify(Case(read(bundle)))}


@pytest.mark.parametrize("acts", [deal_in_python, deal_in_typescript])
def test_acts_are_recorded_with_signatures_that_hold(serve: Service, acts: Any) -> None:
    table = opened(serve)
    deal = acts(table)
    with table.ann() as ann:
        of_deal, of_table = verdicts(ann.bundle("deals", deal)), ann.bundle("tables", table.id)
        disputes = ann.ask("GET", f"/v1/deals/{deal}/disputes")["disputes"]
        kinds = [event["type"] for event in ann.events(deal)]
    assert FAILS not in {each.status for each in of_deal.values()}, of_deal
    assert of_deal["signatures"].status == HOLDS
    assert "0 moves and 3 acts of seat 0 are signed" in of_deal["signatures"].detail
    said = verdicts(of_table)
    assert FAILS not in {each.status for each in said.values()}, said
    assert said["signatures"].detail == "9 acts of seat 0 are signed"
    assert kinds.count("deal.act_signed") == 3
    dispute, withdrawn = disputes
    assert (withdrawn["status"], dispute["appeal"]["text"]) == ("withdrawn", "No: “why”?")
    assert dispute["text"] == "“Où” ? \U0001f0cf"
    assert [each["text"] for each in dispute["answers"]] == ["Sí, “settled”."]


def leaves_in_python(table: Opened) -> None:
    with table.ann() as client:
        Seat(client, sign=KEY.sign).leave_seat()


def leaves_in_typescript(table: Opened) -> None:
    code = """
    const { sign } = await SeatKey.of(Uint8Array.from({ length: 32 }, (_, at) => at));
    await (await Seat.of(c, { sign })).leaveSeat();
    """
    typescript.execute(table.url, table.token, code)


@pytest.mark.parametrize("leaves", [leaves_in_python, leaves_in_typescript])
def test_a_seat_is_left_by_a_signed_act(serve: Service, leaves: Any) -> None:
    table = opened(serve)
    leaves(table)
    with table.owner() as owner:
        assert owner.table(table.id)["seats"][0]["name"] is None
        said = verdicts(owner.bundle("tables", table.id))
    assert said["signatures"].detail == "1 acts of seat 0 are signed"


def test_with_the_token_alone_nothing_is_done_in_the_name_of_the_seat(serve: Service) -> None:
    """Neither without a signature nor with the signature of another key."""
    table = opened(serve, BOB)
    other = Ed25519PrivateKey.generate()
    with table.ann() as client:
        deal = client.table(table.id)["deal"]
        assert deal is not None
        seat = Seat(client, sign=KEY.sign)
        seat.leave(deal["id"])
        seat.come_back(deal["id"])
        seat.resign(deal["id"])
        for act in at_the_table(deal["id"], table.id):
            with pytest.raises(Problem, match="signature-needed"):
                act(client)
        forger = Seat(client, sign=other.sign)
        for forged in (
            lambda: forger.open_dispute(deal["id"], at=3, claim="deal", text="No."),
            lambda: forger.admit_watcher("Eve"),
        ):
            with pytest.raises(Problem, match="signature-refused"):
                forged()
        events = client.ask("GET", f"/v1/tables/{table.id}/events")["events"]
    assert [each["type"] for each in events if each["actor"] == "seat:0"] == []


def at_the_table(deal: str, table: str) -> list[Callable[[Client], Any]]:
    return [
        lambda client: client.open_dispute(deal, at=3, claim="deal", text="No."),
        lambda client: client.admit_watcher(table, "Eve"),
    ]


@pytest.mark.parametrize("name", ["leave", "resign"])
def test_nor_in_a_deal(serve: Service, name: str) -> None:
    table = opened(serve, BOB)
    with table.ann() as client:
        deal = client.table(table.id)["deal"]
        assert deal is not None
        before = client.deal(deal["id"])["head"]
        with pytest.raises(Problem, match="signature-needed"):
            getattr(client, name)(deal["id"])
        forger = Seat(client, sign=Ed25519PrivateKey.generate().sign)
        with pytest.raises(Problem, match="signature-refused"):
            getattr(forger, name)(deal["id"])
        assert client.deal(deal["id"])["head"] == before


class Overtaken(Client):
    """Bob leaves a deal directly after the client has first read it."""

    bob: Client | None = None

    def deal(self, deal: str, **more: Any) -> Any:
        shown = super().deal(deal, **more)
        if self.bob is not None:
            self.bob.leave(deal)
            self.bob = None
        return shown


def test_an_act_is_signed_again_when_the_record_has_grown(serve: Service) -> None:
    with Client(url(serve), key(serve)) as owner:
        made = owner.open_table("durak", "Overtaken", seats=[ANN, BOB], target=1)
    ann, bob = (each["token"] for each in made["tokens"])
    with Overtaken(url(serve), ann) as client, Client(url(serve), bob) as other:
        seat = Seat(client, sign=KEY.sign)
        deal = client.table(made["table"]["id"])["deal"]
        assert deal is not None
        client.bob = other
        seat.resign(deal["id"])
        events = [each["type"] for each in client.events(deal["id"])]
    bob_left = events.index("deal.seat_taken_over")
    assert "deal.act_signed" in events[bob_left:], "the signature is over the record with it"


# --- Scripted answers of the service --------------------------------------------------------------

DEAL = "01234567-89ab-8def-8123-456789abcdef"
DONE = {"deal": DEAL, "version": 5, "events": [], "receipt": {}}


def shown(version: int) -> bytes:
    head = f"{version:064x}"
    return answer(200, {"id": DEAL, "view": "seat:0", "version": version, "head": head})


def refused(**more: Any) -> bytes:
    return answer(409, {"code": "signature-refused", "detail": "No.", **more})


def leave_in_python(script: Script) -> str:
    with Client(script.url, "seat_x") as client:
        signer = Signer(0, KEY.sign)
        try:
            signer.act(
                {"type": "leave"},
                lambda: client.deal(DEAL),
                lambda **signed: client.leave(DEAL, **signed),
            )
        except Problem as problem:
            return problem.code
    return "done"


def leave_in_typescript(script: Script) -> str:
    code = f"""
    const {{ sign }} = await SeatKey.of(Uint8Array.from({{ length: 32 }}, (_, at) => at));
    const read = () => c.deal("{DEAL}"), send = (acting) => c.leave("{DEAL}", acting);
    await new Signer(0, sign).act({{ type: "leave" }}, read, send)
      .then(() => console.log("done"), (no) => console.log(no.code));
    """
    return typescript.execute(script.url, "seat_x", code)


LEAVE = [leave_in_python, leave_in_typescript]


def sent(script: Script) -> list[Any]:
    return [json.loads(each.body or b"{}") for each in script.received if each.method == "POST"]


def keys(script: Script) -> set[str]:
    return {each.headers["idempotency-key"] for each in script.received if each.method == "POST"}


@pytest.mark.parametrize("leave", LEAVE)
def test_every_try_has_the_same_key_and_another_signature(leave: Any) -> None:
    replies = (shown(3), refused(), shown(4), refused(), shown(6), answer(201, DONE))
    with scripted(*replies) as script:
        assert leave(script) == "done"
        assert len({each["signature"] for each in sent(script)}) == 3
        assert len(keys(script)) == 1


@pytest.mark.parametrize("leave", LEAVE)
def test_a_signature_that_is_refused_for_the_same_record_does_not_fit(leave: Any) -> None:
    with scripted(shown(3), refused(), shown(3)) as script:
        assert leave(script) == "signature-refused"


@pytest.mark.parametrize("leave", LEAVE)
def test_where_no_act_is_signed_none_is(leave: Any) -> None:
    """A deal that was opened before acts were signed."""
    unwanted = refused(errors=[{"pointer": "/signature", "detail": "Send none."}])
    with scripted(shown(3), unwanted, answer(201, DONE)) as script:
        assert leave(script) == "done"
        first, second = sent(script)
        assert "signature" in first
        assert second == {}
        assert len(keys(script)) == 1
