"""`fairdeal verify` on a table with disputes: its lines, and the verdict on the disputed deal."""

from pathlib import Path

import pytest

from domain.kernel.event import Digest, Text
from domain.table.disputes import DisputeAnswered, DisputeOpened, DisputeRuled
from domain.table.guests import AuditorAdmitted
from run.cli import main
from tests.verifier.corpus.disputes import by_an_auditor, first_deal
from tests.verifier.making import KEY, NOW, Step, place
from tests.verifier.mutations import rechained
from tests.verifier.series import PERSON, a_series, table_bundle
from verifier.bundle import Bundle, write

TOKEN = Digest("ab" * 32)
BY = f"appointed by key:{PERSON}"
PARTY = "which took or renewed seats: 0, 1"
RULING = 'upheld (ledger +1, -1): "So."'


def said(*events: DisputeOpened | DisputeAnswered) -> list[Step]:
    return [(f"seat:{each.seat}", (each,)) for each in events]


def disputed_table() -> list[Step]:
    deal = first_deal()
    return [
        *a_series("durak", 2).table,
        *said(
            DisputeOpened(deal, 1, 1, 3, "deal", Text("All the\njacks!")),
            DisputeAnswered(deal, 1, 1, Text("They follow from the seeds.")),
        ),
        *by_an_auditor(
            AuditorAdmitted(1, Text("The elder"), TOKEN, NOW + 10**15),
            DisputeRuled(deal, 1, "upheld", (1, -1), Text("So."), auditor=1),
        ),
    ]


def run(
    folder: Path,
    table: list[Step],
    *options: str,
    capsys: pytest.CaptureFixture[str],
    deal: bytes | None,
) -> tuple[int, str]:
    paths = [folder / "table.json", folder / "deal.json"]
    paths[0].write_bytes(write(logged(table_bundle(table))))
    if deal is not None:
        paths[1].write_bytes(deal)
    given = [*(paths if deal is not None else paths[:1]), "--key", folder / "key"]
    (folder / "key").write_text(str(KEY.verifier))
    code = main(["verify", *options, *map(str, given)])
    return code, capsys.readouterr().out


def first_bundle() -> bytes:
    return write(logged(a_series("durak", 2).cases()[0].bundle))


def logged(bundle: Bundle) -> Bundle:
    return bundle._replace(log=place(bundle), key=str(KEY.verifier))


def test_the_dispute_its_answer_and_its_ruling_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, printed = run(tmp_path, disputed_table(), deal=first_bundle(), capsys=capsys)
    assert [line for line in printed.splitlines() if line.startswith("dispute")] == [
        r'dispute  deal 1, dispute 1: seat 1 claims deal at event 3: "All the\njacks!"',
        'dispute  deal 1, dispute 1: seat 1: "They follow from the seeds."',
        f'dispute  deal 1, dispute 1: auditor 1 ("The elder", {BY}, {PARTY}) rules: {RULING}',
    ]


@pytest.mark.parametrize(
    ("at", "explained"),
    [
        (4, None),
        (6, "event 6: Bout 1: the attacker could begin with any card [D4]."),
        (7, "event 6: Bout 1: the attacker could begin with any card [D4]."),
        (8, "event 8: Bout 1: taking was allowed because "),
    ],
)
def test_a_disputed_move_is_explained_by_the_full_record(
    at: int, explained: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = DisputeOpened(first_deal(), 1, 1, at, "legality", Text("No!"))
    table = [*a_series("durak", 2).table, *said(opened)]
    _, printed = run(tmp_path, table, deal=first_bundle(), capsys=capsys)
    *_, last = [line for line in printed.splitlines() if line.startswith("dispute")]
    before, _, sentence = last.partition(": the move at ")
    assert sentence.startswith(explained or "")
    assert (before == "dispute  deal 1, dispute 1") == (explained is not None)


def test_deal_and_table_together_prove_the_disputed_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, deal = disputed_table(), first_bundle()
    code, printed = run(tmp_path, table, "--disputed", deal=deal, capsys=capsys)
    assert "holds  disputed      the disputed deal 1 holds\n" in printed
    assert "open   series" in printed
    assert code == 0
    assert run(tmp_path, table, deal=deal, capsys=capsys)[0] == 4, "the series is not proved"


def test_without_its_bundle_the_disputed_deal_is_not_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed = run(tmp_path, disputed_table(), "--disputed", deal=None, capsys=capsys)
    assert "the disputed deal 1 is not proved: its bundle was not given" in printed
    assert code == 4


def test_an_altered_disputed_deal_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = a_series("durak", 2).cases()[0].bundle
    altered = write(rechained(bundle, bundle.events[:-2]))
    code, printed = run(tmp_path, disputed_table(), "--disputed", deal=altered, capsys=capsys)
    assert "the disputed deal 1 holds" not in printed
    assert code == 1


def test_no_dispute_is_printed_where_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, printed = run(tmp_path, a_series("durak", 2).table, deal=first_bundle(), capsys=capsys)
    assert not [line for line in printed.splitlines() if line.startswith("dispute")]
