"""The evidence of finished deals, disputes and rulings."""

from http import HTTPStatus
from typing import Any, Final, get_args
from uuid import UUID

import flask
from flask import g

from domain.kernel.sentence import Sentence
from domain.table.disputes import (
    Claim,
    Dispute,
    DisputeAnswered,
    DisputeAppealed,
    DisputeOpened,
    DisputeRuled,
    DisputeStatus,
    DisputeWithdrawn,
    Ruling,
)
from domain.table.guests import AUDITOR
from service.access.budgets import Price
from service.access.credentials import Principal, is_auditor
from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.headers import language
from service.api.problems import CONFLICT, FORBIDDEN, GONE, INVALID, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.responses import charged, created, listed, page_of, tag, unless_known
from service.api.routes import Routes, Success
from service.api.schemas.fields import (
    Digits,
    Identifier,
    ListOf,
    PageCursor,
    WholeNumberField,
    WordOf,
    Words,
    about,
)
from service.api.schemas.request import CombinedRequest, Request
from service.api.schemas.requests import LARGEST, MOST_SEATS, signature_of
from service.disputes import use_cases
from service.disputes.audit import audit_json
from service.disputes.representation import (
    answer_json,
    appeal_json,
    disputes_json,
    find_disputes,
    parties_of,
    ruling_json,
    withdrawal_json,
)
from service.problems import Code, Problem, not_found
from service.responses.disputes import (
    AppealJson,
    AuditJson,
    DisputeAnswerJson,
    DisputeJson,
    DisputeListJson,
    DisputePageJson,
    RulingJson,
    WithdrawalJson,
)

ROUTES: Final = Routes("disputes", description="Evidence, claims, and the rulings of auditors.")


# --- Requests -----------------------------------------------------------------------------------

MOST_POINTS: Final = 1_000_000
"""Of a side, in one ruling."""


class OpenDisputeRequest(CombinedRequest):
    """A claim that something is wrong, and where."""

    ONE_OF = ("at", "move")

    at = WholeNumberField(
        low=1,
        high=LARGEST,
        metadata=about("The event that is disputed, by its position in the deal."),
    )
    move = WholeNumberField(
        low=0,
        high=LARGEST,
        metadata=about(
            "Instead of `at`: the move that is disputed, by its number in the transcript, from 0. "
            "A signature has the position of its event as `at`."
        ),
    )
    claim = WordOf(
        get_args(Claim),
        required=True,
        metadata=about(
            "`deal`: the cards or their shuffle. `legality`: a move, or what followed, against the "
            "rules. `score`: the result of the deal. `authorship`: a move that its seat did not "
            "make. `knowledge`: a player knew hidden cards. `delay`: the play was held up."
        ),
    )
    text = Words(required=True, metadata=about("The reason for the claim."))
    signature = signature_of(
        '{"type": "dispute", "deal": …, "at": …, "claim": …, "text": …}', "table"
    )


class AnswerDisputeRequest(Request):
    """The answer of a seat to a dispute."""

    text = Words(required=True, metadata=about("The answer."))
    signature = signature_of('{"type": "answer", "deal": …, "dispute": …, "text": …}', "table")


class WithdrawDisputeRequest(Request):
    """The withdrawal of a dispute."""

    signature = signature_of('{"type": "withdraw", "deal": …, "dispute": …}', "table")


class AppealRulingRequest(Request):
    """The appeal of the first ruling on a dispute."""

    text = Words(required=True, metadata=about("The reason for the appeal."))
    signature = signature_of('{"type": "appeal", "deal": …, "dispute": …, "text": …}', "table")


class RuleDisputeRequest(Request):
    """The ruling on a dispute."""

    ruling = WordOf(
        get_args(Ruling),
        required=True,
        metadata=about("Whether the dispute is upheld."),
    )
    adjustment = ListOf(
        WholeNumberField(low=-MOST_POINTS, high=MOST_POINTS),
        most=MOST_SEATS,
        load_default=list,
        metadata=about(
            "The points that each side gets in the ledger, or loses. Empty: none, for example if "
            "the claim is dismissed."
        ),
    )
    text = Words(required=True, metadata=about("Why."))


