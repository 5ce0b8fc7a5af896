"""Examples of a seat with a key: every act is signed."""

from dataclasses import replace
from typing import Any

from domain.table.players import kept_seat
from events.seat_keys import ACT
from tests.keys import key_of, signature_of
from tests.seeding import commitment_of, seed_of
from tools.examples.cast import DURAK, Cast, Table, at, besides

ANN = 0
"""The seat that signs."""


def play(cast: Cast) -> None:
    """Ann signs all her acts, from taking a seat to the rematch."""
    table = _sit(cast)
    _play(cast, table)
    _dispute(cast, table)
    _play_again(cast, table)


def _at_table(cast: Cast, table: str, said: dict[str, Any], seat: int = ANN) -> str:
    """Ann's signature of an act at a table, over its current record."""
    shown = cast.client.get(f"/v1/tables/{table}", cast.owner)
    where = {"position": shown["version"], "head": shown["head"], "tag": ACT}
    return signature_of(seat, said, stream=table, **where, by=ANN)


def _in_deal(cast: Cast, deal: str, said: str) -> dict[str, str]:
    shown = cast.client.get(f"/v1/deals/{deal}", cast.owner)
    where = {"position": shown["version"], "head": shown["head"], "tag": ACT}
    return {"signature": signature_of(ANN, {"type": said}, stream=deal, **where)}


def _committed(cast: Cast, table: str, deal: str, seat: int = ANN) -> dict[str, str]:
    """A commitment of Ann's, signed."""
    commitment = commitment_of(deal, seat)
    said = {"type": "commit", "deal": deal, "commitment": commitment}
    return {"commitment": commitment, "signature": _at_table(cast, table, said, seat)}


def _sit(cast: Cast) -> Table:
    """Ann takes a seat, admits guests, leaves, and takes a seat again with a seed."""
    ann = {"name": "Ann", "key": key_of(ANN)}
    table = cast.open(**DURAK, seats=[ann])
    place, seat, ann_holds = at(table=table.id), at(table=table.id, seat=ANN), table.tokens[0]
    said: dict[str, Any] = {"type": "admit_watcher", "name": "Eve"}
    body = {"name": "Eve", "signature": _at_table(cast, table.id, said)}
    cast.refuse("admitWatcher", "signature-needed", table.tokens[0], body={"name": "Eve"}, **place)
    cast.show("admitWatcher", table.tokens[0], body=body, **place)
    said = {"type": "dismiss_watcher", "watcher": 1}
    query = {"signature": _at_table(cast, table.id, said)}
    cast.show("dismissWatcher", table.tokens[0], query=query, **place, watcher=1)
    admitting: dict[str, Any] = {"type": "admit_reader", "name": "Eve", "deal": None}
    read = {"name": "Eve", "signature": _at_table(cast, table.id, admitting)}
    cast.refuse("admitReader", "signature-needed", ann_holds, body={"name": "Eve"}, **place)
    cast.show("admitReader", ann_holds, body=read, **place)
    said = {"type": "dismiss_reader", "reader": 1}
    query = {"signature": _at_table(cast, table.id, said)}
    cast.show("dismissReader", ann_holds, query=query, **place, reader=1)
    query = {"signature": _at_table(cast, table.id, {"type": "leave"})}
    cast.show("leaveSeat", table.tokens[0], query=query, **seat)
    again = {**ann, **_committed(cast, table.id, table.deal)}
    given = cast.show("takeSeat", cast.owner, body=again, **seat)
    left = _at_table(cast, table.id, {"type": "leave"})
    path = f"/v1/tables/{table.id}/seats/{ANN}"
    besides(cast, "DELETE", f"{path}?signature={left}", given["token"])
    token = _seated(cast, path, {**ann, "commits": True})
    body = {"deal": table.deal, **_committed(cast, table.id, table.deal)}
    cast.show("commitSeed", token, body=body, **seat)
    other = _seated(cast, f"/v1/tables/{table.id}/seats/1", {"name": "Bob"})
    return replace(table, tokens=(token, other))


def _seated(cast: Cast, path: str, body: Any) -> str:
    token: str = besides(cast, "PUT", path, cast.owner, body)["token"]
    return token


def _play(cast: Cast, table: Table) -> None:
    """Ann shows her seed and commits to the next one; then she leaves, returns and resigns."""
    token, deal = table.tokens[ANN], at(deal=table.deal)
    following = cast.client.get(f"/v1/tables/{table.id}", token)["next_deal"]["id"]
    ahead = _committed(cast, table.id, following)
    body = {
        "seed": seed_of(table.deal, ANN),
        "next_commitment": ahead["commitment"],
        "signature": ahead["signature"],
    }
    cast.show("showSeed", token, body=body, **deal)
    body = _in_deal(cast, table.deal, "leave")
    cast.show("leaveDeal", token, body=body, **deal)
    body = _in_deal(cast, table.deal, "return")
    cast.show("returnToDeal", token, body=body, **deal)
    body = _in_deal(cast, table.deal, "resign")
    cast.show("resign", token, body=body, **deal)
    cast.client.record(table.deal)


def _dispute(cast: Cast, table: Table) -> None:
    token, deal = table.tokens[ANN], at(deal=table.deal)
    claim = {"at": 3, "claim": "deal", "text": "These are not my cards."}
    said = {"type": "dispute", "deal": table.deal, **claim}
    body = {**claim, "signature": _at_table(cast, table.id, said)}
    cast.show("openDispute", token, body=body, **deal)
    text = "They are: the deck follows from the seeds."
    said = {"type": "answer", "deal": table.deal, "dispute": 1, "text": text}
    body = {"text": text, "signature": _at_table(cast, table.id, said)}
    cast.show("answerDispute", token, body=body, **deal, dispute=1)
    said = {"type": "withdraw", "deal": table.deal, "dispute": 1}
    body = {"signature": _at_table(cast, table.id, said)}
    cast.show("withdrawDispute", token, body=body, **deal, dispute=1)
    said = {"type": "dispute", "deal": table.deal, **claim}
    again = {**claim, "signature": _at_table(cast, table.id, said)}
    cast.show("openDispute", token, body=again, **deal)
    judge = besides(cast, "POST", f"/v1/tables/{table.id}/auditors", cast.owner, {"name": "Eve"})
    ruling = {"ruling": "dismissed", "text": "The deck follows from the seeds."}
    cast.show("ruleDispute", judge["token"], body=ruling, **deal, dispute=2)
    text = "I did not choose my seed."
    said = {"type": "appeal", "deal": table.deal, "dispute": 2, "text": text}
    body = {"text": text, "signature": _at_table(cast, table.id, said)}
    cast.show("appealRuling", token, body=body, **deal, dispute=2)


def _play_again(cast: Cast, table: Table) -> None:
    """Bob opens the rematch, and Ann takes her seat there with her key and a commitment."""
    made = besides(cast, "POST", f"/v1/tables/{table.id}/rematch", table.tokens[1], {})
    rematch, following = made["table"]["id"], made["table"]["next_deal"]["id"]
    ahead = _committed(cast, rematch, following, kept_seat(ANN, 2))
    body = {"key": key_of(ANN), **ahead}
    cast.show("openRematch", table.tokens[ANN], body=body, table=table.id)
