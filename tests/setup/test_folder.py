"""A data folder belongs to one service at a time, and a command finds the database."""

from pathlib import Path

import psycopg
import pytest

from service.embedded import postgres
from service.embedded.database import open_database
from service.embedded.folder import FolderInUseError, claimed
from service.embedded.server import serving
from service.settings import Settings


def test_a_folder_has_one_owner(folder: Path) -> None:
    with claimed(folder / "data"):  # noqa: SIM117  the second is the one that fails
        with pytest.raises(FolderInUseError, match="uses"), claimed(folder / "data"):
            pass
    with claimed(folder / "data"):
        pass


def test_a_given_database_is_used_as_it_is(tmp_path: Path) -> None:
    with open_database(Settings(database_url="postgresql://given", data=tmp_path)) as url:
        assert url == "postgresql://given"
    assert not list(tmp_path.iterdir())


def test_the_embedded_one_is_started_or_found_running(folder: Path) -> None:
    settings = Settings(data=folder)
    with open_database(settings) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept ()")
    with claimed(folder), serving(postgres.server(folder)), open_database(settings) as url:
        psycopg.connect(url).close()
    with open_database(settings) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT to_regclass('kept')").fetchone() == ("kept",)
