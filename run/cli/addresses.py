"""Addresses on the command line."""

import argparse


def http_address(words: str) -> str:
    """The address of a service.

    Raises:
        argparse.ArgumentTypeError: It has another scheme.
    """
    if not words.startswith(("http://", "https://")):
        raise argparse.ArgumentTypeError("must begin with http:// or https://")
    return words
