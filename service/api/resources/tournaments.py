"""Tournaments: open, join, direct, read."""

from http import HTTPStatus
from typing import Any, Final, cast
from uuid import UUID

import flask
from flask import g

from domain.kernel.event import Text
from domain.tournaments.events import ScoreCorrected
from service.access.budgets import Budget, Price
from service.access.credentials import Anonymous, Principal
from service.access.scopes import Scope
from service.api.authentication import spend_of_stranger
from service.api.contract.compact import NAMED
from service.api.dependencies import app
from service.api.headers import vary
from service.api.live import JSON, OFFERS, REFUSALS, follow
from service.api.problems import (
    CONFLICT,
    FORBIDDEN,
    GONE,
    INVALID,
    NOT_ACCEPTABLE,
    NOT_FOUND,
    OF_BODIES,
)
from service.api.requests import read_command
from service.api.resources import bundles
from service.api.responses import (
    charged,
    created,
    done,
    listed,
    page_of,
    tag,
    unless_known,
    wanted_of,
)
from service.api.routes import Routes, Success
from service.api.schemas.requests import FollowQuery, TournamentsQuery
from service.api.schemas.tournaments import (
    BoardQuery,
    CallRoundRequest,
    CorrectScoreRequest,
    JoinTournamentRequest,
    OpenTournamentRequest,
    PauseTournamentRequest,
    PlayerSeedRequest,
    SubstitutePlayerRequest,
)
from service.commands import Command
from service.lists.lines import tournament_line
from service.lists.queries import find_tournaments, owns_row
from service.live.following import FollowedTournament, Lines
from service.responses.tournaments import (
    BoardJson,
    EntryJson,
    JoinedTournamentJson,
    TournamentEventJson,
    TournamentEventPageJson,
    TournamentJson,
    TournamentListJson,
)
from service.streams import Done, TournamentStream
from service.tables.sight import OTHERS, OWNERS
from service.timestamps import timestamp
from service.tournaments import direction, entries
from service.tournaments.boards import board_json
from service.tournaments.events import directs, find_tournament, participates
from service.tournaments.representation import standings_sheet, tournament_json

JOINING: Final = Price(base=50)
"""The additional price of a place that a stranger takes; it is counted by the address."""
ROUTES: Final = Routes(
    "tournaments", description="Tournaments: many tables, seated and ranked round by round."
)
SHEET: Final = Success(
    HTTPStatus.OK,
    {
        NAMED: "StandingsSheet",
        "type": "string",
        "description": "A line for each part of each score, below the names of the columns.",
    },
    bundles.CSV,
)
_AFTER: Final = "The tournament after it."


@ROUTES.operation(
    "/tournaments",
    "POST",
    "openTournament",
    Success(HTTPStatus.CREATED, TournamentJson),
    refusals=(*OF_BODIES, FORBIDDEN),
    repeatable=True,
    placed=True,
    scope=Scope.TABLES,
    budget=Budget.OPENINGS,
    seated=False,
)
@ROUTES.takes(OpenTournamentRequest, location="json")
def open_tournament(body: dict[str, Any]) -> flask.Response:
    """Open a tournament. The caller directs it.

    Its terms are fixed, and the operator commits to the seed of each round, before the first player
    joins.
    """
    new = direction.NewTournament(**body)
    opened = direction.open_tournament(app.context, g.principal, new, read_command())
    shown = tournament_json(opened.stream, director=True, version=1)
    return created(shown, location=f"/v1/tournaments/{shown['id']}", replayed=opened.replayed)


@ROUTES.operation(
    "/tournaments",
    "GET",
    "listTournaments",
    Success(HTTPStatus.OK, TournamentListJson),
    refusals=(INVALID,),
    seated=False,
    public=True,
)
@ROUTES.takes(TournamentsQuery, location="query")
def list_tournaments(query: dict[str, Any]) -> flask.Response:
    """List tournaments, the newest first: the own ones of the caller, and all that are public."""
    who = g.principal
    page = find_tournaments(app.context, who, wanted_of(query), **page_of(query))
    lines = [tournament_line(row, owns=owns_row(row, who)) for row in page.rows]
    return listed(TournamentListJson(tournaments=lines, next=page.next))


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/events",
    "GET",
    "listTournamentEvents",
    Success(HTTPStatus.OK, TournamentEventPageJson),
    *OFFERS,
    refusals=(NOT_FOUND, INVALID, *REFUSALS),
    seated=False,
    entries=True,
    followed=True,
    public=True,
)
@ROUTES.takes(FollowQuery, location="query")
def list_tournament_events(query: dict[str, Any], tournament: UUID) -> flask.Response:
    """Read the events of a tournament after a position, wait for one, or follow them all.

    Players, draws, tables, results, corrections: one stream for the whole event. Values for the
    director alone are null for others. A stream ends with the tournament.
    """

    def see(who: Principal) -> FollowedTournament:
        found = find_tournament(app.context, who, tournament)
        return FollowedTournament(app.context, found, OWNERS if directs(found, who) else OTHERS)

    return follow(query, see, _page)


