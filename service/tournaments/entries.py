"""Players of a tournament: they join, show their seeds, find their seats, withdraw."""

from collections.abc import Sequence
from string import digits
from typing import Final, NamedTuple
from unicodedata import normalize
from uuid import UUID

from bots import LEVELS
from domain.kernel.event import Digest, Event, Seat, Text
from domain.kernel.sentence import Sentence
from domain.tournaments.events import (
    PlayerErased,
    PlayerJoined,
    PlayerSeedShown,
    PlayerSubstituted,
    PlayerWithdrew,
)
from domain.tournaments.tournament import Tournament, TournamentPlayer, pseudonym
from service import ids
from service.access.credentials import ENTRY, Anonymous, ApiKey, EntryHolder, Principal, entry_token
from service.commands import Command
from service.context import Context, PlayContext
from service.games.representation import require_level
from service.players.names import like_another
from service.problems import Code, Problem, not_found
from service.streams import Done, TournamentStream
from service.tournaments.events import direct, directs, find_tournament, in_tournament
from service.tournaments.seating import seat_of

_NAMELESS: Final = pseudonym(0).rstrip(f"{digits} ")
"""The word with which the name of an erased player begins."""


class NewPlayer(NamedTuple):
    """The request of a player who joins."""

    name: str | None
    bot: str | None = None
    partner: int | None = None
    team: str | None = None
    commitment: str | None = None
    ref: str | None = None


class Substitute(NamedTuple):
    """The request for another person in the place of a player."""

    player: int
    name: str
    reason: str
    commitment: str | None = None
    ref: str | None = None


class Joined(NamedTuple):
    """A player who has joined, with the token that is theirs; a bot has none."""

    stream: TournamentStream
    player: int
    token: str | None
    replayed: bool


class OwnSeat(NamedTuple):
    """The seat of a player in the round that is on."""

    table: UUID
    seat: Seat
    token: str


class Entry(NamedTuple):
    """A player, with their seat of the round that is on; None: they have none."""

    stream: TournamentStream
    player: TournamentPlayer
    seat: OwnSeat | None


def join(
    context: Context,
    principal: ApiKey | Anonymous,
    tournament: UUID,
    new: NewPlayer,
    command: Command,
) -> Joined:
    """Join a tournament, or enter a player as its director (C2, C3).

    The token comes with the answer to this request, and again if the request is repeated under
    its idempotency key.

    Raises:
        Problem: ``not-found``; ``not-allowed`` with the clause, or where only the director enters
            players; ``name-taken``; ``level-not-available``; ``invalid``.
    """
    find_tournament(context, principal, tournament)
    secret = ids.token_secret(context.secret, ENTRY, str(tournament), str(command.id))

    def joined(stream: TournamentStream) -> Sequence[Event]:
        if not directs(stream, principal) and (stream.opened.joining != "anyone" or new.bot):
            raise Problem(Code.NOT_ALLOWED, Sentence("director-enters-players"))
        _require_free(stream.state, new)
        return (_event(stream, principal, new, secret),)

    done = in_tournament(context, tournament, command, joined)
    number = _joined_by(done)
    token = None if new.bot else entry_token(tournament, number, secret)
    return Joined(done.stream, number, token, done.replayed)


def _require_free(state: Tournament, new: NewPlayer) -> None:
    """Check the name and the level of a player who joins.

    Raises:
        Problem: ``name-taken``, ``invalid``, ``level-not-available``.
    """
    if new.bot is not None:
        require_level(state.game, new.bot, pointer="/bot")
        return
    assert new.name is not None, "the schema wants a name or a level"
    _require_name(state, new.name, len(state.players) + 1)


def _require_name(state: Tournament, name: str, number: int) -> None:
    """Check the name of a person who is, or becomes, the player of a number.

    Raises:
        Problem: ``name-taken``.
    """
    stem = normalize("NFKC", name).rstrip(f"{digits} ")
    if stem != name and name != pseudonym(number) and like_another(stem, [_NAMELESS]) is not None:
        raise Problem(Code.NAME_TAKEN, Sentence("name-of-an-erased"), pointer="/name")
    if like_another(stem, LEVELS) is not None:  # bots of a level are numbered
        raise Problem(Code.NAME_TAKEN, Sentence("name-of-a-bot"), pointer="/name")
    others = [each.name for each in state.players if each.bot is None]
    if (other := like_another(name, others)) is not None:
        like = Sentence("name-like-another", {"other": other})
        raise Problem(Code.NAME_TAKEN, like, pointer="/name")


def _event(
    stream: TournamentStream, principal: ApiKey | Anonymous, new: NewPlayer, secret: bytes
) -> PlayerJoined:
    number = len(stream.state.players) + 1
    token = None if new.bot else entry_token(stream.id, number, secret)
    by_owner = directs(stream, principal)
    return PlayerJoined(
        number,
        name=Text(new.bot or new.name or ""),
        bot=None if new.bot is None else Text(new.bot),
        partner=new.partner,
        team=None if new.team is None else Text(new.team),
        token=None if token is None else Digest(ids.hashed(token).hex()),
        holder=stream.opened.owner if by_owner and not new.bot else None,
        commitment=None if new.commitment is None else Digest(new.commitment),
        ref=Text(new.ref) if new.ref and by_owner else None,
    )


