"""Events common to the deals of all games: opened, seeds shown, shuffled or voided.

Seats that add seeds show them before the shuffle; the server shows its seed at the end.
Seats with keys sign their moves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from uuid import UUID

from domain.fairness import boards
from domain.fairness import shuffle as fairness
from domain.kernel.cards import Cards
from domain.kernel.event import (
    EVERYONE,
    NOBODY,
    Digest,
    Event,
    Id,
    Json,
    Key,
    Seat,
    Signature,
    Text,
    event,
    seen_by,
)
from domain.kernel.hints import HintGiven
from domain.kernel.leaving import LEAVING
from domain.kernel.stored import added


@event("deal.opened", version=7)
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
    """The dealer; None: by lot."""
    leader: Seat | None
    """The leader; None: by the rules of a first deal."""
    bots: tuple[Text | None, ...]
    """The level of the bot on each seat; None: a person sits there."""
    commitment: Digest
    """The commitment of the server; `Revealed` opens it."""
    seed: Digest | None = seen_by(NOBODY)
    """The server's seed; hidden until the deal is over."""
    commitments: tuple[Digest | None, ...] = ()
    """The commitment of each seat, None where it adds no seed; empty where no seat does."""
    keys: tuple[Key | None, ...] = ()
    """The public key of each seat, None where it signs nothing; empty where no seat does."""
    hints: bool = False
    """Whether players may ask for hints (H1)."""
    test: bool = False
    """Whether it belongs to a test table: it proves nothing, whatever else holds."""
    tournament: Id | None = None
    """The tournament, where the deal is a board of it, with the number of the deal (C22)."""
    round: int | None = None
    """The round of the board."""
    seeds: Digest | None = None
    """The digest of the seeds that players have shown in that round (C23)."""

    @property
    def board(self) -> "Board | None":
        """The board that is played; None: the deal has cards of its own."""
        if self.tournament is None or self.round is None or self.seeds is None:
            return None
        return Board(self.tournament, self.round, self.number, self.seeds)

    @property
    def adding(self) -> tuple[Seat, ...]:
        """The seats that add a seed of their own (F1)."""
        return tuple(seat for seat, committed in enumerate(self.commitments) if committed)

    @property
    def signing(self) -> tuple[Seat, ...]:
        """The seats that sign their moves (F7)."""
        return tuple(seat for seat, key in enumerate(self.keys) if key)


added("deal.opened", 1, {"commitments": []})
added("deal.opened", 2, {"keys": []})
added("deal.opened", 3, {})
"""Version 4 has the same data. It fixes the versions of other events, and its acts are signed."""
added("deal.opened", 4, {"hints": False})
"""From versions 5 and 6 on, other policies play its bots; see `domain.kernel.policy.Policy`."""
added("deal.opened", 5, {"test": False})
"""Before version 6 only the record of the table says that it is a test."""
added("deal.opened", 6, {"tournament": None, "round": None, "seeds": None})


class Board(NamedTuple):
    """A board: the deal of a number that all tables of a round share (C22).

    Attributes:
        tournament: The tournament.
        round: The round, from 1.
        number: Its number in the round, from 1.
        seeds: The digest of the seeds that players have shown in the round.
    """

    tournament: Id
    round: int
    number: int
    seeds: Digest

    def dealer(self, seats: int) -> Seat:
        """The dealer: it passes from board to board (C24)."""
        return (self.number - 1) % seats

    def commitment(self, seed: bytes) -> Digest:
        """The commitment to a seed of the board."""
        made = boards.commitment(
            UUID(self.tournament).bytes, round_=self.round, number=self.number, seed=seed
        )
        return Digest(made.hex())


@event("deal.seed_revealed")
class SeedRevealed(Event):
    """A seat shows the seed that it had committed to. The server's is still hidden (F3)."""

    seat: Seat
    seed: Digest
    """The seed that opens the seat's commitment."""


@event("deal.voided")
class Voided(Event):
    """There is no deal: these seats have not shown their seeds in time (F4)."""

    seats: tuple[Seat, ...]
    """The seats that void it."""


