"""The rules that every client must keep. Each rule yields its violations in the proxy's log."""

import json
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from conformance.exchanges import (
    REFUSED,
    Exchange,
    Exchanges,
    is_bundle,
    is_deal,
    is_move,
    is_read,
    is_return,
    is_seed,
    is_write,
)
from conformance.forgeries import FORGED
from conformance.tables import MINE

EARLY: Final = 0.1
"""The tolerance for differing clocks, in seconds."""
SAME_REFUSED: Final = 3
"""How often a refused move may be sent again without reading the deal first."""
MOST_EQUAL: Final = 10
"""How often in a second the same read request may get the same answer."""
AWAY_SECONDS: Final = 5.0
"""How long a client may take to return after it learned that a bot plays for it, in seconds."""
TOO_MANY: Final = 429
FAILED: Final = 500

Rule: TypeAlias = Callable[[Exchanges], Iterator[str]]


def secrets_in_headers(token: str) -> Rule:
    """The token is sent in `Authorization: Bearer`, and nowhere else."""

    def rule(exchanges: Exchanges) -> Iterator[str]:
        for request in (each.request for each in exchanges):
            where = _place(
                token, unquote(request.target), request.headers, request.body.decode("latin-1")
            )
            if where is not None:
                yield (
                    f"the token was sent in {where} of {request.method} {request.path}: send it as "
                    "`Authorization: Bearer …` only, as addresses are logged on their way"
                )

    return rule


def _place(token: str, target: str, headers: Any, body: str) -> str | None:
    if token in target:
        return "the address"
    if token in body:
        return "the body"
    others = (value for name, value in headers.items() if name != "authorization")
    return "another header" if any(token in value for value in others) else None


def repeats(exchanges: Exchanges) -> Iterator[str]:
    """A write whose answer was lost or deferred is repeated: the same request with the same key."""
    writes = [each for each in exchanges if is_write(each.request)]
    for number, each in enumerate(writes):
        if not _is_open(each):
            continue
        what, happened = _name(each), _happened(each)
        following = writes[number + 1] if number + 1 < len(writes) else None
        if each.request.key is None:
            yield (
                f"{what} had no Idempotency-Key, and {happened}: without one it cannot be "
                "repeated safely; send one with everything that changes something"
            )
        elif following is not None and not following.request.is_same(each.request):
            yield (
                f"{what} {happened}, and was followed by {_difference(each, following)}: repeat "
                "it as it was, with the same Idempotency-Key, or it may be done twice"
            )


def unrepeated(exchanges: Exchanges) -> Iterator[str]:
    """At the end of the series, every write whose answer was lost or deferred has been repeated."""
    writes = [each for each in exchanges if is_write(each.request)]
    if writes and _is_open(writes[-1]):
        yield (
            f"{_name(writes[-1])} {_happened(writes[-1])}, and nothing came after it: repeat the "
            "request, with the same Idempotency-Key"
        )


def _is_open(each: Exchange) -> bool:
    """Whether its sender cannot know if it took effect."""
    return each.status is None or each.status == TOO_MANY or each.status >= FAILED


def _happened(each: Exchange) -> str:
    return "got no answer" if each.status is None else f"was answered {each.status}"


def _difference(each: Exchange, following: Exchange) -> str:
    mine, next_ = each.request, following.request
    if (mine.method, mine.target) != (next_.method, next_.target):
        return f"another request ({_name(following)})"
    return "another body" if mine.said != next_.said else "another Idempotency-Key"


def patience(exchanges: Exchanges) -> Iterator[str]:
    """After a `Retry-After`, the client waits for that time before it repeats the request."""
    for number, each in enumerate(exchanges):
        if each.retry_after is None:
            continue
        place = (each.request.method, each.request.path)
        again = next(
            (
                later.request.at - each.ended
                for later in exchanges[number + 1 :]
                if (later.request.method, later.request.path) == place
                and later.request.at > each.ended  # requests already under way are exempt
            ),
            None,
        )
        if again is not None and again < each.retry_after - EARLY:
            yield (
                f"{_name(each)} was answered {each.status} with Retry-After: {each.retry_after}, "
                f"and came again after {again:.2f} s: wait as long as that header says"
            )


def refusals(exchanges: Exchanges) -> Iterator[str]:
    """A refused move is not repeated endlessly: the client reads the deal again first."""
    refused: Exchange | None = None
    count = 0
    for each in exchanges:
        if is_read(each.request) and each.done:
            refused, count = None, 0
        elif _is_refused(each):
            same = refused is not None and refused.request.said == each.request.said
            refused, count = each, count + 1 if same else 0
            if count == SAME_REFUSED + 1:
                yield (
                    f"{_name(each)} was refused ({each.status}) and sent again {count} times: "
                    "after a 409 read the deal and choose among its legal_moves"
                )


def _is_refused(each: Exchange) -> bool:
    """Whether it is a move that is impossible now, however often it is sent."""
    return is_move(each.request) and each.status is not None and REFUSED <= each.status < TOO_MANY


def legality(exchanges: Exchanges) -> Iterator[str]:
    """Every move is one of the `legal_moves` that the client was shown."""
    legal: dict[str, set[str]] = {}
    for each in exchanges:
        answer = each.content if each.fault is None else None
        deal = each.request.path.removesuffix("/moves")
        if is_deal(each.request) and isinstance(answer, dict) and "legal_moves" in answer:
            legal[deal] = {_canonical(line["move"]) for line in answer["legal_moves"]}
        if not is_move(each.request) or not isinstance(answer, dict):
            continue
        said = each.request.said
        move = said.get("move") if isinstance(said, dict) else None
        if each.status in {400, 415, 422}:
            yield f"{_name(each)} is no move ({answer.get('detail')}): see `openapi.yaml`"
        elif answer.get("code") == "illegal-move" and _canonical(move) not in legal.get(
            deal, set()
        ):
            yield (
                f"{_name(each)} was {_canonical(move)}, which is illegal and was in no legal_moves "
                "that was read: choose from `legal_moves` of `GET /v1/deals/{deal}`"
            )


