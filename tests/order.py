"""The plugin of pytest by which a seed orders files, and the tests of each file.

The place of a test follows from the seed and its name alone: all processes of a run agree.
"""

from hashlib import sha256

import pytest

LONGEST = {
    "tests/simulation/test_news.py",
    "tests/simulation/test_play.py",
    "tests/verifier/test_corpus.py",
}
"""Files that come first: a worker that began one of them at last would be waited for."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--order", metavar="SEED", help="the seed of the order of files and tests")


def pytest_report_header(config: pytest.Config) -> str:
    return f"order: {config.option.order or 'of files'}"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let xdist keep the order: otherwise, the files with few long tests would be the last."""
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if seed := config.option.order:
        items.sort(key=lambda item: (_place(seed, _file(item)), _place(seed, item.nodeid)))
    else:
        items.sort(key=lambda item: _file(item) not in LONGEST)


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _place(seed: str, name: str) -> bytes:
    return sha256(f"{seed}/{name}".encode()).digest()
