"""Whatever card of the hand cannot be played: a person is reasons why, with a clause."""

import random
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.page.browsing import PHONE, Site
from tests.page.playing import SEATS, Player, address, opened

DEALS: Final = 2
MOST: Final = 3
"""So many cards of a hand are tapped at each turn."""
NAMES: Final = ("Ann", "Bob", "Cid", "Dan")
ASK: Final = """async ([deal, game, credential, cards]) => {
  const { src } = document.querySelector("script[src]");
  const { ask } = await import(src.replace("main.js", "table/why.js"));
  const found = {};
  for (const card of cards) {
    const [value, sending, refusal] = [deal, { value: null }, { value: null }];
    const asking = (params) => ({ params, credential });
    const session = { deal: { value }, game: { value: game }, sending, refusal, asking };
    await ask(session, card, { cards: [] });
    found[card] = refusal.value?.clauses.map(({ id }) => id) ?? [];
  }
  return found;
}"""
"""The reason that a tap on each card shows."""


@pytest.mark.long
@pytest.mark.parametrize("game", SEATS)
def test_each_card_that_cannot_be_played_has_a_reason(site: Site, game: str) -> None:
    """At every turn of some deals; where only moves without cards are legal, too."""
    chance = random.Random(11)
    terms = site.call("GET", f"/v1/games/{game}")
    without_cards = 0
    with site.visit() as visit:
        visit.open("/settings")
        for _ in range(DEALS):
            table = opened(site, game, *NAMES[: SEATS[game]])
            path = f"/v1/deals/{table['table']['deal']['id']}"
            tokens = {each["seat"]: each["token"] for each in table["tokens"]}
            while (seat := site.call("GET", path)["to_act"]) is not None:
                deal = site.call("GET", f"{path}?legal=compact", who=tokens[seat])
                hand = [each for each in deal["state"]["hands"][seat] if each is not None]
                usual = [each for each in deal["choices"] if not each["early"]]
                fields = [field for each in usual for field in each["fields"].values()]
                legal = {card for field in fields for card in field.get("cards") or ()}
                illegal = [card for card in hand if card not in legal]
                without_cards += bool(hand) and not legal
                illegal = chance.sample(illegal, min(len(illegal), MOST))
                reasons = visit.page.evaluate(ASK, [deal, terms, tokens[seat], illegal])
                assert all(reasons[card] for card in illegal), (deal["choices"], reasons)
                move_at_random(site, path, tokens[seat], chance)
        assert {each for each in visit.reported if "409" not in each} == set()
        visit.reported.clear()
    assert without_cards or game == "goat"


def move_at_random(site: Site, path: str, token: str, chance: random.Random) -> None:
    """Make a random move."""
    moves: list[Any] = site.call("GET", path, who=token)["legal_moves"]
    move = chance.choice([each for each in moves if not each["early"]])["move"]
    site.call("POST", f"{path}/moves", {"move": move}, who=token)


@pytest.mark.long
def test_a_card_that_is_tapped_in_the_auction_has_a_reason(site: Site) -> None:
    table = opened(site, "skat", *NAMES[:3])
    to_act = site.call("GET", f"/v1/deals/{table['table']['deal']['id']}")["to_act"]
    with site.visit(size=PHONE) as visit:
        visit.open(address(table, to_act))
        Player(visit).own.get_by_role("button").first.click(position={"x": 4, "y": 20})
        expect(visit.page.get_by_role("alert")).to_be_visible()
        visit.reported.clear()  # the browser reports the refusal, too