def _page(followed: FollowedTournament, lines: Lines) -> TournamentEventPageJson:
    stream = followed.stream
    return {
        "tournament": str(stream.id),
        "version": stream.version,
        "status": stream.state.status,
        "now": timestamp(app.context.runtime.now()),
        "events": cast("list[TournamentEventJson]", lines.events),
    }


@ROUTES.operation(
    "/tournaments/<uuid:tournament>",
    "GET",
    "getTournament",
    Success(HTTPStatus.OK, TournamentJson),
    SHEET,
    refusals=(NOT_ACCEPTABLE, NOT_FOUND),
    tagged=True,
    seated=False,
    entries=True,
    public=True,
)
def get_tournament(tournament: UUID) -> flask.Response:
    """Read a tournament: its terms, players, rounds and standings.

    As `text/csv` the standings have a line for each part of each score.
    """
    form = bundles.form(JSON, bundles.CSV)
    found = find_tournament(app.context, g.principal, tournament)
    director, at = directs(found, g.principal), app.context.runtime.now()
    if form == bundles.CSV:
        sheet = standings_sheet(tournament_json(found, director=director, at=at))
        return charged(bundles.whole(sheet, form))
    basis = tag("tournament", found.head, str(director))
    page = unless_known(lambda: tournament_json(found, director=director, at=at), basis)
    vary(page, "Accept")
    return charged(page)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/rounds/<int(min=1):number>/boards/<int(min=1):board>",
    "GET",
    "getBoard",
    Success(HTTPStatus.OK, BoardJson),
    refusals=(NOT_FOUND, INVALID, FORBIDDEN, GONE),
    tagged=True,
    seated=False,
    entries=True,
    public=True,
)
@ROUTES.takes(BoardQuery, location="query")
def get_board(query: dict[str, Any], tournament: UUID, number: int, board: int) -> flask.Response:
    """Read a board that is revealed: the results of all tables side by side.

    `tables` names tables whose plays are compared: where they parted. That is for the director, for
    the players, and for those who may see all cards of these deals.
    """
    found = find_tournament(app.context, g.principal, tournament)
    tables = [int(each) for each in query["tables"].split(",") if each]
    who = str(participates(found, g.principal))
    basis = tag("board", found.head, str(number), str(board), query["tables"], who)
    return charged(
        unless_known(
            lambda: board_json(
                app.context, g.principal, found, number=number, board=board, tables=tables
            ),
            basis,
        )
    )


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/players",
    "POST",
    "joinTournament",
    Success(HTTPStatus.CREATED, JoinedTournamentJson),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
    public=True,
)
@ROUTES.takes(JoinTournamentRequest, location="json")
def join_tournament(body: dict[str, Any], tournament: UUID) -> flask.Response:
    """Join a tournament that anyone may join, or enter a player as its director.

    The answer has the token of the player. Send an `Idempotency-Key`, so that a lost answer can be
    fetched again.
    """
    if isinstance(g.principal, Anonymous):
        spend_of_stranger(JOINING)
    new = entries.NewPlayer(**{"name": None, **body})
    joined = entries.join(app.context, g.principal, tournament, new, read_command())
    shown: JoinedTournamentJson = {"player": joined.player, "token": joined.token}
    return created(shown, replayed=joined.replayed)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/players/<int(min=1):player>",
    "DELETE",
    "withdrawFromTournament",
    Success(HTTPStatus.NO_CONTENT, said="The player has withdrawn."),
    refusals=(FORBIDDEN, NOT_FOUND),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
    entries=True,
)
def withdraw_from_tournament(tournament: UUID, player: int) -> flask.Response:
    """Withdraw a player (C4). They may do it themselves, and the director.

    They are seated in no later round. Their results count.
    """
    known = entries.withdraw(app.context, g.principal, tournament, player, read_command())
    return done(replayed=known.replayed)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/players/<int(min=1):player>/substitute",
    "POST",
    "substitutePlayer",
    Success(HTTPStatus.CREATED, JoinedTournamentJson),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
