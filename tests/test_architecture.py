"""The permitted imports of each package, and the limits on the length of modules and functions."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = (
    *("bots", "clients/python/conformance", "clients/python/fairdeal_client", "domain"),
    *("events", "formats", "languages", "migrations", "offline", "run", "service", "verifier"),
    "workers",
)
NAMES = tuple(package.rpartition("/")[2] for package in PACKAGES)
LONGEST_MODULE = 800
LONGEST_FUNCTION = 60
VAGUE_NAME = re.compile(r"helper|util|manager")

IMPURE = {
    *("random", "secrets", "time", "os", "io", "sys", "logging", "socket", "pathlib", "subprocess"),
    *("threading", "asyncio", "tempfile", "shutil", "urllib", "http", "locale", "zoneinfo"),
}
"""Modules for clock, chance, input, output and the machine. Pure rules use none of them."""

STORES = ("events.store", "events.postgres", "events.translog.store")
"""The verifier reads files and no store."""

ENDS = ("service.api", "run")
"""The parts of the service above its use cases: their callers, and the processes that run them."""

SUBJECTS = (
    *("service.clocks", "service.deals", "service.games", "service.lists", "service.players"),
    *("service.seats", "service.tables", "service.tournaments"),
)
"""The subjects of play: use cases, queries and answers of each together."""
JUDGED = ("service.analyses", "service.disputes", "service.proof")
"""The subjects that look back at deals which are over, and at the record."""


def all_but(*allowed: str) -> tuple[str, ...]:
    """Every package of the project except these."""
    return tuple(name for name in NAMES if name not in allowed)


FORBIDDEN = {
    "domain": all_but("domain"),
    "domain.fairness": ("domain.games", "domain.judge", "domain.table", "domain.kernel.game"),
    "domain.kernel": ("domain.games", "domain.judge", "domain.table", "domain.tournaments"),
    "domain.games": ("domain.judge", "domain.table", "domain.tournaments"),
    "domain.table": ("domain.judge", "domain.tournaments"),
    "domain.tournaments": ("domain.judge",),
    "events": (
        *all_but("domain", "events"),
        "domain.kernel",
        "domain.table",
        "domain.games",
        "domain.judge",
    ),
    "bots": all_but("bots", "domain"),
    "formats": all_but("domain", "formats", "languages"),
    "languages": all_but("domain", "languages"),
    "verifier": (*all_but("bots", "domain", "events", "formats", "languages", "verifier"), *STORES),
    "migrations": all_but("events", "migrations"),
    "conformance": all_but("conformance"),
    "fairdeal_client": all_but("fairdeal_client"),
    "offline": all_but("bots", "domain", "events", "formats", "languages", "offline", "verifier"),
    "service": ("run", "workers"),
    "run": ("workers",),
    "service.responses": (
        *("bots", "events", "formats", "verifier", "workers"),
        *(*SUBJECTS, *JUDGED, "service.live", "service.webhooks", *ENDS),
    ),
    "service.access": (*SUBJECTS, *JUDGED, "service.live", "service.webhooks", *ENDS),
    **dict.fromkeys(SUBJECTS, (*JUDGED, "service.live", "service.webhooks", *ENDS)),
    **dict.fromkeys(JUDGED, ("service.live", "service.webhooks", *ENDS)),
    "service.live": (*JUDGED, "service.webhooks", *ENDS),
    "service.webhooks": (*JUDGED, *ENDS),
    "run.embedded": (
        "service.context",
        *SUBJECTS,
        *JUDGED,
        "service.live",
        "service.api",
        "run.processes",
        "run.cli",
    ),
    "service.api": ("events", "workers", "migrations", "run.processes", "run.cli"),
    "run.processes.web": ("events", "workers", "migrations"),
    "workers": (*ENDS, "conformance", "fairdeal_client", "formats", "migrations", "verifier"),
}
"""The direction of imports: what each package must not import."""


def modules(*packages: str) -> list[Path]:
    """Every module of some packages."""
    return [path for name in packages for path in sorted((ROOT / name).rglob("*.py"))]


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    root = ROOT / "clients/python" if path.is_relative_to(ROOT / "clients/python") else ROOT
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def parsed(path: Path) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(path.read_text("utf-8"), str(path))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """The imports of a module, anywhere in it: ``from a import b`` gives both a and a.b."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
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


def importers(among: Mapping[str, Path], package: str) -> set[str]:
    """The modules that import a package, or something in it."""
    return {
        name
        for name, path in among.items()
        if any(is_within(imported, package) for imported in imports(path))
    }


MODULES = {name_of(path): path for path in modules(*PACKAGES)}


ANSWERING = {"answer", "created", "listed", "public_answer", "unless_known"}


