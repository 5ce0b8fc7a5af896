"""Coroutines in tests."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: that of the test may have a loop, of a browser."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, main).result()
