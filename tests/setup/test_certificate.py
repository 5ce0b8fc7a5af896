"""The certificate of the web: what it names, when it is made anew, and what is refused."""

import socket
import ssl
import stat
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Final

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from run.processes import machine
from run.processes.certificate import Certificate, load, self_signed
from run.processes.site import Site
from service.settings import Settings, SettingsError

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)
NAMES = frozenset({"localhost", "127.0.0.1", "::1", "laptop", "192.168.1.5"})


def made(
    folder: Path, names: frozenset[str] = NAMES, *, at: datetime = NOW
) -> tuple[Certificate, Path, Path]:
    certificate, key = self_signed(folder, names, at=at)
    return load(certificate, key, at=at), certificate, key


def test_it_names_this_machine_and_nobody_else_can_read_its_key(tmp_path: Path) -> None:
    certificate, *files = made(tmp_path / "data")
    assert certificate.names == NAMES
    assert certificate.self_signed
    assert {stat.S_IMODE(each.stat().st_mode) for each in files} == {0o600}
    assert stat.S_IMODE(files[0].parent.stat().st_mode) == 0o700
    assert sorted(each.name for each in files[0].parent.iterdir()) == ["certificate.pem", "key.pem"]


def test_browsers_accept_its_form(tmp_path: Path) -> None:
    own = made(tmp_path)[0].own
    assert own.not_valid_before_utc < NOW
    assert own.not_valid_after_utc - own.not_valid_before_utc <= timedelta(days=398)
    extensions = own.extensions
    assert not extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    usage = extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert x509.OID_SERVER_AUTH in usage


def test_it_is_kept(tmp_path: Path) -> None:
    first = made(tmp_path)[0]
    assert made(tmp_path, NAMES - {"192.168.1.5"}, at=NOW + timedelta(days=300))[0] == first


@pytest.mark.parametrize(
    ("names", "later"),
    [
        (NAMES | {"10.0.0.7"}, timedelta()),
        (NAMES, timedelta(days=368)),
        (NAMES, timedelta(days=1_000)),
        (NAMES, timedelta(days=-1)),
    ],
    ids=["another address", "it ends soon", "it has ended", "the clock was wrong"],
)
def test_it_is_made_anew(tmp_path: Path, names: frozenset[str], later: timedelta) -> None:
    first = made(tmp_path)[0]
    second = made(tmp_path, names, at=NOW + later)[0]
    assert second.fingerprint != first.fingerprint
    assert second.names == names
    assert second.own.public_key() != first.own.public_key()


@pytest.mark.parametrize("name", ["certificate.pem", "key.pem"])
def test_damaged_files_are_replaced(tmp_path: Path, name: str) -> None:
    made(tmp_path)
    (tmp_path / "tls" / name).write_text("damaged")
    assert made(tmp_path)[0].names == NAMES


def test_the_names_of_this_machine() -> None:
    names = machine.names()
    assert {"localhost", "127.0.0.1", "::1"} <= names
    addresses = [each for each in names if ":" in each or each.replace(".", "").isdigit()]
    assert not any(ip_address(each).is_link_local for each in addresses)
    other = machine.address_for_others()
    assert other is None or other in names


def test_the_fingerprint_is_written_as_browsers_show_it(tmp_path: Path) -> None:
    certificate = made(tmp_path)[0]
    digest = sha256(certificate.own.public_bytes(Encoding.DER)).digest()
    assert certificate.fingerprint == ":".join(f"{byte:02X}" for byte in digest)


def connects(trusted: Certificate, certificate: Path, key: Path) -> bool:
    """Whether a client that trusts one certificate accepts a server with these files."""
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(certificate, key)
    ours, theirs = socket.socketpair()

    def serve() -> None:
        with suppress(OSError), serving.wrap_socket(theirs, server_side=True) as secure:
            secure.recv(1)

    thread = Thread(target=serve)
    thread.start()
    try:
        with trusted.trust().wrap_socket(ours):
            return True
    except ssl.SSLCertVerificationError:
        return False
    finally:
        ours.close()
        thread.join()


