"""Find and stop a server that a killed Fairdeal left running on the same data.

A number in a pid file proves nothing: after a crash it may belong to another process. So a process
is stopped only if the kernel says that it listens on our socket, or that it works in our folder.
"""

import os
import signal
import socket
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from run.embedded.errors import EmbeddedError
from run.embedded.process import StopSteps

POLL_SECONDS = 0.005


def listener(path: Path) -> int | None:
    """Return the process that listens on a unix socket; None if there is none or it is unknown."""
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(1.0)
        try:
            peer.connect(os.fspath(path))
        except OSError:
            return None
        return _peer_pid(peer)


def _peer_pid(peer: socket.socket) -> int | None:
    if sys.platform == "linux":
        pid, _, _ = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    elif sys.platform == "darwin":
        sol_local, local_peerpid = 0, 2
        (pid,) = struct.unpack("i", peer.getsockopt(sol_local, local_peerpid, 4))
    else:
        return None
    return int(pid) or None  # 0: it runs in another PID namespace


def stop_stray(
    *,
    pid_file: Path,
    socket_path: Path,
    command: str,
    steps: StopSteps,
) -> None:
    """Stop a server that still runs on our data, and remove a pid file that would block a new one.

    Args:
        pid_file: where the server writes its process number, first line.
        socket_path: the unix socket on which it listens.
        command: its program's name.
        steps: signals, each with the seconds to wait after it; SIGKILL follows.

    Raises:
        EmbeddedError: the process may be our server or an unrelated program; it is not certain.
    """
    pid = listener(socket_path)
    if pid is None:
        pid = _written(pid_file)
        if pid is None or not alive(pid):
            return
        if _command(pid) != command:
            pid_file.unlink(missing_ok=True)  # it has ended; another program may have its number
            return
        if not _works_in(pid, pid_file.parent):
            if not alive(pid):  # it has ended since
                return
            raise EmbeddedError(
                f"Process {pid} may be a {command} on {pid_file.parent} that a killed Fairdeal "
                f"left: stop it, or delete {pid_file} if it is another program."
            )
    _stop(pid, steps)


def _stop(pid: int, steps: StopSteps) -> None:
    for number, seconds in (*steps, (signal.SIGKILL, 5.0)):
        with suppress(ProcessLookupError):
            os.kill(pid, number)
        if _gone(pid, seconds):
            return
    raise EmbeddedError(f"Process {pid} does not stop.")


def _gone(pid: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def alive(pid: int) -> bool:
    """Return whether the process exists and is not a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return True
    return state.rpartition(")")[2].split()[0] != "Z"


def _written(pid_file: Path) -> int | None:
    try:
        return int(pid_file.read_text(encoding="ascii").partition("\n")[0])
    except (FileNotFoundError, ValueError):
        return None


def _command(pid: int) -> str:
    """The process's program name; on Linux without `ps`, which small systems lack."""
    if sys.platform == "linux":
        try:
            return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip()
        except OSError:  # it has ended since
            return ""
    else:
        listed = subprocess.run(
            ["/bin/ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        return Path(listed.stdout.strip()).name


def _works_in(pid: int, folder: Path) -> bool:
    """Whether the process's working folder is this one; False if the system does not say."""
    try:
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == folder.resolve()
    except OSError:
        return False
