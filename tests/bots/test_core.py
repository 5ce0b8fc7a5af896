"""The core is what its sources say, and its twin agrees with it."""

import importlib.util
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from threading import Barrier
from typing import Any, Final

import pytest

import bots
from bots import core, durak, svoi_kozyri
from bots.core import build
from bots.durak import twin
from bots.svoi_kozyri import twin as svoi_kozyri_twin
from domain.games import GAMES
from domain.kernel.event import Json
from domain.kernel.policy import Sight
from tests.bots.decisions import Question, decisions, variants
from tests.missing import here, needs
from tests.sampling import FULL, cases

DURAK: Final = GAMES["durak"]
SVOI_KOZYRI: Final = GAMES["svoi_kozyri"]
DEALS: Final = cases(sample=2, full=20)
BUDGETS: Final = (0, 1, 37, 2_000)
"""Some end a search early, in every phase of it."""


def budgets(at: int) -> tuple[int, ...]:
    """The budgets for a question: each in its turn, and all in the long run."""
    return BUDGETS if FULL else (BUDGETS[at % len(BUDGETS)],)


needs_wheel = needs("the wheel wasmtime", core.is_available())


@pytest.fixture
def _without_wheel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine that has no wheel."""
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    core.is_available.cache_clear()
    yield
    core.is_available.cache_clear()


class _Memory:
    def write(self, *_: object) -> None:
        """Take a question."""

    def read(self, *_: object) -> bytes:
        """Give an answer."""
        return bytes(8 * core.WORDS)


def test_calls_of_several_threads_run_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    both = Barrier(2)
    exports = {"memory": _Memory(), "search": lambda _: both.wait(60)}
    idle = list[core._Instance]()
    monkeypatch.setattr(core, "_IDLE", idle)
    monkeypatch.setattr(core, "_made", lambda: core._Instance(None, exports, 0, []))
    for _ in range(2):
        with ThreadPoolExecutor(2) as threads:
            calls = [threads.submit(core.run, "search", []) for _ in range(2)]
            assert all(each.result() for each in calls)
        assert len(idle) == 2


@needs("the wheel ziglang", importlib.util.find_spec("ziglang"))
def test_the_build_gives_the_same_bytes(tmp_path: Path) -> None:
    build.build(tmp_path / "core.wasm")
    assert (tmp_path / "core.wasm").read_bytes() == core.MODULE.read_bytes(), "run `make core`"


def test_the_digest_is_that_of_the_module() -> None:
    digest = sha256(core.MODULE.read_bytes()).hexdigest()
    assert build.DIGEST.read_text("utf-8") == f"{digest}  core.wasm\n"


def test_the_sources_have_no_floats() -> None:
    for source in build.FOLDER.glob("*.[ch]"):
        assert not re.search(r"\b(float|double)\b", source.read_text("utf-8"))


@needs_wheel
def test_the_module_imports_nothing_and_its_memory_is_fixed() -> None:
    wasmtime: Any = here("wasmtime")

    module = wasmtime.Module(wasmtime.Engine(), core.MODULE.read_bytes())
    assert not module.imports
    kinds = {each.name: each.type for each in module.exports}
    assert kinds.keys() == {"memory", "words", "network", "valued", *bots.STRONGER}
    pages = kinds["memory"].limits
    assert pages.min == pages.max == build.MEMORY // 65_536


def questions(
    options: dict[str, Json], number: int, *, key: str = "durak", level: str = "medium"
) -> Iterator[Question]:
    return (each for each in decisions(key, level, options, number) if len(each.legal) > 1)


@needs_wheel
@pytest.mark.parametrize("options", variants(DURAK), ids=str)
def test_core_and_twin_give_the_same_answers(options: dict[str, Json]) -> None:
    phases = set[tuple[bool, bool]]()
    for number in range(DEALS):
        for at, each in enumerate(questions(options, number)):
            for budget in budgets(at):
                sight = Sight(
                    *(each.seat, each.shown, each.view, each.legal),
                    may_wait=False,
                    budget=budget,
                )
                given = durak.question(sight, seed=int.from_bytes(each.seed[:8]))
                answer, other = core.run("durak", given), twin.decide(given)
                assert answer[: len(other)] == other
                found = durak.decision(sight, answer)
                assert found.positions <= budget
                phases.add((bool(each.view.stock), found.cut))
    assert phases == {(True, True), (False, True), (False, False)}


@needs_wheel
@pytest.mark.parametrize("options", variants(SVOI_KOZYRI), ids=str)
def test_core_and_twin_of_svoi_kozyri_give_the_same_answers(options: dict[str, Json]) -> None:
    ends = set[bool]()
    for number in range(DEALS):
        given = [*questions(options, number, key="svoi_kozyri")][2 :: cases(sample=3, full=1)]
        for at, each in enumerate(given):  # the first two choose trumps
            for budget in BUDGETS if each is given[-1] else budgets(at):
                sight = Sight(
                    *(each.seat, each.shown, each.view, each.legal), may_wait=False, budget=budget
                )
                words = svoi_kozyri.question(sight)
                answer, other = core.run("svoi_kozyri", words), svoi_kozyri_twin.decide(words)
                assert answer[: len(other)] == other
                found = svoi_kozyri.decision(sight, answer)
                assert found.positions <= budget
                ends.add(found.cut)
                if budget < BUDGETS[-1]:
                    words[2] += 2  # the values of all moves
                    answer, other = core.run("svoi_kozyri", words), svoi_kozyri_twin.decide(words)
                    assert answer[: len(other)] == other
    assert ends == {True, False}


@pytest.mark.usefixtures("_without_wheel")
def test_without_the_wheel_levels_that_need_it_are_not_available() -> None:
    for game in GAMES.values():
        for level in bots.levels(game):
            assert bots.is_available(game, level) is not bots.uses_core(game, level)
    assert not core.is_available()


@needs_wheel
def test_with_the_wheel_every_level_is_available() -> None:
    for game in GAMES.values():
        assert all(bots.is_available(game, level) for level in bots.levels(game))


def asked_again(key: str, each: Question) -> bool:
    again = bots.choose(
        GAMES[key],
        "hard",
        seat=each.seat,
        shown=each.shown,
        view=each.view,
        legal=each.legal,
        seed=each.seed,
    )
    return again == each.decision


@needs_wheel
@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=[pytest.mark.long] * (key == "goat")) for key in bots.STRONGER]
)
def test_without_the_wheel_the_twin_makes_the_same_decisions(
    key: str, request: pytest.FixtureRequest
) -> None:
    """A search about Goat never ends before its budget; `test_goat_core.py` tries a small one."""
    sampled = [*questions({}, 1, key=key, level="hard")][cases(sample=-3, full=0) :]
    request.getfixturevalue("_without_wheel")
    assert all(asked_again(key, each) for each in sampled)
