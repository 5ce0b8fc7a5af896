"""The way to append to a tournament: decided by the judge, refused with its clauses."""

from collections.abc import Callable, Sequence
from typing import TypeAlias
from uuid import UUID

from domain.judge.record_rules import CannotFollow, Fact
from domain.judge.tournament_rules import breach, follow_append
from domain.kernel.event import Event
from domain.kernel.sentence import Sentence
from domain.tournaments.tournament import Tournament, evolve
from service.access.credentials import ENTRY, ApiKey, EntryHolder, Principal
from service.commands import Command, require_token
from service.context import PlayContext
from service.problems import Code, Problem, not_found
from service.streams import TOURNAMENTS, Done, Effect, TournamentStream, cannot_follow, facts

TournamentHappens: TypeAlias = Callable[[TournamentStream], Sequence[Event]]
"""The events that a command adds to a tournament; none if it already has them."""


def find_tournament(
    context: PlayContext, principal: Principal, tournament: UUID
) -> TournamentStream:
    """The tournament, if the caller may know of it.

    Raises:
        Problem: ``not-found``.
    """
    stream = context.streams.tournament(tournament)
    if stream is None or not sees_tournament(stream, principal):
        raise not_found("tournament")
    return stream


def sees_tournament(stream: TournamentStream, principal: Principal) -> bool:
    """Whether the caller may know of a tournament.

    A private one is known to its owner and its players. If anyone may join, a caller with the
    address sees it too: the address is the invitation.
    """
    opened = stream.opened
    if directs(stream, principal):
        return True
    if isinstance(principal, EntryHolder):
        return principal.tournament == stream.id
    return opened.visibility == "public" or opened.joining == "anyone"


def directs(stream: TournamentStream, principal: Principal) -> bool:
    """Whether the caller is the director: its owner."""
    return isinstance(principal, ApiKey) and principal.acts_for(stream.opened.owner)


def participates(stream: TournamentStream, principal: Principal) -> bool:
    """Whether the caller is the director, or one of the players."""
    return directs(stream, principal) or isinstance(principal, EntryHolder)


def direct(context: PlayContext, principal: Principal, tournament: UUID) -> TournamentStream:
    """The tournament, if the caller directs it.

    Raises:
        Problem: ``not-found``, ``not-allowed``.
    """
    stream = find_tournament(context, principal, tournament)
    if not directs(stream, principal):
        raise Problem(Code.NOT_ALLOWED, Sentence("director-only"))
    return stream


def in_tournament(
    context: PlayContext,
    tournament: UUID,
    command: Command,
    happens: TournamentHappens,
    *,
    since: int = 0,
) -> Done[TournamentStream]:
    """Execute a command on a tournament.

    The entry token of the command is checked against the same state that is appended to. It has no
    effect once another person has the player's place.

    Args:
        context: The service.
        tournament: The tournament.
        command: The command.
        happens: Decides which events are added.
        since: They are recorded at this time at the earliest, in µs since the epoch.

    Raises:
        Problem: ``not-found``; ``unauthenticated`` where the entry token has ended;
            ``not-allowed`` with the clause that refuses an event; ``idempotency-key-reused``; what
            `happens` raises.
    """

    def decide(stream: TournamentStream) -> Effect | None:
        events = happens(stream)
        if not events:
            return None
        if command.token is not None:
            tokens = {f"{ENTRY}:{each.number}": each.token for each in stream.state.players}
            require_token(tokens.get(command.actor), command)
        return _tournament_effect(context, tournament, stream, events, command, since=since)

    return context.streams.execute(TOURNAMENTS, tournament, command, decide)


def begin_tournament(
    context: PlayContext, tournament: UUID, events: Sequence[Event], command: Command
) -> Done[TournamentStream]:
    """Append the first events of a tournament."""
    effect = _tournament_effect(context, tournament, None, events, command)
    return context.streams.open(TOURNAMENTS, tournament, command, effect)


def _tournament_effect(
    context: PlayContext,
    tournament: UUID,
    before: TournamentStream | None,
    events: Sequence[Event],
    command: Command,
    *,
    since: int = 0,
) -> Effect:
    at = max(context.runtime.now(), since)
    if command.tests_only and before is not None and not before.opened.test:
        raise Problem(Code.NOT_ALLOWED, Sentence("test-key-tests-only"))
    known = facts(events, command, at=at, stream=before)
    state = None if before is None else before.state
    try:
        after = follow_append(state, known)
    except CannotFollow as cannot:
        raise _refusal(tournament, state, known, cannot) from None
    return Effect(events, after, at)


def _refusal(
    tournament: UUID, before: Tournament | None, known: Sequence[Fact], cannot: CannotFollow
) -> Problem:
    """The refusal of an event, with the clause that the judge names."""
    state = before
    for fact in known:
        if state is None or fact.event is cannot.event:
            break
        state = evolve(state, fact.event, at=fact.at)
    found = None if state is None else breach(state, cannot.event, at=known[0].at)
    if found is None:
        return cannot_follow(tournament, cannot)
    return Problem(Code.NOT_ALLOWED, found.detail, clauses=(found.clause,))
