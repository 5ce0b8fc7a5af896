"""Tables at every stage of a series, and the writing operations that make sense there."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

import httpx

from events.seat_keys import ACT, MOVE
from tests.keys import key_of, signature_of
from tests.seeding import commitment_of, seed_of
from tests.serving import until

SKAT: Final = {"game": "skat", "target": 6, "abandon": "forfeit"}
"""A deal that all players pass ends after three passes."""
SEEDING, KEYED = 0, 2
"""The seat that adds seeds, and the one that signs what it does."""
PERSONS: Final = ("Ann", "Bob", "Cid")


@dataclass
class Table:
    """A table of three persons, with the credentials of its owner and its players."""

    http: httpx.Client
    owner: str
    id: str = ""
    tokens: dict[int, str] = field(default_factory=dict)
    auditor: str = ""
    played: str = ""
    """The deal that has been played out."""
    pause: int = 0
    """The seconds between two deals."""
    invited: str = ""
    """The token of the first invitation."""

    def ask(self, method: str, path: str, who: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {who}", "Idempotency-Key": uuid4().hex}
        return self.http.request(method, path, headers=headers, json=body, timeout=30)

    def good(self, method: str, path: str, who: str, body: Any = None) -> Any:
        answer = self.ask(method, path, who, body)
        assert answer.is_success, f"{method} {path}: {answer.text}"
        return answer.json() if answer.content else None

    @property
    def path(self) -> str:
        return f"/v1/tables/{self.id}"

    def shown(self) -> Any:
        return self.good("GET", self.path, self.owner)

    @property
    def next_deal(self) -> str:
        shown = self.shown()["next_deal"]
        return str(shown["id"]) if shown else str(uuid4())

    @property
    def deal(self) -> str:
        """The running deal; if there is none, the last one."""
        shown = self.shown()["deal"]
        return str(shown["id"]) if shown else self.played

    def deal_shown(self, seat: int) -> Any:
        return self.good("GET", f"/v1/deals/{self.deal}", self.tokens[seat])

    # --- Signatures -----------------------------------------------------------------------------

    def signed(self, seat: int, said: Any, *, deal: bool = False, tag: bytes = ACT) -> Any:
        """The signature of a seat's statement, if it has a key; over the current record."""
        if seat != KEYED:
            return {}
        shown = self.deal_shown(seat) if deal else self.shown()
        where = {"position": shown["version"], "head": shown["head"], "tag": tag}
        return {"signature": signature_of(seat, said, stream=shown["id"], **where)}

    # --- Operations -------------------------------------------------------------------------------

    def sit(self, seat: int) -> httpx.Response:
        body: dict[str, Any] = {"name": PERSONS[seat], "commits": seat == SEEDING}
        if seat == KEYED:
            body["key"] = key_of(seat)
        answer = self.ask("PUT", f"{self.path}/seats/{seat}", self.owner, body)
        if answer.is_success:
            self.tokens[seat] = answer.json()["token"]
        return answer

    def stand_up(self, seat: int, who: str | None = None) -> httpx.Response:
        return self.ask("DELETE", f"{self.path}/seats/{seat}", who or self.tokens[seat])

    def issue_token(self, seat: int) -> httpx.Response:
        answer = self.ask("POST", f"{self.path}/seats/{seat}/token", self.owner)
        if answer.is_success:
            self.tokens[seat] = answer.json()["token"]
        return answer

    def commit(self, seat: int = SEEDING) -> httpx.Response:
        deal = self.next_deal
        body = {"deal": deal, "commitment": commitment_of(deal, seat)}
        return self.ask("PUT", f"{self.path}/seats/{seat}/commitment", self.tokens[seat], body)

    def show(self, seat: int = SEEDING) -> httpx.Response:
        deal = self.deal
        body = {"seed": seed_of(deal, seat), "next_commitment": commitment_of(self.next_deal, seat)}
        return self.ask("POST", f"/v1/deals/{deal}/seed", self.tokens[seat], body)

    def ready(self, seat: int) -> httpx.Response:
        body = {"number": 2, **self.signed(seat, {"type": "ready", "number": 2})}
        return self.ask("POST", f"{self.path}/seats/{seat}/ready", self.tokens[seat], body)

    def move(self) -> httpx.Response:
        """The first legal move of the seat on turn: in Skat, to pass."""
        deal = self.deal
        turn = self.good("GET", f"/v1/deals/{deal}", self.owner)["to_act"] or 0
        legal = self.deal_shown(turn)["legal_moves"]
        passes = [each["move"] for each in legal if each["move"]["type"] == "pass"]
        move = (passes or [each["move"] for each in legal] or [{"type": "pass"}])[0]
        body = {"move": move, **self.signed(turn, move, deal=True, tag=MOVE)}
        return self.ask("POST", f"/v1/deals/{deal}/moves", self.tokens[turn], body)

    def act(self, seat: int, name: str, said: str) -> httpx.Response:
        body = self.signed(seat, {"type": said}, deal=True)
        return self.ask("POST", f"/v1/deals/{self.deal}/{name}", self.tokens[seat], body)

    def close(self) -> httpx.Response:
        return self.ask("DELETE", self.path, self.owner)

    def admit_auditor(self) -> httpx.Response:
        answer = self.ask("POST", f"{self.path}/auditors", self.owner, {"name": "Elder"})
        self.auditor = answer.json().get("token", self.auditor)
        return answer

    def dismiss_auditor(self) -> httpx.Response:
        return self.ask("DELETE", f"{self.path}/auditors/1", self.owner)

    def admit_watcher(self, seat: int | None = None) -> httpx.Response:
        name = f"Eve {uuid4().hex[:8]}"
        body = {"name": name}
        if seat is not None:
            body |= self.signed(seat, {"type": "admit_watcher", "name": name})
        who = self.owner if seat is None else self.tokens[seat]
        return self.ask("POST", f"{self.path}/watchers", who, body)

    def dismiss_watcher(self) -> httpx.Response:
        return self.ask("DELETE", f"{self.path}/watchers/1", self.owner)

    def admit_reader(self, seat: int | None = None) -> httpx.Response:
        body = {"name": f"Eve {uuid4().hex[:8]}"}
        if seat is not None:
            said = {"type": "admit_reader", "name": body["name"], "deal": None}
            body |= self.signed(seat, said)
        who = self.owner if seat is None else self.tokens[seat]
        return self.ask("POST", f"{self.path}/readers", who, body)

    def invite(self) -> httpx.Response:
        body = {"name": "Eve", "ref": "user-e"}
        return self.ask("POST", f"{self.path}/invitations", self.owner, body)

    def come_in(self) -> httpx.Response:
        """Take the last seat by the first invitation."""
        return self.ask("PUT", f"{self.path}/seats/1", self.invited, {"name": PERSONS[1]})

    def withdraw(self) -> httpx.Response:
        return self.ask("DELETE", f"{self.path}/invitations/1", self.owner)

    def erase(self) -> httpx.Response:
        return self.ask("POST", "/v1/erasures", self.owner, {"ref": "user-e"})

    def dispute(self, seat: int = 1) -> httpx.Response:
        said = {"type": "dispute", "deal": self.played, "at": 3, "claim": "deal", "text": "No."}
        body = {"at": 3, "claim": "deal", "text": "No.", **self.signed(seat, said)}
        return self.ask("POST", f"/v1/deals/{self.played}/disputes", self.tokens[seat], body)

    def answer(self, seat: int) -> httpx.Response:
        said = {"type": "answer", "deal": self.played, "dispute": 1, "text": "Yes."}
        body = {"text": "Yes.", **self.signed(seat, said)}
        path = f"/v1/deals/{self.played}/disputes/1/answers"
        return self.ask("POST", path, self.tokens[seat], body)

    def rule(self) -> httpx.Response:
        body = {"ruling": "upheld", "adjustment": [1, -1, 0], "text": "So."}
        path = f"/v1/deals/{self.played}/disputes/1/ruling"
        return self.ask("POST", path, self.auditor, body)

    def rematch(self, seat: int) -> httpx.Response:
        body = {"key": key_of(seat)} if seat == KEYED else {}
        return self.ask("POST", f"{self.path}/rematch", self.tokens[seat], body)

    def branch(self) -> httpx.Response:
        body = {"at": 3, "deal": "true"}
        return self.ask("POST", f"/v1/deals/{self.played}/branches", self.owner, body)


