"""Boards: tables of a round play the same cards, which others see after the last of them (C26)."""

from random import Random
from typing import Any

from tests.api.playing import Client, choice
from tests.api.test_archive import differences_at
from tests.api.test_tournaments import carry_on, enter, opened
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS
from verifier.verify import verify

BOARDS: dict[str, Any] = {"format": "fixed", "boards": 2, "rounds": 1, "scoring": "mean"}
CHANGING = ("now",)


class Evening:
    """Two tables of Durak, with a person and a bot at each, in the middle of a round of boards."""

    def __init__(self, client: Client, owner: str, **terms: Any) -> None:
        self.client, self.owner = client, owner
        self.path = opened(client, owner, **BOARDS | terms)
        self.people = [
            enter(client, self.path, owner, name=name)["token"] for name in ("Ann", "Bob")
        ]
        for _ in self.people:
            enter(client, self.path, owner, bot="easy")
        client.post(f"{self.path}/rounds", owner, {"tables": [[1, 3], [2, 4]]})
        carry_on(client)
        self.seats = [client.get(f"{self.path}/entry", each)["seat"] for each in self.people]
        self.tables = [each["table"] for each in self.seats]
        self.tokens = [each["token"] for each in self.seats]

    def deal(self, at: int) -> str | None:
        """The deal that is on at a table, as its person sees it."""
        shown = self.client.get(f"/v1/tables/{self.tables[at]}", self.tokens[at])["deal"]
        return None if shown is None else str(shown["id"])

    def play(self, at: int, *, moves: int = 1_000) -> None:
        """The person at a table plays the board that is on, to its end at most."""
        deal, chance = self.deal(at), Random(at)
        assert deal is not None
        for _ in range(moves):
            carry_on(self.client)
            seen = self.client.get(f"/v1/deals/{deal}", self.tokens[at])
            if seen["status"] == "over":
                return
            move = choice(seen["legal_moves"], chance)
            self.client.post(f"/v1/deals/{deal}/moves", self.tokens[at], {"move": move})

    def seen(self, who: str | None) -> dict[str, Any]:
        """All that a caller is shown of the tables and of the tournament."""
        client, shown = self.client, dict[str, Any]()
        paths = [self.path, f"{self.path}/events?limit=1000", "/v1/tables", "/v1/deals"]
        for table in self.tables:
            here = f"/v1/tables/{table}"
            paths += [here, f"{here}/events", f"{here}/series", f"{here}/people"]
            paths += [f"/v1/disputes?table={table}", f"{here}/bundle", f"/v1/deals?table={table}"]
            paths += [f"/v1/log/inclusion?stream={table}&version={at}" for at in range(1, 20)]
        paths += ["/v1/me/events?after=0", "/v1/me/tables/events?after=0"]
        paths += ["/v1/me/deliveries?after=0"]
        paths += ["/v1/disputes", "/v1/me/statistics"]
        for path in paths:
            answer = client.send("GET", path, who)
            body = answer.json if answer.is_json else answer.text
            assert "nothing-here" not in str(body), path
            if isinstance(body, dict):
                body = {**body, "position": None}  # the size of the log
            shown[path] = (answer.status_code, _settled(body), answer.headers.get("ETag"))
        return shown


def _settled(body: Any) -> Any:
    """An answer without the time of the service and the growth of its log."""
    if isinstance(body, dict):
        return {
            name: _settled(each)
            for name, each in body.items()
            if name not in (*CHANGING, "upto", "request", "log", "path", "size")
        }
    return [_settled(each) for each in body] if isinstance(body, list) else body