def test_exactly_this_certificate_is_trusted(tmp_path: Path) -> None:
    one, *files = made(tmp_path / "one", at=datetime.now(UTC))
    other, *_ = made(tmp_path / "other", at=datetime.now(UTC))
    assert connects(one, *files)
    assert not connects(other, *files)


def with_password(key: Path) -> Path:
    private = load_pem_private_key(key.read_bytes(), None)
    sealed = BestAvailableEncryption(b"password")
    key.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, sealed))
    return key


SPOILED: Final[dict[str, Callable[[Path, Path, Path], tuple[Path, Path]]]] = {
    "no certificate file": lambda folder, _, key: (folder / "none.pem", key),
    "no key file": lambda folder, certificate, _: (certificate, folder / "none.pem"),
    "a folder": lambda folder, _, key: (folder, key),
    "a key as certificate": lambda _, __, key: (key, key),
    "a certificate as key": lambda _, certificate, __: (certificate, certificate),
    "another key": lambda folder, certificate, _: (certificate, made(folder / "another")[2]),
    "a key with a password": lambda _, certificate, key: (certificate, with_password(key)),
}
"""Files of which one cannot be used, made of good ones."""


@pytest.mark.parametrize(
    ("what", "variable", "said"),
    [
        ("no certificate file", "CERTIFICATE", "cannot be read (No such file or directory)"),
        ("no key file", "KEY", "cannot be read (No such file or directory)"),
        ("a folder", "CERTIFICATE", "cannot be read (Is a directory)"),
        ("a key as certificate", "CERTIFICATE", "has no certificate in PEM"),
        ("a certificate as key", "KEY", "has no private key in PEM without a password"),
        ("another key", "KEY", "is not the key of the certificate in"),
        ("a key with a password", "KEY", "has no private key in PEM without a password"),
    ],
)
def test_files_that_cannot_be_used_are_refused(
    tmp_path: Path, what: str, variable: str, said: str
) -> None:
    certificate, key = SPOILED[what](tmp_path, *made(tmp_path / "data")[1:])
    with pytest.raises(SettingsError) as caught:
        load(certificate, key, at=NOW)
    assert caught.value.variable == f"FAIRDEAL_TLS_{variable}"
    assert said in str(caught.value)


def test_a_certificate_that_is_not_valid_now_is_refused(tmp_path: Path) -> None:
    _, certificate, key = made(tmp_path)
    for at in (NOW - timedelta(days=1), NOW + timedelta(days=400)):
        with pytest.raises(SettingsError, match="only valid from 2026-11-24 to 2027-12-26"):
            load(certificate, key, at=at)


@pytest.mark.parametrize(
    ("host", "names", "shown"),
    [
        ("127.0.0.1", None, "http://127.0.0.1:8080"),
        ("0.0.0.0", None, "http://127.0.0.1:8080"),  # noqa: S104
        ("::", None, "http://[::1]:8080"),
        ("127.0.0.1", {"localhost", "127.0.0.1"}, "https://127.0.0.1:8080"),
        ("0.0.0.0", {"127.0.0.1", "192.168.1.5"}, "https://192.168.1.5:8080"),  # noqa: S104
        ("::1", {"::1"}, "https://[::1]:8080"),
        ("0.0.0.0", {"cards.example"}, "https://cards.example:8080"),  # noqa: S104
        ("0.0.0.0", {"*.cards.example"}, "https://127.0.0.1:8080"),  # noqa: S104
    ],
)
def test_people_are_shown_an_address_that_the_certificate_is_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    names: set[str] | None,
    shown: str,
) -> None:
    monkeypatch.setattr(machine, "address_for_others", lambda: "192.168.1.5")
    certificate = None if names is None else made(tmp_path, frozenset(names))[0]
    site = Site(host=host, port=8080, certificate=certificate)
    assert site.shown == shown
    others = site.for_others
    assert (others is not None) == (host in {"0.0.0.0", "::"})  # noqa: S104


def test_without_files_the_site_is_plain_http() -> None:
    site = Site.of(Settings(port=9))
    assert (site.certificate, site.trust, site.here) == (None, None, "http://127.0.0.1:9")
