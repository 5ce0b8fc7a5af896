"""The set-up: pip takes over from uv, proxies have certificates, and every step is seen."""

import hashlib
import os
import re
import ssl
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from run.processes.certificate import self_signed
from tests.serving import ROOT
from tools import install

BACKEND = """
import base64, hashlib, zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    name, about = "fairdeal-1-py3-none-any.whl", "fairdeal-1.dist-info/"
    files = {
        about + "METADATA": "Metadata-Version: 2.1\\nName: fairdeal\\nVersion: 1\\n",
        about + "WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    }
    files[about + "RECORD"] = "".join(f"{each},,\\n" for each in files)
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        for each, text in files.items():
            wheel.writestr(each, text)
    return name
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {}),
        ({"PYTHONPATH": "x", "VIRTUAL_ENV": "y", "A": "z"}, {"A": "z"}),
        *(
            (
                {name: "/ca.pem"},
                {name: "/ca.pem", "SSL_CERT_FILE": "/ca.pem", "PIP_CERT": "/ca.pem"},
            )
            for name in install.CERTIFICATES
        ),
        (
            {"SSL_CERT_FILE": "/uv.pem", "PIP_CERT": "/pip.pem"},
            {"SSL_CERT_FILE": "/uv.pem", "PIP_CERT": "/pip.pem"},
        ),
    ],
)
def test_both_installers_get_the_certificates(
    given: dict[str, str], expected: dict[str, str], tmp_path: Path
) -> None:
    home = {"HOME": str(tmp_path)}
    assert install.environment({**home, **given}) == {**home, **expected}


def test_the_certificates_of_the_system_are_for_both(tmp_path: Path) -> None:
    given = {"HOME": str(tmp_path), "UV_NATIVE_TLS": "1"}
    made = install.environment(given)
    assert made["PIP_CERT"] == made["SSL_CERT_FILE"]
    assert Path(made["PIP_CERT"]).exists()


def test_without_a_home_the_cache_is_in_the_project() -> None:
    made = install.environment({"HOME": "/dev/null"})
    assert made["UV_CACHE_DIR"] == str(Path.cwd() / ".cache" / "uv")
    kept = {"HOME": "/dev/null", "UV_CACHE_DIR": "/cache"}
    assert install.environment(kept) == kept


def test_pip_takes_over_where_uv_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        install, "with_uv", lambda: [sys.executable, "-c", "exit('no certificate')"]
    )
    monkeypatch.setattr(install, "with_pip", lambda: ["true"])
    Path("a.lock").write_text("one==1\n  --hash=x\ntwo==2\n")
    install.main(Path("a.lock"), Path("stamp"))
    assert Path("stamp").exists()
    said = re.sub(r"\d+\.\d s$", "N s", capfd.readouterr().err, flags=re.MULTILINE)
    failed, *reason, other, first, second = said.splitlines()
    assert failed == "Install 2 packages of a.lock with uv: failed after N s"
    assert reason == ["    no certificate"]
    assert other == "uv does not work here, so pip is used"
    assert first == "Install 2 packages of a.lock with pip: N s"
    assert second == "Install fairdeal: N s"


def test_nothing_is_stamped_where_both_fail(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("with_uv", "with_pip"):
        monkeypatch.setattr(install, name, lambda: ["false"])
    Path("a.lock").write_text("one==1\n")
    with pytest.raises(SystemExit, match="The installation failed"):
        install.main(Path("a.lock"), Path("stamp"))
    assert not Path("stamp").exists()


class Terminal(StringIO):
    """A terminal; the step in progress ends when it has been seen."""

    def __init__(self, pipe: Path) -> None:
        super().__init__()
        self.pipe = pipe

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if "…" in text and self.pipe.exists():
            with self.pipe.open("w"):
                self.pipe.unlink()
        return super().write(text)


def test_a_terminal_shows_the_step_in_progress(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    terminal = Terminal(pipe)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert install.perform("Read", "cat", str(pipe))
    assert re.fullmatch(r"(\rRead … \d+ s)+\r\x1b\[KRead: \d+\.\d s\n", terminal.getvalue()), (
        terminal.getvalue()
    )


@contextmanager
def index(folder: Path) -> Iterator[tuple[str, Path]]:
    """An index of packages over https, with a certificate that nobody knows."""
    certificate, key = self_signed(folder, frozenset({"localhost"}), at=datetime.now(UTC))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("localhost", 0), partial(Handler, directory=folder)) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"https://localhost:{server.server_port}/simple/", certificate
        finally:
            server.shutdown()
            thread.join()


def package(folder: Path) -> str:
    """A package in the index; its line in a lock."""
    folder.mkdir(parents=True)
    path, about = folder / "tiny-1-py3-none-any.whl", "tiny-1.dist-info/"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("tiny.py", "here = True\n")
        wheel.writestr(f"{about}METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1\n")
        wheel.writestr(f"{about}WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{about}RECORD", "tiny.py,,\n")
    return f"tiny==1 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


@pytest.mark.long
@pytest.mark.parametrize("variable", install.CERTIFICATES)
def test_behind_an_unknown_certificate_without_a_home(variable: str, tmp_path: Path) -> None:
    """The whole script: uv fails, and pip installs a lock and a project."""
    project, served = tmp_path / "project", tmp_path / "served"
    project.mkdir()
    (project / "backend.py").write_text(BACKEND)
    (project / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "fairdeal"\nversion = "1"\n'
    )
    (project / "a.lock").write_text(package(served / "simple" / "tiny"))
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "uv").write_text('#!/bin/sh\n[ "$1" = --version ] || exit 2\n')
    (programs / "uv").chmod(0o755)
    with index(served) as (url, certificate):
        done = subprocess.run(
            [sys.executable, ROOT / "tools" / "install.py", "a.lock", "stamp"],
            cwd=project,
            env={
                "PATH": f"{programs}:{os.environ['PATH']}",
                "HOME": "/dev/null",
                "PIP_INDEX_URL": url,
                "PIP_CONFIG_FILE": os.devnull,
                variable: str(certificate),
            },
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert (project / "stamp").exists()
    assert "uv does not work here" in done.stderr
    python = str(project / ".venv" / "bin" / "python")
    listed = [python, "-c", "import tiny; print(tiny.here)"]
    assert subprocess.run(listed, capture_output=True, text=True, check=True).stdout == "True\n"
