"""`fairdeal verify`: check the evidence of deals and series, offline."""

from collections.abc import Sequence

from service.runtime import Runtime
from verifier import command


def main(arguments: Sequence[str], _runtime: Runtime) -> int:
    """Verify the bundles and print the verdicts."""
    return command.main(arguments, name="fairdeal verify")
