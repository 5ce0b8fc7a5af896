"""Signed notes, and the checkpoints that they carry (c2sp.org/signed-note, /tlog-checkpoint).

A note is text, an empty line, and a line for each signature, which is over the text with its last
line break: ``— name base64(u32 key id ‖ Ed25519 signature)``. The key id is the beginning of
``H(name ‖ 0x0a ‖ 0x01 ‖ public key)``; a reader ignores the lines of other keys.
"""

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SEED_BYTES: Final = 32
NAME: Final = r"[!-*,-~]{1,100}"
"""The name of a key or a log: visible ASCII, no space and no plus."""

LONGEST_NOTE: Final = 16_384
"""In characters. Notes of real logs have some hundreds."""
MOST_SIGNATURES: Final = 16
"""On a note."""

_SIZE: Final = "0|[1-9][0-9]{0,18}"
_ED25519: Final = b"\x01"
_ID_BYTES: Final = 4
_BLANK: Final = "\n\n"
_DASH: Final = "—"


class BadNote(ValueError):
    """The input is not a valid note, key or checkpoint, or no known key has signed it.

    Attributes:
        key: the name of the reason in the catalogues.
        values: the values that the reason names.
    """

    def __init__(self, text: str, key: str, **values: str | int) -> None:
        super().__init__(text)
        self.key, self.values = key, values


@dataclass(frozen=True)
class VerifierKey:
    """A public key whose signatures are trusted.

    Attributes:
        name: the name of the key.
        public: the public key, 32 bytes.
    """

    name: str
    public: bytes

    @classmethod
    def read(cls, vkey: str) -> Self:
        """Read the key from its text form, ``name+hex(key id)+base64(0x01 ‖ public key)``.

        Raises:
            BadNote: it is not a key in this form.
        """
        name, _, rest = vkey.partition("+")
        key_id, _, encoded = rest.partition("+")
        key = _from_base64(encoded)
        if len(key) != 1 + SEED_BYTES or key[:1] != _ED25519 or not re.fullmatch(NAME, name):
            raise BadNote("this is not the text of an Ed25519 verifier key", "no-key")
        read = cls(name, key[1:])
        if read.id.hex() != key_id:
            raise BadNote("the id of this verifier key is not its own", "key-id")
        return read

    @cached_property
    def id(self) -> bytes:
        """The id that distinguishes the key from others with the same name."""
        return sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:_ID_BYTES]

    def __str__(self) -> str:
        encoded = b64encode(_ED25519 + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{encoded}"

    @lru_cache(maxsize=64)  # noqa: B019 - keys are few; the evidence of an archive has one note
    def open(self, note: str) -> str:
        """The text of a note, after checking that this key has signed it.

        Raises:
            BadNote: it has not.
        """
        if len(note) > LONGEST_NOTE:
            raise BadNote(
                f"a note has at most {LONGEST_NOTE} characters", "too-long", most=LONGEST_NOTE
            )
        text, blank, lines = note.rpartition(_BLANK)
        if not blank or not lines.endswith("\n"):
            raise BadNote("a note is text, an empty line and signatures", "form")
        text += "\n"
        signed = lines.removesuffix("\n").split("\n")
        if len(signed) > MOST_SIGNATURES:
            raise BadNote(
                f"a note has at most {MOST_SIGNATURES} signatures",
                "most-signatures",
                most=MOST_SIGNATURES,
            )
        signatures = [
            signature
            for line in signed
            for name, signature in [_signature(line)]
            if name == self.name and signature.startswith(self.id)
        ]
        if not signatures:
            raise BadNote(f"{self.name} has not signed this note", "unsigned", name=self.name)
        for signature in signatures:
            self._check(signature[_ID_BYTES:], text)
        return text

    def _check(self, signature: bytes, text: str) -> None:
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text.encode())
        except InvalidSignature:
            raise BadNote(
                f"the signature of {self.name} does not fit this text",
                "signature",
                name=self.name,
            ) from None


@dataclass(frozen=True)
class SigningKey:
    """A private key that signs notes.

    Attributes:
        name: the name of the key.
        seed: the private key, 32 random bytes.
    """

    name: str
    seed: bytes = field(repr=False)

    @cached_property
    def private(self) -> Ed25519PrivateKey:
        """The key itself, ready to sign."""
        return Ed25519PrivateKey.from_private_bytes(self.seed)

    @cached_property
    def verifier(self) -> VerifierKey:
        """The public key that checks its signatures."""
        return VerifierKey(self.name, self.private.public_key().public_bytes_raw())

    def sign(self, text: str) -> str:
        """Sign some text, which must end with a line break; return the note."""
        signed = b64encode(self.verifier.id + self.private.sign(text.encode())).decode()
        return f"{text}\n{_DASH} {self.name} {signed}\n"


class Checkpoint(NamedTuple):
    """A log's statement about itself: its name, its number of leaves, and their root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the checkpoint from its text; further lines are ignored.

        Raises:
            BadNote: it is not a checkpoint.
        """
        match text.split("\n"):
            case [origin, size, root, _, *_] if origin and re.fullmatch(_SIZE, size):
                return cls(origin, int(size), _from_base64(root))
            case _:
                raise BadNote("a checkpoint is an origin, a size and a root", "checkpoint")


def _signature(line: str) -> tuple[str, bytes]:
    """The name and the bytes of a signature line."""
    dash, _, rest = line.partition(" ")
    name, _, encoded = rest.partition(" ")
    if dash != _DASH or not name or not encoded:
        raise BadNote("a note ends with signatures", "end")
    return name, _from_base64(encoded)


def _from_base64(text: str) -> bytes:
    """Decode base64, accepting its canonical form only."""
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        raw = b""
    if b64encode(raw).decode() != text:
        raise BadNote("this is not base64", "base64")
    return raw