class AuditQuery(Request):
    """An event whose choices are wanted, besides the disputed events."""

    at = Digits(low=1, high=LARGEST, metadata=about("The event whose choices are wanted."))


class DisputesQuery(Request):
    """Which disputes are listed."""

    status = WordOf(
        get_args(DisputeStatus),
        metadata=about("Only disputes with this status. `open` and `appealed` wait for a ruling."),
    )
    table = Identifier(metadata=about("Only disputes of this table."))
    cursor = PageCursor(size=52)
    limit = Digits(low=1, high=1000, metadata=about("The most disputes on the page."))


# --- Evidence -----------------------------------------------------------------------------------


@ROUTES.operation(
    "/deals/<uuid:deal>/audit",
    "GET",
    "getAudit",
    Success(HTTPStatus.OK, AuditJson),
    price=Price(size=32_000),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, CONFLICT, INVALID),
    guests=(AUDITOR,),
    tagged=True,
    scope=Scope.DISPUTES,
)
@ROUTES.takes(AuditQuery, location="query")
def get_audit(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read the evidence of a finished deal.

    It has the full record, the masked record of every party, and the choices of each at a disputed
    event. It also has the time of each move, every fault under the rules, and where the deal was
    decided. For the table's auditors, its owner and its players.
    """
    table, full = use_cases.see_evidence(app.context, g.principal, deal)
    at = query.get("at")
    if at is not None and at > full.version:
        raise not_found("event")
    positions, states = [] if at is None else [at], app.settings.audit_states
    return charged(
        unless_known(
            lambda: audit_json(table.state, full, at=positions, states=states, language=language()),
            tag("audit", full.head, table.head, str(at), language().tag),
        )
    )


# --- Disputes ------------------------------------------------------------------------------------


@ROUTES.operation(
    "/deals/<uuid:deal>/disputes",
    "POST",
    "openDispute",
    Success(HTTPStatus.CREATED, DisputeJson, said="The dispute, as it is on record."),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, GONE, CONFLICT),
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(OpenDisputeRequest, location="json")
def open_dispute(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Dispute an event of a finished deal.

    With the token of a seat that played it. An auditor of the table rules it.
    """
    command = read_command(signature=body.pop("signature", None))
    opened = use_cases.open_dispute(
        app.context, g.principal, deal, **body, limit=app.settings.disputes, command=command
    )
    assert isinstance(opened.event, DisputeOpened), "the command is the same"
    shown = disputes_json(app.context, opened.stream, [Dispute(opened.event, opened.at)])
    return created(shown[0], replayed=opened.replayed)


@ROUTES.operation(
    "/deals/<uuid:deal>/disputes",
    "GET",
    "listDisputes",
    Success(HTTPStatus.OK, DisputeListJson),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, CONFLICT),
    guests=(AUDITOR,),
    tagged=True,
    scope=Scope.DISPUTES,
)
def list_disputes(deal: UUID) -> flask.Response:
    """Read the disputes of a finished deal, and how they were ruled.

    For the table's auditors, its owner and its players.
    """
    table, known = use_cases.disputes_of(app.context, g.principal, deal)
    return charged(
        unless_known(
            lambda: DisputeListJson(
                deal=str(deal), disputes=disputes_json(app.context, table, known)
            ),
            tag("disputes", table.head, str(deal)),
        )
    )


@ROUTES.operation(
    "/disputes",
    "GET",
    "listOwnDisputes",
    Success(HTTPStatus.OK, DisputePageJson),
    refusals=(FORBIDDEN, INVALID),
    guests=(AUDITOR,),
    tagged=True,
    scope=Scope.DISPUTES,
)
@ROUTES.takes(DisputesQuery, location="query")
def list_own_disputes(query: dict[str, Any]) -> flask.Response:
    """List the disputes at all tables of the caller, the newest first.

    For an API key: at the tables that it owns, or at one at which it plays. For a seat or an
    auditor: at their table. A dispute is listed within about a second. A page may be short although
    there are more: follow `next` until it is null.
    """
    page = find_disputes(
        app.context,
        g.principal,
        status=query.get("status"),
        table=query.get("table"),
        **page_of(query),
    )
    return listed(DisputePageJson(disputes=page.disputes, next=page.next))


