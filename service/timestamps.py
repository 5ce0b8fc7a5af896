"""Timestamps: microseconds since the epoch, and their forms for databases and people."""

from datetime import UTC, datetime, timedelta
from typing import Final

from service.responses.shared import TimesJson

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def when(at: int) -> datetime:
    """The time that is so many microseconds after the epoch, in UTC."""
    return _EPOCH + timedelta(microseconds=at)


def month_of(at: datetime, later: int = 0) -> datetime:
    """The first moment of the month of a time, or of one that is so many months later, in UTC."""
    number = at.year * 12 + at.month - 1 + later
    return datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)


def microseconds(at: datetime) -> int:
    """Microseconds between the epoch and a moment."""
    return (at - _EPOCH) // timedelta(microseconds=1)


def timestamp(at: int) -> str:
    """Microseconds since the epoch as RFC 3339 writes them, in UTC."""
    text = (_EPOCH + timedelta(microseconds=at)).isoformat(timespec="microseconds")
    return f"{text[:-6]}Z"


def written(at: datetime) -> str:
    """A time as RFC 3339 writes it, in UTC."""
    return f"{at.astimezone(UTC).isoformat(timespec='microseconds')[:-6]}Z"


def times_json(opened_at: int, started_at: int | None, finished_at: int | None) -> TimesJson:
    """When a table or a deal was opened, began and ended."""
    return {
        "opened_at": timestamp(opened_at),
        "started_at": None if started_at is None else timestamp(started_at),
        "finished_at": None if finished_at is None else timestamp(finished_at),
    }
