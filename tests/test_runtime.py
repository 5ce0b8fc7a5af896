"""Product code reads time and chance, and starts threads, through its runtime alone."""

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.serving import ROOT

PRODUCT: Final = (
    *("bots", "domain", "events", "formats", "migrations", "offline", "run", "service"),
    *("verifier", "workers"),
    *("clients/python/fairdeal_client", "clients/python/conformance"),
)
SCRIPTS: Final = ("web", "verifier", "clients/typescript/src")
GENERATED: Final = ("web/vendor/", "clients/typescript/src/contract.ts")

DATA: Final = tomllib.loads(Path(__file__).with_name("runtime.toml").read_text("utf-8"))
AROUND: Final = tuple(DATA["around"])
"""Readers of time or chance, and starters of threads: a module with all that is in it, or one
name."""
METHODS: Final = frozenset(
    {"call_later", "call_at", "run_in_executor", "generate", "generate_key", "random_serial_number"}
)
"""Methods that do so, of whatever object: methods of event loops, and methods that make keys."""
SQL: Final = re.compile(
    r"\b(now\(\)|(clock|statement|transaction)_timestamp|current_(date|time|timestamp)"
    r"|local(time|timestamp)|timeofday|random\(|gen_random_\w+|uuid_generate\w*|uuidv[47]"
    r"|pg_sleep\w*|setseed)|redis\.call\('TIME'\)",
    re.IGNORECASE,
)
JAVASCRIPT: Final = re.compile(
    r"\bDate\.now|\bnew Date\(\)|\bDate\(\)|Math\.random|\bperformance\b|\bset(Timeout|Interval"
    r"|Immediate)\b|\brequest(AnimationFrame|IdleCallback)\b|AbortSignal\.timeout|timers/promises"
    r"|\bcrypto\.(getRandomValues|random\w+|subtle\.generateKey)|\bTemporal\b"
)

EXCEPTIONS: Final[dict[str, str]] = DATA["exceptions"]
"""Files that go around the runtime, each with the reason."""


def _names(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Every dotted name in a module, as its imports resolve it."""
    imported = dict[str, str]()
    for node in nodes:
        if isinstance(node, ast.Import):
            for each in node.names:
                imported[each.asname or each.name.partition(".")[0]] = (
                    each.name if each.asname else each.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom):
            for each in node.names:
                imported[each.asname or each.name] = f"{node.module}.{each.name}"
                yield f"{node.module}.{each.name}"
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in imported:
            yield imported[node.id]
        elif isinstance(node, ast.Attribute):
            yield _dotted(node, imported)


def _dotted(node: ast.expr, imported: dict[str, str]) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value, imported)}.{node.attr}"
    return imported.get(node.id, "?") if isinstance(node, ast.Name) else "?"


def _calls(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Calls of methods that read time or chance, of objects whose type is not looked at."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name in METHODS or (name == "time" and not node.args and not node.keywords):
                yield f"?.{name}"


def _is_around(name: str) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:length]) in AROUND for length in range(1, len(parts) + 1))


def _in_python(text: str) -> set[str]:
    nodes = [*ast.walk(ast.parse(text))]
    found = {name for name in {*_names(nodes)} if _is_around(name)}
    return found | {*_calls(nodes)} | {*_in_sql("\n".join(_strings(nodes)))}


def _strings(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The texts of a module, without its docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes:
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            yield node.value


def _in_sql(text: str) -> set[str]:
    return {match[0] for match in SQL.finditer(re.sub(r"--.*", "", text))}


def _in_javascript(text: str) -> set[str]:
    code = re.sub(r"(?<!:)//.*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return {match[0] for match in JAVASCRIPT.finditer(code)}


def _files() -> Iterator[Path]:
    for folder in PRODUCT:
        yield from (ROOT / folder).rglob("*.py")
    yield from (ROOT / "migrations").rglob("*.sql")
    for folder in SCRIPTS:
        for ending in ("js", "mjs", "ts"):
            yield from (ROOT / folder).rglob(f"*.{ending}")


def _around(path: Path) -> set[str]:
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return _in_python(text)
    return _in_sql(text) if path.suffix == ".sql" else _in_javascript(text)


def test_time_and_chance_come_from_the_runtime() -> None:
    found = dict[str, set[str]]()
    for path in _files():
        name = path.relative_to(ROOT).as_posix()
        if (
            not name.startswith(GENERATED)
            and not name.endswith(".d.ts")
            and (names := _around(path))
        ):
            found[name] = names
    wrong = {name: sorted(names) for name, names in found.items() if name not in EXCEPTIONS}
    assert wrong == {}, "read it through the runtime, or give the reason in EXCEPTIONS"
    assert sorted(EXCEPTIONS.keys() - found.keys()) == [], "these no longer need an exception"


@pytest.mark.parametrize(
    "line",
    [
        "import time as clock\nclock.time_ns()",
        "from time import time_ns as at\nat()",
        "import datetime\ndatetime.datetime.now(datetime.UTC)",
        "from datetime import date\ndate.today()",
        "from secrets import token_hex",
        "import random\nrandom.Random().random()",
        "import uuid\nuuid.uuid4()",
        "import os\nos.urandom(9)",
        "import asyncio\nasync def wait():\n    await asyncio.sleep(1)",
        "def wait(loop):\n    return loop.time() + 9",
        "from threading import Thread\nThread(target=print).start()",
        'QUERY = "SELECT now()"',
        'QUERY = f"UPDATE x SET at = clock_timestamp()"',
        'QUERY = "SELECT gen_random_uuid()"',
    ],
)
def test_a_read_around_the_runtime_is_found(line: str) -> None:
    assert _in_python(line)


@pytest.mark.parametrize(
    "line",
    [
        "import uuid\nuuid.UUID(int=9)",
        "from datetime import UTC, datetime\ndatetime(2027, 1, 1, tzinfo=UTC)",
        'def now():\n    """SELECT now() is what this replaces."""',
        "def moment(runtime):\n    return runtime.now()",
    ],
)
def test_what_reads_neither_is_allowed(line: str) -> None:
    assert _in_python(line) == set()


@pytest.mark.parametrize(
    "line",
    ["Date.now()", "new Date()", "Math.random()", "crypto.randomUUID()", "setTimeout(wake, 9)"],
)
def test_a_read_in_javascript_is_found(line: str) -> None:
    assert _in_javascript(f"const it = {line};")
    assert not _in_javascript(f"// {line}\nconst it = new Date(at);")
