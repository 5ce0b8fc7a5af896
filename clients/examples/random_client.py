"""Play a seat at random: .venv/bin/python clients/examples/random_client.py URL TOKEN [SEED_FILE]

Any Python from 3.11 on works if it finds the folder `fairdeal_client`, which needs no other
package. The client repeats unanswered requests, resumes its streams, and returns after a missed
turn. A seat that adds seeds to the shuffle keeps them in SEED_FILE. Refusals are printed.
"""

import json
import random
import sys

from fairdeal_client import Client, Problem, Seat, Series


def play(url: str, token: str, seed_file: str | None = None) -> Series:
    """Play until the series is over, and return it."""
    seat = Seat(Client(url, token), seed_file=seed_file)
    for deal in seat.turns():
        moves = [each["move"] for each in deal["legal_moves"] if not each["early"]]
        if moves:
            try:
                seat.move(deal, random.choice(moves))
            except Problem as refused:  # another player was faster, or the turn is over: continue
                print(refused, file=sys.stderr)
    return seat.series()


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:]), indent=2))
