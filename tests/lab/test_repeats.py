"""The list of whole runs."""

from datetime import UTC, datetime

from lab.repeats import RESULTS, SUMMARY, USUAL_SEED, Run, drawn, line

AT = datetime(2026, 11, 28, 22, 0, tzinfo=UTC)
SAID = "lines\n===== 3 passed, 1 skipped in 1.20s =====\nmake: *** [Makefile:49: test] Error 1\n"


def test_half_of_the_runs_have_the_usual_seed_and_each_has_an_order_of_its_own() -> None:
    runs = drawn(20, long=False, beside=8)
    assert [each.seed for each in runs].count(USUAL_SEED) == 10
    assert len({each.order for each in runs}) == 20
    assert {each.target for each in runs} == {"test"}


def test_a_line_has_what_repeats_the_run() -> None:
    run = Run("test", 3, 4, 8)
    assert run.command == ["make", "test", "SEED=3", "ORDER=4"]
    made = line(run, "abc", AT, minutes=9.12, cpu=880.4, result=SUMMARY.findall(SAID)[-1])
    said = "3 passed, 1 skipped in 1.20s"
    assert made == (
        f"| 2026-11-28 22:00 | abc | test | 3 | 4 | 8 busy processes | 9.1 | 880 | {said} |\n"
    )
    heading = next(each for each in RESULTS.read_text("utf-8").splitlines() if "commit" in each)
    assert made.count("|") == heading.count("|")