@ROUTES.operation(
    "/deals/<uuid:deal>/disputes/<int(min=1):dispute>/answers",
    "POST",
    "answerDispute",
    Success(HTTPStatus.CREATED, DisputeAnswerJson, said="The answer, as it is on record."),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(AnswerDisputeRequest, location="json")
def answer_dispute(body: dict[str, Any], deal: UUID, dispute: int) -> flask.Response:
    """Answer a dispute that is not ruled yet.

    With the token of a seat that played the deal. The parties and the auditors read the answers.
    """
    answered = use_cases.answer_dispute(
        app.context,
        g.principal,
        deal,
        dispute,
        text=body["text"],
        limit=app.settings.disputes,
        command=read_command(signature=body.get("signature")),
    )
    assert isinstance(answered.event, DisputeAnswered), "the command is the same"
    parties = parties_of(app.context, answered.stream)
    shown = answer_json(answered.stream, answered.event, answered.at, parties=parties)
    return created(shown, replayed=answered.replayed)


@ROUTES.operation(
    "/deals/<uuid:deal>/disputes/<int(min=1):dispute>/withdrawal",
    "POST",
    "withdrawDispute",
    Success(HTTPStatus.CREATED, WithdrawalJson, said="The withdrawal, as it is on record."),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(WithdrawDisputeRequest, location="json")
def withdraw_dispute(body: dict[str, Any], deal: UUID, dispute: int) -> flask.Response:
    """Withdraw a dispute that is not ruled.

    With the token of the seat that opened it. It stays on record.
    """
    command = read_command(signature=body.get("signature"))
    done = use_cases.withdraw_dispute(app.context, g.principal, deal, dispute, command=command)
    assert isinstance(done.event, DisputeWithdrawn), "the command is the same"
    return created(withdrawal_json(done.stream, done.event, done.at), replayed=done.replayed)


@ROUTES.operation(
    "/deals/<uuid:deal>/disputes/<int(min=1):dispute>/appeal",
    "POST",
    "appealRuling",
    Success(HTTPStatus.CREATED, AppealJson, said="The appeal, as it is on record."),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(AppealRulingRequest, location="json")
def appeal_ruling(body: dict[str, Any], deal: UUID, dispute: int) -> flask.Response:
    """Appeal the first ruling on a dispute, once.

    With the token of a seat that played the deal. The ruling stays in force until another auditor
    has ruled.
    """
    command = read_command(signature=body.pop("signature", None))
    done = use_cases.appeal_ruling(app.context, g.principal, deal, dispute, **body, command=command)
    assert isinstance(done.event, DisputeAppealed), "the command is the same"
    parties = parties_of(app.context, done.stream)
    shown = appeal_json(done.stream, done.event, done.at, parties=parties)
    return created(shown, replayed=done.replayed)


@ROUTES.operation(
    "/deals/<uuid:deal>/disputes/<int(min=1):dispute>/ruling",
    "POST",
    "ruleDispute",
    Success(HTTPStatus.CREATED, RulingJson, said="The ruling, as it is on record."),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    guests=(AUDITOR,),
    repeatable=True,
    scope=Scope.DISPUTES,
)
@ROUTES.takes(RuleDisputeRequest, location="json")
def rule_dispute(body: dict[str, Any], deal: UUID, dispute: int) -> flask.Response:
    """Rule a dispute, or the appeal of its first ruling.

    With an auditor's token; on an appeal it is another auditor's. The last ruling is in force. It
    adjusts the ledger of the series; points and places stay as they were played.
    """
    who: Principal = g.principal
    if not is_auditor(who):
        use_cases.see_evidence(app.context, who, deal)
        raise Problem(Code.NOT_ALLOWED, Sentence("auditor-rules"))
    points = tuple(body.pop("adjustment"))
    ruled = use_cases.rule_dispute(
        app.context, who, deal, dispute, **body, adjustment=points, command=read_command()
    )
    assert isinstance(ruled.event, DisputeRuled), "the command is the same"
    parties = parties_of(app.context, ruled.stream)
    shown = ruling_json(ruled.stream, ruled.event, ruled.at, parties=parties)
    return created(shown, replayed=ruled.replayed)
