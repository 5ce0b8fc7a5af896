"""Readers for a verifier of the evidence format, written from docs/evidence-format.md alone.

They cover the tables of the document, canonical JSON, hashes and trees, keys and notes, and the
form of bundles and events (sections 1 to 3, 5 and 6), and numbers drawn from a seed (section 4).
"""

import hmac
import json
import re
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from itertools import accumulate, chain, count, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TEXT: Final = (Path(__file__).parents[2] / "docs/evidence-format.md").read_text("utf-8")


def rows(section: str, cells: int) -> dict[str, list[str]]:
    """The tables of a section with so many columns, by the entry in the first one."""
    text = TEXT.partition(f"\n## {section}")[2].partition("\n## ")[0].replace("`", "")
    lines = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("|")]
    table = [[cell.strip() for cell in line] for line in lines if len(line) == cells]
    return {name: row[1:] for row in table for name in row[0].split(", ")}


SIGNED, ACTORS, CHECKS = rows("9.", 3), rows("10.", 2), rows("12.", 3)
SIGNED_AT = rows("10.", 3)
FORMS, GAMES, TYPES = (rows("Appendix", cells) for cells in (2, 3, 5))
STRING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*":?')


class Event(SimpleNamespace):
    """The keys of its body, its position `n`, its openings and, from `unseal` on, its secrets."""


class Found(Exception):
    """A check failed: its status, and the position of the event that shows it."""

    def __init__(self, status: str, position: int | None = None) -> None:
        super().__init__(status, position)
        self.status, self.position = status, position


def need(holds: object, position: int | None = None) -> None:
    if not holds:
        raise Found("fails", position)


def fields(text: str) -> dict[str, str]:
    return dict(each.split(" ", 1) for each in text.split(", ") if each)


def fits(value: Any, kind: str) -> bool:
    """Whether a value is of a kind of the appendix."""
    kind = {"card": "known card?", "cards": "card[]", "hands": "cards[]"}.get(kind, kind)
    form = FORMS.get(kind, [kind])[0]
    if kind[-1] == "?":
        return value is None or fits(value, kind[:-1])
    if kind[-2:] == "[]":
        return isinstance(value, list) and all(fits(each, kind[:-2]) for each in value)
    if kind in ("bool", "object"):
        return isinstance(value, bool if kind == "bool" else dict)
    if ", " in form:
        names = fields(form)
        same = isinstance(value, dict) and value.keys() == names.keys()
        return same and all(fits(value[name], names[name]) for name in names)
    if form.startswith("from "):
        return type(value) is int and int(form.split()[1]) <= value <= int(form.split()[3])
    return isinstance(value, str) and bool(_pattern(form).fullmatch(value))


@cache
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(form.replace(" / ", "|"))


def dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=1)  # for the checks of one text
def bare_of(text: str) -> str:
    """A JSON text without its strings."""
    return STRING.sub("", text)


def levels(text: str) -> int:
    """The nesting depth of a JSON text."""
    brackets = re.sub(r"[^][{}]+", "", bare_of(text))
    return max(accumulate((each in "[{") - (each in "]}") for each in brackets), default=0)


def canonical(text: str, position: int | None = None) -> Any:
    """Parse a text, which must be canonical JSON."""
    need(is_canonical(text), position)
    return json.loads(text)


@lru_cache(maxsize=1 << 14)  # forged records have most of their events in common
def is_canonical(text: str) -> bool:
    bare = bare_of(text)
    if levels(text) > 254 or re.search(r"[.NI]|\de|\d{17}", bare):
        return False
    if not all(int(each) < 2**53 for each in re.findall(r"\d+", bare)):
        return False
    names = [] if text.isascii() else [each for each in re.findall(STRING, text) if each[-1] == ":"]
    if not all(map(str.isascii, names)):
        return False
    try:
        return dump(json.loads(text)) == text
    except ValueError:
        return False


def read(text: str) -> Any:
    """Parse a file: canonical JSON, or what all readers understand alike."""
    bare = bare_of(text)
    need(not re.search(r"\d[.eE]|-0", bare))
    return canonical(dump(json.loads(text, object_pairs_hook=once)))


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(dict(pairs)) == len(pairs))
    return dict(pairs)


