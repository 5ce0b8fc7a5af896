"""The director of a tournament: calls rounds, corrects scores, pauses, closes."""

from collections.abc import Sequence
from uuid import UUID

from domain.kernel.event import Digest, Event, Text
from domain.kernel.sentence import Sentence
from domain.tournaments.draws import draw
from domain.tournaments.events import (
    RoundCalled,
    ScoreCorrected,
    TournamentClosed,
    TournamentPaused,
    TournamentResumed,
)
from domain.tournaments.tournament import Tournament, evolve
from service.access.credentials import Principal
from service.commands import Command
from service.context import Context
from service.problems import Code, Problem, not_found
from service.streams import Done, TournamentStream
from service.tournaments.entries import announce_tournament
from service.tournaments.events import direct, in_tournament


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
