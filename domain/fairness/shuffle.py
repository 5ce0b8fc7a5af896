"""The verifiable shuffle: recipe ``fairdeal/1``.

The server commits to a seed before a deal, seats may add theirs, and pack, lots and card salts
follow from all seeds. Pure functions on bytes; H is SHA-256, numbers are big-endian u32.

    T = TH("fairdeal/1/transcript", …)      what was agreed before the shuffle
    K = HMAC(server seed, T)                 the deal's key
    stream(label) = HMAC(K, label ‖ 0) ‖ HMAC(K, label ‖ 1) ‖ …
"""

import hmac
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Final, NamedTuple

from domain.fairness import tree
from domain.fairness.framing import tagged_hash, u32
from domain.kernel.cards import Card, Cards

SEED_BYTES: Final = 32
SALT_BYTES: Final = 32
SHUFFLE: Final = "fairdeal/1/shuffle"
SALT: Final = "fairdeal/1/salt"
BOT: Final = "fairdeal/1/bot"
SERVER: Final = "S"
PLAYER: Final = "P"

_U32: Final = 1 << 32


class Reveal(NamedTuple):
    """A seat's part in the shuffle: what it committed to, and the seed that opens it."""

    seat: int
    commitment: bytes
    seed: bytes


class Lot(NamedTuple):
    """An additional draw of the deal: a number below `below`, from a separate stream."""

    label: str
    below: int


class CardProof(NamedTuple):
    """A proof that a card lay at a position of the pack, against the deck root."""

    position: int
    card: Card
    salt: bytes
    path: tuple[bytes, ...]


def commitment(deal: bytes, *, role: str, index: int, seed: bytes) -> bytes:
    """The published commitment to a seed: by the server (role S, index 0) or a seat (role P)."""
    return tagged_hash("fairdeal/1/commit", deal, role.encode(), u32(index), seed)


def transcript(
    deal: bytes, *, game: str, pack: Cards, server: bytes, reveals: Sequence[Reveal] = ()
) -> bytes:
    """T: everything that was fixed before the shuffle.

    Args:
        deal: The deal's id, 16 bytes.
        game: The game and its rules version, such as ``goat/1``.
        pack: The cards before the shuffle.
        server: The server's commitment.
        reveals: The seats' parts; taken in the order of the seats.
    """
    parts = [u32(seat) + committed + seed for seat, committed, seed in sorted(reveals)]
    listing = "\n".join(pack).encode()
    revealed = (u32(len(parts)), *parts)
    return tagged_hash("fairdeal/1/transcript", deal, game.encode(), listing, server, *revealed)


def key(server_seed: bytes, transcript: bytes) -> bytes:
    """K, from which all that is by chance in a deal follows."""
    return _hmac(server_seed, transcript)


def stream(key: bytes, label: str) -> Iterator[int]:
    """The endless numbers, 0 to 2^32 - 1, of a label: eight from each block."""

    def block(at: int) -> tuple[int, ...]:
        return struct.unpack(">8I", _hmac(key, label.encode() + u32(at)))

    return chain.from_iterable(map(block, count()))


def below(bound: int, numbers: Iterator[int]) -> int:
    """A number below the bound, each as likely: what would make some likelier is thrown away."""
    fair = _U32 - _U32 % bound
    return next(number for number in numbers if number < fair) % bound


@lru_cache(maxsize=8)  # several checks of a record need the same pack
def shuffle(pack: Cards, key: bytes) -> Cards:
    """The pack in the order in which it is dealt: Fisher-Yates from the top."""
    deck = list(pack)
    numbers = stream(key, SHUFFLE)
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1, numbers)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def draw(lot: Lot, key: bytes) -> int:
    """The number that a lot falls on."""
    return below(lot.below, stream(key, lot.label))


def bot_seed(key: bytes, seat: int) -> bytes:
    """The seed of the bot on a seat: the first block of a separate stream.

    The label of the stream is ``fairdeal/1/bot`` ‖ u32 seat.
    """
    return _hmac(key, BOT.encode() + u32(seat) + u32(0))


def salts(key: bytes, size: int) -> tuple[bytes, ...]:
    """The salt of every position of the pack."""
    return tuple(_hmac(key, SALT.encode() + u32(position)) for position in range(size))


@lru_cache(maxsize=8)
def deck_root(deck: Cards, key: bytes) -> bytes:
    """The root of the tree (RFC 6962, section 2.1) over the salted cards."""
    return tree.root(_leaves(deck, key))


def card_proof(deck: Cards, key: bytes, position: int) -> CardProof:
    """The proof of the card at a position."""
    path = tree.path(position, _leaves(deck, key))
    return CardProof(position, deck[position], salts(key, len(deck))[position], path)


def opens(opened: CardProof, *, size: int, root: bytes) -> bool:
    """Whether the card lay where the opening says, in a pack of this size with this root."""
    position, card, salt, path = opened
    if not 0 <= position < size or len(salt) != SALT_BYTES:
        return False
    leaf = _leaf(position, salt, card)
    return tree.includes(leaf, index=position, size=size, path=path, expected=root)


def _leaf(position: int, salt: bytes, card: Card) -> bytes:
    return tree.leaf_hash(u32(position) + salt + card.encode())


def _leaves(deck: Cards, key: bytes) -> list[bytes]:
    salted = zip(salts(key, len(deck)), deck, strict=True)
    return [_leaf(position, salt, card) for position, (salt, card) in enumerate(salted)]


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")