Do = Callable[[Table], Any]


# --- Stages -------------------------------------------------------------------------------------


def half_empty(table: Table) -> None:
    terms = {**SKAT, "name": "Yard", "seats": [], "pause_seconds": table.pause}
    opened = table.good("POST", "/v1/tables", table.owner, terms)
    table.id = opened["table"]["id"]
    for seat in (SEEDING, KEYED):
        table.sit(seat).raise_for_status()
    table.admit_watcher().raise_for_status()
    table.invited = table.invite().raise_for_status().json()["token"]


def committing(table: Table) -> None:
    half_empty(table)
    table.sit(1).raise_for_status()


def waiting_for_seeds(table: Table) -> None:
    committing(table)
    table.commit().raise_for_status()


def dealt(table: Table) -> None:
    waiting_for_seeds(table)
    table.show().raise_for_status()


def pausing(table: Table) -> None:
    """The first deal is over, seat 1 is ready, and all have committed to the second one."""
    table.pause = 600
    dealt(table)
    table.played = table.deal
    for _ in range(3):
        table.move().raise_for_status()
    until(lambda: table.shown()["waiting_for"]["kind"] == "ready")
    table.ready(1).raise_for_status()


def second_deal(table: Table) -> None:
    """The first deal is over and disputed, and the second one is on."""
    dealt(table)
    table.played = table.deal
    _play_out(table)
    table.admit_auditor().raise_for_status()
    table.dispute().raise_for_status()
    table.show().raise_for_status()


