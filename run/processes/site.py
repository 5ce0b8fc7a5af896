"""Where the web answers: the address for programs of this machine, and the one for people."""

import socket
import ssl
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from run.processes import machine
from service.settings import Settings

if TYPE_CHECKING:
    from run.processes.certificate import Certificate

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  they are read, not listened on
"""Wildcard addresses, and the address at which the machine itself can be reached instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where the web answers.

    Attributes:
        host: The address on which it listens.
        port: Its TCP port.
        certificate: Its certificate; None: it speaks plain HTTP.
    """

    host: str
    port: int
    certificate: "Certificate | None" = None

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The site of these settings.

        Raises:
            SettingsError: The certificate or its key cannot be used.
        """
        if settings.tls_certificate is None or settings.tls_key is None:
            return cls(host=settings.host, port=settings.port)
        from run.processes import certificate  # noqa: PLC0415  it takes 0.2 s to load

        at = datetime.now(UTC)
        own = certificate.load(settings.tls_certificate, settings.tls_key, at=at)
        return cls(host=settings.host, port=settings.port, certificate=own)

    @property
    def here(self) -> str:
        """The URL for programs of this machine, which have `trust`."""
        return self._url(self._local)

    @property
    def trust(self) -> ssl.SSLContext | None:
        """The context with which programs of this machine connect to it."""
        return None if self.certificate is None else self.certificate.trust()

    @property
    def shown(self) -> str:
        """The URL for people.

        With a certificate it is one that the certificate is for, if possible one that other
        devices reach too. By plain HTTP only this machine itself is a secure context for browsers.
        """
        if self.certificate is None:
            return self._url(self._local)
        known = self.certificate.names
        single = (host for host in self.certificate.hosts if "*" not in host)
        hosts = (self._for_others, self._local, *single)
        return self._url(next((host for host in hosts if host in known), self._local))

    @property
    def for_others(self) -> str | None:
        """The URL for other devices, if they reach the web; None too if it is unknown."""
        host = self._for_others
        return None if host is None else self._url(host)

    @property
    def _local(self) -> str:
        return EVERYWHERE.get(self.host, self.host)

    @property
    def _for_others(self) -> str | None:
        return machine.address_for_others() if self.host in EVERYWHERE else None

    def _url(self, host: str) -> str:
        scheme = "http" if self.certificate is None else "https"
        host = f"[{host}]" if ":" in host else host
        return f"{scheme}://{host}:{self.port}"

    def answers(self) -> bool:
        """Whether the web reports that it is healthy.

        Raises:
            SSLCertVerificationError: Its certificate is not made for servers.
        """
        try:
            with self._connected() as peer:
                peer.sendall(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
                return peer.recv(32).split(b" ")[1:2] == [b"200"]
        except ssl.SSLCertVerificationError:
            raise
        except OSError:
            return False

    @contextmanager
    def _connected(self) -> Generator[socket.socket]:
        with socket.create_connection((self._local, self.port), timeout=1.0) as plain:
            if (trust := self.trust) is None:
                yield plain
                return
            with trust.wrap_socket(plain) as secure:
                yield secure
