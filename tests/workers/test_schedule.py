"""The schedule of the beat: it is by a clock that nobody sets."""

import pytest
from celery.beat import Scheduler

from workers import app as application


def test_the_beat_goes_on_after_the_clock_of_its_machine_was_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = [1000.0]
    monkeypatch.setattr(application, "monotonic", lambda: at[0])
    scheduler = Scheduler(app=application.app, lazy=True)
    scheduler.setup_schedule()
    entry = scheduler.schedule["sweep"]
    monkeypatch.setattr(application.app, "now", lambda: pytest.fail("it reads the wall clock"))
    entry = next(entry)
    at[0] += application.SWEEP_SECONDS - 0.5
    assert entry.is_due() == (False, pytest.approx(0.5))
    at[0] += 0.5
    assert entry.is_due() == (True, application.SWEEP_SECONDS)
