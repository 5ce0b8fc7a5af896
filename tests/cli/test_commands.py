"""The command itself: its list of commands, and that no command loads another's modules."""

import subprocess
import sys

import pytest

from run.cli import COMMANDS
from tests.cli.commands import fairdeal, fairdeal_alone


def test_help_lists_every_command() -> None:
    ran = fairdeal("--help")
    assert ran.code == 0
    assert all(f"  {name} " in ran.out and what in ran.out for name, what in COMMANDS.items())


def test_nothing_typed_lists_every_command_as_an_error() -> None:
    ran = fairdeal()
    assert ran.code == 2
    assert all(f"  {name} " in ran.err for name in COMMANDS)


def test_version() -> None:
    ran = fairdeal_alone("--version")
    assert ran.code == 0
    assert ran.out.startswith("fairdeal ")


@pytest.mark.parametrize("words", [("shuffle",), ("replay",), ("simulate",), ("replay", "--x")])
def test_wrong_arguments_print_the_usage(words: tuple[str, ...]) -> None:
    ran = fairdeal(*words)
    assert ran.code == 2
    assert ran.err.startswith("usage: fairdeal")


@pytest.mark.parametrize("command", ["replay", "simulate"])
def test_offline_commands_load_nothing_of_the_service(command: str) -> None:
    program = f"import sys; import run.cli.{command}; print(*sys.modules)"
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    loaded = {name.partition(".")[0] for name in printed.split()}
    assert not loaded & {"flask", "psycopg", "celery", "alembic", "structlog", "sqlalchemy"}


def test_a_wrong_setting_is_named() -> None:
    ran = fairdeal("serve", FAIRDEAL_PORT="http")
    assert ran.code == 1
    assert ran.err.startswith("fairdeal serve: FAIRDEAL_PORT")
