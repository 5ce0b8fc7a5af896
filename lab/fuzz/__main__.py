"""`make fuzz`: hostile requests against a separate service; FUZZ_REQUESTS is their number.

Prints the number of answers by status, the rate, and the growth of the web's memory.
"""

import asyncio
import os
import sys
import time

from lab.fuzz.firing import fire
from lab.fuzz.worlds import attacked, resident
from tests import servers

REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "100000"))
CONNECTIONS = int(os.environ.get("FUZZ_CONNECTIONS", "8"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
WARM_UP = 2_000


def main() -> int:
    """Send requests; the exit code is 1 if there was any wrong answer."""
    servers.open_session()
    try:
        with attacked() as (web, worlds):
            warmed_up = asyncio.run(
                fire(web.url, worlds, requests=WARM_UP, connections=CONNECTIONS, seed=-SEED)
            )
            before, begun = resident(web), time.monotonic()
            tally = asyncio.run(
                fire(web.url, worlds, requests=REQUESTS, connections=CONNECTIONS, seed=SEED)
            )
            seconds, after = time.monotonic() - begun, resident(web)
            faults = [*warmed_up.faults, *tally.faults]
            alive = web.get("/readyz").status_code == 200 and web.process.poll() is None
            broken = "request.broken" in web.logged()
    finally:
        servers.close_session()
    sent = sum(tally.statuses.values())
    print(f"{sent} requests, {CONNECTIONS} connections, seed {SEED}: {sent / seconds:.0f} a second")
    for status, times in sorted(tally.statuses.items()):
        print(f"  {status or 'hung up, as was to be expected'}: {times}")
    print(f"memory of the web: {before} MiB after {WARM_UP}, {after} MiB at the end")
    print(f"ready afterwards: {alive}; broken requests in its log: {broken}")
    print("\n".join(faults) or "no 5xx, and no connection dropped without reason")
    return int(bool(faults) or broken or not alive)


if __name__ == "__main__":
    sys.exit(main())
