"""The players of a table: the person or the bot on each seat, and persons whose names are erased.

A table shows a pseudonym for a person whose name is erased or unknown. It keeps everything else of
the person, because it is part of the record.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.kernel.event import Digest, Id, Json, Key, Seat, Text
from domain.table.events import Kind, Pairs, SeatTaken, SeatTokenIssued


class Player(NamedTuple):
    """The player on a seat."""

    name: Text
    """As it is shown: a pseudonym where the name is erased or unknown."""
    bot: Text | None
    holder: Id | None
    token: Digest | None
    commits: bool = False
    key: Key | None = None
    kind: Kind = "person"
    taken: int = 0
    """The position of the event by which the player sat down."""
    ref: Text | None = None
    metadata: Pairs | None = None
    erased: bool = False


def pseudonym(seat: Seat) -> Text:
    """The name that is shown for a person whose name is erased or unknown."""
    return Text(f"Player {seat + 1}")


def bot_name(level: str, number: int) -> Text:
    """The name of a bot: its level, with its number among the table's bots of that level from 2."""
    return Text(level if number == 1 else f"{level} {number}")


def seated(event: SeatTaken, players: Iterable[Player | None], *, at: int) -> Player:
    """The player who sits down, beside these players, by the event at a position."""
    name = event.name or pseudonym(event.seat)
    if event.bot is not None:
        like = sum(each is not None and each.bot == event.bot for each in players)
        name = bot_name(event.bot, like + 1)
    known = (event.bot, event.holder, event.token, event.commits, event.key, event.kind)
    return Player(name, *known, at, event.ref, event.metadata, erased=name_is_gone(event))


def name_is_gone(event: SeatTaken) -> bool:
    """Whether the name of a person is erased, or unknown to the reader of the event."""
    return event.bot is None and event.name is None


def erased(player: Player, seat: Seat) -> Player:
    """A player whose name, `ref` and `metadata` are erased."""
    return player._replace(name=pseudonym(seat), ref=None, metadata=None, erased=True)


def reissued(
    players: tuple[Player | None, ...], event: SeatTokenIssued
) -> tuple[Player | None, ...]:
    """The players after a taken seat has got another token."""
    return tuple(
        player._replace(token=event.token) if player is not None and seat == event.seat else player
        for seat, player in enumerate(players)
    )


def metadata_json(metadata: Pairs | None) -> dict[str, Json] | None:
    """Metadata by their names."""
    return None if metadata is None else {name: value for name, value in metadata}  # noqa: C416


def pairs_of(metadata: Mapping[str, str] | None) -> Pairs | None:
    """Metadata in the form of events."""
    if not metadata:
        return None
    return tuple((Text(name), Text(value)) for name, value in sorted(metadata.items()))


def kept_seat(seat: Seat, seats: int, *, moved: int = 1) -> Seat:
    """The seat in the rematch for the player of a seat at this table."""
    return (seat - moved) % seats
