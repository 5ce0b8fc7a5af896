"""`fairdeal openapi`: the contract of the REST API, generated from the code."""

import argparse
from collections.abc import Sequence

from service.api.contract.document import contract_yaml
from service.runtime import Runtime


def main(arguments: Sequence[str], _runtime: Runtime) -> int:
    """Print the contract."""
    argparse.ArgumentParser(prog="fairdeal openapi", description=__doc__).parse_args(arguments)
    print(contract_yaml(), end="")
    return 0
