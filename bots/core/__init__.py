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
from typing import Any, Final, NamedTuple, cast

MODULE: Final = Path(__file__).parent / "core.wasm"
WORDS: Final = 128
"""The number of words for a question and its answer."""

_FORM: Final = struct.Struct(f"<{WORDS}Q")


@cache
def is_available() -> bool:
    """Whether this machine can run the core."""
    try:
        _IDLE.append(_made())
    except (ImportError, OSError, RuntimeError):
        return False
    return True


def run(game: str, question: Sequence[int], *, weights: Path | None = None) -> tuple[int, ...]:
    """The words of an answer. Calls of several threads run at the same time.

    Args:
        game: The function of the module.
        question: The words of the question.
        weights: The file of the network, where the function uses one.
    """
    given = _FORM.pack(*question, *(0,) * (WORDS - len(question)))
    try:
        instance = _IDLE.pop()
    except IndexError:
        instance = _made()
    store, exports, start, loaded = instance
    memory = exports["memory"]
    if weights is not None and loaded != [weights]:
        memory.write(store, weights.read_bytes(), exports["network"](store))
        loaded[:] = [weights]
    memory.write(store, given, start)
    exports[game](store)
    answer = _FORM.unpack(memory.read(store, start, start + _FORM.size))
    _IDLE.append(instance)
    return answer


class _Instance(NamedTuple):
    """The module with a memory of its own, of 4 MiB; it serves one call at a time."""

    store: Any
    exports: Any
    start: int
    """Where the words of a question and its answer begin."""
    loaded: list[Path]
    """The file whose weights are in the memory, if any."""


_IDLE: Final[list[_Instance]] = []
"""Instances that serve no call: at most as many as there were calls at a time."""


def _made() -> _Instance:
    import wasmtime  # noqa: PLC0415 - it takes 60 ms, and few processes need it

    engine, module = _compiled()
    store = wasmtime.Store(engine)
    exports = wasmtime.Instance(store, module, []).exports(store)
    return _Instance(store, exports, cast("Any", exports["words"])(store), [])


@cache
def _compiled() -> tuple[Any, Any]:
    """The engine and the module, which all instances share."""
    import wasmtime  # noqa: PLC0415 - as above

    for forget in (_IDLE.clear, _compiled.cache_clear):
        atexit.register(forget)  # before the wheel is taken down
    engine = wasmtime.Engine()
    return engine, wasmtime.Module(engine, MODULE.read_bytes())
