"""The plate of Skat: bid, contract and value are read whole, and cover no card."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.page.browsing import LANGUAGES, Site
from tests.page.playing import address, opened

PACK: Final = [rank + suit for suit in "CSHD" for rank in "789TJQKA"]
DECLARER: Final = 1
OTHERS: Final = [(360, 740), (390, 844), (844, 390)]
SIZES: Final = [(320, 568), *(pytest.param(size, marks=pytest.mark.long) for size in OTHERS)]
IS_CUT: Final = (
    "each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight"
)
COVERED: Final = """plate => {
  const { left, right, top, bottom } = plate.getBoundingClientRect();
  return [...document.querySelectorAll(".layer .on-felt")]
    .map((card) => card.getBoundingClientRect())
    .filter((card) => card.left < right && left < card.right)
    .filter((card) => card.top + 3 < bottom && top < card.bottom).length;
}"""
"""How many cards lie under the plate by more than their edge."""


def contracted(site: Site) -> Any:
    """A table at which seat 1 has picked up the skat and declared spades."""
    table = opened(site, "skat", "Ann", "Bob", "Cid", test=True, decks=[PACK])
    path = f"/v1/deals/{table['table']['deal']['id']}"
    tokens = {each["seat"]: each["token"] for each in table["tokens"]}
    wanted = [{"type": "pick_up"}, {"type": "declare", "contract": "spades"}]
    while True:
        seat = site.call("GET", path)["to_act"]
        legal = site.call("GET", path, who=tokens[seat])["legal_moves"]
        moves = [each["move"] for each in legal if not each["early"]]
        if moves[0]["type"] == "play":
            return table
        usual = {"type": "pass"} if seat != DECLARER else moves[0]
        chosen = (each for want in wanted for each in moves if want.items() <= each.items())
        site.call("POST", f"{path}/moves", {"move": next(chosen, usual)}, who=tokens[seat])


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_the_contract_is_never_cut_and_covers_no_card(site: Site, size: tuple[int, int]) -> None:
    table = contracted(site)
    for language in LANGUAGES:
        with site.visit(size=size, language=language) as visit:
            visit.page.emulate_media(reduced_motion="reduce")
            visit.open(address(table, DECLARER))
            plate = visit.page.locator(".plate")
            expect(plate).to_contain_text("2 \N{MULTIPLICATION SIGN} 11")
            expect(visit.page.locator("p.status")).to_be_visible()
            assert not plate.evaluate(IS_CUT), language
            assert plate.evaluate(COVERED) == 0, language
    with site.visit(size=size) as visit:
        visit.open("/settings")
        visit.find("radio", "German").check()
        visit.open(address(table, DECLARER))
        expect(visit.page.locator(".plate b")).to_have_text("leaves")
