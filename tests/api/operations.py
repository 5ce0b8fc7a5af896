"""Every operation of the contract as a valid request, and the expected status for each caller."""

from dataclasses import dataclass
from typing import Any

from tests.api.playing import GOAT, PERSONS, Client, Opened

CALLERS = ("nobody", "junk", "other", "owner", "seat", "foreign")
"""No credential, a made-up one, another API key, the table's, its seat on turn, another's seat."""

MOVE = {"move": {"type": "discard", "cards": ["7C"]}}
NAMED = {"name": "Ombudsman"}
CLAIM = {"at": 3, "claim": "deal", "text": "They had them all."}
ANSWER = {"text": "I had none."}
UPHELD = {"ruling": "upheld", "text": "So he had."}
BRANCH = {"at": 3, "deal": "true"}
AUDITORS, RULING = "/v1/tables/{table}/auditors", "/v1/deals/{deal}/disputes/1/ruling"
ANSWERS = "/v1/deals/{deal}/disputes/1/answers"
WATCHERS, NO_KEY = "/v1/tables/{table}/watchers", "/v1/keys/00000000-0000-8000-8000-000000000000"
READERS, INVITATIONS = "/v1/tables/{table}/readers", "/v1/tables/{table}/invitations"
SEED = {"seed": "ab" * 32}
COMMITMENT = {"deal": "0197f2c0-aa00-7000-8000-00000000beef", "commitment": "cd" * 32}
PERSON = "/v1/tables/{table}/seats/{seat}/person"
TOKEN = "/v1/tables/{table}/seats/{seat}/token"
READY, SECOND = "/v1/tables/{table}/seats/{seat}/ready", {"number": 2}
CLOCK, FORWARD = "/v1/tables/{table}/clock", {"forward_seconds": 60}
TABLE, SEAT, DEAL = "/v1/tables/{table}", "/v1/tables/{table}/seats/{seat}", "/v1/deals/{deal}"
HOOK = {"url": "https://cards.example/hook"}
WEBHOOK = "/v1/webhooks/{webhook}"
REDELIVERY = f"{WEBHOOK}/deliveries/{{delivery}}/redelivery"
PROOF = "/v1/log/inclusion?version=1&stream="


@dataclass(frozen=True)
class Case:
    """A request, and the statuses that `CALLERS` get, in their order.

    Attributes:
        operation: Its name in the contract.
        method: The HTTP method.
        path: The path; `addressed` fills in the placeholders.
        statuses: The status for each caller.
        body: The JSON in it.
        fields: Properties of the table, besides those that all tables of the tests have.
    """

    operation: str
    method: str
    path: str
    statuses: tuple[int, ...]
    body: Any = None
    fields: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return f"{self.operation}-{self.path.rpartition('?')[2]}-{dict(self.fields)}"


ALL = (200, 200, 200, 200, 200, 200)
SEEN = (200, 401, 200, 200, 200, 404)
OPEN = (("seats", (PERSONS[0],)),)
PRIVATE = (("visibility", "private"),)
PAUSED = (("pause_seconds", 60),)
UNWATCHED = (("spectators", False),)
FOR_MEMBERS = (("views_after", "members"),)

