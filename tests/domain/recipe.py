"""The recipe ``fairdeal/1`` implemented a second time, directly from its text, for the tests.

It shares no code with `domain.fairness.shuffle`: this page is enough to check a deal.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence


def number(value: int) -> bytes:
    """Big-endian u32."""
    return bytes([value >> 24 & 255, value >> 16 & 255, value >> 8 & 255, value & 255])


def lp(data: bytes) -> bytes:
    """LP(x) = u32 length ‖ x."""
    return number(len(data)) + data


def th(tag: str, parts: Sequence[bytes]) -> bytes:
    """TH(tag, p1..pn) = H(LP(tag) ‖ u32 n ‖ LP(p1) ‖ …)."""
    hashed = hashlib.new("sha256")
    hashed.update(lp(tag.encode("ascii")))
    hashed.update(number(len(parts)))
    for part in parts:
        hashed.update(lp(part))
    return hashed.digest()


def commitment(deal: bytes, role: str, index: int, seed: bytes) -> bytes:
    """C."""
    return th("fairdeal/1/commit", [deal, role.encode("ascii"), number(index), seed])


def transcript(
    deal: bytes,
    game: str,
    version: str,
    *,
    pack: Sequence[str],
    server: bytes,
    reveals: Sequence[tuple[int, bytes, bytes]],
) -> bytes:
    """T."""
    parts = [deal, f"{game}/{version}".encode("ascii"), "\n".join(pack).encode("ascii"), server]
    parts.append(number(len(reveals)))
    for seat, committed, seed in sorted(reveals, key=lambda reveal: reveal[0]):
        parts.append(number(seat) + committed + seed)
    return th("fairdeal/1/transcript", parts)


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256."""
    return hmac.new(key, message, hashlib.sha256).digest()


def stream(key: bytes, label: str) -> Iterator[int]:
    """Eight u32 from each block."""
    block = 0
    while True:
        digest = mac(key, label.encode("ascii") + number(block))
        for word in range(8):
            yield int.from_bytes(digest[4 * word : 4 * word + 4], "big")
        block += 1


def below(bound: int, numbers: Iterator[int]) -> int:
    """Rejection: only numbers below the largest multiple of the bound count."""
    largest = (2**32 // bound) * bound
    while (value := next(numbers)) >= largest:
        pass
    return value % bound


def shuffle(pack: Sequence[str], key: bytes) -> list[str]:
    """Fisher-Yates from the top."""
    cards, numbers = list(pack), stream(key, "fairdeal/1/shuffle")
    i = len(cards) - 1
    while i > 0:
        j = below(i + 1, numbers)
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1
    return cards


def bot_seed(key: bytes, seat: int) -> bytes:
    """The first 32 bytes of stream("fairdeal/1/bot" ‖ u32 seat)."""
    return mac(key, b"fairdeal/1/bot" + number(seat) + number(0))


def salt(key: bytes, position: int) -> bytes:
    """Of a card."""
    return mac(key, b"fairdeal/1/salt" + number(position))


def leaf(position: int, salted: bytes, card: str) -> bytes:
    """H(0x00 ‖ u32 position ‖ salt ‖ card)."""
    return hashlib.sha256(b"\0" + number(position) + salted + card.encode("ascii")).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """RFC 6962, level by level: an odd one is carried up as it is."""
    level = list(leaves)
    while len(level) > 1:
        pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
        level = [
            hashlib.sha256(b"\1" + pair[0] + pair[1]).digest() if len(pair) == 2 else pair[0]
            for pair in pairs
        ]
    return level[0]


def path(position: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The siblings on the way up, level by level."""
    siblings, level = [], list(leaves)
    while len(level) > 1:
        if position ^ 1 < len(level):
            siblings.append(level[position ^ 1])
        level = [root(level[at : at + 2]) for at in range(0, len(level), 2)]
        position //= 2
    return siblings
