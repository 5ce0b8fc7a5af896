"""Identifiers of streams and commands, and the secrets that give access to a seat.

Ids and tokens that a client may request again are derived, not random. A repeated request then
finds the first result, without a table of past requests.
"""

import hmac
from hashlib import sha256
from typing import Final
from uuid import UUID

from domain.fairness.framing import prefixed
from service.runtime import Runtime

_TABLE: Final = "fairdeal/1/table-id"
_TOURNAMENT: Final = "fairdeal/1/tournament-id"
_DEAL: Final = "fairdeal/1/deal-id"
_COMMAND: Final = "fairdeal/1/command"
_CREDENTIAL: Final = "fairdeal/1/credential"
_VEIL: Final = "fairdeal/1/cursor"
_NONCE: Final = 9
FINGERPRINT: Final = "fairdeal/1/fingerprint"
"""The label of a request's digest, which detects another request with the same idempotency key."""


def digest(secret: bytes, label: str, *parts: str | bytes) -> bytes:
    """A keyed digest of 32 bytes: without the secret it cannot be computed or tested."""
    pieces = [part.encode() if isinstance(part, str) else part for part in parts]
    return hmac.digest(secret, label.encode() + prefixed(*pieces), "sha256")


def hashed(credential: str) -> bytes:
    """The stored hash of a credential. It has 256 random bits, so a plain hash protects it."""
    return sha256(credential.encode()).digest()


def table_id(secret: bytes, command: UUID) -> UUID:
    """The id of the table that a command opens; the same command gives the same id.

    A UUID of version 8 (RFC 9562) in the range from ``f0…``, where tables have their partition.
    """
    return _of_tables(digest(secret, _TABLE, command.bytes))


def tournament_id(secret: bytes, command: UUID) -> UUID:
    """The id of the tournament that a command opens, in the partition of tables."""
    return _of_tables(digest(secret, _TOURNAMENT, command.bytes))


def _of_tables(made: bytes) -> UUID:
    raw = bytearray(made[:16])
    raw[0] |= 0xF0
    return _stamped(raw, version=8)


def deal_id(secret: bytes, table: UUID, number: int, *, at: int) -> UUID:
    """The deal of a table with this number, as a UUID of version 7 (RFC 9562).

    Args:
        secret: The service's.
        table: The table.
        number: The deal's number in the series.
        at: When the table was opened, in microseconds since the epoch.
    """
    tail = digest(secret, _DEAL, table.bytes, str(number))[:10]
    return _stamped(bytearray((at // 1000).to_bytes(6, "big") + tail), version=7)


def _stamped(raw: bytearray, *, version: int) -> UUID:
    raw[6] = raw[6] & 0x0F | version << 4
    raw[8] = raw[8] & 0x3F | 0x80
    return UUID(bytes=bytes(raw))


def command_id(secret: bytes, *scope: str) -> UUID:
    """The id of a command, the same for every repetition within the same scope."""
    raw = bytearray(digest(secret, _COMMAND, *scope)[:16])
    return _stamped(raw, version=8)


def fresh_command_id(runtime: Runtime) -> UUID:
    """The id of a command that can never be repeated."""
    return _stamped(bytearray(runtime.random_bytes(16)), version=8)


def token_secret(secret: bytes, *scope: str) -> bytes:
    """The 32 bytes of a credential, the same for every repetition within the same scope."""
    return digest(secret, _CREDENTIAL, *scope)


def veiled(secret: bytes, raw: bytes) -> bytes:
    """Encrypt at most 32 bytes so that only the service can read them; adds 9 bytes.

    It is used for cursors, which may point to entries that the caller cannot see. The keyed digest
    of the text is the nonce (as in SIV, RFC 5297), so no two cursors share one.
    """
    nonce = digest(secret, _VEIL, raw)[:_NONCE]
    return nonce + _masked(secret, nonce, raw)


def unveiled(secret: bytes, hidden: bytes) -> bytes:
    """The text that `veiled` encrypted; for any other input, arbitrary bytes."""
    return _masked(secret, hidden[:_NONCE], hidden[_NONCE:])


def _masked(secret: bytes, nonce: bytes, raw: bytes) -> bytes:
    mask = digest(secret, _VEIL, nonce, "mask")
    return bytes(byte ^ other for byte, other in zip(raw, mask, strict=False))
