"""Record views of every game for the tests of the page's modules.

    python tools/record_views.py http://127.0.0.1:8080 key_…

It plays one seat at random against easy bots, and writes `tests/page/recorded/<game>.json`.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any, Final

from fairdeal_client import Client, Seat

FOLDER: Final = Path(__file__).parents[1] / "tests" / "page" / "recorded"
DECLARED: Final = ("key", "zones", "trumps", "roles", "best", "cards", "move_names")
MOST_VIEWS: Final = 10
KEPT: Final = ("at", "view", "state", "away", "bots", "waiting_for", "last_trick", "legal_moves")


def main() -> None:
    """Record all games of a service."""
    url, key = sys.argv[1:]
    host = Client(url, key)
    for game in host.ask("GET", "/v1/games")["games"]:
        text = json.dumps(record(host, url, game["key"]), separators=(",", ":"))
        (FOLDER / f"{game['key']}.json").write_text(text + "\n")


def record(host: Client, url: str, game: str) -> dict[str, Any]:
    """A game, the seats of a table, and views of its first deal with all that was legal."""
    catalogue = host.ask("GET", f"/v1/games/{game}")
    seats = [{"name": "Ann"}, *({"bot": "easy"} for _ in range(catalogue["seats"][0] - 1))]
    opened = host.open_table(game, "Recorded", seats=seats)
    player = Client(url, opened["tokens"][0]["token"])
    seat, chance = Seat(player), random.Random(game)  # noqa: S311 - no secret
    views: list[dict[str, Any]] = []
    for deal in seat.turns():
        if deal["number"] > 1:
            break
        compact = player.ask("GET", f"/v1/deals/{deal['id']}?legal=compact")
        if compact["version"] == deal["version"]:
            views.append({**{name: deal[name] for name in KEPT}, "choices": compact["choices"]})
        seat.move(deal, chance.choice(deal["legal_moves"])["move"])
    series = host.ask("GET", f"/v1/tables/{opened['table']['id']}/series")
    if series["status"] != "over":
        host.close_table(series["table"])
    first = series["deals"][0]["deal"]
    step = max(1, len(views) // MOST_VIEWS)
    return {
        "game": {name: catalogue[name] for name in DECLARED},
        "table": {"seats": opened["table"]["seats"]},
        "views": views[::step],
        "events": host.ask("GET", f"/v1/deals/{first}/events?limit=1000")["events"],
    }


if __name__ == "__main__":
    main()