def digest(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def frame(tag: str, *parts: bytes) -> bytes:
    framed = (u32(len(part)) + part for part in parts)
    return u32(len(tag)) + tag.encode() + u32(len(parts)) + b"".join(framed)


def derived(key: bytes, label: str, number: int) -> bytes:
    return hmac.digest(key, f"fairdeal/1/{label}".encode() + u32(number), "sha256")


def drawn(key: bytes, label: str, bounds: Iterable[int]) -> list[int]:
    """The numbers below these bounds, all from the stream of a label."""
    blocks = (struct.unpack(">8I", derived(key, label, number)) for number in count())
    numbers = chain.from_iterable(blocks)
    return [next(each for each in numbers if each < 2**32 - 2**32 % b) % b for b in bounds]


def tree(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return digest(b"\0", leaves[0])
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return digest(b"\1", tree(leaves[:half]), tree(leaves[half:]))


def root_of(leaf: bytes, at: int, size: int, path: list[bytes]) -> bytes:
    """The root of a tree of a size that an inclusion proof yields."""
    if (size > 1) != bool(path):
        return b""
    if size == 1:
        return digest(b"\0", leaf)
    half = 1 << (size - 1).bit_length() - 1
    if at < half:
        return digest(b"\1", root_of(leaf, at, half, path[:-1]), path[-1])
    return digest(b"\1", path[-1], root_of(leaf, at - half, size - half, path[:-1]))


@lru_cache(maxsize=1 << 14)
def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@cache
def is_key(key: str) -> bool:
    """Whether it is a canonical point whose multiple by the prime order is the neutral one."""
    y, p = int.from_bytes(bytes.fromhex(key), "little") % 2**255, 2**255 - 19
    on_curve = (y * y - 1) * (121666 - 121665 * y * y) * 121666
    if not 1 < y < p or pow(on_curve, p // 2, p) != 1:
        return False
    u = (1 + y) * pow(1 - y, -1, p) % p
    ladder = [(1, 0), (u, 1)]  # x and z of two neighbours on the Montgomery curve, RFC 7748
    for bit in map(int, f"{2**252 + 27742317777372353535851937790883648493:b}"):
        ((a, b), (c, d)), (x, z) = ladder, ladder[bit]
        both = (a * c - b * d) ** 2 % p, u * (a * d - b * c) ** 2 % p
        twice = (x * x - z * z) ** 2 % p, 4 * x * z * (x * x + 486662 * x * z + z * z) % p
        ladder = [both, twice] if bit else [twice, both]
    return ladder[0][1] == 0


def unbase64(text: str) -> bytes:
    raw = b64decode(text, validate=True)
    need(b64encode(raw).decode() == text)
    return raw


def signer(text: str | None) -> tuple[str, bytes, bytes]:
    """The name, id and key in the text of a verifier key."""
    parts = re.fullmatch(r"([!-*,-~]{1,100})\+([0-9a-f]{8})\+(\S+)", text or "")
    if parts is None:
        raise Found("fails")
    name, number, raw = parts[1], bytes.fromhex(parts[2]), unbase64(parts[3])
    need(len(raw) == 33 and raw[0] == 1 and digest(name.encode(), b"\n", raw)[:4] == number)
    return name, number, raw[1:]


def says_test(bundle: Any) -> bool:
    """Whether the first event says that the record is of a test."""
    try:
        return json.loads(bundle["events"][0]["body"])["data"]["test"] is True
    except (ValueError, LookupError, TypeError, RecursionError):
        return False


def checkpoint(note: str, name: str, number: bytes, key: bytes) -> tuple[int, bytes]:
    """The size and the root in a checkpoint that the key has signed."""
    body, _, end = note.rpartition("\n\n")
    lines = re.findall("\u2014 ([!-*,-~]+) (\\S+)\n", end)
    need(len(note) <= 16384 and 0 < len(lines) <= 16)
    need(end == "".join(f"\u2014 {by} {signature}\n" for by, signature in lines))
    signatures = [unbase64(signature) for by, signature in lines if by == name]
    mine = [each[4:] for each in signatures if each[:4] == number]
    need(mine and all(is_signed(key, each, f"{body}\n".encode()) for each in mine))
    origin, size, root = body.split("\n")[:3]
    need(origin == name and re.fullmatch("0|[1-9][0-9]{0,18}", size) and len(unbase64(root)) == 32)
    return int(size), unbase64(root)


def bundle_in(raw: bytes) -> Any:
    """Parse a bundle. JSON numbers may have any form here, but must fit into a double."""
    try:
        text = raw.decode()
        probed = json.loads(text, parse_int=float)
        json.dumps(probed, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        raise Found("unreadable") from None
    except RecursionError:
        raise Found("unreadable" if levels(text) > 1024 else "fails") from None
    is_bundle = isinstance(probed, dict) and probed.get("format") == "fairdeal/1/bundle"
    if not is_bundle or levels(text) > 1024:
        raise Found("unreadable")
    bundle = read(text)
    need(len(raw) <= 2**24 and fits(bundle, "bundle") and bundle["events"])
    lists = [[each["slot"] for each in entry["openings"]] for entry in bundle["events"]]
    for keys in (*lists, [each["position"] for each in bundle["receipts"]]):
        need(keys == sorted(set(keys)))
    need(not bundle["log"] or len(bundle["log"]["path"]) <= 64)
    try:
        need(bundle["key"] is None or signer(bundle["key"]))
    except ValueError:
        raise Found("fails") from None
    return bundle


def hidden_in(event: Event) -> list[tuple[str, str]]:
    """The hidden fields of an event in its version, each with its audience."""
    named = re.findall(r"(\w+): ([^;]+)", TYPES[event.type][3])
    since = [int((re.findall(r"from (\d+) on", audience) or [1])[0]) for _, audience in named]
    return [each for each, first in zip(named, since, strict=True) if first <= event.schema]


def unseal(event: Event) -> None:
    """Check the fields of an event, and insert its openings."""
    versions, kinds, n = TYPES[event.type][0], fields(TYPES[event.type][2]), event.n
    for names, since in re.findall(r"([^;(]+) from (\d+) on", versions):
        for name in names.strip().split(", ") if int(since) > event.schema else ():
            del kinds[name]
    need(event.data.keys() == kinds.keys(), n)
    hidden = [name for name, _ in hidden_in(event)]
    values = {slot: canonical(each["payload"], n) for slot, each in event.openings.items()}
    for value in values.values():
        items = value if isinstance(value, list) else [value]
        need(not any(isinstance(each, dict) for each in items), n)
    event.secrets = {}
    for name, value in [*event.data.items()]:
        whole = not isinstance(value, list)
        holder = event.data if whole else value
        cards = kinds[name] == ("cards" if whole else "hands")
        null = whole and kinds[name] != "hands" and (name in hidden or kinds[name] == "card")
        for at in (name,) if whole else range(len(value)):
            slot, each = name if whole else f"{name}/{at}", holder[at]
            if isinstance(each, dict) and each.keys() == {"count", "sha256"}:
                need(fits(each, "commitment") and each["count"] < 1000, n)
                closed = [None] * each["count"] if cards else None if null else each
                holder[at] = values.get(slot, closed)
                counts = cards and isinstance(holder[at], list)
                event.secrets[slot] = each, len(holder[at]) if counts else 1
            elif slot in values:
                holder[at] = values[slot]
    need(all(fits(value, kinds[name]) for name, value in event.data.items()), n)


def events_of(bundle: Any) -> list[Event]:
    """The events of a bundle, if they have the form that the document requires."""
    events, kind, view, game = list[Event](), bundle["kind"], bundle["view"], ""
    for n, entry in enumerate(bundle["events"], 1):
        body = canonical(entry["body"], n)
        need(fits(body, "body"), n)
        openings = {each["slot"]: each for each in entry["openings"]}
        event = Event(n=n, before=0, first=True, openings=openings, **body)
        first, *_ = [*events, event]
        need((event is first) == (event.type == f"{kind}.opened"), n)
        if first.schema > int(TYPES[first.type][0].split()[0]):
            raise Found("open")
        need(event.type in TYPES, n)
        versions, area = TYPES[event.type][0], event.type.split(".")[0]
        added = re.findall(r"in streams that begin with version (\d+)", versions)
        need(all(int(since) <= first.schema for since in added), n)
        newest = int(versions.split()[0])
        older = 0 < event.schema <= newest
        fixed = first.schema >= 4 and event is not first
        begun = max(first.schema, 4)
        before = re.findall(rf"(\d+) where the stream begins with version {begun}\b", versions)
        if before and event is not first:
            newest, older = int(before[0]), 0 < event.schema <= int(before[0])
        need(event.schema == newest if fixed else older, n)
        need(area == kind if kind != "deal" else area not in ("table", "tournament"), n)
        unseal(event)
        game = f"{first.data['game']}/{first.data['rules']}"
        if game not in GAMES:
            raise Found("open")
        events.append(event)
    said = [first.data[name] for name in (kind, "game", "rules")]
    need(said == [bundle[name] for name in ("stream", "game", "rules")], 1)
    seats, by_hand = first.data["seats"], first.data.get("commitment") == "0" * 64
    need(seats in lots_of(game) and first.data.get("number", 1) > 0, 1)
    named = [first.data.get(name) for name in ("tournament", "round", "seeds")]
    need(kind != "deal" or None not in named or named == [None] * 3, 1)
    if kind == "deal" and None not in named:
        data, number = first.data, first.data["number"]
        need(0 < data["round"] < 2**16 > number, 1)
        need(not (data["commitments"] or data["hints"] or by_hand), 1)
        need((data["dealer"], data["leader"]) == ((number - 1) % seats, None), 1)
    need(view[:5] != "seat:" or int(view[5:]) < seats)
    whole = by_hand or events[-1].type == "deal.revealed"
    need(kind != "deal" or view != "full" or whole, len(events))
    for last, event in pairwise(events):
        event.first = last.command != event.command
        event.before = last.n if event.first else last.before
    return events


def lots_of(game: str) -> dict[int, list[list[str]]]:
    """The lots of a game, by numbers of seats: name and bound of each."""
    sizes = (size.split(": ") for size in GAMES[game][1].split("; "))
    return {int(seats): [lot.split() for lot in lots.split(", ")] for seats, lots in sizes}


def named(event: Event) -> str:
    """An event as the tables of sections 9 and 10 name it."""
    if "reason" in event.data:
        return f"{event.type} with reason {event.data['reason']}"
    by_null = "by" in event.data and event.data["by"] is None
    return f"{event.type} with by null" if by_null else str(event.type)


def rule(name: str, table: dict[str, list[str]]) -> list[str]:
    """The table row for an event."""
    kind = name.partition(" ")[0]
    area = next((each for each in ("table", "tournament") if kind.startswith(f"{each}.")), "deal")
    return table.get(name) or table.get(kind) or table.get(f"any other event of a {area}", [])
