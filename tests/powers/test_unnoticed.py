"""What nobody can notice: what the service knows, shows that it could happen."""

from pathlib import Path
from random import Random

from domain.kernel.event import FULL
from tests.cli.commands import fairdeal
from tests.powers.conftest import Attacked


def test_the_process_of_the_operator_sees_all_cards(attacked: Attacked) -> None:
    """P22: the service deals, so whoever runs it reads every hand of a deal in play."""
    table = attacked.client.open()
    attacked.client.play(table, Random(1), moves=2)
    deal = attacked.client.deal(table, FULL)
    assert not deal.over
    assert all(hand for hand in deal.state.hands)


def test_two_players_who_tell_each_other_their_cards(attacked: Attacked, tmp_path: Path) -> None:
    """P23: what is said outside of the service leaves nothing in the record, which holds."""
    table = attacked.client.open(target=24)
    chance, hands = Random(1), set[str]()

    def look() -> None:
        for token in table.tokens.values():
            hands.add(str(attacked.client.get(table.deal_path, token)["legal_moves"]))

    attacked.client.play(table, chance, each=look)
    assert len(hands) > 2, "each seat knows what only its player was shown"
    attacked.client.sequence()
    evidence, key = tmp_path / "deal.json", tmp_path / "key.txt"
    answer = attacked.client.send("GET", f"{table.deal_path}/bundle?receipts=true", table.owner)
    evidence.write_text(answer.text)
    key.write_text(str(attacked.client.context.translog.verifier))
    assert "FAILS" not in fairdeal("verify", evidence, "--key", key).out