def _play_out(table: Table) -> None:
    for _ in range(3):
        table.move().raise_for_status()
    until(lambda: table.deal != table.played)


def over(table: Table) -> None:
    second_deal(table)
    table.act(1, "leaving", "leave").raise_for_status()
    until(lambda: table.shown()["status"] == "over")


WATCHING: Final[dict[str, Do]] = {
    "admit a watcher": lambda table: table.admit_watcher(),
    "a seat admits a watcher": lambda table: table.admit_watcher(KEYED),
    "dismiss a watcher": lambda table: table.dismiss_watcher(),
    "admit a reader": lambda table: table.admit_reader(),
    "a seat admits a reader": lambda table: table.admit_reader(KEYED),
}
PLAYING: Final[dict[str, Do]] = {
    "another token": lambda table: table.issue_token(KEYED),
    "leave the deal": lambda table: table.act(KEYED, "leaving", "leave"),
    "come back": lambda table: table.act(KEYED, "return", "return"),
    "resign": lambda table: table.act(KEYED, "resignation", "resign"),
    "another resigns": lambda table: table.act(1, "resignation", "resign"),
    "commit": lambda table: table.commit(),
    "show a seed": lambda table: table.show(),
    "close the table": lambda table: table.close(),
}
JUDGING: Final[dict[str, Do]] = {
    "admit an auditor": lambda table: table.admit_auditor(),
    "dismiss the auditor": lambda table: table.dismiss_auditor(),
    "dispute": lambda table: table.dispute(),
    "dispute, signed": lambda table: table.dispute(KEYED),
    "answer": lambda table: table.answer(0),
    "answer, signed": lambda table: table.answer(KEYED),
    "rule": lambda table: table.rule(),
}
SITTING: Final[dict[str, Do]] = {
    "another token": lambda table: table.issue_token(SEEDING),
    "sit down": lambda table: table.sit(1),
    "invite": lambda table: table.invite(),
    "come in": lambda table: table.come_in(),
    "withdraw": lambda table: table.withdraw(),
    "erase": lambda table: table.erase(),
    "stand up": lambda table: table.stand_up(SEEDING),
    "be sent away": lambda table: table.stand_up(SEEDING, table.owner),
    "sit down again": lambda table: table.sit(SEEDING),
    "commit": lambda table: table.commit(),
    "close the table": lambda table: table.close(),
}
STAGES: Final[dict[str, tuple[Do, dict[str, Do]]]] = {
    "half empty": (half_empty, SITTING | WATCHING),
    "committing": (committing, SITTING | WATCHING),
    "pausing": (
        pausing,
        WATCHING
        | {
            "another token": lambda table: table.issue_token(KEYED),
            "ready": lambda table: table.ready(SEEDING),
            "ready again": lambda table: table.ready(1),
            "ready, signed": lambda table: table.ready(KEYED),
            "move": lambda table: table.move(),
            "close the table": lambda table: table.close(),
        },
    ),
    "waiting for seeds": (waiting_for_seeds, PLAYING),
    "second deal": (second_deal, PLAYING | JUDGING | {"move": lambda table: table.move()}),
    "over": (
        over,
        JUDGING
        | WATCHING
        | {
            "rematch": lambda table: table.rematch(0),
            "rematch, signed": lambda table: table.rematch(KEYED),
            "branch": lambda table: table.branch(),
            "close the table": lambda table: table.close(),
        },
    ),
}
"""How a table comes to each stage, and what may be done there."""