def substitute(
    context: Context,
    principal: Principal,
    tournament: UUID,
    new: Substitute,
    command: Command,
) -> Joined:
    """Seat another person for a player (C4).

    The token comes with the answer to this request, and again if the request is repeated under
    its idempotency key.

    Raises:
        Problem: ``not-found``; ``not-allowed`` with the clause; ``name-taken``.
    """
    number = new.player
    if direct(context, principal, tournament).state.player(number) is None:
        raise not_found("player")
    secret = ids.token_secret(context.secret, ENTRY, str(tournament), str(command.id))
    token = entry_token(tournament, number, secret)

    def substituted(stream: TournamentStream) -> Sequence[Event]:
        _require_name(stream.state, new.name, number)
        event = PlayerSubstituted(
            number,
            name=Text(new.name),
            token=Digest(ids.hashed(token).hex()),
            holder=stream.opened.owner,
            commitment=None if new.commitment is None else Digest(new.commitment),
            reason=Text(new.reason),
            ref=None if new.ref is None else Text(new.ref),
        )
        return (event,)

    done = in_tournament(context, tournament, command, substituted)
    return Joined(done.stream, number, token, done.replayed)


def _joined_by(done: Done[TournamentStream]) -> int:
    (record,) = done.records
    event = done.stream.events[record.version - 1]
    assert isinstance(event, PlayerJoined), "the command adds nothing else"
    return event.player


def show_seed(
    context: Context, who: EntryHolder, tournament: UUID, seed: str, command: Command
) -> Done[TournamentStream]:
    """Show the seed of a player for the round that is called (C6).

    Raises:
        Problem: ``not-found``; ``not-allowed`` with the clause.
    """
    _own(context, who, tournament)
    shown = PlayerSeedShown(who.player, Digest(seed))

    def shows(stream: TournamentStream) -> Sequence[Event]:
        last = stream.state.rounds[-1] if stream.state.rounds else None
        again = last is not None and any(
            (each.player, each.seed) == (shown.player, shown.seed) for each in last.shown
        )
        return () if again else (shown,)

    done = in_tournament(context, tournament, command, shows)
    if not done.stream.state.owing:
        announce_tournament(context, done.stream)
    return done


def withdraw(
    context: Context, principal: Principal, tournament: UUID, number: int, command: Command
) -> Done[TournamentStream]:
    """Withdraw a player (C4): they do it themselves, or the director.

    Raises:
        Problem: ``not-found``; ``not-allowed``.
    """
    stream = _find_with_power(context, principal, tournament, number)
    if stream.state.player(number) is None:
        raise not_found("player")

    def withdraws(stream: TournamentStream) -> Sequence[Event]:
        player = stream.state.player(number)
        return () if player is not None and player.withdrawn else (PlayerWithdrew(number),)

    done = in_tournament(context, tournament, command, withdraws)
    announce_tournament(context, done.stream)
    return done


def entry(context: Context, who: EntryHolder, tournament: UUID) -> Entry:
    """A player of a tournament, with their seat of the round that is on.

    Raises:
        Problem: ``not-found``.
    """
    stream = _own(context, who, tournament)
    player = stream.state.player(who.player)
    assert player is not None, "its token was read"
    return Entry(stream, player, _own_seat(context, stream, who.player))


def _own_seat(context: Context, stream: TournamentStream, player: int) -> OwnSeat | None:
    """The seat of a player in the round that is on, with its token.

    Between rounds there is none: a substitute gets no seat of the person before.
    """
    last = stream.state.rounds[-1] if stream.state.rounds else None
    for place in () if last is None or last.is_done else last.tables:
        if player in place.players and place.table is not None:
            table, seat = UUID(place.table), place.players.index(player)
            return OwnSeat(table, seat, seat_of(context, table, seat))
    return None


def erase_player(
    context: Context, principal: Principal, tournament: UUID, number: int, command: Command
) -> Done[TournamentStream]:
    """Erase the name and the `ref` of a player of a tournament. They may, and its director.

    The director erases all people who have been this player.

    Raises:
        Problem: ``not-found``; ``not-allowed``.
    """
    player = _find_with_power(context, principal, tournament, number).state.player(number)
    if player is None or player.bot is not None:
        raise not_found("player")

    def erased(stream: TournamentStream) -> Sequence[Event]:
        now, everybody = stream.state.players[number - 1], directs(stream, principal)
        persons = (each.taken for each in now.persons if not each.erased)
        return [PlayerErased(number, at) for at in persons if everybody or at == now.taken]

    return in_tournament(context, tournament, command, erased)


def _find_with_power(
    context: Context, principal: Principal, tournament: UUID, number: int
) -> TournamentStream:
    """The tournament, if the caller is a player of it or its director."""
    stream = find_tournament(context, principal, tournament)
    if principal != EntryHolder(tournament, number) and not directs(stream, principal):
        raise Problem(Code.NOT_ALLOWED, Sentence("director-or-player-only"))
    return stream


def _own(context: Context, who: EntryHolder, tournament: UUID) -> TournamentStream:
    stream = context.streams.tournament(tournament)
    if stream is None or who.tournament != tournament:
        raise not_found("tournament")
    return stream


def announce_tournament(context: PlayContext, stream: TournamentStream) -> None:
    """Announce that a tournament may go on."""
    context.tasks.advance_tournament(stream.id, owner=stream.opened.owner)
