"""Paths and owners of the embedded servers' files.

PostgreSQL refuses to run as root, so root runs it as a user of its own: a number that has no name
and no other process. It cannot enter a folder such as ``/root``. No permissions are widened for
that. Instead, files that the server must reach are put in an accessible place, and a symbolic link
in the data folder points there.
"""

import grp
import os
import pwd
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from run.embedded.errors import EmbeddedError

ELSEWHERE = Path("/var/lib/fairdeal")
"""Root's place for files that the server cannot reach in the data folder."""

FIRST_FREE = 60_900
"""From here on, root looks for a user and group without a name. No system gives numbers near it to
users, to their name spaces or to services (systemd: "Users, Groups, UIDs and GIDs")."""

SOCKET_BYTES = 103
"""The longest path of a unix socket: ``sun_path`` on macOS; Linux allows four more."""

LONGEST_NAME = ".s.PGSQL.5432"
"""The longest name of a socket in the folder of `sockets`."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The user that a server runs as, instead of root."""

    uid: int
    gid: int


def unprivileged() -> Owner | None:
    """Return a user without a name for root, and None for others, who run servers as themselves.

    It is not ``nobody``, as which other programs run, too: each could read the data.
    """
    if os.geteuid() != 0:
        return None
    number = FIRST_FREE
    while _is_named(pwd.getpwuid, number) or _is_named(grp.getgrgid, number):
        number += 1
    return Owner(number, number)


def _is_named(find: Callable[[int], object], number: int) -> bool:
    try:
        find(number)
    except KeyError:
        return False
    return True


def reachable(path: Path, owner: Owner | None) -> bool:
    """Return whether the owner can access the path and every folder above it."""
    if owner is None:
        return True
    real = path.resolve()
    return all(_may_enter(folder, owner) for folder in (real, *real.parents))


def _may_enter(folder: Path, owner: Owner) -> bool:
    state = folder.stat()
    if state.st_uid == owner.uid:
        return bool(state.st_mode & stat.S_IXUSR)
    if state.st_gid == owner.gid:
        return bool(state.st_mode & stat.S_IXGRP)
    return bool(state.st_mode & stat.S_IXOTH)


def own(folder: Path, owner: Owner | None) -> None:
    """Give a folder to the owner, with access for the owner only."""
    if owner is not None:
        os.chown(folder, owner.uid, owner.gid)
    folder.chmod(0o700)


def own_all(folder: Path, owner: Owner | None) -> bool:
    """Give a folder to the owner, with all in it; return whether it was another's.

    The folder itself comes last. So what a killed process has left undone is done again.
    """
    if owner is None or folder.stat().st_uid == owner.uid:
        return False
    for inside in folder.rglob("*"):
        os.chown(inside, owner.uid, owner.gid, follow_symlinks=False)
    own(folder, owner)
    return True


def durable(path: Path, owner: Owner | None) -> Path:
    """Return the place for a data folder: the path itself, or the target of a link at the path.

    The folder itself need not exist yet; the one above it must exist.

    Raises:
        EmbeddedError: an earlier folder is gone, or the owner can no longer reach it.
    """
    if path.is_symlink():
        if not path.readlink().parent.exists():
            raise EmbeddedError(
                f"{path} leads to {path.readlink()}, which is gone: restore it, or delete the "
                "link to start with empty data."
            )
        return path.readlink()
    if reachable(path.parent, owner):
        return path
    if path.exists():
        raise EmbeddedError(
            f"PostgreSQL can no longer reach {path}: a folder above it was closed to "
            "others. Open it again, or start Fairdeal as the user that owns it."
        )
    home = Path(tempfile.mkdtemp(prefix=f"{path.name}-", dir=_elsewhere()))
    home.chmod(0o755)
    path.symlink_to(home / path.name)
    return home / path.name


def readable(root: Path, parts: Iterable[str], name: str, owner: Owner | None) -> Path:
    """Return a folder whose listed parts the owner can read: the root, or a copy with that name."""
    if reachable(root, owner):
        return root
    copy = _elsewhere() / name
    if not copy.exists():
        unfinished = Path(tempfile.mkdtemp(dir=copy.parent))
        unfinished.chmod(0o755)
        for part in parts:
            shutil.copytree(root / part, unfinished / part, symlinks=True)
        try:
            unfinished.rename(copy)
        except OSError:  # another process was first
            shutil.rmtree(unfinished)
    return copy


def _elsewhere() -> Path:
    try:
        ELSEWHERE.mkdir(mode=0o755, parents=True, exist_ok=True)
        ELSEWHERE.chmod(0o755)
    except OSError as error:
        raise EmbeddedError(
            f"PostgreSQL does not run as root and cannot reach the project, and {ELSEWHERE} cannot "
            f"be created ({error.strerror}): move the project to a folder that all users may "
            "enter, start Fairdeal as another user, or set DATABASE_URL."
        ) from error
    return ELSEWHERE


def sockets(path: Path, owner: Owner | None) -> Path:
    """Return a private folder for sockets: the path itself, or a short path for temporary files.

    The short path is used if the path is too long for a socket's address, or if the owner cannot
    reach it. The path is then a link to it, and the same folder is used for as long as it exists.
    """
    if path.is_symlink():
        if _is_private(path.readlink(), owner):
            return path.readlink()
        path.unlink()
    elif len(os.fsencode(path / LONGEST_NAME)) <= SOCKET_BYTES and reachable(path.parent, owner):
        path.mkdir(exist_ok=True)
        own(path, owner)
        return path
    elif path.exists():
        shutil.rmtree(path)
    short = Path(tempfile.mkdtemp(prefix="fairdeal-", dir=_temporary(owner)))
    own(short, owner)
    path.symlink_to(short)
    return short


def _temporary(owner: Owner | None) -> Path:
    for folder in (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")):  # noqa: S108
        name = folder / "fairdeal-xxxxxxxx" / LONGEST_NAME
        if len(os.fsencode(name)) <= SOCKET_BYTES and reachable(folder, owner):
            return folder
    raise EmbeddedError("No folder for temporary files has a path short enough for a socket.")


def _is_private(folder: Path, owner: Owner | None) -> bool:
    """Whether it is a real folder of the owner, closed to others: all users share /tmp."""
    try:
        state = folder.lstat()
    except FileNotFoundError:
        return False
    uid = os.geteuid() if owner is None else owner.uid
    return stat.S_ISDIR(state.st_mode) and state.st_uid == uid and not state.st_mode & 0o077
