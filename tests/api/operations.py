"""Every operation of the contract as a valid request, and the expected status for each caller."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from tests.api.contracts import contract
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
WITHDRAWAL = "/v1/deals/{deal}/disputes/1/withdrawal"
APPEAL = "/v1/deals/{deal}/disputes/1/appeal"
WATCHERS, NO_KEY = "/v1/tables/{table}/watchers", "/v1/keys/00000000-0000-8000-8000-000000000000"
READERS, INVITATIONS = "/v1/tables/{table}/readers", "/v1/tables/{table}/invitations"
SEED = {"seed": "ab" * 32}
COMMITMENT = {"deal": "0197f2c0-aa00-7000-8000-00000000beef", "commitment": "cd" * 32}
PERSON = "/v1/tables/{table}/seats/{seat}/person"
TOKEN = "/v1/tables/{table}/seats/{seat}/token"
READY, SECOND = "/v1/tables/{table}/seats/{seat}/ready", {"number": 2}
CLOCK, FORWARD = "/v1/tables/{table}/clock", {"forward_seconds": 60}
TABLE, SEAT, DEAL = "/v1/tables/{table}", "/v1/tables/{table}/seats/{seat}", "/v1/deals/{deal}"
PLACE = f"wait_{'A' * 43}"
WAITING = {"place": PLACE, "game": "durak", "name": "Ann"}
AT_ONCE = {"game": "durak", "level": "easy", "name": "Ann"}
HOOK = {"url": "https://cards.example/hook"}
WEBHOOK = "/v1/webhooks/{webhook}"
REDELIVERY = f"{WEBHOOK}/deliveries/{{delivery}}/redelivery"
TOURNAMENT = "/v1/tournaments/{tournament}"
EVENING = {"game": "durak", "name": "Club evening", "format": "swiss"}
OTHER = {"name": "Emil", "reason": "Ill"}
FIXED = {"round": 1, "player": 1, "points": 1, "reason": "Late"}
PROOF = "/v1/log/inclusion?version=1&stream="


SECURED: Final[dict[str, list[dict[str, list[str]]]]] = {
    operation["operationId"]: operation["security"]
    for methods in contract()["paths"].values()
    for method, operation in methods.items()
    if method != "parameters"
}
"""The security requirements of the contract, by operation."""


@dataclass(frozen=True)
class Case:
    """A request at a public table, and the statuses that those get whom the operation admits.

    Attributes:
        operation: Its name in the contract.
        method: The HTTP method.
        path: The path; `addressed` fills in the placeholders.
        known: The status for another API key, for the table's, and for its seat on turn.
        body: The JSON in it.
        fields: Properties of the table, besides those that all tables of the tests have.
    """

    operation: str
    method: str
    path: str
    known: tuple[int, int, int]
    body: Any = None
    fields: tuple[tuple[str, Any], ...] = ()

    @property
    def statuses(self) -> tuple[int, ...]:
        """The status for each of `CALLERS`. Those of the others follow from the contract."""
        security, (other, owner, seat) = SECURED[self.operation], self.known
        if not security:
            return (other,) * len(CALLERS)
        nobody = other if {} in security else HTTPStatus.UNAUTHORIZED
        foreign = seat
        if not any("seatToken" in each for each in security):
            foreign = HTTPStatus.FORBIDDEN
        elif "{table}" in self.path or "{deal}" in self.path:
            foreign = HTTPStatus.NOT_FOUND
        return (nobody, HTTPStatus.UNAUTHORIZED, other, owner, seat, foreign)

    def __str__(self) -> str:
        return f"{self.operation}-{self.path.rpartition('?')[2]}-{dict(self.fields)}"


ALL = (200, 200, 200)
OVER = (("over", True),)
HELLO = {"phrase": "hello"}
SPOKEN = (("phrases", "always"),)
OPEN = (("seats", (PERSONS[0],)),)
PAUSED = (("pause_seconds", 60),)
UNWATCHED = (("spectators", False),)
FOR_MEMBERS = (("views_after", "members"),)

_WRITTEN = (
    Case("listLanguages", "GET", "/v1/languages", ALL),
    Case("listGames", "GET", "/v1/games", ALL),
    Case("getGame", "GET", "/v1/games/goat", ALL),
    Case("listTables", "GET", "/v1/tables", (200, 200, 403)),
    Case("listLobbyChanges", "GET", "/v1/lobby/events", (200, 200, 403)),
    Case("listDeals", "GET", "/v1/deals", (200, 200, 403)),
    Case("openTable", "POST", "/v1/tables", (201, 201, 403), GOAT),
    Case("playNow", "POST", "/v1/play-now", (403, 403, 403), AT_ONCE),
    Case("waitForPlayers", "PUT", "/v1/queue", (403, 403, 403), WAITING),
    Case("leaveQueue", "POST", "/v1/queue/leaving", (403, 403, 403), {"place": PLACE}),
    Case("beginLesson", "POST", "/v1/lessons/goat", (403, 403, 403), {"name": "Ann"}),
    Case("getTable", "GET", TABLE, ALL),
    Case("closeTable", "DELETE", TABLE, (403, 204, 403)),
    Case("closeTable", "DELETE", TABLE, (403, 204, 403), fields=OPEN),
    Case("takeSeat", "PUT", SEAT, (409, 409, 403), PERSONS[1]),
    Case("takeSeat", "PUT", SEAT, (201, 201, 403), PERSONS[1], OPEN),
    Case("leaveSeat", "DELETE", SEAT, (403, 409, 409)),
    Case("leaveSeat", "DELETE", f"{TABLE}/seats/0", (403, 204, 204), fields=OPEN),
    Case("leaveSeat", "DELETE", f"{TABLE}/seats/1", (403, 204, 403), fields=OPEN),
    Case("issueSeatToken", "POST", TOKEN, (403, 201, 403)),
    Case("moveClock", "POST", CLOCK, (403, 403, 403), FORWARD),
    Case("moveClock", "POST", CLOCK, (403, 201, 403), FORWARD, (("test", True),)),
    Case("issueSeatToken", "POST", TOKEN, (403, 404, 403), fields=OPEN),
    Case("sayReady", "POST", READY, (403, 409, 409), SECOND, PAUSED),
    Case("sayReady", "POST", READY, (403, 403, 403), SECOND),
    Case("erasePerson", "DELETE", PERSON, (403, 204, 204)),
    Case(
        "erasePerson",
        "DELETE",
        f"{TABLE}/seats/1/person",
        (403, 404, 403),
        fields=OPEN,
    ),
    Case("erasePeople", "POST", "/v1/erasures", (200, 200, 403), {"ref": "user-1"}),
    Case("openRematch", "POST", f"{TABLE}/rematch", (403, 409, 409), {}),
    Case("listPhrases", "GET", "/v1/phrases", ALL),
    Case("getPeople", "GET", f"{TABLE}/people", ALL),
    Case("getPeople", "GET", f"{TABLE}/people", ALL, fields=UNWATCHED),
    Case("sayPhrase", "POST", f"{TABLE}/phrases", (403, 403, 201), HELLO, SPOKEN),
    Case("sayPhrase", "POST", f"{TABLE}/phrases", (403, 403, 409), HELLO),
    Case("reportPhrase", "POST", f"{TABLE}/phrases/1/report", (403, 403, 404)),
    Case("listReports", "GET", "/v1/reports", (200, 200, 403)),
    Case("getSeries", "GET", f"{TABLE}/series", ALL),
    Case("getDeal", "GET", DEAL, ALL),
    Case("getDeal", "GET", DEAL, (403, 200, 200), fields=UNWATCHED),
    Case("getDeal", "GET", f"{DEAL}?view=public", ALL),
    Case("getDeal", "GET", f"{DEAL}?view=seat:{{seat}}", (403, 403, 200)),
    Case("getDeal", "GET", f"{DEAL}?view=seat:{{next}}", (403, 403, 403)),
    Case("getDeal", "GET", f"{DEAL}?view=full", (403, 403, 403)),
    Case("getFrames", "GET", f"{DEAL}/frames", ALL),
    Case("getFrames", "GET", f"{DEAL}/frames", (403, 200, 200), fields=UNWATCHED),
    Case("getFrames", "GET", f"{DEAL}/frames?view=seat:{{next}}", (403, 403, 403)),
    Case("getFrames", "GET", f"{DEAL}/frames?view=full", (403, 403, 403)),
    Case("getFrames", "GET", f"{DEAL}/frames?explanations=true", ALL),
    Case("getDeal", "GET", f"{DEAL}?expand=table,series,events&legal=both", ALL),
    Case("listEvents", "GET", f"{DEAL}/events?views=true&legal=compact", ALL),
    Case("makeMove", "POST", f"{DEAL}/moves", (403, 403, 409), MOVE),
    Case("leaveDeal", "POST", f"{DEAL}/leaving", (403, 403, 201)),
    Case("returnToDeal", "POST", f"{DEAL}/return", (403, 403, 403)),
    Case("resign", "POST", f"{DEAL}/resignation", (403, 403, 201)),
    Case("giveHint", "POST", f"{DEAL}/hints", (403, 403, 409)),
    Case("getLesson", "GET", f"{DEAL}/lesson", (403, 403, 200)),
    Case("listEvents", "GET", f"{DEAL}/events", ALL),
    Case("listEvents", "GET", f"{DEAL}/events", (403, 200, 200), fields=UNWATCHED),
    Case("listEvents", "GET", f"{DEAL}/events?view=seat:{{next}}", (403, 403, 403)),
    Case("listTableEvents", "GET", f"{TABLE}/events", ALL),
    Case("listNotices", "GET", "/v1/me/events", (200, 200, 200)),
    Case("listAllEvents", "GET", "/v1/me/tables/events", (200, 200, 200)),
    Case("getStatistics", "GET", "/v1/me/statistics?ref=u-1&result=won", (200, 200, 403)),
    Case("listOwnDeliveries", "GET", "/v1/me/deliveries", (200, 200, 403)),
    Case("getTranscript", "GET", f"{DEAL}/transcript", (409, 409, 409)),
    Case("getDealEvidence", "GET", f"{DEAL}/bundle", ALL),
    Case("getDealEvidence", "GET", f"{DEAL}/bundle?view=full", (403, 403, 403)),
    Case("getTableEvidence", "GET", f"{TABLE}/bundle", (403, 200, 200)),
    Case("admitAuditor", "POST", AUDITORS, (403, 201, 403), NAMED),
    Case("listAuditors", "GET", AUDITORS, (403, 200, 200)),
    Case("dismissAuditor", "DELETE", f"{AUDITORS}/1", (403, 404, 403)),
    Case("getAudit", "GET", f"{DEAL}/audit", (403, 409, 409)),
    Case("listDisputes", "GET", f"{DEAL}/disputes", (403, 409, 409)),
    Case("listOwnDisputes", "GET", "/v1/disputes", (200, 200, 200)),
    Case("openDispute", "POST", f"{DEAL}/disputes", (403, 403, 409), CLAIM),
    Case("answerDispute", "POST", ANSWERS, (403, 403, 409), ANSWER),
    Case("ruleDispute", "POST", RULING, (403, 409, 409), UPHELD),
    Case("withdrawDispute", "POST", WITHDRAWAL, (403, 403, 409), {}),
    Case("appealRuling", "POST", APPEAL, (403, 403, 409), ANSWER),
    Case("requestAnalysis", "POST", f"{DEAL}/analysis", (409, 409, 409)),
    Case("getAnalysis", "GET", f"{DEAL}/analysis", (409, 409, 409)),
    Case("openBranch", "POST", f"{DEAL}/branches", (409, 409, 409), BRANCH),
    Case("getCheckpoint", "GET", "/v1/log/checkpoint", ALL),
    Case("getLogKey", "GET", "/v1/log/key", ALL),
    Case("listLogBreaks", "GET", "/v1/log/breaks", ALL),
    Case("listLeaves", "GET", "/v1/log/entries", ALL),
    Case("proveConsistency", "GET", "/v1/log/consistency?from={size}&to={size}", ALL),
    Case("proveInclusion", "GET", f"{PROOF}{{deal}}", ALL),
    Case(
        "proveInclusion",
        "GET",
        f"{PROOF}{{deal}}",
        (403, 200, 200),
        fields=UNWATCHED,
    ),
    Case("proveInclusion", "GET", f"{PROOF}{{table}}", ALL),
    Case("commitSeed", "PUT", f"{SEAT}/commitment", (403, 403, 409), COMMITMENT),
    Case("showSeed", "POST", f"{DEAL}/seed", (403, 403, 409), SEED),
    Case("listOpenings", "GET", f"{DEAL}/openings", ALL),
    Case("listOpenings", "GET", f"{DEAL}/openings?view=full", (403, 403, 403)),
    Case(
        "listOpenings",
        "GET",
        f"{DEAL}/openings?view=seat:{{next}}",
        (403, 403, 403),
    ),
    Case("admitWatcher", "POST", WATCHERS, (403, 201, 201), NAMED),
    Case("admitWatcher", "POST", WATCHERS, (403, 403, 403), NAMED, UNWATCHED),
    Case("listWatchers", "GET", WATCHERS, (403, 200, 200)),
    Case("dismissWatcher", "DELETE", f"{WATCHERS}/1", (403, 404, 404)),
    Case("admitReader", "POST", READERS, (403, 201, 201), NAMED),
    Case("admitReader", "POST", READERS, (403, 201, 201), NAMED, UNWATCHED),
    Case("admitReader", "POST", READERS, (403, 403, 403), NAMED, FOR_MEMBERS),
    Case("listReaders", "GET", READERS, (403, 200, 200)),
    Case("dismissReader", "DELETE", f"{READERS}/1", (403, 404, 404)),
    Case("invite", "POST", INVITATIONS, (403, 409, 403), NAMED),
    Case("invite", "POST", INVITATIONS, (403, 201, 403), NAMED, OPEN),
    Case("listInvitations", "GET", INVITATIONS, (403, 200, 403)),
    Case("withdrawInvitation", "DELETE", f"{INVITATIONS}/1", (403, 404, 403)),
    Case("makeKey", "POST", "/v1/keys", (201, 201, 403), {"name": "narrow"}),
    Case("listKeys", "GET", "/v1/keys", (200, 200, 403)),
    Case("rotateKey", "POST", f"{NO_KEY}/rotation", (404, 404, 403), {}),
    Case("revokeKey", "DELETE", NO_KEY, (404, 404, 403)),
    Case("listTournaments", "GET", "/v1/tournaments", (200, 200, 403)),
    Case("listRatings", "GET", "/v1/ratings?game=durak&ref=u-1", (200, 200, 403)),
    Case("openTournament", "POST", "/v1/tournaments", (201, 201, 403), EVENING),
    Case("getTournament", "GET", TOURNAMENT, (200, 200, 403)),
    Case("listTournamentEvents", "GET", f"{TOURNAMENT}/events", (200, 200, 403)),
    Case("getTournamentEvidence", "GET", f"{TOURNAMENT}/bundle", (403, 200, 403)),
    Case("getBoard", "GET", f"{TOURNAMENT}/rounds/1/boards/1", (404, 404, 403)),
    Case("joinTournament", "POST", f"{TOURNAMENT}/players", (403, 201, 403), {"name": "Eve"}),
    Case("withdrawFromTournament", "DELETE", f"{TOURNAMENT}/players/1", (403, 204, 403)),
    Case("substitutePlayer", "POST", f"{TOURNAMENT}/players/1/substitute", (403, 201, 403), OTHER),
    Case("eraseTournamentPlayer", "DELETE", f"{TOURNAMENT}/players/1/person", (403, 204, 403)),
    Case("getEntry", "GET", f"{TOURNAMENT}/entry", (403, 403, 403)),
    Case("showTournamentSeed", "POST", f"{TOURNAMENT}/seeds", (403, 403, 403), SEED),
    Case("callRound", "POST", f"{TOURNAMENT}/rounds", (403, 201, 403), {}),
    Case("correctScore", "POST", f"{TOURNAMENT}/corrections", (403, 404, 403), FIXED),
    Case("pauseTournament", "PUT", f"{TOURNAMENT}/pause", (403, 201, 403), {"reason": "Tea"}),
    Case("resumeTournament", "DELETE", f"{TOURNAMENT}/pause", (403, 204, 403)),
    Case("closeTournament", "DELETE", TOURNAMENT, (403, 204, 403)),
    Case("listBots", "GET", "/v1/bots", ALL),
    Case("listWebhooks", "GET", "/v1/webhooks", (200, 200, 403)),
    Case("addWebhook", "POST", "/v1/webhooks", (201, 201, 403), HOOK),
    Case("getWebhook", "GET", WEBHOOK, (404, 200, 403)),
    Case("changeWebhook", "PATCH", WEBHOOK, (404, 200, 403), {"enabled": False}),
    Case("deleteWebhook", "DELETE", WEBHOOK, (404, 204, 403)),
    Case("listDeliveries", "GET", f"{WEBHOOK}/deliveries", (404, 200, 403)),
    Case("testWebhook", "POST", f"{WEBHOOK}/test", (404, 201, 403)),
    Case("redeliver", "POST", REDELIVERY, (404, 201, 403)),
    Case("getMe", "GET", "/v1/me", (200, 200, 200)),
    Case("listProblemKinds", "GET", "/problems", ALL),
    Case("getProblemKind", "GET", "/problems/not-found", ALL),
    Case("getHealth", "GET", "/healthz", ALL),
    Case("getReadiness", "GET", "/readyz", ALL),
    Case("getContract", "GET", "/openapi.yaml", ALL),
)


def _derived() -> Iterator[Case]:
    """A case for each operation that everybody may ask to read something of a deal that is over."""
    written = {case.operation for case in _WRITTEN}
    for path, methods in contract()["paths"].items():
        name = methods.get("get", {}).get("operationId")
        if path.startswith(DEAL) and name not in {None, *written} and {} in SECURED[name]:
            yield Case(name, "GET", re.sub("{(?!deal)[a-z]+}", "1", path), ALL, fields=OVER)


CASES = (*_WRITTEN, *_derived())
"""Those of `_WRITTEN`, and those that need not be written down."""


def webhook_ids(client: Client, table: Opened) -> dict[str, str]:
    """A webhook of the table's owner, and one of its deliveries."""
    hook: Any = client.send("POST", "/v1/webhooks", table.owner, json=HOOK).json
    client.open(table.owner)
    client.sequence()
    client.read_feed()
    page = client.get(f"/v1/webhooks/{hook['id']}/deliveries", table.owner)
    return {"webhook": hook["id"], "delivery": page["deliveries"][0]["id"]}


def tournament_id(client: Client, table: Opened) -> str:
    """A tournament of the table's owner, with two players."""
    shown: Any = client.send("POST", "/v1/tournaments", table.owner, json=EVENING).json
    for player in PERSONS[:2]:
        client.send("POST", f"/v1/tournaments/{shown['id']}/players", table.owner, json=player)
    return str(shown["id"])


def on_turn(client: Client, table: Opened) -> int:
    seat: int = client.get(table.deal_path, table.owner)["to_act"]
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
        **({"tournament": tournament_id(client, table)} if "{tournament}" in path else {}),
    )
