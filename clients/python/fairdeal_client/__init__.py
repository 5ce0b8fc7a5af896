"""A Python client of Fairdeal that needs only the standard library.

    from fairdeal_client import Client, Seat

    key = Client("http://127.0.0.1:8080", "key_…")
    opened = key.open_table("durak", "Mine", seats=[{"name": "Ann"}, {"bot": "medium"}])
    seat = Seat(Client("http://127.0.0.1:8080", opened["tokens"][0]["token"]))
    for deal in seat.turns():
        seat.move(deal, deal["legal_moves"][0]["move"])
    print(seat.series()["ranks"])

It knows nothing of the rules. A seat that adds seeds to the shuffle keeps them in a file, and shows
none before the service has proved the opening of the deal.
"""

from fairdeal_client.checkpoints import LogReport, check_log
from fairdeal_client.client import Client
from fairdeal_client.opening import DealOpening, UntrustedOpening, check_opening
from fairdeal_client.own_seeds import OwnSeeds
from fairdeal_client.patience import Patience
from fairdeal_client.problems import ForeignAnswer, Problem, Unreachable
from fairdeal_client.runtime import Runtime
from fairdeal_client.seat import LogWarning, Seat
from fairdeal_client.seed_file import Committed, SeedFile
from fairdeal_client.service_key import ServiceKey
from fairdeal_client.shapes import Deal, Event, Move, Series, Table
from fairdeal_client.signing import Place, Sign, Signer, act_to_sign, move_to_sign

DealShown = Deal
SeriesShown = Series
TableShown = Table
"""The names of these types before 0.2."""

__all__ = [
    "Client",
    "Committed",
    "Deal",
    "DealOpening",
    "DealShown",
    "Event",
    "ForeignAnswer",
    "LogReport",
    "LogWarning",
    "Move",
    "OwnSeeds",
    "Patience",
    "Place",
    "Problem",
    "Runtime",
    "Seat",
    "SeedFile",
    "Series",
    "SeriesShown",
    "ServiceKey",
    "Sign",
    "Signer",
    "Table",
    "TableShown",
    "Unreachable",
    "UntrustedOpening",
    "act_to_sign",
    "check_log",
    "check_opening",
    "move_to_sign",
]
