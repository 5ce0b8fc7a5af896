"""Databases as earlier programs left them: release 0.2.0, and a commit between it and 0.3.0.

Each has a deal of Svoi Kozyri that is over and recorded, and a deal of Goat in play.
"""

import gzip
import json
import re
from pathlib import Path
from typing import Any, Final

import psycopg

REVISIONS: Final = ("0007", "0025")
_FOR_SUPERUSERS: Final = re.compile(r"^ +SET \"fairdeal\.\w+\" TO 'on'$", re.MULTILINE)
"""Settings of functions of that time; the functions are replaced."""


def load(url: str, revision: str) -> Any:
    """Fill an empty database; returns the ids and credentials of what is in it.

    Args:
        url: The database, as its owner.
        revision: One of `REVISIONS`.
    """
    file = Path(__file__).with_name(f"{revision}.sql.gz")
    text = _FOR_SUPERUSERS.sub("", gzip.decompress(file.read_bytes()).decode())
    with psycopg.connect(url) as connection:
        connection.execute(text.encode())
    return json.loads(text.partition("\n")[0].removeprefix("-- "))
