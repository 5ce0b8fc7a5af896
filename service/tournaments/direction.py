"""The director of a tournament: opens it, calls rounds, corrects scores, pauses, closes."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from domain.fairness import boards as boards_of
from domain.fairness.shuffle import SEED_BYTES, SERVER
from domain.games import GAMES
from domain.judge.tournament_rules import MOST_BOARDS, MOST_ROUNDS, breach, opening_breach
from domain.kernel.event import Digest, Event, Id, Json, Text
from domain.kernel.sentence import Sentence
from domain.table.events import TableOpened
from domain.table.fields import terms
from domain.table.players import pairs_of
from domain.tournaments import lots
from domain.tournaments.draws import draw
from domain.tournaments.events import (
    Format,
    Joining,
    RoundCalled,
    ScoreCorrected,
    Scoring,
    TournamentClosed,
    TournamentOpened,
    TournamentPaused,
    TournamentResumed,
    TournamentScheduled,
)
from domain.tournaments.formats import cycle
from domain.tournaments.tournament import Tournament, evolve
from service import ids
from service.access.credentials import ApiKey, Principal, Visibility
from service.commands import Command
from service.context import Context
from service.games.representation import require_level
from service.problems import Code, Problem, not_found
from service.streams import TOURNAMENTS, Done, TournamentStream
from service.tables.creation import NewTable, is_test, options_of
from service.tournaments.entries import announce_tournament
from service.tournaments.events import begin_tournament, direct, in_tournament

ON: Final = ("open", "drawing", "playing", "break")
"""The statuses of a tournament that goes on."""
MOST_ON: Final = 50
"""The most tournaments of an owner that go on."""
OF_TABLES: Final = tuple(
    name
    for name in terms(TableOpened)
    if name not in ("visibility", "test", "bot_delay_ms", "fixed_auditors")
)
"""The terms of tables that a tournament chooses for all of its tables."""


class NewTournament(NamedTuple):
    """The request for a new tournament; see `TournamentOpened`."""

    game: str
    name: str
    format: Format
    options: Mapping[str, Json]
    seats: int | None
    target: int | None
    rounds: int | None
    scoring: Scoring | None
    boards: int
    most: int
    joining: Joining
    visibility: Visibility | None
    fill: str | None
    reveal_seconds: int
    break_seconds: int | None
    starts: Sequence[int]
    round_seconds: int | None
    test: bool | None
    ref: str | None
    metadata: Mapping[str, str] | None
    table_terms: Mapping[str, Json]


def open_tournament(
    context: Context, principal: ApiKey, new: NewTournament, command: Command
) -> Done[TournamentStream]:
    """Open a tournament, with the commitments to the seeds of its rounds and boards (C6, C23).

    Raises:
        Problem: ``invalid`` with the pointer or the clause of what is wrong; ``limit-reached``;
            ``level-not-available``; ``idempotency-key-reused``.
    """
    tournament = ids.tournament_id(context.secret, command.id)
    test = is_test(principal, new.test)
    owner = principal.owner_at(test=test)
    known = context.streams.tournament(tournament)
    if known is None:
        _require_room(context, owner)
    opened = _opened(context, principal, tournament, new._replace(test=test))
    # a repetition may come when the first start is past: it gets the first answer
    starts = new.starts if known is None else ()
    scheduled = (TournamentScheduled(tuple(starts)),) if starts else ()
    found = opening_breach(opened)
    for each in scheduled:
        found = found or breach(Tournament(opened), each, at=context.runtime.now())
    if found is not None:
        raise Problem(Code.INVALID, found.detail, clauses=(found.clause,))
    return begin_tournament(context, tournament, (opened, *scheduled), command)


def _require_room(context: Context, owner: Id) -> None:
    on = context.store.owned(kind=TOURNAMENTS.kind, statuses=ON, owner=owner, limit=MOST_ON)
    if on >= MOST_ON:
        most = Sentence("too-many-tournaments", {"limit": MOST_ON})
        raise Problem(Code.LIMIT_REACHED, most, more={"limit": MOST_ON})


def _opened(
    context: Context, principal: ApiKey, tournament: UUID, new: NewTournament
) -> TournamentOpened:
    if new.game not in GAMES:
        raise Problem(Code.INVALID, Sentence("games", {"games": [*GAMES]}), pointer="/game")
    seats = new.seats or GAMES[new.game].seats[0]
    if seats not in GAMES[new.game].seats:
        allowed = Sentence(
            "seats-of-game", {"game": new.game, "seats": list(GAMES[new.game].seats)}
        )
        raise Problem(Code.INVALID, allowed, pointer="/seats")
    table = NewTable(
        game=new.game, name=new.name, options=new.options, target=new.target, **new.table_terms
    )
    game, options = GAMES[new.game].fitting(options_of(GAMES[new.game], table, seats=seats))
    for level, pointer in (
        (new.fill, "/fill"),
        (str(table.terms["stand_in"]), "/table_terms/stand_in"),
    ):
        if level is not None:
            require_level(game, level, pointer=pointer)
    rounds = new.rounds or _usual_rounds(new, seats=seats)
    named = Id(str(tournament))
    seeds = tuple(Digest(context.runtime.random_bytes(SEED_BYTES).hex()) for _ in range(rounds))
    committed = (
        lots.commitment(named, role=SERVER, index=number, seed=seed)
        for number, seed in enumerate(seeds, start=1)
    )
    board_seeds, board_commitments = _boards(context, named, rounds=rounds, boards=new.boards)
    by_points: Scoring = "points" if game.counting.until == "deals" else "matchpoints"
    return TournamentOpened(
        tournament=named,
        owner=principal.owner_at(test=bool(new.test)),
        name=Text(new.name),
        game=Text(game.key),
        rules=Text(game.version),
        options=options,
        seats=seats,
        table_terms={name: table.terms[name] for name in OF_TABLES},
        format=new.format,
        rounds=rounds,
        scoring=new.scoring or by_points,
        most=new.most,
        joining=new.joining,
        visibility=new.visibility or principal.default_visibility,
        fill=None if new.fill is None else Text(new.fill),
        reveal_seconds=new.reveal_seconds,
        break_seconds=new.break_seconds,
        round_seconds=new.round_seconds,
        commitments=tuple(committed),
        seeds=seeds,
        test=bool(new.test),
        ref=None if new.ref is None else Text(new.ref),
        metadata=pairs_of(new.metadata),
        boards=new.boards,
        board_commitments=board_commitments,
        board_seeds=board_seeds,
    )


def _boards(
    context: Context, tournament: Id, *, rounds: int, boards: int
) -> tuple[tuple[Digest, ...], tuple[Digest, ...]]:
    """The seeds of all boards, round by round, and the commitments to them; none if too many."""
    every = [(number, at) for number in range(1, rounds + 1) for at in range(1, boards + 1)]
    if len(every) > MOST_BOARDS:
        return (), ()
    seeds = [context.runtime.random_bytes(SEED_BYTES) for _ in every]
    committed = (
        boards_of.commitment(UUID(tournament).bytes, round_=number, number=at, seed=seed)
        for (number, at), seed in zip(every, seeds, strict=True)
    )
    return tuple(Digest(each.hex()) for each in seeds), tuple(
        Digest(each.hex()) for each in committed
    )


def _usual_rounds(new: NewTournament, *, seats: int) -> int:
    """How many rounds a format has by itself: enough for the most players, otherwise three."""
    count = new.most // (2 if GAMES[new.game].has_partners(seats) else 1)
    if new.format == "knock_out":
        return max(1, (count - 1).bit_length())
    if new.format == "round_robin":
        return min(MOST_ROUNDS, max(1, cycle(count)))
    return 3


def call_round(
    context: Context,
    principal: Principal,
    tournament: UUID,
    tables: Sequence[Sequence[int]] | None,
    command: Command,
) -> Done[TournamentStream]:
    """Call the next round (C20). A worker draws it, but for the seats that a director names (C9).

    Raises:
        Problem: ``not-found``; ``not-allowed`` with the clause.
    """
    direct(context, principal, tournament)

    def called(stream: TournamentStream) -> Sequence[Event]:
        state = stream.state
        call = RoundCalled(state.next_round)
        if state.opened.format != "fixed" and tables is not None:
            names = Sentence("tournament-names-seats")
            raise Problem(Code.NOT_ALLOWED, names, clauses=("C9",))
        if state.opened.format != "fixed" or state.next_round > state.opened.rounds:
            return (call,)
        at = context.runtime.now()
        after = evolve(state, call, at=at)
        return (call, draw(after, seed_of_round(after), fixed=tables or ()))

    done = in_tournament(context, tournament, command, called)
    announce_tournament(context, done.stream)
    return done


def seed_of_round(state: Tournament) -> Digest:
    """The operator's seed of the round that is called."""
    seeds = state.opened.seeds
    assert seeds is not None, "this is the full record"
    return seeds[len(state.rounds) - 1]