def test_c26_lists_of_a_database_have_a_table_once_its_last_board_is_revealed(
    database_client: Client,
) -> None:
    client = database_client
    owner = client.key("boards")
    evening = Evening(client, owner)
    assert differences_at(client) == []
    for at in (0, 0, 1):
        evening.play(at)
        carry_on(client)
        assert differences_at(client) == []
        assert client.get("/v1/tables", owner)["tables"] == []
        assert client.get("/v1/deals", owner)["deals"] == []
    evening.play(1)
    carry_on(client)
    assert differences_at(client) == []
    assert len(client.get("/v1/tables", owner)["tables"]) == 2
    deals = client.get("/v1/deals", owner)["deals"]
    assert [each["status"] for each in deals] == ["over"] * 4
    news = "/v1/me/events?after=0&limit=1000"
    assert [bool(client.get(news, who)["events"]) for who in (owner, *evening.tokens)] == [
        *(False, True, True)
    ], "its seats alone get notices"


def test_c26_others_see_a_table_where_the_last_revealed_board_left_it(
    client: Client,
) -> None:
    owner = client.key("boards")
    evening = Evening(client, owner)
    stranger = client.key("stranger")
    first = [evening.deal(at) for at in (0, 1)]
    roots = {
        event["data"]["root"]
        for at, deal in enumerate(first)
        for event in client.get(f"/v1/deals/{deal}/events", evening.tokens[at])["events"]
        if event["type"] == "deal.shuffled"
    }
    assert len(roots) == 1, "all tables have the same cards"
    callers = [owner, stranger, None, evening.tokens[1], evening.people[1]]
    before = [evening.seen(who) for who in callers]

    def unchanged() -> None:
        for who, was in zip(callers, before, strict=True):
            now = evening.seen(who)
            found = [(name, was[name], now[name]) for name in was if now[name] != was[name]]
            assert found == [], who

    evening.play(0, moves=2)
    unchanged()
    evening.play(0)
    carry_on(client)
    unchanged()
    mine = client.get(f"/v1/deals/{first[0]}", evening.tokens[0])
    assert mine["status"] == "over"
    assert (
        client.send("GET", f"/v1/deals/{first[0]}?view=full", evening.tokens[0]).status_code == 403
    )
    for who in callers:
        assert client.send("GET", f"/v1/deals/{first[0]}", who).status_code in (401, 403, 404)
    series = client.get(f"/v1/tables/{evening.tables[0]}/series", evening.tokens[0])
    assert len([each for each in series["deals"] if each["result"]]) == 1
    evening.play(0)
    carry_on(client)
    unchanged()
    assert evening.deal(0) is None, "it has played all boards"
    evening.play(1)
    carry_on(client)
    shown = client.get(evening.path)
    assert [each["board"] for each in shown["played"][0]["boards"]] == [1]
    seen = client.get(f"/v1/tables/{evening.tables[0]}/series", owner)
    assert [each["number"] for each in seen["deals"]] == [1]
    assert client.get(f"/v1/deals/{first[0]}?view=full")["status"] == "over"
    assert [len(each["lines"][0]["boards"]) for each in shown["standings"]] == [1] * 4
    evening.play(1)
    carry_on(client)
    shown = client.get(evening.path)
    assert shown["status"] == "over"
    assert [each["board"] for each in shown["played"][0]["boards"]] == [1, 2]
    assert sum(each["points"] for each in shown["standings"]) == 0
    decks = set()
    for table in evening.tables:
        deals = client.get(f"/v1/tables/{table}/series", owner)["deals"]
        assert [each["number"] for each in deals] == [1, 2]
        cases = [
            Case(read(client.send("GET", f"/v1/deals/{each['deal']}/bundle", owner).data))
            for each in deals
        ]
        whole = Case(
            read(client.send("GET", f"/v1/tables/{table}/bundle", owner).data),
            others=tuple(cases),
        )
        for case in (*cases, whole):
            assert [each for each in verify(case) if each.status == FAILS] == []
        decks.add(tuple(case.events[1] for case in cases))
    assert len(decks) == 1


