"""A clock that is wrong: what processes read from it."""

import subprocess
import sys
import time
from pathlib import Path

from tests.clocks import HOUR, Clock, build
from tests.serving import on_linux

READ = """
import datetime, time
time.sleep(0.01)
while input():
    print(int(time.time()), int(datetime.datetime.now().timestamp()), int(time.monotonic()))
"""


@on_linux
def test_a_process_reads_a_wrong_time_at_once_and_the_monotonic_clock_is_right(
    tmp_path: Path,
) -> None:
    clock = Clock(build(tmp_path), tmp_path / "clock")
    with subprocess.Popen(
        (sys.executable, "-u", "-c", READ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=clock.environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for ahead in (0, HOUR, -HOUR, 0):
            clock.set(ahead)
            before = int(time.time()), int(time.monotonic())
            process.stdin.write("read\n")
            process.stdin.flush()
            wall, by_date, monotonic = map(int, process.stdout.readline().split())
            assert before[0] <= wall - ahead <= by_date - ahead <= time.time()
            assert before[1] <= monotonic <= time.monotonic()
        process.stdin.write("\n")
