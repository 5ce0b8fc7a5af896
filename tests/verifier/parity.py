"""Both verifiers agree, except for checks that JavaScript leaves open."""

from collections.abc import Iterable

from verifier.verdicts import FAILS, OPEN, Verdict

CODES = {FAILS: 1, "hand": 3, OPEN: 4}
"""The exit code of the worst verdict, the worst first."""


def is_not_made(verdict: Verdict) -> bool:
    """Whether the JavaScript verifier says that it does not make a check, or not in full."""
    words = ("not checked here", "not known here")
    return verdict.status == OPEN and any(each in verdict.detail for each in words)


def code(verdicts: Iterable[Verdict]) -> int:
    """The exit code for these verdicts."""
    statuses = {each.status for each in verdicts}
    return next((code for status, code in CODES.items() if status in statuses), 0)


def in_javascript(code_in_python: int) -> int:
    """The exit code of JavaScript, for which checks that need the rules are open."""
    return code_in_python or CODES[OPEN]
