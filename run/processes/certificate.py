"""The certificate of the web: the one that the settings name, or a self-signed one of this machine.

Programs of this machine that talk to the web trust exactly this certificate.
"""

import os
import secrets
import ssl
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PublicKeyTypes
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from service.settings import SettingsError

CERTIFICATE: Final = "FAIRDEAL_TLS_CERTIFICATE"
KEY: Final = "FAIRDEAL_TLS_KEY"
VALID: Final = timedelta(days=397)
"""Browsers refuse certificates that are valid for more than 398 days."""
RENEWED: Final = timedelta(days=30)
"""A self-signed certificate that ends so soon is replaced."""
CLOCKS: Final = timedelta(hours=1)
"""How far behind the clock of another device may be."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate of the web.

    Attributes:
        own: It, without those that lead to its root.
    """

    own: x509.Certificate

    @property
    def self_signed(self) -> bool:
        """Whether no other certificate vouches for it, so that browsers warn."""
        return self.own.issuer == self.own.subject

    @property
    def fingerprint(self) -> str:
        """Its SHA-256 digest, as browsers show it."""
        return self.own.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host names that it is for; one with an asterisk stands for many."""
        found = self._alternatives()
        return () if found is None else tuple(found.get_values_for_type(x509.DNSName))

    @property
    def names(self) -> frozenset[str]:
        """The host names and the addresses that it is for."""
        found = self._alternatives()
        addresses = [] if found is None else found.get_values_for_type(x509.IPAddress)
        return frozenset({*self.hosts, *map(str, addresses)})

    def _alternatives(self) -> x509.SubjectAlternativeName | None:
        with suppress(x509.ExtensionNotFound):
            return self.own.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return None

    def trust(self) -> ssl.SSLContext:
        """A context for connections to the web, whatever name this machine has for it."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False  # no other certificate is trusted, so no name is needed
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.load_verify_locations(cadata=self.own.public_bytes(Encoding.PEM).decode("ascii"))
        return context


def load(certificate: Path, key: Path, *, at: datetime) -> Certificate:
    """Load the certificate of the web.

    Args:
        certificate: The file of `FAIRDEAL_TLS_CERTIFICATE`.
        key: The file of `FAIRDEAL_TLS_KEY`.
        at: The time at which it has to be valid.

    Raises:
        SettingsError: A file cannot be used, or the key is another certificate's.
    """
    public, secret = _read(CERTIFICATE, certificate), _read(KEY, key)
    try:
        own = x509.load_pem_x509_certificates(public)[0]
    except ValueError as error:
        fault = f"is {certificate}, but this file has no certificate in PEM"
        raise SettingsError(CERTIFICATE, fault) from error
    try:
        private = load_pem_private_key(secret, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        fault = f"is {key}, but this file has no private key in PEM without a password"
        raise SettingsError(KEY, fault) from error
    if _spki(private.public_key()) != _spki(own.public_key()):
        fault = f"is {key}, but this is not the key of the certificate in {certificate}"
        raise SettingsError(KEY, fault)
    if not own.not_valid_before_utc <= at <= own.not_valid_after_utc:
        since, until = own.not_valid_before_utc.date(), own.not_valid_after_utc.date()
        fault = f"is {certificate}, but this certificate is only valid from {since} to {until}"
        raise SettingsError(CERTIFICATE, fault)
    return Certificate(own)


def _read(variable: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        fault = f"is {path}, but this file cannot be read ({error.strerror})"
        raise SettingsError(variable, fault) from error


def _spki(key: PublicKeyTypes) -> bytes:
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def self_signed(data: Path, names: AbstractSet[str], *, at: datetime) -> tuple[Path, Path]:
    """The files of a self-signed certificate and its key, in the data folder.

    They are made at the first call, and again if the certificate lacks a name or ends soon.

    Args:
        data: The data folder.
        names: The names and addresses of this machine.
        at: The present time.
    """
    folder = data / "tls"
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    with suppress(SettingsError):  # there is none, or it is damaged
        kept = load(certificate, key, at=at)
        if names <= kept.names and at + RENEWED < kept.own.not_valid_after_utc:
            return certificate, key
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    private = ec.generate_private_key(ec.SECP256R1())
    made = _signed(private, names, at)
    _write(key, private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    _write(certificate, made.public_bytes(Encoding.PEM))
    return certificate, key


def _signed(
    private: ec.EllipticCurvePrivateKey, names: AbstractSet[str], at: datetime
) -> x509.Certificate:
    """A certificate that cannot vouch for others, so its key is of no use for other sites."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Fairdeal")])
    public = private.public_key()
    begin = at - CLOCKS
    usage = dict.fromkeys(
        (
            *("content_commitment", "key_encipherment", "data_encipherment", "key_agreement"),
            *("key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
        ),
        False,
    )
    return (
        x509.CertificateBuilder(subject, subject, public, x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + VALID)
        .add_extension(
            x509.SubjectAlternativeName([_general(name) for name in sorted(names)]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(digital_signature=True, **usage), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(public), critical=False)
        .sign(private, hashes.SHA256())
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write(path: Path, content: bytes) -> None:
    """Write a file for its owner only; no other process sees a part of it."""
    fresh = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    fresh.replace(path)
