"""Who may import whom, and how long a module and a function may be."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = (
    *("bots", "conformance", "domain", "events", "evidence"),
    *("fairdeal_client", "migrations", "proofs", "service"),
    "workers",
)

LONGEST_MODULE = 400
LONGEST_FUNCTION = 40
NO_NAMES = re.compile(r"helper|util|manager")

IMPURE = {
    *("random", "secrets", "time", "os", "io", "sys", "logging", "socket", "pathlib", "subprocess"),
    *("threading", "asyncio", "tempfile", "shutil", "urllib", "http", "locale", "zoneinfo"),
}
"""What pure rules have no business with: clock, chance, I/O, the machine."""

STORES = ("events.store", "events.postgres", "events.memory", "events.log")
"""Who verifies has a file, and no store."""

ENDS = ("service.api", "service.processes", "service.cli")
"""What of the service stands above its use cases: those who call it, and what runs it."""

FORBIDDEN = {
    "conformance": tuple(package for package in PACKAGES if package != "conformance"),
    "domain": ("events", "evidence", "service", "workers", "bots", "migrations", "proofs.notes"),
    "events": ("domain", "evidence", "service", "workers", "bots", "migrations"),
    "evidence": ("service", "workers", "migrations", *STORES),
    "fairdeal_client": ("domain", "events", "evidence", "service", "workers", "bots", "proofs"),
    "bots": ("events", "evidence", "service", "workers", "migrations"),
    "service": ("workers",),
    "service.access": ("service.play", "service.proof", "service.live", "service.webhooks", *ENDS),
    "service.play": ("service.proof", "service.live", "service.webhooks", *ENDS),
    "service.proof": ("service.live", "service.webhooks", *ENDS),
    "service.live": ("service.proof", "service.webhooks", *ENDS),
    "service.webhooks": ("service.proof", *ENDS),
    "service.offline": ("service.house", "service.play", "service.live", "service.proof", *ENDS),
    "service.embedded": ("service.house", "service.play", "service.live", "service.proof", *ENDS),
    "service.api": ("events", "workers", "migrations", "service.processes", "service.cli"),
    "service.processes.web": ("events", "workers", "migrations"),
    "workers": ENDS,
    "migrations": ("domain", "evidence", "service", "workers", "bots", "proofs"),
    "proofs": ("domain", "events", "evidence", "service", "workers", "bots", "migrations"),
}
"""The direction of imports: what each package must not know."""


def modules(*packages: str) -> list[Path]:
    """Every module of some packages."""
    return [path for name in packages for path in sorted((ROOT / name).rglob("*.py"))]


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def parsed(path: Path) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(path.read_text("utf-8"), str(path))


def imports(path: Path) -> Iterator[str]:
    """What a module imports, everywhere in it: ``from a import b`` gives both a and a.b."""
    for node in ast.walk(parsed(path)):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom():
                base = _base(path, node)
                yield base
                yield from (f"{base}.{alias.name}" for alias in node.names)


def _base(path: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = path.relative_to(ROOT).parent.parts
    kept = package[: len(package) - node.level + 1]
    return ".".join((*kept, *filter(None, [node.module])))


def is_within(name: str, package: str) -> bool:
    """Whether a module is a package or in it."""
    return name == package or name.startswith(f"{package}.")


every_module = pytest.mark.parametrize(
    "path", modules(*PACKAGES), ids=[name_of(path) for path in modules(*PACKAGES)]
)


@every_module
def test_imports_go_one_way(path: Path) -> None:
    mine = name_of(path)
    forbidden = [
        other
        for package, others in FORBIDDEN.items()
        if is_within(mine, package)
        for other in others
    ]
    assert not [name for name in imports(path) for other in forbidden if is_within(name, other)]


@every_module
def test_nobody_imports_the_tests(path: Path) -> None:
    assert not [name for name in imports(path) if name.split(".")[0] in {"tests", "bench"}]


@pytest.mark.parametrize("path", [*modules("domain"), ROOT / "proofs" / "tree.py"], ids=name_of)
def test_the_domain_is_pure(path: Path) -> None:
    """And so are the hash trees that it stands on."""
    roots = {name.split(".")[0] for name in imports(path)}
    assert roots <= sys.stdlib_module_names | {"domain", "proofs"}
    assert not roots & IMPURE
    calls = {node.attr for node in ast.walk(parsed(path)) if isinstance(node, ast.Attribute)}
    names = {node.id for node in ast.walk(parsed(path)) if isinstance(node, ast.Name)}
    assert not calls & {"now", "utcnow", "today", "uuid1", "uuid4", "urandom"}
    assert not names & {"open", "print", "input", "exec", "eval", "uuid1", "uuid4"}


@every_module
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_MODULE


@every_module
def test_functions_are_short(path: Path) -> None:
    long = {
        node.name: _length(node)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and _length(node) > LONGEST_FUNCTION
    }
    assert not long


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many lines a function has, without its decorators and its docstring."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if ast.get_docstring(node) is not None:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


@every_module
def test_modules_are_named_for_what_they_do(path: Path) -> None:
    assert not NO_NAMES.search(path.stem)


def test_the_packages_are_all_there() -> None:
    assert all((ROOT / package / "__init__.py").exists() for package in PACKAGES)


GAMES = sorted(path.parent for path in (ROOT / "domain" / "games").glob("*/__init__.py"))


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_a_game_is_one_folder_that_knows_no_other(game: Path) -> None:
    others = {path.name for path in GAMES if path != game}
    for path in sorted(game.rglob("*.py")):
        known = {name.split(".")[2] for name in imports(path) if name.startswith("domain.games.")}
        assert not known & others


@every_module
def test_no_code_asks_which_game_it_is(path: Path) -> None:
    """A game is known by name in its own folder and in lists, never in a comparison."""
    names = {game.name for game in GAMES}
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Compare):
            compared = (node.left, *node.comparators)
            assert not names & {each.value for each in compared if isinstance(each, ast.Constant)}


SECRET = re.compile(r"(^|_)(token|credential|secret|hash|hashed|digest|fingerprint|key)(_|$)")
"""What a name may say of a value that only one who knows it should be able to make."""
NOT_SECRET = re.compile(r"^[A-Z_]+$")
"""A constant: a length, the name of a kind."""


@pytest.mark.parametrize("path", modules("service", "workers"), ids=name_of)
def test_nobody_compares_credentials_but_in_constant_time(path: Path) -> None:
    """By `hmac.compare_digest`, or not at all: what is looked up is the hash of 256 random bits."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Compare) and any(
            isinstance(each, ast.Eq | ast.NotEq) for each in node.ops
        ):
            names = {_last_name(each) for each in (node.left, *node.comparators)}
            told = {each for each in names if SECRET.search(each) and not NOT_SECRET.search(each)}
            assert not told, ast.unparse(node)


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=called):
            return _last_name(called)
        case _:
            return ""
