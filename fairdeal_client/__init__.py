"""A client of Fairdeal, of the standard library alone.

    from fairdeal_client import Client, Seat

    key = Client("http://127.0.0.1:8080", "key_…")
    opened = key.open_table("durak", "Mine", seats=[{"name": "Ann"}, {"bot": "medium"}])
    seat = Seat(Client("http://127.0.0.1:8080", opened["tokens"][0]["token"]))
    for deal in seat.turns():
        seat.move(deal, deal["legal_moves"][0]["move"])
    print(seat.series()["ranks"])

It knows nothing of the rules, and has no state that is worth keeping but a `Secret`.
"""

from fairdeal_client.client import Client
from fairdeal_client.patience import Patience
from fairdeal_client.problems import Problem, Unreachable
from fairdeal_client.seat import Seat
from fairdeal_client.seeds import Secret
from fairdeal_client.shapes import DealShown, Event, Move, SeriesShown, TableShown
from fairdeal_client.signing import move_to_sign

__all__ = [
    "Client",
    "DealShown",
    "Event",
    "Move",
    "Patience",
    "Problem",
    "Seat",
    "Secret",
    "SeriesShown",
    "TableShown",
    "Unreachable",
    "move_to_sign",
]
