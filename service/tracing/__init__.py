"""Traces by OpenTelemetry, if its standard variables name a collector.

Otherwise nothing of it is imported, and nothing is called on the way of a request: the parts that
make spans take the place of other parts when a process is put together.
"""

import logging
import os
from functools import cache
from typing import Final

ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""The variables of which one names the collector."""

log = logging.getLogger(__name__)


@cache
def is_on() -> bool:
    """Whether this process makes spans. The first call sets up their export."""
    if not _is_wanted():
        return False
    try:
        from service.tracing import spans  # noqa: PLC0415
    except ImportError as error:
        log.warning("No traces: %s. Install fairdeal[traces], or unset OTEL_… .", error)
        return False
    spans.export()
    return True


def close() -> None:
    """Export the last spans of this process, if it makes any."""
    if is_on.cache_info().currsize and is_on():
        from service.tracing import spans  # noqa: PLC0415

        spans.close()


def _is_wanted() -> bool:
    given = {name: value.strip().lower() for name, value in os.environ.items() if "OTEL_" in name}
    if given.get("OTEL_SDK_DISABLED") == "true" or given.get("OTEL_TRACES_EXPORTER") == "none":
        return False
    return any(given.get(name) for name in ENDPOINTS)
