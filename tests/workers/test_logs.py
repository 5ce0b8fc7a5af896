"""Logs contain neither cards nor credentials, whatever the text of an error."""

import json
import logging
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
import structlog

from service import logs


@contextmanager
def logging_is_set_up(
    level: str = "info", form: str = "console", file: Path | None = None
) -> Generator[None]:
    root = logging.getLogger()
    handlers, former = root.handlers, root.level
    logs.set_up(level=level, form=form, file=file)
    try:
        yield
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers, root.level = handlers, former
        structlog.reset_defaults()


@pytest.mark.parametrize("form", ["json", "console"])
def test_errors_of_any_library_lose_their_secrets(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "service.log"
    with logging_is_set_up(form=form, file=file):
        logging.getLogger("celery").error("task raised KeyError('7C'), seat_%s", "x" * 43)
        logging.getLogger("psycopg").error('a value: {"seed":"%s"}', "5eed" * 16)
        try:
            dict[str, int]()["TH key_" + "y" * 43]
        except KeyError:
            structlog.get_logger().exception("broken", deal="d-1")
    for said, is_json in ((capsys.readouterr().err, form == "json"), (file.read_text(), True)):
        assert "KeyError" in said
        assert "d-1" in said
        assert not any(secret in said for secret in ("7C", "TH", "xxxx", "yyyy", "5eed"))
        if is_json:
            assert [json.loads(line)["level"] for line in said.splitlines()] == ["error"] * 3


@pytest.mark.parametrize(
    ("level", "shown", "kept"),
    [
        ("warning", "wrong", "request wrong"),
        ("debug", "detail request wrong", "detail request wrong"),
    ],
)
def test_the_file_has_every_request_whatever_is_shown(
    level: str, shown: str, kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "service.log"
    with logging_is_set_up(level, "json", file):
        log = structlog.get_logger()
        log.debug("detail")
        log.info("request")
        log.warning("wrong")
    for text, expected in ((capsys.readouterr().err, shown), (file.read_text("utf-8"), kept)):
        assert [json.loads(line)["event"] for line in text.splitlines()] == expected.split()


@pytest.mark.parametrize("form", ["json", "console"])
def test_no_line_stops_a_program(
    form: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Lines that JSON has no form for, of libraries with levels and fields of their own."""
    file = tmp_path / "service.log"
    hostile = {"text": "\ud800", "large": 2**70, "keys": {1: "one", (2, 3): "two"}}
    with logging_is_set_up("info", form, file):
        structlog.get_logger().info("hostile", **hostile)
        logging.getLogger("library").log(25, "between", extra={"event": "its own", "level": "odd"})
    kept = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    said = [(line["event"], line["level"]) for line in kept]
    assert said == [("hostile", "info"), ("between", "info")]
    assert len(capfd.readouterr().err.splitlines()) == 2


def test_a_program_goes_on_when_nobody_reads_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "service.log"
    with (tmp_path / "closed").open("w") as closed, logging_is_set_up("info", "json", file):
        monkeypatch.setattr("sys.stderr", closed)
        closed.close()
        structlog.get_logger().error("unread")
    assert "unread" in file.read_text("utf-8")
