"""The plugin of pytest that says what this machine lacks: one line just before the summary.

A test that needs a missing program does not run. Any other skip makes the run fail, unless a test
has failed, too: it would hide a gap. With `--nothing-missing`, a missing program makes it fail.
"""

from collections.abc import Generator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter

REASON = "missing: "
MISSING = "missing"
"""The category in the summary."""
PREPARED = frozenset(
    {"Chromium", "Linux", "PgBouncer", "promtool", "rights of root", "systemd"}
    | {"the wheel wasmtime", "the wheel ziglang"}
)
"""What `.ci/run` and the lock file bring; a test that needs another thing must be long."""


class MissingError(Exception):
    """This machine lacks what a test needs; the message names it."""


def needs(name: str, found: object) -> pytest.MarkDecorator:
    """The mark of tests that run only where something is found."""
    return pytest.mark.skipif(not found, reason=REASON + name)


def here(module: str) -> ModuleType:
    """A module that not every machine has; without it, the tests that import it do not run."""
    try:
        return import_module(module)
    except ImportError:
        pytest.skip(f"{REASON}the module {module}", allow_module_level=True)


def fail_run(session: pytest.Session, name: str, reason: str) -> None:
    """Let the run fail for a reason that no test has; the summary shows it as an error."""
    reporter = _reporter(session.config)
    reporter.stats.setdefault("error", []).append(pytest.CollectReport(name, "failed", reason, []))
    session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nothing-missing", action="store_true", help="fail if a test cannot run")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("long"):
            continue
        for skip in item.iter_markers("skipif"):
            name = str(skip.kwargs.get("reason", "")).removeprefix(REASON)
            if name not in PREPARED:
                raise pytest.UsageError(f"{item.nodeid} needs {name}: mark it as long")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    return (yield from _skipping())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    return (yield from _skipping())


def _skipping() -> Generator[None, object, object]:
    __tracebackhide__ = True
    try:
        return (yield)
    except MissingError as missing:
        pytest.skip(f"{REASON}{missing}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):
        return
    stats = _reporter(session.config).stats
    for report in stats.pop("skipped", []):
        kind = MISSING if _reason(report).startswith(REASON) else "skipped"
        stats.setdefault(kind, []).append(report)
    if "skipped" in stats and session.exitstatus == pytest.ExitCode.OK:
        fail_run(session, "skipped", "A skip hides what is not tried: see `tests/missing.py`.")
    if MISSING in stats and session.config.option.nothing_missing:
        fail_run(session, "this machine", "It lacks what tests need: see the last line but one.")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: TerminalReporter,
) -> Generator[None, object, object]:
    result = yield
    if found := terminalreporter.stats.get(MISSING):
        names = sorted({_reason(each).removeprefix(REASON) for each in found})
        line = f"missing on this machine: {'; '.join(names)}; {len(found)} tests did not run"
        terminalreporter.write_line(line, yellow=True)
    return result


def _reason(report: Any) -> str:
    """Why a test did not run."""
    return str(report.longrepr[2]).removeprefix("Skipped: ")


def _reporter(config: pytest.Config) -> TerminalReporter:
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    return reporter  # type: ignore[no-any-return]
