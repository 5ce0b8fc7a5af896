"""One attempt, with receivers of every kind; and names that resolve to forbidden addresses."""

import datetime as dt
import socket
import ssl
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpcore
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from service.timestamps import when
from service.webhooks import sending
from service.webhooks.addresses import Address, read_networks
from service.webhooks.sending import AttemptAnswer, Resolve, send
from tests.simulation.runtime import RUNTIME
from tests.webhooks.receiving import LOOPBACK, Receiver, receiving, speaking

INSIDE = read_networks(LOOPBACK)
SECONDS = 0.4
"""The time limit of an attempt that does not end before."""
ENOUGH = 20.0
"""The time limit of the others: a busy machine may need seconds for an answer."""
HEADERS = {"webhook-id": "m-1"}
HERE = [ip_address("127.0.0.1")]


@pytest.fixture(scope="module")
def served() -> Generator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture
def receiver(served: Receiver) -> Receiver:
    served.came.clear()
    served.answering = lambda _: 200
    return served


def post(url: str, **options: Any) -> AttemptAnswer:
    chosen: dict[str, Any] = {"seconds": ENOUGH, "allowed": INSIDE, "runtime": RUNTIME, **options}
    return send(url, '{"a":1}', HEADERS, at=RUNTIME.now(), **chosen)


def test_a_payload_arrives_as_it_is(receiver: Receiver) -> None:
    assert post(f"{receiver.url}?a=b") == AttemptAnswer("delivered", 200)
    [came] = receiver.came
    assert (came.path, came.body, came.id) == ("/hook?a=b", '{"a":1}', "m-1")
    assert came.headers["content-type"] == "application/json"
    assert came.headers["host"] == receiver.url.split("/")[2]
    assert "accept-encoding" not in came.headers


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (204, "delivered"),
        (299, "delivered"),
        (301, "redirected"),
        (304, "redirected"),
        (400, "rejected"),
        (404, "rejected"),
        (410, "gone"),
        (429, "rejected"),
        (500, "failed"),
        (503, "failed"),
        (600, "rejected"),
    ],
)
def test_the_status_decides(receiver: Receiver, status: int, outcome: str) -> None:
    receiver.answering = lambda _: (status, {"Location": receiver.url, "X-Internal": "secret"})
    assert post(receiver.url) == AttemptAnswer(outcome, status)  # type: ignore[arg-type]
    assert len(receiver.came) == 1, "no redirect is followed"


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("7", 7),
        (" 120 ", 120),
        ("9" * 30, 999_999_999),
        ("soon", None),
        ("-1", None),
        ("", None),
        ("Wed, 21 Oct 99999999999999999999 07:28:00 GMT", None),
        ("Wed, 21 Oct 2015 07:28:00 +99999999999999", None),
    ],
)
def test_retry_after_is_read(receiver: Receiver, said: str, seconds: int | None) -> None:
    receiver.answering = lambda _: (503, {"Retry-After": said})
    assert post(receiver.url) == AttemptAnswer("failed", 503, seconds)