def gaps(exchanges: Exchanges) -> Iterator[str]:
    """Events are requested after a position up to which the client has received everything."""
    delivered = [(each.request.at, *known) for each in exchanges if (known := _delivered(each))]
    for each in exchanges:
        whose, after = each.request.follows, each.request.after
        if whose is None or after is None:
            continue
        before = (known for at, of, known in delivered if of == whose and at < each.request.at)
        upto = max(before, default=0)
        if after > upto:
            yield (
                f"{_name(each)} asked for what comes after {after}, but only what comes up to "
                f"{upto} had arrived whole: resume after the last event that you have read to "
                "its end, or what lies between is lost"
            )


def _delivered(each: Exchange) -> tuple[str, int] | None:
    """The last position that the client has received in full."""
    return None if each.status is None else each.known


def hammering(exchanges: Exchanges) -> Iterator[str]:
    """Unchanged resources are not read in a tight loop."""
    read: dict[Any, deque[float]] = {}
    for each in exchanges:
        request = each.request
        if not is_read(request):
            continue
        same = (request.method, request.target, request.after, each.status, each.news, each.upto)
        times = read.setdefault(same, deque(maxlen=MOST_EQUAL + 1))
        times.append(request.at)
        if len(times) > MOST_EQUAL and times[-1] - times[0] < 1:
            yield (
                f"{_name(each)} was asked for more than {MOST_EQUAL} times in a second, and had "
                "nothing new: follow the events, wait for them with `wait=`, or pause between"
            )
            times.clear()


def absence(exchanges: Exchanges) -> Iterator[str]:
    """After a bot has taken over its seat, the client returns."""
    first = _away_since(exchanges)
    if first is not None and max(each.ended for each in exchanges) > first.ended + AWAY_SECONDS:
        yield _has_not_returned(first)


def unreturned(exchanges: Exchanges) -> Iterator[str]:
    """At the end of the series no seat is away, and a client that returned has played on."""
    first = _away_since(exchanges)
    if first is not None:
        yield _has_not_returned(first)
    back = next(
        (at for at, each in enumerate(exchanges) if is_return(each.request) and each.done), None
    )
    if back is None or any(is_move(each.request) and each.done for each in exchanges[back:]):
        return
    if any(_may_move(each) for each in exchanges[back:]):
        yield (
            f"{_name(exchanges[back])} has brought it back, and it then made no move: from there "
            "on only the client plays for the seat"
        )


def is_away(each: Exchange) -> bool:
    """Whether the answer shows that the seat has missed a turn, or that a bot plays for it now."""
    content = each.content
    if not isinstance(content, dict):
        return False
    goes_on = content.get("status") == "playing"
    if content.get("code") in {"time-over", "away"}:
        return True
    return goes_on and MINE in content.get("away", ())


def _may_move(each: Exchange) -> bool:
    """Whether the client is shown a deal in which it has a move."""
    content = each.content
    return is_deal(each.request) and isinstance(content, dict) and bool(content.get("legal_moves"))


def _away_since(exchanges: Exchanges) -> Exchange | None:
    """The first exchange that showed the client its absence, unless it has returned since."""
    since: Exchange | None = None
    for each in exchanges:
        is_now = is_deal(each.request) and each.done and not each.request.looks_back
        if is_return(each.request) or (is_now and not is_away(each)):
            since = None
        elif since is None and is_away(each):
            since = each
    return since


def _has_not_returned(first: Exchange) -> str:
    return (
        f"{_name(first)} showed it (with {first.status}) that a turn was missed and a bot plays "
        "for its seat, and it did not come back. If the seat's number is in the deal's `away`, "
        "send `POST /v1/deals/{deal}/return`; otherwise the bot plays to the end of the series"
    )


def withholding(exchanges: Exchanges) -> Iterator[str]:
    """A seed is not shown after the service has given something forged for the deal."""
    for number, each in enumerate(exchanges):
        if not is_seed(each.request):
            continue
        deal = each.request.path.removesuffix("/seed")
        for before in exchanges[:number]:
            if before.fault and before.fault.startswith(FORGED) and _is_of(before, deal):
                what = before.fault.removeprefix(FORGED)
                yield (
                    f"{_name(each)} showed the seed, though {_name(before)} had given {what}: "
                    "show no seed before the receipt of the opening is checked, or the server can "
                    "choose its own by it"
                )


def evidence_read(exchanges: Exchanges) -> Iterator[str]:
    """The evidence is read before the seed is shown, because a receipt is checked against it."""
    for number, each in enumerate(exchanges):
        deal = each.request.path.removesuffix("/seed")
        read = (is_bundle(b.request) and b.done and _is_of(b, deal) for b in exchanges[:number])
        if is_seed(each.request) and not any(read):
            yield (
                f"{_name(each)} showed the seed, and `GET {deal}/bundle` was not read before: the "
                "receipt's head follows from the bytes of the record, so check it by them"
            )


def _is_of(each: Exchange, deal: str) -> bool:
    return each.request.path in {deal, f"{deal}/bundle"}


RULES: Final[tuple[Rule, ...]] = (
    repeats,
    patience,
    refusals,
    legality,
    gaps,
    hammering,
    absence,
    withholding,
)
"""A violation of these rules is final: the case is stopped."""


def _name(each: Exchange) -> str:
    return f"{each.request.method} {each.request.path}"


def _canonical(move: Any) -> str:
    return json.dumps(move, sort_keys=True, ensure_ascii=False)
