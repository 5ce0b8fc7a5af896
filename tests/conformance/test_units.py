"""The parts of a run by themselves: cutting of streams, reading of the log and of the record."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from conformance.cases import record_faults
from conformance.exchanges import Exchange, Request
from conformance.fault_injection import Script
from conformance.forgeries import FORGED, other_receipt, other_record, wrong_signature
from conformance.rules import (
    absence,
    evidence_read,
    gaps,
    hammering,
    patience,
    refusals,
    repeats,
    unrepeated,
    unreturned,
    withholding,
)
from conformance.streams import Blocks
from run.cli import main

SSE = b': silence\n\nid: 4\ndata: {"position": 4}\n\nid: 5\ndata: {"position": 5}\n\n'
LINES = b'\n{"position": 4}\n{"position": 5}\n'


@pytest.mark.parametrize(("sse", "stream"), [(True, SSE), (False, LINES)])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_stream_is_cut_within_an_event(sse: bool, stream: bytes, size: int) -> None:  # noqa: FBT001
    blocks, sent, cut = Blocks(sse=sse), b"", False
    for start in range(0, len(stream), size):
        more, cut = blocks.take(stream[start : start + size], 1)
        sent += more
        if cut:
            break
    assert cut
    assert blocks.upto == 4
    assert stream.startswith(sent)
    assert b"posi" in sent[stream.index(b"4}") :]
    assert not sent.endswith(b"}\n\n" if sse else b"}\n")


@pytest.mark.parametrize(("sse", "stream"), [(True, SSE), (False, LINES)])
def test_else_it_goes_through_as_it_is(sse: bool, stream: bytes) -> None:  # noqa: FBT001
    blocks = Blocks(sse=sse)
    assert blocks.take(stream, None) == (stream, False)
    assert blocks.upto == 5


def exchange(
    method: str,
    target: str,
    at: float,
    *,
    status: int | None = 200,
    body: bytes = b"",
    answer: bytes = b'{"version": 7}',
    **more: str,
) -> Exchange:
    """An exchange with these headers, named with underscores."""
    headers = {name.replace("_", "-"): value for name, value in more.items()}
    request = Request(at=at, method=method, target=target, headers=headers, body=body)
    return Exchange(request=request, ended=at, status=status, answer=answer)


def test_retry_after_exempts_requests_under_way() -> None:
    busy = replace(exchange("GET", "/v1/deals/d/events", 5, status=503), retry_after=1)
    soon = exchange("GET", "/v1/deals/d/events", 5.5)
    (found,) = patience([busy, soon])
    assert "came again after 0.50 s" in found
    assert not list(patience([busy, exchange("GET", "/v1/deals/d/events", 6)]))
    assert not list(patience([busy, exchange("GET", "/v1/deals/d", 5.5)])), "another place"
    under_way = replace(exchange("GET", "/v1/deals/d/events", 4.9), ended=5.4)
    assert not list(patience([busy, under_way]))
    assert list(patience([busy, under_way, soon]))


def test_requested_events_have_no_gap() -> None:
    read = exchange("GET", "/v1/deals/d", 1)
    assert not list(gaps([read, exchange("GET", "/v1/deals/d/events?after=7", 2)]))
    (found,) = gaps([read, exchange("GET", "/v1/deals/d/events?after=8", 2)])
    assert "only what comes up to 7" in found
    assert list(gaps([read, exchange("GET", "/v1/deals/d/events", 2, last_event_id="9")]))
    assert list(gaps([read, exchange("GET", "/v1/deals/e/events?after=7", 2)])), "another deal"
    lost = exchange("GET", "/v1/deals/d", 1, status=None)
    assert list(gaps([lost, exchange("GET", "/v1/deals/d/events?after=7", 2)])), "never arrived"


def test_a_write_that_was_not_answered_is_repeated_as_it_was() -> None:
    lost = exchange("POST", "/v1/deals/d/moves", 1, status=None, idempotency_key="k")
    again = exchange("POST", "/v1/deals/d/moves", 2, idempotency_key="k")
    assert not [*repeats([lost, again]), *unrepeated([lost, again])]
    assert not list(repeats([lost])), "it may still come"
    assert list(unrepeated([lost]))
    other = exchange("POST", "/v1/deals/d/seed", 2, idempotency_key="k")
    assert "another request" in next(repeats([lost, other]))


def test_a_refused_move_may_be_sent_again_once_the_deal_was_read() -> None:
    refused = [exchange("POST", "/v1/deals/d/moves", at, status=409) for at in range(5)]
    assert not list(refusals(refused[:4]))
    assert len(list(refusals(refused))) == 1
    assert not list(refusals([*refused[:3], exchange("GET", "/v1/deals/d", 3), *refused[3:]]))


AWAY = b'{"version": 8, "status": "playing", "away": [0]}'
TURN = b'{"version": 9, "status": "playing", "away": [], "legal_moves": [{"move": {}}]}'
OVER = b'{"version": 9, "status": "over", "away": [0]}'
LATE = b'{"code": "time-over"}'


def test_an_absent_client_must_return_in_time() -> None:
    late = exchange("POST", "/v1/deals/d/moves", 1, status=409, answer=LATE)
    read = exchange("GET", "/v1/deals/d", 2, answer=AWAY)
    later = exchange("GET", "/v1/tables/t", 7)
    assert not list(absence([late, read]))
    assert "return" in next(absence([late, read, later]))
    assert "(with 409)" in next(unreturned([late, read])), (
        "it names the request that showed it first"
    )
    over = exchange("GET", "/v1/deals/d", 2, answer=OVER)
    assert not list(unreturned([late, over])), "there is nothing to come back to"
    back = exchange("POST", "/v1/deals/d/return", 3, status=201)
    assert not list(absence([late, read, back, later]))
    assert not list(unreturned([late, read, back, later])), "it is not its turn again yet"
    turn = exchange("GET", "/v1/deals/d", 4, answer=TURN)
    (idle,) = unreturned([late, read, back, turn])
    assert "it then made no move" in idle
    assert not list(unreturned([late, read, back, turn, exchange("POST", "/v1/deals/d/moves", 5)]))
    lost = exchange("GET", "/v1/deals/d", 3, status=None)
    past = exchange("GET", "/v1/deals/d?at=1", 3, answer=TURN)
    for other in (lost, past):
        assert list(absence([late, read, other, later])), "it is not reported now"
    assert not list(unreturned([read, exchange("GET", "/v1/deals/d", 3)])), "it was an old answer"


def test_the_same_is_not_read_in_a_tight_loop() -> None:
    def reads(pause: float, answer: bytes = b"{}") -> list[Exchange]:
        return [exchange("GET", "/v1/deals/d", each * pause, answer=answer) for each in range(11)]

    assert len(list(hammering(reads(0.05)))) == 1
    assert not list(hammering(reads(0.11)))
    assert not list(hammering(reads(0.05)[:10]))
    assert not list(hammering([*reads(0.05)[:6], *reads(0.05, AWAY)[:6]])), "there was news"
    timed = [
        exchange("GET", "/v1/deals/d", each / 20, answer=b'{"now":"2026-01-01T00:00:%02dZ"}' % each)
        for each in range(11)
    ]
    assert list(hammering(timed)), "the time of an answer is no news"
    lost = [exchange("GET", "/v1/deals/d", each / 20, status=None) for each in range(11)]
    assert list(hammering(lost)), "nor while the service does not answer"


def test_violations_in_the_record_are_reported() -> None:
    deals = [{"number": 1, "voided": [1]}, {"number": 2, "voided": [0]}]
    found = list(record_faults({"deals": deals, "forfeited": [0]}))
    assert [each.partition(",")[0] for each in found] == [
        "deal 2 was voided",
        "the client has forfeited the series",
    ]
    assert not list(record_faults({"deals": deals[:1], "forfeited": [1]}))


SEED = exchange("POST", "/v1/deals/d/seed", 3)


def test_no_seed_is_shown_on_what_is_forged() -> None:
    read = exchange("GET", "/v1/deals/d", 1)
    forged = replace(read, fault=f"{FORGED}the receipt of another deal")
    assert not list(withholding([read, SEED]))
    (found,) = withholding([forged, SEED])
    assert "GET /v1/deals/d had given the receipt of another deal" in found
    assert not list(withholding([SEED, forged])), "it was forged later"
    assert not list(withholding([forged, exchange("POST", "/v1/deals/e/seed", 3)]))


def test_the_evidence_is_read_before_a_seed_is_shown() -> None:
    bundle = exchange("GET", "/v1/deals/d/bundle", 1)
    assert not list(evidence_read([bundle, SEED]))
    for before in ([], [replace(bundle, status=None)], [exchange("GET", "/v1/deals/d", 1)]):
        assert "was not read before" in next(evidence_read([*before, SEED]))


@pytest.mark.parametrize("script", [wrong_signature, other_receipt, other_record])
def test_answers_not_requested_are_not_forged(script: Callable[[], Script]) -> None:
    decide = script()
    assert decide(SEED.request, ()) is None
    for path in ("/v1/deals/d", "/v1/deals/d/bundle"):
        fault = decide(exchange("GET", path, 1).request, ())
        for answer in (b'{"code": "not-found"}', b"no JSON", b"[]"):
            assert fault is None or fault.altered is None or fault.altered(answer) == answer


def test_an_invalid_address_gets_an_explanation(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["conformance", "nonsense", "key_x"])
    assert left.value.code == 2
    assert "must begin with http:// or https://" in capsys.readouterr().err