def test_retry_after_may_be_a_date(receiver: Receiver) -> None:
    then = when(RUNTIME.now()) + dt.timedelta(seconds=90)
    said = then.strftime("%a, %d %b %Y %H:%M:%S GMT")
    receiver.answering = lambda _: (429, {"Retry-After": said})
    assert post(receiver.url).retry_after in (88, 89, 90)
    receiver.answering = lambda _: (429, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"})
    assert post(receiver.url).retry_after == 0


# --- Receivers that misbehave ---------------------------------------------------------------------


def hang(peer: socket.socket) -> None:
    while peer.recv(1024):
        pass


def drip(line: bytes) -> Callable[[socket.socket], None]:
    def talk(peer: socket.socket) -> None:
        peer.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            peer.sendall(line)
            RUNTIME.pass_time(1)

    return talk


def flood(peer: socket.socket) -> None:
    peer.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        peer.sendall(b"X-Filler: " + b"x" * 60_000 + b"\r\n")


def endless(peer: socket.socket) -> None:
    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
    while True:
        peer.sendall(b"x" * 60_000)


def hear(peer: socket.socket) -> None:
    """Read the whole request: closing with unread data would reset the connection."""
    came = b""
    while not came.endswith(b'{"a":1}'):
        came += peer.recv(65_536)


def say(text: bytes) -> Callable[[socket.socket], None]:
    def talk(peer: socket.socket) -> None:
        hear(peer)
        peer.sendall(text)

    return talk


@pytest.mark.parametrize(
    ("talk", "outcome"),
    [
        (hang, "timeout"),
        (drip(b"X: y\r\n"), "timeout"),
        (drip(b"x"), "timeout"),
        (flood, "garbled"),
        (endless, "delivered"),
        (say(b"220 smtp.example ESMTP\r\n"), "garbled"),
        (say(b"\0" * 100), "garbled"),
        (say(b"HTTP/1.1 200"), "garbled"),
        (say(b""), "garbled"),
        (say(b"HTTP/1.1 100 Continue\r\n\r\n" * 3 + b"HTTP/1.1 204 No\r\n\r\n"), "delivered"),
    ],
)
def test_none_takes_longer_than_it_may(talk: Callable[[socket.socket], None], outcome: str) -> None:
    with speaking(talk) as port:
        seconds = SECONDS if talk is hang else ENOUGH
        assert post(f"http://127.0.0.1:{port}/", seconds=seconds).outcome == outcome


def test_absence_of_all_persons_is_detected() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        assert post(f"http://127.0.0.1:{bound.getsockname()[1]}/") == AttemptAnswer("unreachable")


# --- Names ---------------------------------------------------------------------------------------


def resolving(*addresses: str) -> Resolve:
    return lambda _host, _port: [ip_address(each) for each in addresses]


@pytest.mark.parametrize(
    "addresses",
    [
        (),
        ("127.0.0.1",),
        ("::1",),
        ("::ffff:127.0.0.1",),
        ("10.0.0.1", "169.254.169.254", "fd00::1", "0.0.0.0"),  # noqa: S104
    ],
)
def test_a_name_leads_to_the_internet_or_nowhere(
    addresses: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("it was connected to"))
    url = "https://cards.example/"
    assert post(url, allowed=(), resolve=resolving(*addresses)) == AttemptAnswer("no_address")


def test_a_name_that_does_not_resolve_leads_nowhere() -> None:
    def fails(_host: str, _port: int) -> list[Address]:
        raise socket.gaierror

    assert post("https://cards.example/", resolve=fails) == AttemptAnswer("no_address")
    assert post("gopher://cards.example/") == AttemptAnswer("no_address")


def test_a_name_server_takes_no_longer_than_it_may(receiver: Receiver) -> None:
    began, came = RUNTIME.monotonic(), list[bool]()

    def resolve(_host: str, _port: int) -> list[Address]:
        RUNTIME.sleep(3600)
        came.append(True)
        return HERE

    assert post("https://cards.example/", resolve=resolve) == AttemptAnswer("timeout")
    assert RUNTIME.monotonic() - began == pytest.approx(ENOUGH, abs=1)
    RUNTIME.sleep(3600)
    assert came
    assert not receiver.came, "no connection is made once the time is over"


class SlowStream(httpcore.NetworkStream):
    """A connection on which the answer comes late."""

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        assert timeout is not None
        if timeout < ENOUGH * 0.7:
            raise httpcore.ReadTimeout
        RUNTIME.sleep(ENOUGH * 0.7)
        return b"HTTP/1.1 200 OK\r\n\r\n"

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        pass

    def close(self) -> None:
        pass

    def get_extra_info(self, info: str) -> Any:
        return None


def test_the_name_and_the_answer_have_one_time_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", lambda *_: SlowStream())

    def resolve(_host: str, _port: int) -> list[Address]:
        RUNTIME.sleep(ENOUGH * 0.7)
        return HERE

    url = "http://127.0.0.1/"
    assert post(url, resolve=resolving("127.0.0.1")) == AttemptAnswer("delivered", 200)
    assert post(url, resolve=resolve) == AttemptAnswer("timeout")


def test_the_checked_address_is_the_connected_one(receiver: Receiver) -> None:
    """DNS rebinding: a name whose address changes from one moment to the next is resolved once."""
    port = int(receiver.url.split(":")[2].split("/")[0])
    command: list[str] = []

    def rebinding(host: str, _port: int) -> list[Address]:
        command.append(host)
        return HERE if len(command) == 1 else [ip_address("169.254.169.254")]

    assert post(f"http://hook.example:{port}/", resolve=rebinding) == AttemptAnswer(
        "delivered", 200
    )
    assert command == ["hook.example"]
    assert receiver.came[0].headers["host"] == f"hook.example:{port}"
    assert post(f"http://hook.example:{port}/", resolve=rebinding) == AttemptAnswer("no_address")


def test_forbidden_addresses_are_skipped(receiver: Receiver) -> None:
    port = int(receiver.url.split(":")[2].split("/")[0])
    found = resolving("169.254.169.254", "127.0.0.99", "127.0.0.1")
    assert post(f"http://hook.example:{port}/", resolve=found) == AttemptAnswer("delivered", 200)


def test_the_systems_resolver_is_asked() -> None:
    assert ip_address("127.0.0.1") in sending.resolved("localhost", 80)


# --- TLS -----------------------------------------------------------------------------------------


@contextmanager
def with_tls(folder: Path, *names: str) -> Iterator[tuple[int, ssl.SSLContext]]:
    """A receiver with a certificate for names; its port, and a context that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    me = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a receiver")])
    today = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder(me, me, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - dt.timedelta(days=1))
        .not_valid_after(today + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(each) for each in names]), False)  # noqa: FBT003
        .sign(key, hashes.SHA256())
    )
    pem = folder / "certificate.pem"
    pem.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem)
    command: list[str | None] = []
    server.sni_callback = lambda _socket, name, _context: command.append(name)

    def talk(peer: socket.socket) -> None:
        with server.wrap_socket(peer, server_side=True) as secure:
            assert command == ["cards.example"]
            hear(secure)
            secure.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    client = ssl.create_default_context()
    client.load_verify_locations(pem)
    with speaking(talk) as port:
        yield port, client


def test_tls_is_checked_for_the_name(tmp_path: Path) -> None:
    here = resolving("127.0.0.1")
    with with_tls(tmp_path, "cards.example") as (port, trusted):
        url = f"https://cards.example:{port}/"
        assert post(url, resolve=here, context=trusted) == AttemptAnswer("delivered", 204)
    with with_tls(tmp_path, "other.example") as (port, trusted):
        url = f"https://cards.example:{port}/"
        assert post(url, resolve=here, context=trusted) == AttemptAnswer("insecure")
    with with_tls(tmp_path, "cards.example") as (port, _):
        url = f"https://cards.example:{port}/"
        assert post(url, resolve=here) == AttemptAnswer("insecure")


def test_a_handshake_takes_no_longer_than_it_may() -> None:
    with speaking(hang) as port:
        url, here = f"https://cards.example:{port}/", resolving("127.0.0.1")
        assert post(url, resolve=here, seconds=SECONDS) == AttemptAnswer("timeout")
