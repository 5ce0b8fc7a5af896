"""The notation of the International Skat Server: records of millions of public deals.

Its grammar is the last chapter of RULES.md. Where that server's rules differ from ours, its records
are settled by its rules (`server.py`). A record of our own says ``PC[Fairdeal]``, and is played by
our rules to its end (`ours.py`).
"""

from typing import Final

from formats.iss.parsing import read
from formats.iss.properties import BEGINS
from formats.iss.stream import pieces
from formats.iss.writing import write
from formats.notation import Notation

__all__ = ["ISS"]

ISS: Final = Notation(
    key="iss",
    game="skat",
    title="International Skat Server",
    media_type="application/x-iss-skat",
    begins=BEGINS,
    write=write,
    pieces=pieces,
    read=read,
)