def test_a_refusal_at_a_table_names_the_clause_of_tournaments(client: Client) -> None:
    evening = Evening(client, client.key("boards"))
    readers = f"/v1/tables/{evening.tables[0]}/readers"
    refused = client.send("POST", readers, evening.tokens[0], json={"name": "Reader"})
    assert refused.refusal == (403, "not-allowed")
    [clause] = refused.json["clauses"]
    assert (clause["id"], clause["url"]) == ("C26", "/rules/tournaments#C26")
    assert client.send("GET", "/rules/tournaments").status_code == 200


def test_c26_a_dispute_of_a_covered_board_is_opened_at_once_and_ruled_after_the_reveal(
    client: Client,
) -> None:
    owner = client.key("boards")
    evening = Evening(client, owner)
    deal, other = evening.deal(0), evening.deal(1)
    ann, bob = evening.tokens
    path, claim = (
        f"/v1/deals/{deal}/disputes",
        {"at": 3, "claim": "score", "text": "He had a heart."},
    )
    assert client.send("POST", path, ann, json=claim).refusal == (409, "deal-on")
    evening.play(0)
    carry_on(client)
    before = {who: evening.seen(who) for who in (owner, bob)}
    assert client.post(path, ann, claim)["status"] == "open"
    assert [each["text"] for each in client.get(path, ann)["disputes"]] == [claim["text"]]
    assert {who: evening.seen(who) for who in (owner, bob)} == before
    assert client.send("GET", path, owner).refusal == (404, "not-found")
    auditors = f"/v1/tables/{evening.tables[0]}/auditors"
    refused = client.send("POST", auditors, owner, json={"name": "Eve"})
    assert (refused.status_code, refused.json["key"]) == (403, "table-of-boards")
    for at in (0, 1, 1):
        evening.play(at)
        carry_on(client)
    eve = client.post(auditors, owner, {"name": "Eve"})["token"]
    ruling = {"ruling": "upheld", "text": "So he had.", "adjustment": [-1, 1]}
    assert client.post(f"{path}/1/ruling", eve, ruling)["ruling"] == "upheld"
    assert client.get(f"/v1/deals/{other}/disputes", bob)["disputes"] == []


def test_c26_at_covered_boards_the_seat_alone_says_that_it_is_ready(client: Client) -> None:
    owner = client.key("boards")
    evening = Evening(client, owner, table_terms={"pause_seconds": 600})
    path, second = f"/v1/tables/{evening.tables[0]}/seats/0/ready", {"number": 2}
    early = client.send("POST", path, owner, json=second)
    evening.play(0)
    carry_on(client)
    late = client.send("POST", path, owner, json=second)
    assert early.json["key"] == late.json["key"] == "table-of-boards"
    assert evening.deal(0) is None
    assert client.post(path, evening.tokens[0], second)["deal"]["number"] == 2


def test_c16_a_table_that_its_director_closes_has_no_result_of_the_board_that_is_on(
    client: Client,
) -> None:
    owner = client.key("boards")
    evening = Evening(client, owner)
    for at in (0, 1, 0):
        evening.play(at)
        carry_on(client)
    table = f"/v1/tables/{evening.tables[1]}"
    assert client.send("DELETE", table, evening.tokens[1]).refusal == (403, "not-allowed")
    client.delete(table, owner)
    client.delete(table, owner)
    carry_on(client)
    boards = [client.get(f"{evening.path}/rounds/1/boards/{each}") for each in (1, 2)]
    results = [[each["points"] is None for each in board["results"]] for board in boards]
    assert results == [[False, False], [False, True]]
    assert client.get(evening.path)["status"] == "over"
    for played, token in zip(evening.tables, evening.tokens, strict=True):
        for who in (owner, token):
            refused = client.send("POST", f"/v1/tables/{played}/rematch", who, json={})
            assert refused.refusal == (409, "no-rematch")