@pytest.mark.parametrize("path", modules("service/api/resources"), ids=name_of)
def test_an_answer_is_a_typed_dictionary(path: Path) -> None:
    """A dictionary without a type is checked by nobody."""
    for node in ast.walk(parsed(path)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in ANSWERING:
                made = first.body if isinstance(first, ast.Lambda) else first
                assert not isinstance(made, ast.Dict), f"{path}:{node.lineno}"


@pytest.mark.parametrize("package", FORBIDDEN)
def test_imports_go_one_way(package: str) -> None:
    upward = {
        name: imported
        for name, path in MODULES.items()
        if is_within(name, package)
        for imported in imports(path)
        if any(is_within(imported, other) for other in FORBIDDEN[package])
    }
    assert not upward


@pytest.mark.parametrize("outside", ["lab", "tests", "tools"])
def test_no_module_imports_what_is_not_shipped(outside: str) -> None:
    assert not importers(MODULES, outside)


@pytest.mark.parametrize("client", ["conformance", "fairdeal_client"])
def test_of_the_service_only_the_command_line_uses_a_client(client: str) -> None:
    using = importers(MODULES, client)
    assert all(is_within(name, "run.cli") or is_within(name, client) for name in using)


def test_tests_import_the_lab_only_to_test_it() -> None:
    others = {name_of(path): path for path in modules("tests") if "lab" in path.read_text("utf-8")}
    importing = importers(others, "lab")
    assert importing
    assert all(is_within(name, "tests.lab") for name in importing)


def test_the_domain_is_pure() -> None:
    for path in modules("domain"):
        roots = {name.split(".")[0] for name in imports(path)}
        assert roots <= sys.stdlib_module_names | {"domain"}, path
        assert not roots & IMPURE, path
        calls = {node.attr for node in ast.walk(parsed(path)) if isinstance(node, ast.Attribute)}
        names = {node.id for node in ast.walk(parsed(path)) if isinstance(node, ast.Name)}
        assert not calls & {"now", "utcnow", "today", "uuid1", "uuid4", "urandom"}, path
        assert not names & {"open", "print", "input", "exec", "eval", "uuid1", "uuid4"}, path


def test_modules_are_short() -> None:
    lines = {name: len(path.read_text("utf-8").splitlines()) for name, path in MODULES.items()}
    long = {name for name, count in lines.items() if count > LONGEST_MODULE}
    assert long == {"fairdeal_client.shapes"}, "only what is generated may be long"


def test_functions_are_short() -> None:
    long = {
        f"{name}.{node.name}": _length(node)
        for name, path in MODULES.items()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and _length(node) > LONGEST_FUNCTION
    }
    assert not long


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The number of lines of a function, without its decorators and its docstring."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if ast.get_docstring(node) is not None:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def test_modules_are_named_for_what_they_do() -> None:
    assert not [path for path in MODULES.values() if VAGUE_NAME.search(path.stem)]


def test_the_packages_are_all_there() -> None:
    assert all((ROOT / package / "__init__.py").exists() for package in PACKAGES)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Nor by way of others, nor within functions: of two such modules none can be read alone."""
    paths = {name_of(path): path for path in modules(*PACKAGES)}
    graph = dict[str, set[str]]()
    for name, path in paths.items():
        found = {*imports(path)} & paths.keys() - {name}
        packages = {each.rpartition(".")[0] for each in found}
        graph[name] = {each for each in found if each not in packages}
    assert circles(graph) == []


def test_no_modules_of_the_page_import_each_other_in_a_circle() -> None:
    """Types may be of each other, as no browser loads them."""
    imported = re.compile(r"""^(?!/\*\*| \*).*(?:from|import\()\s*"(\.[^"]+)""", re.MULTILINE)
    graph = dict[str, set[str]]()
    for path in (ROOT / "web").rglob("*.js"):
        if "vendor" not in path.parts:
            found = imported.findall(path.read_text("utf-8"))
            graph[str(path)] = {str((path.parent / each).resolve()) for each in found}
    assert circles(graph) == []


def circles(graph: Mapping[str, set[str]]) -> list[str]:
    """The modules on circles, or between two of them."""
    left = {*graph}
    while True:
        used = {each for name in left for each in graph[name] & left}
        kept = {name for name in left & used if graph[name] & left}
        if kept == left:
            return sorted(left)
        left = kept


GAMES = sorted(path.parent for path in (ROOT / "domain" / "games").glob("*/__init__.py"))


def test_a_game_is_one_folder_that_imports_no_other() -> None:
    for game in GAMES:
        others = {path.name for path in GAMES if path != game}
        for path in sorted(game.rglob("*.py")):
            imported = imports(path)
            games = {name.split(".")[2] for name in imported if name.startswith("domain.games.")}
            assert not games & others, path


def test_the_rules_of_a_game_know_nothing_of_its_bots() -> None:
    for game in GAMES:
        bot = f"domain.games.{game.name}.bot"
        for path in sorted(game.rglob("*.py")):
            if path.parent.name != "bot" and path.name not in {"bot.py", "__init__.py"}:
                assert not any(is_within(name, bot) for name in imports(path)), path


def test_no_code_asks_which_game_it_is() -> None:
    """A game's name may appear in its own folder and in lists, but never in a comparison."""
    names = {game.name for game in GAMES}
    for path in MODULES.values():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Compare):
                compared = (node.left, *node.comparators)
                values = {each.value for each in compared if isinstance(each, ast.Constant)}
                assert not names & values, path


SECRET = re.compile(r"(^|_)(token|credential|secret|hash|hashed|digest|fingerprint|key)(_|$)")
"""Words in the names of values that only their owners may know or make."""
NOT_SECRET = re.compile(r"^[A-Z_]+$")
"""A constant: a length, the name of a kind."""


def test_credentials_are_compared_in_constant_time() -> None:
    """By `hmac.compare_digest`, or looked up by the hash of 256 random bits."""
    nodes = [
        node for path in modules("run", "service", "workers") for node in ast.walk(parsed(path))
    ]
    for node in nodes:
        if isinstance(node, ast.Compare) and any(
            isinstance(each, ast.Eq | ast.NotEq) for each in node.ops
        ):
            names = {_last_name(each) for each in (node.left, *node.comparators)}
            secrets = {
                each for each in names if SECRET.search(each) and not NOT_SECRET.search(each)
            }
            assert not secrets, ast.unparse(node)


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=called):
            return _last_name(called)
        case _:
            return ""
