"""`fairdeal serve --tls`: HTTPS with a certificate of its own, HTTP/2, and a secure context."""

import hashlib
import os
import socket
import ssl
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import httpx
import pytest

from run.processes import machine
from tests.e2e.conftest import key
from tests.e2e.secure import invited, secure
from tests.serving import SECONDS, Serve, until

pytestmark = pytest.mark.long

REQUEST_SECONDS: Final = 2
LATER: Final = 12.0
"""Seconds after which a connection has to be closed."""

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS: Final = bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
ENDS, ENDS_HEADERS = 1, 4
HEAD: Final = bytes((0x82, 0x87, 0x04, 8)) + b"/healthz" + bytes((0x41, 9)) + b"localhost"
"""HPACK: the method GET, the scheme https, the path and the authority."""
HEADERS, STATUS_200 = 1, 0x88


@pytest.fixture(scope="module")
def serve() -> Generator[Serve]:
    with secure(FAIRDEAL_REQUEST_SECONDS=str(REQUEST_SECONDS)) as one:
        yield one


@pytest.fixture(scope="module")
def certificate(serve: Serve) -> Path:
    return serve.folder / "data" / "tls" / "certificate.pem"


def connected(serve: Serve, certificate: Path, *protocols: str) -> ssl.SSLSocket:
    context = ssl.create_default_context(cafile=certificate)
    context.set_alpn_protocols(protocols)
    plain = socket.create_connection(("127.0.0.1", serve.port), timeout=SECONDS)
    return context.wrap_socket(plain, server_hostname="localhost")


def get(url: str, certificate: Path, **headers: str) -> httpx.Response:
    context = ssl.create_default_context(cafile=certificate)
    return httpx.get(url, headers=headers, verify=context, timeout=SECONDS)


def test_only_who_trusts_the_certificate_is_answered(serve: Serve, certificate: Path) -> None:
    for host in ("localhost", "127.0.0.1", machine.address_for_others() or "localhost"):
        assert get(f"https://{host}:{serve.port}/healthz", certificate).status_code == 200
    with pytest.raises(httpx.ConnectError, match="certificate verify failed: self-signed"):
        httpx.get(f"https://localhost:{serve.port}/healthz", timeout=SECONDS)


def test_the_start_prints_the_address_for_other_devices_and_the_fingerprint(
    serve: Serve, certificate: Path
) -> None:
    printed = serve.printed()
    address = f"https://{machine.address_for_others() or '127.0.0.1'}:{serve.port}"
    assert printed.startswith(f"Fairdeal answers at {address}\n")
    assert "http://" not in printed
    der = ssl.PEM_cert_to_DER_cert(certificate.read_text("ascii"))
    digest = hashlib.sha256(der).digest().hex(":").upper()
    assert f"\n{digest}\n" in printed
    shown, token = invited(serve)
    assert shown == address
    assert get(f"{address}/v1/me", certificate, Authorization=f"Bearer {token}").json()["table"]


def test_clients_trust_it_by_the_usual_variable(serve: Serve, certificate: Path) -> None:
    script = (
        "import sys; from fairdeal_client import Client;"
        "print(Client(*sys.argv[1:]).ask('GET', '/v1/me')['kind'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, f"https://localhost:{serve.port}", key(serve)],
        env={**os.environ, "SSL_CERT_FILE": str(certificate)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("key\n", "")


def test_http_2_is_negotiated_and_spoken(serve: Serve, certificate: Path) -> None:
    with connected(serve, certificate, "http/1.1") as peer:
        assert peer.selected_alpn_protocol() == "http/1.1"
    with connected(serve, certificate, "h2", "http/1.1") as peer:
        assert peer.selected_alpn_protocol() == "h2"
        head = bytes((0, 0, len(HEAD), HEADERS, ENDS | ENDS_HEADERS, 0, 0, 0, 1)) + HEAD
        peer.sendall(PREFACE + SETTINGS + head)
        assert answer_of(peer)[0] == STATUS_200


def answer_of(peer: ssl.SSLSocket) -> bytes:
    """The first headers that come back; the first byte of them is the status."""
    with peer.makefile("rb") as stream:
        while True:
            head = stream.read(9)
            body = stream.read(int.from_bytes(head[:3]))
            if head[3] == HEADERS:
                return body


BEGUN: Final = {
    "a head stops": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "the preface comes alone": PREFACE,
    "headers do not end": PREFACE + SETTINGS + bytes((0, 0, 1, HEADERS, 0, 0, 0, 0, 1, 0x82)),
}


@pytest.mark.parametrize("begun", BEGUN.values(), ids=BEGUN)
@pytest.mark.long
def test_a_head_has_a_deadline(serve: Serve, certificate: Path, begun: bytes) -> None:
    with connected(serve, certificate, "h2", "http/1.1") as peer:
        peer.sendall(begun)
        peer.settimeout(LATER)
        while peer.recv(65_536):
            pass


def test_the_certificate_is_kept_over_a_restart(serve: Serve, certificate: Path) -> None:
    """The same service is started again: tests of this module may come after this one."""
    before = certificate.read_bytes()
    printed = len(serve.printed())
    assert serve.stop() == 0
    assert serve.printed()[printed:] == "fairdeal: stopping\n"
    serve.start()
    until(lambda: serve.printed().count("\nCtrl-C stops it.\n") == 2 or serve.process.poll())
    assert serve.process.poll() is None
    assert certificate.read_bytes() == before
