"""The part of a pass of the scrubber that one task makes."""

from typing import Final

import structlog

from events.translog.scrubber import WHOLE_LOG, Scrubber
from service.runtime import Runtime

PAUSE_SECONDS: Final = 60
"""The time between two passes."""
SECONDS: Final = 0.25
"""How long a task goes on: a twentieth of the time between two of them."""

log = structlog.get_logger()


def scrub(scrubber: Scrubber, runtime: Runtime) -> None:
    """Go on with the pass, at most until its end, and log the faults that were not known."""
    place = scrubber.scrubs.place()
    since = None if place is None else place.waits_since
    if since is not None and runtime.now() < since + PAUSE_SECONDS * 1_000_000:
        return
    ends, more = runtime.monotonic() + SECONDS, True
    while more and runtime.monotonic() < ends:
        done = scrubber.advance(time=runtime.now())
        for fault in done.found:
            if fault.stream == WHOLE_LOG:
                log.critical("log.broken", at=fault.version, fault=fault.fault)
            else:
                stream = str(fault.stream)
                log.critical("record.broken", stream=stream, at=fault.version, fault=fault.fault)
        more = done.more