CASES = (
    Case("listLanguages", "GET", "/v1/languages", ALL),
    Case("listGames", "GET", "/v1/games", ALL),
    Case("getGame", "GET", "/v1/games/goat", ALL),
    Case("listTables", "GET", "/v1/tables", (200, 401, 200, 200, 403, 403)),
    Case("listLobbyChanges", "GET", "/v1/lobby/events", (200, 401, 200, 200, 403, 403)),
    Case("listDeals", "GET", "/v1/deals", (200, 401, 200, 200, 403, 403)),
    Case("openTable", "POST", "/v1/tables", (401, 401, 201, 201, 403, 403), GOAT),
    Case("getTable", "GET", TABLE, SEEN),
    Case("getTable", "GET", TABLE, (404, 401, 404, 200, 200, 404), fields=PRIVATE),
    Case("closeTable", "DELETE", TABLE, (401, 401, 403, 204, 403, 403)),
    Case("closeTable", "DELETE", TABLE, (401, 401, 403, 204, 403, 403), fields=OPEN),
    Case("closeTable", "DELETE", TABLE, (401, 401, 404, 204, 403, 403), fields=OPEN + PRIVATE),
    Case("takeSeat", "PUT", SEAT, (401, 401, 409, 409, 403, 403), PERSONS[1]),
    Case("takeSeat", "PUT", SEAT, (401, 401, 201, 201, 403, 403), PERSONS[1], OPEN),
    Case("takeSeat", "PUT", SEAT, (401, 401, 404, 201, 403, 403), PERSONS[1], OPEN + PRIVATE),
    Case("leaveSeat", "DELETE", SEAT, (401, 401, 403, 409, 409, 404)),
    Case("leaveSeat", "DELETE", f"{TABLE}/seats/0", (401, 401, 403, 204, 204, 404), fields=OPEN),
    Case("leaveSeat", "DELETE", f"{TABLE}/seats/1", (401, 401, 403, 204, 403, 404), fields=OPEN),
    Case("issueSeatToken", "POST", TOKEN, (401, 401, 403, 201, 403, 403)),
    Case("moveClock", "POST", CLOCK, (401, 401, 403, 403, 403, 403), FORWARD),
    Case("moveClock", "POST", CLOCK, (401, 401, 403, 201, 403, 403), FORWARD, (("test", True),)),
    Case("moveClock", "POST", CLOCK, (401, 401, 404, 403, 403, 403), FORWARD, PRIVATE),
    Case("issueSeatToken", "POST", TOKEN, (401, 401, 404, 201, 403, 403), fields=PRIVATE),
    Case("issueSeatToken", "POST", TOKEN, (401, 401, 403, 404, 403, 403), fields=OPEN),
    Case("sayReady", "POST", READY, (401, 401, 403, 409, 409, 404), SECOND, PAUSED),
    Case("sayReady", "POST", READY, (401, 401, 403, 403, 403, 404), SECOND),
    Case("sayReady", "POST", READY, (401, 401, 404, 409, 409, 404), SECOND, PRIVATE + PAUSED),
    Case("erasePerson", "DELETE", PERSON, (401, 401, 403, 204, 204, 404)),
    Case("erasePerson", "DELETE", PERSON, (401, 401, 404, 204, 204, 404), fields=PRIVATE),
    Case(
        "erasePerson",
        "DELETE",
        f"{TABLE}/seats/1/person",
        (401, 401, 403, 404, 403, 404),
        fields=OPEN,
    ),
    Case("erasePeople", "POST", "/v1/erasures", (401, 401, 200, 200, 403, 403), {"ref": "user-1"}),
    Case("openRematch", "POST", f"{TABLE}/rematch", (401, 401, 403, 409, 409, 404), {}),
    Case("openRematch", "POST", f"{TABLE}/rematch", (401, 401, 404, 409, 409, 404), {}, PRIVATE),
    Case("getSeries", "GET", f"{TABLE}/series", SEEN),
    Case("getSeries", "GET", f"{TABLE}/series", (404, 401, 404, 200, 200, 404), fields=PRIVATE),
    Case("getDeal", "GET", DEAL, SEEN),
    Case("getDeal", "GET", DEAL, (404, 401, 404, 200, 200, 404), fields=PRIVATE),
    Case("getDeal", "GET", DEAL, (403, 401, 403, 200, 200, 404), fields=UNWATCHED),
    Case("getDeal", "GET", f"{DEAL}?view=public", SEEN),
    Case("getDeal", "GET", f"{DEAL}?view=seat:{{seat}}", (403, 401, 403, 403, 200, 404)),
    Case("getDeal", "GET", f"{DEAL}?view=seat:{{next}}", (403, 401, 403, 403, 403, 404)),
    Case("getDeal", "GET", f"{DEAL}?view=full", (403, 401, 403, 403, 403, 404)),
    Case("getFrames", "GET", f"{DEAL}/frames", SEEN),
    Case("getFrames", "GET", f"{DEAL}/frames", (404, 401, 404, 200, 200, 404), fields=PRIVATE),
    Case("getFrames", "GET", f"{DEAL}/frames", (403, 401, 403, 200, 200, 404), fields=UNWATCHED),
    Case("getFrames", "GET", f"{DEAL}/frames?view=seat:{{next}}", (403, 401, 403, 403, 403, 404)),
    Case("getFrames", "GET", f"{DEAL}/frames?view=full", (403, 401, 403, 403, 403, 404)),
    Case("getDeal", "GET", f"{DEAL}?expand=table,series,events&legal=both", SEEN),
    Case("listEvents", "GET", f"{DEAL}/events?views=true&legal=compact", SEEN),
    Case("makeMove", "POST", f"{DEAL}/moves", (401, 401, 403, 403, 409, 404), MOVE),
    Case("makeMove", "POST", f"{DEAL}/moves", (401, 401, 403, 403, 409, 404), MOVE, PRIVATE),
    Case("leaveDeal", "POST", f"{DEAL}/leaving", (401, 401, 403, 403, 201, 404)),
    Case("leaveDeal", "POST", f"{DEAL}/leaving", (401, 401, 403, 403, 201, 404), fields=PRIVATE),
    Case("returnToDeal", "POST", f"{DEAL}/return", (401, 401, 403, 403, 403, 404)),
    Case("returnToDeal", "POST", f"{DEAL}/return", (401, 401, 403, 403, 403, 404), fields=PRIVATE),
    Case("resign", "POST", f"{DEAL}/resignation", (401, 401, 403, 403, 201, 404)),
    Case("resign", "POST", f"{DEAL}/resignation", (401, 401, 403, 403, 201, 404), fields=PRIVATE),
    Case("giveHint", "POST", f"{DEAL}/hints", (401, 401, 403, 403, 409, 404)),
    Case("giveHint", "POST", f"{DEAL}/hints", (401, 401, 403, 403, 409, 404), fields=PRIVATE),
    Case("listEvents", "GET", f"{DEAL}/events", SEEN),
    Case("listEvents", "GET", f"{DEAL}/events", (403, 401, 403, 200, 200, 404), fields=UNWATCHED),
    Case("listEvents", "GET", f"{DEAL}/events?view=seat:{{next}}", (403, 401, 403, 403, 403, 404)),
    Case("listTableEvents", "GET", f"{TABLE}/events", SEEN),
    Case(
        "listTableEvents", "GET", f"{TABLE}/events", (404, 401, 404, 200, 200, 404), fields=PRIVATE
    ),
    Case("listNotices", "GET", "/v1/me/events", (401, 401, 200, 200, 200, 200)),
    Case("listAllEvents", "GET", "/v1/me/tables/events", (401, 401, 200, 200, 200, 200)),
    Case("listOwnDeliveries", "GET", "/v1/me/deliveries", (401, 401, 200, 200, 403, 403)),
    Case("getTranscript", "GET", f"{DEAL}/transcript", (409, 401, 409, 409, 409, 404)),
    Case(
        "getTranscript", "GET", f"{DEAL}/transcript", (404, 401, 404, 409, 409, 404), fields=PRIVATE
    ),
    Case("getDealEvidence", "GET", f"{DEAL}/bundle", SEEN),
    Case(
        "getDealEvidence", "GET", f"{DEAL}/bundle", (404, 401, 404, 200, 200, 404), fields=PRIVATE
    ),
    Case("getDealEvidence", "GET", f"{DEAL}/bundle?view=full", (403, 401, 403, 403, 403, 404)),
    Case("getTableEvidence", "GET", f"{TABLE}/bundle", (401, 401, 403, 200, 200, 404)),
    Case(
        "getTableEvidence", "GET", f"{TABLE}/bundle", (401, 401, 404, 200, 200, 404), fields=PRIVATE
    ),
    Case("admitAuditor", "POST", AUDITORS, (401, 401, 403, 201, 403, 403), NAMED),
    Case("admitAuditor", "POST", AUDITORS, (401, 401, 404, 201, 403, 403), NAMED, PRIVATE),
    Case("listAuditors", "GET", AUDITORS, (401, 401, 403, 200, 200, 404)),
    Case("listAuditors", "GET", AUDITORS, (401, 401, 404, 200, 200, 404), fields=PRIVATE),
    Case("dismissAuditor", "DELETE", f"{AUDITORS}/1", (401, 401, 403, 404, 403, 403)),
    Case("getAudit", "GET", f"{DEAL}/audit", (401, 401, 403, 409, 409, 404)),
    Case("getAudit", "GET", f"{DEAL}/audit", (401, 401, 404, 409, 409, 404), fields=PRIVATE),
    Case("listDisputes", "GET", f"{DEAL}/disputes", (401, 401, 403, 409, 409, 404)),
    Case("listTableDisputes", "GET", f"{TABLE}/disputes", (401, 401, 403, 200, 200, 404)),
    Case(
        "listTableDisputes",
        "GET",
        f"{TABLE}/disputes",
        (401, 401, 404, 200, 200, 404),
        fields=PRIVATE,
    ),
    Case("listOwnDisputes", "GET", "/v1/disputes", (401, 401, 200, 200, 403, 403)),
    Case("openDispute", "POST", f"{DEAL}/disputes", (401, 401, 403, 403, 409, 404), CLAIM),
    Case("answerDispute", "POST", ANSWERS, (401, 401, 403, 403, 409, 404), ANSWER),
    Case("answerDispute", "POST", ANSWERS, (401, 401, 403, 403, 409, 404), ANSWER, PRIVATE),
    Case("ruleDispute", "POST", RULING, (401, 401, 403, 409, 409, 404), UPHELD),
    Case("requestAnalysis", "POST", f"{DEAL}/analysis", (401, 401, 409, 409, 409, 404)),
    Case(
        "requestAnalysis",
        "POST",
        f"{DEAL}/analysis",
        (401, 401, 404, 409, 409, 404),
        fields=PRIVATE,
    ),
    Case("getAnalysis", "GET", f"{DEAL}/analysis", (409, 401, 409, 409, 409, 404)),
    Case("getAnalysis", "GET", f"{DEAL}/analysis", (404, 401, 404, 409, 409, 404), fields=PRIVATE),
    Case("openBranch", "POST", f"{DEAL}/branches", (401, 401, 409, 409, 409, 404), BRANCH),
    Case("openBranch", "POST", f"{DEAL}/branches", (401, 401, 404, 409, 409, 404), BRANCH, PRIVATE),
    Case("getCheckpoint", "GET", "/v1/log/checkpoint", ALL),
    Case("getLogKey", "GET", "/v1/log/key", ALL),
    Case("listLogBreaks", "GET", "/v1/log/breaks", ALL),
    Case("listLeaves", "GET", "/v1/log/entries", ALL),
    Case("proveConsistency", "GET", "/v1/log/consistency?from={size}&to={size}", ALL),
    Case("proveInclusion", "GET", f"{PROOF}{{deal}}", SEEN),
    Case(
        "proveInclusion", "GET", f"{PROOF}{{deal}}", (404, 401, 404, 200, 200, 404), fields=PRIVATE
    ),
    Case(
        "proveInclusion",
        "GET",
        f"{PROOF}{{deal}}",
        (403, 401, 403, 200, 200, 404),
        fields=UNWATCHED,
    ),
    Case("proveInclusion", "GET", f"{PROOF}{{table}}", SEEN),
    Case(
        "proveInclusion", "GET", f"{PROOF}{{table}}", (404, 401, 404, 200, 200, 404), fields=PRIVATE
    ),
    Case("commitSeed", "PUT", f"{SEAT}/commitment", (401, 401, 403, 403, 403, 404), COMMITMENT),
    Case(
        "commitSeed",
        "PUT",
        f"{TABLE}/seats/0/commitment",
        (401, 401, 403, 403, 403, 404),
        COMMITMENT,
        PRIVATE,
    ),
    Case("showSeed", "POST", f"{DEAL}/seed", (401, 401, 403, 403, 409, 404), SEED),
    Case("showSeed", "POST", f"{DEAL}/seed", (401, 401, 403, 403, 409, 404), SEED, PRIVATE),
    Case("listOpenings", "GET", f"{DEAL}/openings", SEEN),
    Case("listOpenings", "GET", f"{DEAL}/openings", (404, 401, 404, 200, 200, 404), fields=PRIVATE),
    Case("listOpenings", "GET", f"{DEAL}/openings?view=full", (403, 401, 403, 403, 403, 404)),
    Case(
        "listOpenings",
        "GET",
        f"{DEAL}/openings?view=seat:{{next}}",
        (403, 401, 403, 403, 403, 404),
    ),
    Case("admitWatcher", "POST", WATCHERS, (401, 401, 403, 201, 201, 404), NAMED),
    Case("admitWatcher", "POST", WATCHERS, (401, 401, 404, 201, 201, 404), NAMED, PRIVATE),
    Case("admitWatcher", "POST", WATCHERS, (401, 401, 403, 403, 403, 404), NAMED, UNWATCHED),
    Case("listWatchers", "GET", WATCHERS, (401, 401, 403, 200, 200, 404)),
    Case("dismissWatcher", "DELETE", f"{WATCHERS}/1", (401, 401, 403, 404, 404, 404)),
    Case("admitReader", "POST", READERS, (401, 401, 403, 201, 201, 404), NAMED),
    Case("admitReader", "POST", READERS, (401, 401, 404, 201, 201, 404), NAMED, PRIVATE),
    Case("admitReader", "POST", READERS, (401, 401, 403, 201, 201, 404), NAMED, UNWATCHED),
    Case("admitReader", "POST", READERS, (401, 401, 403, 403, 403, 404), NAMED, FOR_MEMBERS),
    Case("listReaders", "GET", READERS, (401, 401, 403, 200, 200, 404)),
    Case("listReaders", "GET", READERS, (401, 401, 404, 200, 200, 404), fields=PRIVATE),
    Case("dismissReader", "DELETE", f"{READERS}/1", (401, 401, 403, 404, 404, 404)),
    Case("invite", "POST", INVITATIONS, (401, 401, 403, 409, 403, 403), NAMED),
    Case("invite", "POST", INVITATIONS, (401, 401, 403, 201, 403, 403), NAMED, OPEN),
    Case("invite", "POST", INVITATIONS, (401, 401, 404, 201, 403, 403), NAMED, OPEN + PRIVATE),
    Case("listInvitations", "GET", INVITATIONS, (401, 401, 403, 200, 403, 403)),
    Case("listInvitations", "GET", INVITATIONS, (401, 401, 404, 200, 403, 403), fields=PRIVATE),
    Case("withdrawInvitation", "DELETE", f"{INVITATIONS}/1", (401, 401, 403, 404, 403, 403)),
    Case("makeKey", "POST", "/v1/keys", (401, 401, 201, 201, 403, 403), {"name": "narrow"}),
    Case("listKeys", "GET", "/v1/keys", (401, 401, 200, 200, 403, 403)),
    Case("rotateKey", "POST", f"{NO_KEY}/rotation", (401, 401, 404, 404, 403, 403), {}),
    Case("revokeKey", "DELETE", NO_KEY, (401, 401, 404, 404, 403, 403)),
    Case("listBots", "GET", "/v1/bots", ALL),
    Case("listWebhooks", "GET", "/v1/webhooks", (401, 401, 200, 200, 403, 403)),
    Case("addWebhook", "POST", "/v1/webhooks", (401, 401, 201, 201, 403, 403), HOOK),
    Case("getWebhook", "GET", WEBHOOK, (401, 401, 404, 200, 403, 403)),
    Case("changeWebhook", "PATCH", WEBHOOK, (401, 401, 404, 200, 403, 403), {"enabled": False}),
    Case("deleteWebhook", "DELETE", WEBHOOK, (401, 401, 404, 204, 403, 403)),
    Case("listDeliveries", "GET", f"{WEBHOOK}/deliveries", (401, 401, 404, 200, 403, 403)),
    Case("testWebhook", "POST", f"{WEBHOOK}/test", (401, 401, 404, 201, 403, 403)),
    Case("redeliver", "POST", REDELIVERY, (401, 401, 404, 201, 403, 403)),
    Case("getMe", "GET", "/v1/me", (401, 401, 200, 200, 200, 200)),
    Case("listProblemKinds", "GET", "/problems", ALL),
    Case("getProblemKind", "GET", "/problems/not-found", ALL),
    Case("getHealth", "GET", "/healthz", ALL),
    Case("getReadiness", "GET", "/readyz", ALL),
    Case("getContract", "GET", "/openapi.yaml", ALL),
)


def webhook_ids(client: Client, table: Opened) -> dict[str, str]:
    """A webhook of the table's owner, and one of its deliveries."""
    hook: Any = client.send("POST", "/v1/webhooks", table.owner, json=HOOK).json
    client.open(table.owner)
    client.sequence()
    client.read_feed()
    page = client.get(f"/v1/webhooks/{hook['id']}/deliveries", table.owner)
    return {"webhook": hook["id"], "delivery": page["deliveries"][0]["id"]}


def on_turn(client: Client, table: Opened) -> int:
    seat: int = client.get(f"/v1/deals/{table.deal}", table.owner)["to_act"]
    return seat


def addressed(client: Client, table: Opened, seat: int, path: str) -> str:
    """The address of a case at a table, for the holder of a seat."""
    return path.format(
        table=table.id,
        deal=table.deal,
        seat=seat,
        next=(seat + 1) % 4,
        size=client.sequence(),
        **(webhook_ids(client, table) if "{webhook}" in path else {}),
    )
