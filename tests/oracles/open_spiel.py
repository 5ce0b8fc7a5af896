"""Skat as OpenSpiel plays it: cards are dealt, a player declares, discards, and play begins.

Its players are forehand, middlehand and rearhand, from 0. It has no auction (the first who wants to
declares), the skat is always picked up, and there are no hand games and no ouvert.
"""

import re
from typing import Any, Final

from domain.games.skat.cards import NULL, Kind
from domain.kernel.cards import PACK_32, Card, Cards
from tests.missing import here

SPIEL: Final[Any] = here("pyspiel")
GAME: Final[Any] = SPIEL.load_game("skat")
FIRST: Final[Any] = GAME.new_initial_state()

CARDS: Final[dict[int, Card]] = {
    action: Card(FIRST.action_to_string(action)[::-1]) for action in FIRST.legal_actions()
}
"""It says the suit first: ``DT``."""
ACTIONS: Final = {card: action for action, card in CARDS.items()}
PASS: Final = "unknown/pass"


class Spiel:
    """One deal, from the pack in the order in which it is dealt."""

    def __init__(self, deck: Cards) -> None:
        self.state: Any = FIRST.clone()
        for card in deck:
            self.play(card)

    def declare(self, declarer: int, kind: Kind) -> None:
        """All before the declarer pass; the declarer names the game and picks up the skat."""
        for _ in range(declarer):
            self._say(PASS)
        self._say(kind)

    def _say(self, words: str) -> None:
        said = {
            self.state.action_to_string(action): action for action in self.state.legal_actions()
        }
        self.state.apply_action(said[words])

    def play(self, card: Card) -> None:
        """Put a card where it belongs: into a hand, away, or to the trick."""
        self.state.apply_action(ACTIONS[card])

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return bool(self.state.is_terminal())

    @property
    def player(self) -> int:
        """The player to act."""
        return int(self.state.current_player())

    def cards(self) -> set[Card]:
        """The cards that the player to act may play or discard."""
        return {CARDS[action] for action in self.state.legal_actions()}

    def hands(self) -> tuple[set[Card], ...]:
        """The hand of each player, in that player's own view."""
        return tuple(self._hand(player) for player in range(3))

    def _hand(self, player: int) -> set[Card]:
        seen = self.state.observation_tensor(player)[6:]
        return {card for card in PACK_32 if seen[ACTIONS[card]]}

    def points(self) -> tuple[int, int]:
        """The points of the declarer and of the others at the end.

        In null it reports 90 to 30 for the winner.
        """
        found = re.search(r"Points \(Solo / Team\): \((\d+) / (\d+)\)", str(self.state))
        assert found is not None, "it has been played"
        return int(found[1]), int(found[2])

    def won(self, kind: Kind) -> bool:
        """Whether the declarer has won: in null as reported, otherwise with 61 points."""
        return self.points()[0] >= (90 if kind == NULL else 61)
