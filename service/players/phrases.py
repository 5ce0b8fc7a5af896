"""The people at a table: their phrases, their presence, and reports."""

from collections.abc import Sequence
from uuid import UUID

from domain.kernel.sentence import Sentence
from domain.table.phrases import Phrase
from domain.table.players import Player
from domain.table.series import Table
from service.access.credentials import ApiKey, Principal, SeatHolder
from service.commands import Command
from service.context import Context
from service.players.phrase_store import BETWEEN, MOST_REPORTS, SECOND, Report, SaidPhrase, TooSoon
from service.problems import Code, Problem, not_found, past_broken
from service.responses.players import AgreementJson, PeopleJson, PhraseJson, ReportJson
from service.streams import TableStream
from service.tables.rematches import agreement
from service.tables.sight import find_table, takes_part, watch_delay
from service.timestamps import timestamp


def say(
    context: Context, who: SeatHolder, table: UUID, phrase: Phrase, command: Command
) -> tuple[SaidPhrase, bool]:
    """Say a phrase at the own table, as a person.

    Returns:
        The phrase, and whether the command came again.

    Raises:
        Problem: ``not-found``; ``not-allowed`` for a bot, and at a table without phrases;
            ``deal-on`` where they are said between deals; ``too-soon``.
    """
    state = find_table(context, who, table).state
    player = _person(state, who)
    _require_time(state)
    try:
        return context.people.say(
            table,
            who.seat,
            phrase,
            taken=player.taken,
            command=command.id,
            time=context.runtime.now(),
        )
    except TooSoon as soon:
        seconds = -(-soon.wait // SECOND)
        said = Sentence("phrase-too-soon", {"pause": BETWEEN // SECOND, "seconds": seconds})
        raise Problem(Code.TOO_SOON, said, retry=seconds) from None


def report(context: Context, who: SeatHolder, table: UUID, number: int) -> tuple[SaidPhrase, bool]:
    """Report a phrase of another seat to the owner of the table.

    Returns:
        The phrase, and whether the caller had reported it before.

    Raises:
        Problem: ``not-found``; ``not-allowed`` for a bot; ``limit-reached``.
    """
    state = find_table(context, who, table).state
    _person(state, who)
    phrases = context.people.newest(table, number)
    if not phrases or phrases[-1].number != number or phrases[-1].seat == who.seat:
        raise not_found("phrase")
    reported = context.people.report(
        table, who.seat, number, owner=UUID(state.opened.owner), time=context.runtime.now()
    )
    if reported is None:
        most = Sentence("reports-limit", {"limit": MOST_REPORTS})
        raise Problem(Code.LIMIT_REACHED, most, more={"limit": MOST_REPORTS})
    return phrases[-1], reported


def may_see_people(stream: TableStream, principal: Principal) -> bool:
    """Whether the caller, who may know of the table, sees who is there and what they say.

    Watchers with a delay do not: phrases are no part of the record that they see later. Nor do
    others than the seats of a table whose boards are covered: phrases show how far it is.
    """
    if stream.covered is not None and stream.state.is_covered:
        return False
    watched = stream.opened.spectators and not watch_delay(stream, principal)
    return watched or takes_part(stream.state, principal)


def read_people(context: Context, principal: Principal, table: UUID) -> PeopleJson:
    """The people at a table; no one for a caller who may not watch.

    Raises:
        Problem: ``not-found``.
    """
    stream = find_table(context, principal, table)
    if not may_see_people(stream, principal):
        return people_json((), ())
    seen = context.people.states([table], time=context.runtime.now())[table]
    rematch = agreement(context, stream.state)
    return people_json(seen.present, context.people.newest(table), rematch)


def people_json(
    present: Sequence[int], phrases: Sequence[SaidPhrase], rematch: AgreementJson | None = None
) -> PeopleJson:
    """The people at a table, as they are shown."""
    shown = [phrase_json(each) for each in phrases]
    return {"present": [*present], "phrases": shown, "rematch": rematch}


def phrase_json(said: SaidPhrase) -> PhraseJson:
    """A phrase as it is shown."""
    return {
        "number": said.number,
        "seat": said.seat,
        "phrase": said.phrase,
        "at": timestamp(said.time),
    }


def reports_json(context: Context, owner: ApiKey) -> list[ReportJson]:
    """The newest reports at the tables of an owner, but for those whose boards are covered."""
    found = list[ReportJson]()
    for each in context.people.reports(owner.owners):
        with past_broken():
            if may_see_people(find_table(context, owner, each.table), owner):
                found.append(_report_json(each))
    return found


def _report_json(report: Report) -> ReportJson:
    return {
        "table": str(report.table),
        "seat": report.seat,
        "number": report.number,
        "at": timestamp(report.time),
        "phrases": [phrase_json(each) for each in report.phrases],
    }


def _person(table: Table, who: SeatHolder) -> Player:
    player = table.players[who.seat]
    assert player is not None, "its token opens the seat"
    if player.kind != "person":
        raise Problem(Code.NOT_ALLOWED, Sentence("phrases-of-people"))
    return player


def _require_time(table: Table) -> None:
    when = table.opened.phrases
    if when == "off" or table.status == "closed":
        raise Problem(Code.NOT_ALLOWED, Sentence("phrases-off"))
    if when == "between_deals" and table.status == "playing":
        raise Problem(Code.DEAL_ON, Sentence("phrases-between-deals"))
