"""Signed notes: a vector from the format's first implementation, openssl, and malformed notes."""

import subprocess
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from events.translog.notes import BadNote, Checkpoint, SigningKey, VerifierKey

# The example of golang.org/x/mod/sumdb/note.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETERS_SEED = b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
SIGNATURE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6"
    "KE6RyyBwJnAM=\n"
)
NOTE = f"{TEXT}\n{SIGNATURE}"
KEY = SigningKey("example.com/log", bytes(range(32)))
OTHER = SigningKey("example.com/log", bytes(32))


def test_the_known_note() -> None:
    key = VerifierKey.read(PETER)
    assert str(key) == PETER
    assert key.open(NOTE) == TEXT
    assert SigningKey("PeterNeumann", PETERS_SEED).sign(TEXT) == NOTE
    assert SigningKey("PeterNeumann", PETERS_SEED).verifier == key


def test_a_note_that_others_have_signed_too() -> None:
    key = VerifierKey.read(PETER)
    line = OTHER.sign(TEXT).rpartition("\n\n")[2]
    unknown = "— PeterNeumann " + b64encode(b"\1\2\3\4" + bytes(64)).decode() + "\n"
    for note in (NOTE + line, f"{TEXT}\n{line}{SIGNATURE}", NOTE + unknown):
        assert key.open(note) == TEXT


def test_the_text_may_have_empty_lines() -> None:
    text = "a\n\nb\n\n\nc\n"
    assert KEY.verifier.open(KEY.sign(text)) == text


@pytest.mark.parametrize(
    "note",
    [
        "",
        TEXT,
        f"{TEXT}\n",
        f"{TEXT}\n\n",
        NOTE.removesuffix("\n"),
        NOTE.replace("problem is", "problem was"),
        NOTE.replace("— ", "- "),
        NOTE.replace("— PeterNeumann ", "— "),
        NOTE.replace("— PeterNeumann ", "— PeterNeumann2 "),
        NOTE.replace("x08g", "x08h"),
        NOTE.replace("JnAM=", "JnAN="),
        NOTE.replace("JnAM=", "JnAM"),
        NOTE.replace("x08go/ZJ", "x08go/ZK"),
        NOTE + "\n",
        NOTE + "— PeterNeumann x08go/ZJkuBS9UG/SffcvA==\n",
        f"{NOTE}anything\n",
        f"{NOTE}— Somebody\n",
        f"{NOTE}— Somebody \n",
    ],
)
def test_unsigned_acts_are_refused(note: str) -> None:
    with pytest.raises(BadNote):
        VerifierKey.read(PETER).open(note)


def test_another_key_of_the_name_has_not_signed() -> None:
    with pytest.raises(BadNote, match="has not signed"):
        OTHER.verifier.open(KEY.sign("text\n"))


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "PeterNeumann",
        PETER.replace("c74f20a3", "c74f20a4"),
        PETER.replace("PeterNeumann", "Peter"),
        PETER.replace("PeterNeumann", "Peter Neumann"),
        PETER.replace("ARpc", "Aipc"),
        PETER + "AAAA",
        PETER[:-1],
    ],
)
def test_an_invalid_key_is_refused(vkey: str) -> None:
    with pytest.raises(BadNote):
        VerifierKey.read(vkey)


def test_a_key_does_not_show_its_seed() -> None:
    assert str(PETERS_SEED) not in repr(SigningKey("PeterNeumann", PETERS_SEED))


def test_a_checkpoint() -> None:
    root = bytes(range(32))
    said = Checkpoint("example.com/log", 1234, root)
    encoded = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    assert said.text == f"example.com/log\n1234\n{encoded}\n"
    assert Checkpoint.read(said.text) == said
    assert Checkpoint.read(f"{said.text}an extension\n") == said
    assert Checkpoint.read("o\n0\n\n") == Checkpoint("o", 0, b"")


@pytest.mark.parametrize(
    "text",
    ["", "o\n", "o\n1", "\n1\nAAAA\n", "o\n01\nAAAA\n", "o\n-1\nAAAA\n", "o\n1\nA\n", "o\n²\n\n"],
)
def test_an_invalid_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        Checkpoint.read(text)


def test_openssl_agrees(tmp_path: Path) -> None:
    """The signature, extracted by hand according to the format, is checked by another program."""
    note = KEY.sign(Checkpoint(KEY.name, 7, bytes(32)).text)
    text, _, line = note.partition("\n\n")
    dash, name, encoded = line.removesuffix("\n").split(" ")
    public = b64decode(str(KEY.verifier).split("+", 2)[2])[1:]
    assert (dash, name) == ("\u2014", "example.com/log")
    signature = b64decode(encoded)
    assert signature[:4] == sha256(name.encode() + b"\n\x01" + public).digest()[:4]
    (tmp_path / "key").write_bytes(bytes.fromhex("302a300506032b6570032100") + public)
    (tmp_path / "text").write_text(f"{text}\n")
    (tmp_path / "signature").write_bytes(signature[4:])
    argv = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-rawin"]
    done = subprocess.run(
        [*argv, "-in", "text", "-sigfile", "signature"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Verified Successfully" in done.stdout
