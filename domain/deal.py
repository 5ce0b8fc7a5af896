"""The events that every deal has, whatever its game: opened, shuffled, and its seed revealed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from domain import fairness
from domain.cards import Cards
from domain.event import EVERYONE, NOBODY, Digest, Event, Id, Json, Seat, Text, event, seen_by


@event("deal.opened")
class Opened(Event):
    """A deal begins. Its first event: what was fixed before any card had a place."""

    deal: Id
    table: Id
    number: int
    """1 for the first deal of the series."""
    game: Text
    rules: Text
    """The version of the game's rules that judges this deal for ever."""
    options: Mapping[str, Json] = seen_by(EVERYONE)
    seats: int
    dealer: Seat | None
    """None: by lot."""
    leader: Seat | None
    """None: by the rules of a first deal."""
    bots: tuple[Text | None, ...]
    """The level of the bot on each seat; None: a person sits there."""
    commitment: Digest
    """What the server committed to; `Revealed` opens it."""
    seed: Digest | None = seen_by(NOBODY)


@event("deal.shuffled")
class Shuffled(Event):
    """The pack has its order. The only chance of a deal."""

    transcript: Digest
    """T of `domain.fairness`: what the shuffle follows from, besides the seed."""
    root: Digest
    """The root of the tree over the salted cards."""
    deck: Cards = seen_by(NOBODY)
    lots: tuple[int, ...] | None = seen_by(NOBODY)
    """What the game's lots fell on, in their order."""


@event("deal.revealed")
class Revealed(Event):
    """The deal is over, and the server shows the seed that it had committed to."""

    seed: Digest


class Terms(NamedTuple):
    """What a deal is played on, before a seed is chosen."""

    deal: Id
    table: Id
    number: int
    game: str
    rules: str
    options: Mapping[str, Json]
    seats: int
    dealer: Seat | None
    leader: Seat | None
    bots: tuple[Text | None, ...]


def commit(terms: Terms, *, seed: bytes) -> Opened:
    """The first event of a deal on these terms, committed to this seed of 32 bytes."""
    committed = fairness.commitment(
        UUID(terms.deal).bytes, role=fairness.SERVER, index=0, seed=seed
    )
    return Opened(
        deal=terms.deal,
        table=terms.table,
        number=terms.number,
        game=Text(terms.game),
        rules=Text(terms.rules),
        options=terms.options,
        seats=terms.seats,
        dealer=terms.dealer,
        leader=terms.leader,
        bots=terms.bots,
        commitment=Digest(committed.hex()),
        seed=Digest(seed.hex()),
    )


def shuffled(opened: Opened, *, pack: Cards, lots: Sequence[fairness.Lot], seed: bytes) -> Shuffled:
    """The shuffle that follows from an opened deal and its server's seed."""
    agreed = fairness.transcript(
        UUID(opened.deal).bytes,
        game=f"{opened.game}/{opened.rules}",
        pack=pack,
        server=bytes.fromhex(opened.commitment),
    )
    key = fairness.key(seed, agreed)
    deck = fairness.shuffle(pack, key)
    return Shuffled(
        transcript=Digest(agreed.hex()),
        root=Digest(fairness.deck_root(deck, key).hex()),
        deck=deck,
        lots=tuple(fairness.draw(lot, key) for lot in lots),
    )


# --- Checking what others have recorded ---------------------------------------------------------


def opens(opened: Opened, seed: Digest) -> bool:
    """Whether this is the seed that the server committed to."""
    deal, secret = UUID(opened.deal).bytes, bytes.fromhex(seed)
    committed = fairness.commitment(deal, role=fairness.SERVER, index=0, seed=secret)
    return committed.hex() == opened.commitment


def shuffle_at(events: Sequence[Event]) -> int:
    """The position of the shuffle, from 1, in the record of a deal that was dealt."""
    return next(at for at, event in enumerate(events, start=1) if isinstance(event, Shuffled))


def is_by_hand(opened: Opened) -> bool:
    """Whether a deal, of which all is known, has a deck that does not follow from a seed."""
    return opened.seed is None


def follows(opened: Opened, given: Shuffled, *, pack: Cards, lots: Sequence[fairness.Lot]) -> bool:
    """Whether a shuffle follows from the opened deal; of a deck made by hand, whether it is one."""
    if opened.seed is None:
        return sorted(given.deck) == sorted(pack)
    seed = bytes.fromhex(opened.seed)
    return shuffled(opened, pack=pack, lots=lots, seed=seed) == given
