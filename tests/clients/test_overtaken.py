"""Both clients move in a deal as it was shown: an overtaken move is refused as such."""

from collections.abc import Callable

import pytest

from fairdeal_client import Client, Problem, Seat
from tests.clients import typescript
from tests.e2e.conftest import key, url
from tests.serving import Service, on_linux

pytestmark = on_linux


def move_in_python(service: str, token: str, overtake: Callable[[str], None]) -> str:
    """Move after `overtake`, and return the code of the refusal or ``done``."""
    with Client(service, token) as client:
        seat = Seat(client)
        shown = next(seat.turns())
        overtake(shown["id"])
        try:
            seat.move(shown, shown["legal_moves"][0]["move"])
        except Problem as problem:
            return problem.code
    return "done"


MOVE = """
const seat = await Seat.of(c);
for await (const shown of seat.turns()) {
  await OVERTAKE(shown.id);
  await seat.move(shown, shown.legal_moves[0].move)
    .then(() => console.log("done"), (no) => console.log(no.code));
  return;
}
"""


def move_in_typescript(service: str, token: str, other: str | None) -> str:
    leave = f"(deal) => new Client({service!r}, {other!r}).leave(deal)"
    code = MOVE.replace("OVERTAKE", "(async () => {})" if other is None else f"({leave})")
    return typescript.execute(service, token, code)


@pytest.mark.parametrize("overtaken", [False, True])
@pytest.mark.parametrize("language", ["python", "typescript"])
def test_a_move_counts_only_in_the_deal_that_was_shown(
    serve: Service, language: str, *, overtaken: bool
) -> None:
    """The other player leaves after the deal was read; the bot of that seat does not move first."""
    with Client(url(serve), key(serve)) as owner:
        seats = [{"name": "Ann"}, {"name": "Bob"}]
        made = owner.open_table("durak", "Overtaken", seats=seats, target=1)
    tokens = [each["token"] for each in made["tokens"]]
    with Client(url(serve), tokens[0]) as ann:
        deal = ann.table(made["table"]["id"])["deal"]
        assert deal is not None
        if not ann.deal(deal["id"])["legal_moves"]:
            tokens.reverse()
    first, second = tokens

    def leave(shown: str) -> None:
        if overtaken:
            with Client(url(serve), second) as other:
                other.leave(shown)

    if language == "python":
        said = move_in_python(url(serve), first, leave)
    else:
        said = move_in_typescript(url(serve), first, second if overtaken else None)
    assert said == ("stale-version" if overtaken else "done")
