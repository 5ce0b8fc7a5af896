"""A month on the command line."""

import re
from datetime import UTC, datetime

from service.timestamps import month_of


def month(text: str) -> tuple[datetime, datetime]:
    """The first moments of a month (UTC) and of the next; ValueError for another text."""
    if re.fullmatch("[0-9]{4}-[0-9]{2}", text, re.ASCII) is None:
        raise ValueError(text)
    start = datetime(int(text[:4]), int(text[5:]), 1, tzinfo=UTC)
    return start, month_of(start, 1)
