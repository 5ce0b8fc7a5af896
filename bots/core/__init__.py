"""The core: whole decisions of bots in one WebAssembly module, run by the wheel `wasmtime`.

The sources beside this file are built by `make core`. The module has no imports and no floats, so
every machine finds the same moves and counts the same positions. A question and its answer are
64-bit words in its memory.
"""

import atexit
import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

MODULE: Final = Path(__file__).parent / "core.wasm"
WORDS: Final = 128
"""The number of words for a question and its answer."""

_FORM: Final = struct.Struct(f"<{WORDS}Q")
_ONE_CALL: Final = Lock()
"""The instance of a process serves one call at a time."""


@cache
def is_available() -> bool:
    """Whether this machine can run the core."""
    try:
        _instance()
    except (ImportError, OSError, RuntimeError):
        return False
    return True


def run(game: str, question: Sequence[int], *, weights: Path | None = None) -> tuple[int, ...]:
    """The words of an answer.

    Args:
        game: The function of the module.
        question: The words of the question.
        weights: The file of the network, where the function uses one.
    """
    given = _FORM.pack(*question, *(0,) * (WORDS - len(question)))
    with _ONE_CALL:
        store, exports, loaded = _instance()
        memory, start = exports["memory"], exports["words"](store)
        if weights is not None and loaded != [weights]:
            memory.write(store, weights.read_bytes(), exports["network"](store))
            loaded[:] = [weights]
        memory.write(store, given, start)
        exports[game](store)
        return _FORM.unpack(memory.read(store, start, start + _FORM.size))


@cache
def _instance() -> tuple[Any, Any, list[Path]]:
    """The memory and functions of the module, and whose weights are in that memory."""
    import wasmtime  # noqa: PLC0415 - it takes 60 ms, and few processes need it

    atexit.register(_instance.cache_clear)  # before the wheel is taken down
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, MODULE.read_bytes())
    return store, wasmtime.Instance(store, module, []).exports(store), []