@event("deal.shuffled")
class Shuffled(Event):
    """The pack has its order. The only chance of a deal."""

    transcript: Digest
    """T of `domain.fairness.shuffle`: the input of the shuffle besides the seed."""
    root: Digest
    """The root of the tree over the salted cards."""
    deck: Cards = seen_by(NOBODY)
    """The pack in its order; hidden until the deal is over."""
    lots: tuple[int, ...] | None = seen_by(NOBODY)
    """The results of the game's lots, in their order."""


@event("deal.move_signed")
class MoveSigned(Event):
    """The player has signed the move directly before this, and so the record up to it (F7)."""

    seat: Seat
    signature: Signature | None = seen_by("seat")
    """Hidden from others until the end: it would allow guesses at the cards of a hidden move."""


@event("deal.act_signed")
class ActSigned(Event):
    """The player has signed the act directly before this, such as leaving (F7)."""

    seat: Seat
    signature: Signature
    """By the seat's key, over the act and the record up to the event before it."""


@event("deal.revealed")
class Revealed(Event):
    """The deal is over, and the server shows the seed that it had committed to."""

    seed: Digest
    """The seed that opens the server's commitment."""


NO_DIGEST: Final = Digest("0" * 64)
"""Placeholder for a commitment in a deal whose deck was made by hand."""
NO_ID: Final = Id("00000000-0000-0000-0000-000000000000")
"""Placeholder name of a deal or table that was not opened by a service."""

ASIDE: Final = frozenset(
    {SeedRevealed, Voided, MoveSigned, ActSigned, Revealed, HintGiven, *LEAVING}
)
"""The events that change nothing at the table: they are not passed to the game."""
OF_ANY_GAME: Final = ("deal.", "hint.")
"""The stored names of the events that the deals of all games have begin with one of these."""


class Terms(NamedTuple):
    """The terms of a deal, before a seed is chosen."""

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
    commitments: tuple[Digest | None, ...] = ()
    keys: tuple[Key | None, ...] = ()
    hints: bool = False
    test: bool = False
    tournament: Id | None = None
    round: int | None = None
    seeds: Digest | None = None


def commit(terms: Terms, *, seed: bytes) -> Opened:
    """The first event of a deal on these terms, committed to this seed of 32 bytes."""
    opened = _opened(terms, commitment=NO_DIGEST, seed=Digest(seed.hex()))
    return replace(opened, commitment=commitment_of(opened, seed))


def by_hand(terms: Terms) -> Opened:
    """The first event of a deal whose deck is made by hand, without a seed."""
    return _opened(terms, commitment=NO_DIGEST, seed=None)


def _opened(terms: Terms, *, commitment: Digest, seed: Digest | None) -> Opened:
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
        commitment=commitment,
        seed=seed,
        commitments=terms.commitments,
        keys=terms.keys,
        hints=terms.hints,
        test=terms.test,
        tournament=terms.tournament,
        round=terms.round,
        seeds=terms.seeds,
    )


def commitment_of(opened: Opened, seed: bytes) -> Digest:
    """The server's commitment to a seed of a deal, or of the board that is played."""
    if (board := opened.board) is not None:
        return board.commitment(seed)
    deal = UUID(opened.deal).bytes
    return Digest(fairness.commitment(deal, role=fairness.SERVER, index=0, seed=seed).hex())


def shuffled(
    opened: Opened,
    *,
    pack: Cards,
    lots: Sequence[fairness.Lot],
    seed: bytes,
    shown: Sequence[SeedRevealed] = (),
) -> Shuffled:
    """The shuffle that follows from an opened deal, the server's seed, and the seats' seeds."""
    fixed = agreed(opened, pack, shown)
    key = fairness.key(seed, fixed)
    deck = fairness.shuffle(pack, key)
    return Shuffled(
        transcript=Digest(fixed.hex()),
        root=Digest(fairness.deck_root(deck, key).hex()),
        deck=deck,
        lots=tuple(fairness.draw(lot, key) for lot in lots),
    )


