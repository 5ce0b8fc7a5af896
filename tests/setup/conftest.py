"""Data folders that PostgreSQL can enter under any user, and one that it cannot."""

import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from run.embedded import paths, postgres, valkey


@pytest.fixture
def folder() -> Generator[Path]:
    with _folder() as made:
        yield made


@pytest.fixture(scope="module")
def kept_folder() -> Generator[Path]:
    """One for all tests of a module, so that they share the cluster, which is slow to create."""
    with _folder() as made:
        yield made


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """A stand-in for root's place in /var/lib."""
    with _folder() as made:
        monkeypatch.setattr(paths, "ELSEWHERE", made)
        yield made


@contextmanager
def _folder() -> Generator[Path]:
    made = Path(tempfile.mkdtemp(prefix="fairdeal-setup-"))
    made.chmod(0o755)
    try:
        yield made
    finally:
        for run in (*made.rglob(postgres.RUN), *made.rglob(valkey.RUN)):
            if run.is_symlink():
                shutil.rmtree(run.readlink(), ignore_errors=True)
        shutil.rmtree(made)