@ROUTES.takes(SubstitutePlayerRequest, location="json")
def substitute_player(body: dict[str, Any], tournament: UUID, player: int) -> flask.Response:
    """Seat another person for a player, between two rounds or before the first (C4).

    They go on with the number, the partner, the team and the results of the player, whose token
    ends. The answer has the token of the substitute.
    """
    new = entries.Substitute(player, **body)
    joined = entries.substitute(app.context, g.principal, tournament, new, read_command())
    shown: JoinedTournamentJson = {"player": joined.player, "token": joined.token}
    return created(shown, replayed=joined.replayed)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/players/<int(min=1):player>/person",
    "DELETE",
    "eraseTournamentPlayer",
    Success(HTTPStatus.NO_CONTENT, said="The name and the `ref` of the player are erased."),
    refusals=(FORBIDDEN, NOT_FOUND),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
    entries=True,
)
def erase_tournament_player(tournament: UUID, player: int) -> flask.Response:
    """Erase the name and the `ref` of a player for ever. They may do it themselves.

    The director may, too, and erases all people who have been this player. The name of a team
    stays.

    Seats at tables are erased with `eraseRef` or `eraseSeat`.
    """
    known = entries.erase_player(app.context, g.principal, tournament, player, read_command())
    return done(replayed=known.replayed)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/entry",
    "GET",
    "getEntry",
    Success(HTTPStatus.OK, EntryJson),
    refusals=(NOT_FOUND,),
    tagged=True,
    keyed=False,
    seated=False,
    entries=True,
)
def get_entry(tournament: UUID) -> flask.Response:
    """Read the own entry: the seat of the round that is on, with its token."""
    found = entries.entry(app.context, g.principal, tournament)
    state, player = found.stream.state, found.player
    shown: EntryJson = {
        "tournament": str(found.stream.id),
        "player": player.number,
        "name": player.name,
        "round": len(state.rounds),
        "status": state.status,
        "owes_seed": state.status == "drawing" and player.number in state.owing,
        "seat": None
        if found.seat is None
        else {
            "table": str(found.seat.table),
            "seat": found.seat.seat,
            "token": found.seat.token,
        },
    }
    return unless_known(lambda: shown, tag("entry", found.stream.head, str(player.number)))


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/seeds",
    "POST",
    "showTournamentSeed",
    Success(HTTPStatus.CREATED, TournamentJson, said=_AFTER),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND),
    repeatable=True,
    keyed=False,
    seated=False,
    entries=True,
)
@ROUTES.takes(PlayerSeedRequest, location="json")
def show_tournament_seed(body: dict[str, Any], tournament: UUID) -> flask.Response:
    """Show the own seed for the round that is called (C6). With the last one it can be drawn."""
    command = read_command()
    shown = entries.show_seed(app.context, g.principal, tournament, body["seed"], command)
    return _after(shown, command)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/rounds",
    "POST",
    "callRound",
    Success(HTTPStatus.CREATED, TournamentJson, said=_AFTER),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND),
    repeatable=True,
    scope=Scope.TABLES,
    budget=Budget.OPENINGS,
    seated=False,
)
@ROUTES.takes(CallRoundRequest, location="json")
def call_round(body: dict[str, Any], tournament: UUID) -> flask.Response:
    """Call the next round (C20). Its director may.

    A worker draws the seats, opens the tables, and records their results. In the format `fixed` the
    director names the seats.
    """
    command = read_command()
    called = direction.call_round(app.context, g.principal, tournament, body["tables"], command)
    return _after(called, command)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/corrections",
    "POST",
    "correctScore",
    Success(HTTPStatus.CREATED, TournamentJson, said=_AFTER),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
@ROUTES.takes(CorrectScoreRequest, location="json")
def correct_score(body: dict[str, Any], tournament: UUID) -> flask.Response:
    """Correct the score of a contestant, with a reason (C19)."""
    fixed = ScoreCorrected(body["round"], body["player"], body["points"], Text(body["reason"]))
    command = read_command()
    known = direction.correct_score(app.context, g.principal, tournament, fixed, command)
    return _after(known, command)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/pause",
    "PUT",
    "pauseTournament",
    Success(HTTPStatus.CREATED, TournamentJson, said=_AFTER),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
@ROUTES.takes(PauseTournamentRequest, location="json")
def pause_tournament(body: dict[str, Any], tournament: UUID) -> flask.Response:
    """Pause a tournament: no round is called, tables play on (C20)."""
    command = read_command()
    known = direction.pause(app.context, g.principal, tournament, body["reason"], command)
    return _after(known, command)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/pause",
    "DELETE",
    "resumeTournament",
    Success(HTTPStatus.NO_CONTENT, said="Rounds are called again."),
    refusals=(FORBIDDEN, NOT_FOUND),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
def resume_tournament(tournament: UUID) -> flask.Response:
    """Let a paused tournament go on; again changes nothing."""
    known = direction.resume(app.context, g.principal, tournament, read_command())
    return done(replayed=known.replayed)


@ROUTES.operation(
    "/tournaments/<uuid:tournament>",
    "DELETE",
    "closeTournament",
    Success(HTTPStatus.NO_CONTENT, said="The tournament is closed."),
    refusals=(FORBIDDEN, NOT_FOUND),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
def close_tournament(tournament: UUID) -> flask.Response:
    """Close a tournament (C21). Tables that are on are played to their end, and do not count."""
    known = direction.close_tournament(app.context, g.principal, tournament, read_command())
    return done(replayed=known.replayed)


def _after(known: Done[TournamentStream], command: Command) -> flask.Response:
    """The answer with the tournament as a command left it, however late it is asked for."""
    stream = known.stream
    mine = (each.version for each in stream.of_command(command))
    version = max(mine, default=stream.version)
    shown = tournament_json(stream, director=directs(stream, g.principal), version=version)
    return created(shown, replayed=known.replayed)
