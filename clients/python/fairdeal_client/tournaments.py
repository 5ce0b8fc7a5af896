"""Operations on tournaments: open, enter players, call rounds, read."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import cast

from fairdeal_client.seed_file import SeedFile
from fairdeal_client.shapes import (
    Board,
    Entry,
    JoinedTournament,
    Json,
    RatingList,
    Tournament,
)
from fairdeal_client.wire import Query


class TournamentOperations(ABC):
    """The part of a client that directs tournaments, and plays in them."""

    @abstractmethod
    def ask(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: Json = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """Call any operation of the contract."""

    def open_tournament(
        self,
        game: str,
        name: str,
        *,
        form: str,
        idempotency_key: str | None = None,
        **more: Json,
    ) -> Tournament:
        """Open a tournament; `form` is its ``format``, `more` are other properties of it."""
        body = {"game": game, "name": name, "format": form, **more}
        said = self.ask("POST", "/v1/tournaments", body=body, idempotency_key=idempotency_key)
        return cast("Tournament", said)

    def tournament(self, tournament: str) -> Tournament:
        """A tournament: its terms, players, rounds and standings."""
        return cast("Tournament", self.ask("GET", f"/v1/tournaments/{tournament}"))

    def join_tournament(
        self,
        tournament: str,
        *,
        seeds: SeedFile | None = None,
        idempotency_key: str | None = None,
        **player: Json,
    ) -> JoinedTournament:
        """Enter a player, by ``name`` or as a ``bot``, or join oneself; with the player's token.

        Args:
            tournament: the tournament.
            seeds: the file in which the player keeps seeds for the draws; None: they add none.
            idempotency_key: the same key gives the same token.
            **player: the properties of the player.
        """
        if seeds is not None:
            rounds = self.tournament(tournament)["rounds"]
            player["commitment"] = seeds.rounds(tournament, str(player["name"]), rounds)[0]
        path = f"/v1/tournaments/{tournament}/players"
        said = self.ask("POST", path, body=dict(player), idempotency_key=idempotency_key)
        return cast("JoinedTournament", said)

    def show_round_seed(self, tournament: str, seeds: SeedFile) -> bool:
        """Show the own seed of the round that is called, as a player; whether it was missing."""
        entry = self.entry(tournament)
        if not entry["owes_seed"]:
            return False
        rounds = self.tournament(tournament)["rounds"]
        seed = seeds.rounds(tournament, entry["name"], rounds)[entry["round"]]
        self.ask("POST", f"/v1/tournaments/{tournament}/seeds", body={"seed": seed})
        return True

    def withdraw(self, tournament: str, player: int, *, idempotency_key: str | None = None) -> None:
        """Withdraw a player: they are seated in no later round."""
        path = f"/v1/tournaments/{tournament}/players/{player}"
        self.ask("DELETE", path, idempotency_key=idempotency_key)

    def substitute(
        self,
        tournament: str,
        player: int,
        name: str,
        reason: str,
        *,
        idempotency_key: str | None = None,
        **more: Json,
    ) -> JoinedTournament:
        """Seat another person for a player; with their token."""
        path = f"/v1/tournaments/{tournament}/players/{player}/substitute"
        body = {"name": name, "reason": reason, **more}
        said = self.ask("POST", path, body=body, idempotency_key=idempotency_key)
        return cast("JoinedTournament", said)

    def call_round(
        self,
        tournament: str,
        *,
        tables: Sequence[Sequence[int]] | None = None,
        idempotency_key: str | None = None,
    ) -> Tournament:
        """Call the next round; `tables` are the seats that a director names."""
        body = {} if tables is None else {"tables": [list(each) for each in tables]}
        path = f"/v1/tournaments/{tournament}/rounds"
        said = self.ask("POST", path, body=body, idempotency_key=idempotency_key)
        return cast("Tournament", said)

    def board(
        self, tournament: str, *, number: int, board: int, tables: Sequence[int] = ()
    ) -> Board:
        """A revealed board of the round of a number; the plays of `tables` are compared."""
        path = f"/v1/tournaments/{tournament}/rounds/{number}/boards/{board}"
        query = {"tables": ",".join(map(str, tables)) or None}
        return cast("Board", self.ask("GET", path, query=query))

    def entry(self, tournament: str) -> Entry:
        """The own entry of a player, with the seat of the round that is on and its token."""
        return cast("Entry", self.ask("GET", f"/v1/tournaments/{tournament}/entry"))

    def correct_score(
        self,
        tournament: str,
        *,
        number: int,
        player: int,
        points: int,
        reason: str,
        idempotency_key: str | None = None,
    ) -> Tournament:
        """Correct the score of a contestant in the round of a number, with a reason."""
        body = {"round": number, "player": player, "points": points, "reason": reason}
        path = f"/v1/tournaments/{tournament}/corrections"
        said = self.ask("POST", path, body=body, idempotency_key=idempotency_key)
        return cast("Tournament", said)

    def ratings(
        self,
        *,
        game: str | None = None,
        ref: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> RatingList:
        """A page of the ratings of the people at the caller's tables, and of bots."""
        query = {"game": game, "ref": ref, "cursor": cursor, "limit": limit}
        return cast("RatingList", self.ask("GET", "/v1/ratings", query=query))

    def close_tournament(self, tournament: str, *, idempotency_key: str | None = None) -> None:
        """Close a tournament; tables that are on do not count."""
        self.ask("DELETE", f"/v1/tournaments/{tournament}", idempotency_key=idempotency_key)
