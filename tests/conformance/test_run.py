"""`fairdeal conformance` over a whole service: a correct client passes, and each fault is found."""

import re
import sys

import pytest

from conformance import rules, tables
from conformance import run as conformance_run
from run.cli import main
from tests.e2e.conftest import key, url
from tests.servers import whole_service
from tests.serving import ROOT, Service, on_linux

OF_SHELLS = ("limited", "clock", "cut-stream")
"""Where a client that is made of other programs has most to heed; each of its requests is slow."""

PATIENCE = 60
"""Seconds that a client has here for what it must do within a few: on a busy machine, its start and
its requests take long. They pass only if it does not do it at all."""

SOME = ("lost-answer", "cut-stream", "killed", "seeds", "signed", "forged:head")
"""The cases of an ordinary run; all of them are in the long one."""

LINE = re.compile(r"^(passes|FAILS|not shown) +(\S+) +(.*)$", re.MULTILINE)

pytestmark = on_linux


@pytest.fixture(scope="module")
def serve() -> Service:
    """The service that the tests share."""
    return whole_service()


@pytest.fixture
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run waits longer for the first move, and for a seed."""
    monkeypatch.setattr(conformance_run, "SOON", float(PATIENCE))
    monkeypatch.setattr(tables, "REVEAL_SECONDS", PATIENCE)


@pytest.fixture
def _patient_with_the_absent(_patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """And for a return, which a right client makes at once."""
    monkeypatch.setattr(rules, "AWAY_SECONDS", float(PATIENCE))


def run(
    serve: Service,
    *command: str,
    options: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    program: str = sys.executable,
) -> tuple[int, dict[str, tuple[str, str]]]:
    """The exit code, and status and words of each case."""
    words = [*options, url(serve), key(serve), "--", program, *command, "{url}", "{token}"]
    words += ["{folder}/seeds", "{folder}/key"]
    code = main(["conformance", *words])
    printed = capsys.readouterr().out
    return code, {name: (status, detail) for status, name, detail in LINE.findall(printed)}


@pytest.mark.long
@pytest.mark.usefixtures("_patient_with_the_absent")
@pytest.mark.parametrize("names", [SOME, ()], ids=len)
def test_a_careful_bot_passes(
    serve: Service, names: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    bot = str(ROOT / "clients/examples/careful_bot.py")
    options = ("--jobs", "19", *(word for name in names for word in ("--case", name)))
    code, found = run(serve, bot, options=options, capsys=capsys)
    assert not {name: said for name, said in found.items() if said[0] != "passes"}
    assert len(found) == (len(names) or 19)
    assert code == 0


@pytest.mark.long
@pytest.mark.usefixtures("_patient_with_the_absent")
def test_the_client_of_curl_passes(serve: Service, capsys: pytest.CaptureFixture[str]) -> None:
    script = str(ROOT / "clients/examples/random_client.sh")
    options = ("--jobs", "4", *(word for case in OF_SHELLS for word in ("--case", case)))
    code, found = run(serve, script, options=options, capsys=capsys, program="bash")
    assert not {name: said for name, said in found.items() if said[0] != "passes"}
    assert (code, len(found)) == (0, len(OF_SHELLS))


MUTANTS = {
    "Keyless": ("lost-answer", "no Idempotency-Key"),
    "Rekeying": ("lost-answer", "another Idempotency-Key"),
    "Rewording": ("lost-answer", "another body"),
    "Hasty": ("unavailable", "wait as long as that header says"),
    "Fainthearted": (
        "unavailable",
        "was over: the service is not available",
    ),
    "Overwhelmed": ("limited", "was over: too many requests"),
    "Fragile": ("lost-read", "exited with 1 before the series was over: no answer"),
    "Talkative": ("game:durak", "the token was sent in the address of GET /v1/me"),
    "Forgetful": ("cut-stream", "what lies between is lost"),
    "Stubborn": ("refused", "sent again 4 times"),
    "Lawless": ("game:durak", "illegal and was in no legal_moves"),
    "Seedless": ("seeds", "exited with 1 before the series was over"),
    "Absent": ("clock", "did not come back"),
    "Unsigning": ("signed", "exited with 1 before the series was over"),
    "Hammering": ("slow", "more than 10 times in a second"),
    "Done": ("killed", "I do not know this table"),
    "Loud": ("game:durak", "the client then exited with 3"),
}
SAMPLE = {"Keyless", "Lawless"}


@pytest.mark.usefixtures("_patient")
@pytest.mark.parametrize(
    "mutant",
    [each if each in SAMPLE else pytest.param(each, marks=pytest.mark.long) for each in MUTANTS],
)
def test_a_client_that_breaks_a_rule_fails_the_case_that_tests_it(
    serve: Service, mutant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert_found(serve, mutant, *MUTANTS[mutant], capsys=capsys)


@pytest.mark.usefixtures("_patient")
@pytest.mark.parametrize(
    ("case", "mutant", "said"),
    [
        ("signature", "Trusting", "had given a receipt whose signature does not hold"),
        pytest.param(
            *("deal", "Trusting", "had given the receipt of another deal"), marks=pytest.mark.long
        ),
        pytest.param(*("head", "Trusting", "was not read before"), marks=pytest.mark.long),
        ("head", "Half", "had given evidence that is not what the receipt was signed for"),
    ],
)
def test_showing_a_seed_after_a_forgery_fails(
    serve: Service, case: str, mutant: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert_found(serve, mutant, f"forged:{case}", said, capsys=capsys)


@pytest.mark.long
def test_a_client_without_seeds_is_not_tested(
    serve: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    script = str(ROOT / "clients/examples/random_client.sh")
    options = ("--case", "forged:signature", "--case", "signed")
    code, found = run(serve, script, options=options, capsys=capsys, program="bash")
    assert code == 0
    assert found == {
        "forged:signature": ("not shown", "the client does not commit to seeds (optional)"),
        "signed": ("not shown", "the client does not sign its moves (optional)"),
    }


def assert_found(
    serve: Service, mutant: str, case: str, said: str, *, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("-m", "tests.conformance.mutants", mutant)
    code, found = run(
        serve, *words, options=("--case", case, "--seconds", f"{2 * PATIENCE}"), capsys=capsys
    )
    status, detail = found[case]
    assert (code, status) == (1, "FAILS"), detail
    assert said in detail