def agreed(opened: Opened, pack: Cards, shown: Sequence[SeedRevealed]) -> bytes:
    """T: all that was fixed before the shuffle."""
    if (board := opened.board) is not None:
        return boards.transcript(
            UUID(board.tournament).bytes,
            round_=board.round,
            number=board.number,
            game=f"{opened.game}/{opened.rules}",
            pack=pack,
            server=bytes.fromhex(opened.commitment),
            seeds=bytes.fromhex(board.seeds),
        )
    return fairness.transcript(
        UUID(opened.deal).bytes,
        game=f"{opened.game}/{opened.rules}",
        pack=pack,
        server=bytes.fromhex(opened.commitment),
        reveals=[_reveal(opened, each) for each in shown],
    )


def _reveal(opened: Opened, shown: SeedRevealed) -> fairness.Reveal:
    committed = opened.commitments[shown.seat]
    assert committed is not None, "who shows a seed has committed to it"
    return fairness.Reveal(shown.seat, bytes.fromhex(committed), bytes.fromhex(shown.seed))


def bot_seed(opened: Opened, shuffled: Shuffled | None, seat: Seat) -> bytes | None:
    """The seed of the bot on a seat, by the full record of a deal (F6).

    Only the server can compute it before the server's seed is revealed, as it gives away the pack.

    Returns:
        32 bytes; None where the deck was made by hand or has no order, so that no seed exists.
    """
    if shuffled is None or opened.seed is None:
        return None
    fixed = bytes.fromhex(shuffled.transcript)
    return fairness.bot_seed(fairness.key(bytes.fromhex(opened.seed), fixed), seat)


# --- Checking what others have recorded ---------------------------------------------------------


def opens(opened: Opened, seed: Digest) -> bool:
    """Whether this is the seed that the server committed to."""
    secret = _bytes_of(seed)
    return secret is not None and commitment_of(opened, secret) == opened.commitment


def shuffle_at(events: Sequence[Event]) -> int:
    """The position of the shuffle, from 1, in the record of a deal that was dealt."""
    return next(at for at, event in enumerate(events, start=1) if isinstance(event, Shuffled))


def is_by_hand(opened: Opened) -> bool:
    """Whether a deal declares publicly that its deck follows from no seed."""
    return opened.commitment == NO_DIGEST


def ends_unrevealed(opened: Opened) -> bool:
    """Whether a deal ends without the server's seed: it has none, or its board is still played."""
    return is_by_hand(opened) or opened.board is not None


def opens_own(opened: Opened, shown: SeedRevealed) -> bool:
    """Whether this is the seed that the seat committed to (F3)."""
    if shown.seat not in opened.adding:
        return False
    committed, secret = opened.commitments[shown.seat], _bytes_of(shown.seed)
    if secret is None:
        return False
    deal, role = UUID(opened.deal).bytes, fairness.PLAYER
    made = fairness.commitment(deal, role=role, index=shown.seat, seed=secret)
    return made.hex() == committed


def _bytes_of(seed: Digest) -> bytes | None:
    """The bytes of a seed; None: it is malformed, and opens no commitment."""
    try:
        secret = bytes.fromhex(seed)
    except ValueError:
        return None
    return secret if len(secret) == fairness.SEED_BYTES else None


def follows(
    opened: Opened,
    given: Shuffled,
    *,
    pack: Cards,
    lots: Sequence[fairness.Lot],
    shown: Sequence[SeedRevealed] = (),
) -> bool:
    """Whether a shuffle follows from the opened deal; of a deck made by hand, whether it is one."""
    if opened.seed is None:
        drawn = given.lots or ()
        fits = len(drawn) == len(lots) and all(
            0 <= value < lot.below for value, lot in zip(drawn, lots, strict=True)
        )
        return fits and sorted(given.deck) == sorted(pack)
    seed = bytes.fromhex(opened.seed)
    return shuffled(opened, pack=pack, lots=lots, seed=seed, shown=shown) == given