def correct_score(
    context: Context,
    principal: Principal,
    tournament: UUID,
    corrected: ScoreCorrected,
    command: Command,
) -> Done[TournamentStream]:
    """Correct the score of a contestant, with a reason (C19).

    Raises:
        Problem: ``not-found``; ``not-allowed`` with the clause.
    """
    stream = direct(context, principal, tournament)
    if stream.state.player(corrected.player) is None:
        raise not_found("player")
    if corrected.round > len(stream.state.rounds):
        raise not_found("round")
    return in_tournament(context, tournament, command, lambda _: (corrected,))


def pause(
    context: Context, principal: Principal, tournament: UUID, reason: str, command: Command
) -> Done[TournamentStream]:
    """Pause a tournament: no round is called (C20).

    Raises:
        Problem: ``not-found``; ``not-allowed`` with the clause.
    """
    direct(context, principal, tournament)
    paused = TournamentPaused(Text(reason))
    return in_tournament(context, tournament, command, lambda _: (paused,))


def resume(
    context: Context, principal: Principal, tournament: UUID, command: Command
) -> Done[TournamentStream]:
    """Let a paused tournament go on; again changes nothing.

    Raises:
        Problem: ``not-found``; ``not-allowed``.
    """
    direct(context, principal, tournament)

    def resumed(stream: TournamentStream) -> Sequence[Event]:
        return () if stream.state.paused is None else (TournamentResumed(),)

    done = in_tournament(context, tournament, command, resumed)
    announce_tournament(context, done.stream)
    return done


def close_tournament(
    context: Context, principal: Principal, tournament: UUID, command: Command
) -> Done[TournamentStream]:
    """Close a tournament (C21); again changes nothing.

    Raises:
        Problem: ``not-found``; ``not-allowed``.
    """
    direct(context, principal, tournament)

    def closed(stream: TournamentStream) -> Sequence[Event]:
        return () if stream.state.closed is not None else (TournamentClosed("director"),)

    done = in_tournament(context, tournament, command, closed)
    announce_tournament(context, done.stream)
    return done
