"""Moves: proposed events, read from words, judged by the rules of a game, and carried out.

The words are as in the API and in transcripts.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, cast, get_args, get_origin

from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.event import Clause, Event, Json, Seat, to_json
from domain.kernel.game import DEAL_OVER, NOT_A_MOVE, NOT_IN_HAND, Game, S, settle
from domain.kernel.near import card_fault, card_form
from domain.kernel.sentence import Sentence

# --- Words --------------------------------------------------------------------------------------


class NotAMove(ValueError):
    """Words that are no move of the game, with the JSON pointer to what is wrong.

    Attributes:
        clauses: T5; T2 as well if it names something that is no card of the pack.
    """

    def __init__(
        self, pointer: str, detail: Sentence, clauses: tuple[Clause, ...] = (NOT_A_MOVE,)
    ) -> None:
        super().__init__(f"{pointer or '/'}: {detail.key}")
        self.pointer = pointer
        self.detail = detail
        self.clauses = clauses


def parse_move(game: Game[Any], seat: Seat, raw: Json, *, any_card: bool = False) -> Event:
    """Parse a move of the API or of a transcript into the event that it proposes.

    Args:
        game: The rules.
        seat: The seat that moves.
        raw: A JSON object: ``{"type": "beat", "cards": ["TH", "AC"]}``.

        any_card: Whether its cards may be no cards of the pack; `breaches` judges them then.

    Raises:
        NotAMove: It is not a move at all (T5), or names something that is no card of the pack.
    """
    if not isinstance(raw, Mapping):
        raise NotAMove("", Sentence("form-no-move"))
    said = dict(cast("Mapping[str, Json]", raw))
    name = said.pop("type", None)
    kind = next((kind for kind in game.moves if name == kind.MOVE), None)
    if kind is None:
        raise NotAMove("/type", _one_of(kind.MOVE for kind in game.moves))
    values: dict[str, Any] = {"seat": seat}
    for field, hint, required in kind.GIVEN:
        if field in said:
            values[field] = _parse(said.pop(field), hint, f"/{field}", game.pack, any_card=any_card)
        elif required:
            needed = Sentence("form-move-needs", {"move": name, "field": field})
            raise NotAMove(f"/{field}", needed)
    if said:
        fields = ", ".join(("type", *(field for field, _, _ in kind.GIVEN)))
        unknown = str(next(iter(said)))
        no_field = Sentence("form-move-no-field", {"move": name, "fields": fields})
        raise NotAMove(_pointer(unknown), no_field)
    made = cast("Callable[..., Event]", kind)(**values)
    return made if kind.meant is Event.meant else made.meant()


def _one_of(values: Iterable[object]) -> Sentence:
    return Sentence("form-move-one-of", {"values": ", ".join(map(str, values))})


def _pointer(field: str) -> str:
    """A JSON pointer (RFC 6901) to a field of any name, fit to be sent back."""
    sendable = field.encode(errors="replace").decode()
    return "/" + sendable.replace("~", "~0").replace("/", "~1")


def _parse(value: Json, hint: Any, pointer: str, pack: Cards, *, any_card: bool) -> Any:
    if hint == Cards:
        if not isinstance(value, list):
            raise NotAMove(pointer, Sentence("form-cards"))
        if len(value) > len(pack):
            raise NotAMove(pointer, Sentence("form-more-cards", {"most": len(pack)}))
        return tuple(
            _parse(card, Card, f"{pointer}/{at}", pack, any_card=any_card)
            for at, card in enumerate(value)
        )
    if hint is Card or Card in get_args(hint):
        if not isinstance(value, str) or (any_card and value == UNKNOWN):
            raise NotAMove(pointer, card_form())
        if value not in pack and not any_card:
            raise NotAMove(pointer, card_fault(value, pack), (NOT_IN_HAND, NOT_A_MOVE))
        return value
    if get_origin(hint) is Literal:
        if not any(type(value) is type(one) and value == one for one in get_args(hint)):
            raise NotAMove(pointer, _one_of(get_args(hint)))
        return value
    if type(value) is not hint:
        kind = "form-true-or-false" if hint is bool else "form-whole-number"
        raise NotAMove(pointer, Sentence(kind))
    return value


def forms(game: Game[Any]) -> tuple[str, ...]:
    """Every move of a game with its fields, such as ``beat{card, then}``."""
    return tuple(
        f"{kind.MOVE}{{{', '.join(name for name, *_ in kind.GIVEN)}}}" for kind in game.moves
    )


def say(move: Event) -> dict[str, Json]:
    """A move in the words of the API: what `parse_move` reads."""
    said: dict[str, Json] = {"type": move.MOVE}
    for name, _, required in move.GIVEN:
        value = to_json(getattr(move, name))
        if required or value is not None:
            said[name] = value
    return said


# --- Legal moves --------------------------------------------------------------------------------


class IllegalMove(Exception):
    """A move that the rules refuse, with every clause that it breaks."""

    def __init__(self, move: Event, clauses: tuple[Clause, ...]) -> None:
        super().__init__(f"{move.MOVE}: {', '.join(clauses)}")
        self.move = move
        self.clauses = clauses


def breaches(game: Game[S], state: S, move: Event) -> tuple[Clause, ...]:
    """Every clause that a move breaks, the general ones (T1-T5) among them; none: it is legal."""
    offended: set[Clause] = set()
    if game.outcome(state) is not None:
        offended.add(DEAL_OVER)
    cards: list[Card] = [
        card for name in move.ONE_CARD if (card := getattr(move, name)) is not None
    ]
    for name in move.CARD_LISTS:
        cards += getattr(move, name)
        if not getattr(move, name):
            offended.add(NOT_A_MOVE)
    for name, words in move.WORDS.items():
        if getattr(move, name) not in words:
            offended.add(NOT_A_MOVE)
    if cast("Any", move).seat not in range(len(state.hands)):
        offended.add(NOT_A_MOVE)
    elif game.cards.issuperset(cards):
        offended.update(game.breaches(state, move))
    else:
        offended.update((NOT_IN_HAND, NOT_A_MOVE))
    return tuple(sorted(offended, key=_in_order)) if offended else ()


def _in_order(clause: Clause) -> tuple[str, int]:
    return clause[0], int(clause[1:])


def legal_moves(game: Game[S], state: S, seat: Seat) -> tuple[Event, ...]:
    """Every move that the seat may make now. The same from its own view as from the full state."""
    if game.outcome(state) is not None:
        return ()
    return tuple(game.legal(state, seat))


def decide(game: Game[S], state: S, move: Event, *, seen: S) -> tuple[tuple[Event, ...], S]:
    """A move and all its consequences.

    Args:
        game: The rules.
        state: The full state.
        move: The event that the player proposes.
        seen: The state as that player sees it. Legality is judged on this alone, so that a refusal
            cannot reveal hidden cards.

    Raises:
        IllegalMove: The move breaks a clause; nothing has changed.
    """
    if clauses := breaches(game, seen, move):
        raise IllegalMove(move, clauses)
    follow, after = settle(game, game.evolve(state, move))
    return (move, *follow), after
