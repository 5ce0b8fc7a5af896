"""The search: by the core, or by its twin."""

from collections.abc import Sequence

from bots import core
from bots.skat import twin


def decide(question: Sequence[int]) -> Sequence[int]:
    """The words of the answer to a question."""
    return core.run("skat", question) if core.is_available() else twin.decide(question)
