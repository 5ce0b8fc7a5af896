"""`fairdeal openapi`: the contract of the REST API, as a file of one of its forms."""

import argparse
from collections.abc import Sequence

from service.api.contract.files import FILES
from service.runtime import Runtime


def main(arguments: Sequence[str], _runtime: Runtime) -> int:
    """Print the contract."""
    parser = argparse.ArgumentParser(prog="fairdeal openapi", description=__doc__)
    parser.add_argument(
        "file", nargs="?", choices=FILES, default="openapi.yaml", help="openapi.yaml by default"
    )
    print(FILES[parser.parse_args(arguments).file](), end="")
    return 0