def test_c24_a_bot_plays_for_a_player_who_has_left(client: Client) -> None:
    evening = Evening(client, client.key("boards"))
    ann, first = evening.tokens[0], evening.deal(0)
    refused = client.send("POST", f"/v1/deals/{first}/resignation", ann)
    assert (refused.status_code, refused.json["key"]) == (403, "boards-are-played")
    client.post(f"/v1/deals/{first}/leaving", ann)
    carry_on(client)
    assert client.get(f"/v1/deals/{first}", ann)["status"] == "over"
    assert evening.deal(0) is None, "a bot has played the second one, too"
    evening.play(1)
    carry_on(client)
    board = client.get(f"{evening.path}/rounds/1/boards/1")
    assert None not in [each["points"] for each in board["results"]]


def test_c24_bots_of_the_house_fill_the_last_table(client: Client) -> None:
    owner = client.key("boards")
    path = opened(client, owner, **{**BOARDS, "format": "lot"}, fill="easy")
    for _ in range(3):
        enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    shown = client.get(path)
    assert shown["status"] == "over"
    assert sorted(len([*filter(None, t["players"])]) for t in shown["played"][0]["tables"]) == [
        1,
        2,
    ]
    boards = [client.get(f"{path}/rounds/1/boards/{each}") for each in (1, 2)]
    assert all(each["points"] for board in boards for each in board["results"])


def test_c26_the_evidence_of_a_table_says_how_far_its_boards_are_revealed(client: Client) -> None:
    owner = client.key("boards")
    evening = Evening(client, owner)
    path = f"/v1/tables/{evening.tables[0]}/bundle"

    def said(who: str) -> dict[str, str]:
        client.sequence()
        verdicts = verify(Case(read(client.send("GET", path, who).data)))
        return {each.check: each.detail for each in verdicts}

    for at in (0, 0, 1):
        evening.play(at)
        carry_on(client)
    for who, revealed in ((owner, 0), (evening.tokens[0], 1)):
        for check in ("score", "series"):
            assert f"this record reveals {revealed} of 2 boards" in said(who)[check]
    evening.play(1)
    carry_on(client)
    assert "this record reveals" not in "".join(said(owner).values())


def test_c25_boards_are_revealed_if_a_round_ends_before_its_tables_are_opened(
    client: Client,
) -> None:
    owner = client.key("boards")
    path = opened(client, owner, **BOARDS)
    for _ in range(2):
        enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {"tables": [[1, 2]]})
    client.delete(path, owner)
    carry_on(client)
    [played] = client.get(path)["played"]
    assert [each["board"] for each in played["boards"]] == [1, 2]
    assert [each["table"] for each in played["tables"]] == [None]


def test_each_result_of_a_board_has_the_analysis_of_its_deal(client: Client) -> None:
    """The director and the players have the deals of all tables analysed, others read that."""
    owner = client.key("boards")
    evening = Evening(client, owner, boards=1, visibility="public")
    shut = client.send("GET", f"{evening.path}/rounds/1/boards/1", owner)
    assert shut.refusal == (404, "not-found")
    for at in (0, 1):
        evening.play(at)
        carry_on(client)
    board = client.get(f"{evening.path}/rounds/1/boards/1?tables=1,2")
    deals = [each["deal"] for each in board["results"]]
    assert deals == [each["deal"] for each in board["parted"]["tables"]]
    for deal, who in zip(deals, (owner, evening.people[0]), strict=True):
        begun = client.send("POST", f"/v1/deals/{deal}/analysis", who)
        assert (begun.status_code, begun.json["status"]) == (202, "running")
    for who in (None, owner, *evening.people):
        made = [client.get(f"/v1/deals/{deal}/analysis", who) for deal in deals]
        assert {each["status"] for each in made} == {"running"}
    stranger = opened(client, client.key("others"), **BOARDS | {"joining": "anyone"})
    foreign = client.post(f"{stranger}/players", None, {"name": "Eve"})["token"]
    for deal in deals:
        refused = client.send("POST", f"/v1/deals/{deal}/analysis", foreign)
        assert refused.status_code == 404
