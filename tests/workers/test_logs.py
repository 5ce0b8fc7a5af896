"""Logs contain neither cards nor credentials, whatever the text of an error."""

import json
import logging

import pytest
import structlog

from service import logs


@pytest.mark.parametrize("form", ["json", "console"])
def test_errors_of_any_library_lose_their_secrets(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    logs.set_up(level="info", form=form)
    try:
        logging.getLogger("celery").error("task raised KeyError('7C'), seat_%s", "x" * 43)
        logging.getLogger("psycopg").error('a value: {"seed":"%s"}', "5eed" * 16)
        try:
            dict[str, int]()["TH key_" + "y" * 43]
        except KeyError:
            structlog.get_logger().exception("broken", deal="d-1")
    finally:
        root.handlers, root.level = handlers, level
        structlog.reset_defaults()
    said = capsys.readouterr().err
    assert "KeyError" in said
    assert "d-1" in said
    assert not any(secret in said for secret in ("7C", "TH", "xxxx", "yyyy", "5eed"))
    if form == "json":
        assert [json.loads(line)["level"] for line in said.splitlines()] == ["error"] * 3
