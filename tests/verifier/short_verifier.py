"""A short verifier of the evidence format, written from docs/evidence-format.md.

It judges chain, seeds, pack, root and receipts. Of form it checks only that all is canonical JSON;
of openings, only that they fit; of signatures, only the signatures of moves, not whether a key is
sound. These checks fail or are open. Every other check is open, including the log.
"""

import hmac
import json
import re
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TEXT: Final = (Path(__file__).parents[2] / "docs/evidence-format.md").read_text("utf-8")
LINES: Final = [line.replace("`", "").split(" | ") for line in TEXT.splitlines()]
GAMES: Final = {line[0][2:]: line[1:] for line in LINES if len(line) == 3 and "/" in line[0]}
MOVES: Final = {line[0][2:]: line[2] for line in LINES if len(line) == 5 and line[2].strip()}
CHECKS: Final = next(line for line in LINES if line[0].startswith("| key, form, "))


class Found(Exception):
    """A check failed: its status."""


def need(holds: object, otherwise: str = "fails") -> None:
    if not holds:
        raise Found(otherwise)


def canonical(text: str) -> Any:
    value = json.loads(text)
    need(dump(value) == text)
    return value


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(dict(pairs)) == len(pairs))
    return dict(pairs)


def dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def frame(tag: str, *parts: bytes) -> bytes:
    framed = b"".join(u32(len(part)) + part for part in parts)
    return u32(len(f"fairdeal/1/{tag}")) + f"fairdeal/1/{tag}".encode() + u32(len(parts)) + framed


def tree(of: list[bytes]) -> bytes:
    half = 1 << (len(of) - 1).bit_length() >> 1
    return digest(b"\1", tree(of[:half]), tree(of[half:])) if half else digest(b"\0", of[0])


@lru_cache(maxsize=1 << 14)  # forged records have most of their receipts in common
def need_signed(key: bytes, signature: bytes, message: bytes) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        raise Found("fails") from None


def need_one_signed(key: bytes, signature: bytes, parts: Any, test: object) -> None:
    try:
        need_signed(key, signature, frame("receipt", *parts))
    except Found:
        need(test)
        need_signed(key, signature, frame("test-receipt", *parts))


class Record:
    """A bundle, and what its reader holds besides it."""

    def __init__(self, bundle: Any, receipts: Any, key: str | None) -> None:
        self.bundle, self.given = bundle, key
        self.every_receipt, self.unfit = [*receipts, *bundle["receipts"]], False
        self.stream = UUID(bundle["stream"]).bytes
        self.heads = [digest(b"fairdeal/1/genesis", self.stream)]
        for each in bundle["events"]:
            self.heads.append(digest(b"\2", self.heads[-1], digest(each["body"].encode())))
        try:
            self.events = [self.event(each) for each in bundle["events"]]
            self.opened, self.flaw = self.events[0].data, False
        except (Found, ValueError, RecursionError):
            self.flaw = True

    def event(self, entry: Any) -> Any:
        """An event with its openings inserted."""
        event = SimpleNamespace(**canonical(entry["body"]))
        openings = {each["slot"]: each for each in entry["openings"]}
        for name, value in [*event.data.items()]:
            for at, each in enumerate(value) if isinstance(value, list) else ():
                value[at] = self.unsealed(each, f"{name}/{at}", openings)
            if not isinstance(value, list):
                event.data[name] = self.unsealed(value, name, openings)
        self.unfit |= bool(openings)
        return event

    def unsealed(self, value: Any, slot: str, openings: Any) -> Any:
        sealed = isinstance(value, dict) and value.keys() == {"count", "sha256"}
        if not (each := openings.pop(slot, None)):
            return None if sealed else value
        parts = bytes.fromhex(each["salt"]), each["payload"].encode()
        self.unfit |= not sealed or value["sha256"] != digest(frame("secret", *parts)).hex()
        return canonical(each["payload"])

    def verdict(self, check: str) -> str:
        try:
            need(check in ("key", "form", "chain", "receipts") or not self.flaw, "open")
            need(hasattr(self, check), "open")
            getattr(self, check)()
        except Found as found:
            return str(found)
        except ValueError:
            return "fails"
        except (LookupError, TypeError, AttributeError, OverflowError):
            return "open"  # it does not have the form that the document requires
        return "holds"

    def form(self) -> None:
        raise Found("fails" if self.flaw else "open")

    def chain(self) -> None:
        hashes = [*(each["hash"] for each in self.bundle["events"]), self.bundle["head"]]
        need(hashes == [each.hex() for each in [*self.heads[1:], self.heads[-1]]])

    def openings(self) -> None:
        raise Found("fails" if self.unfit else "open")

    def all_of(self, kind: str) -> list[Any]:
        return [each.data for each in self.events if each.type == f"deal.{kind}"]

    def seeds(self) -> None:
        need(self.opened["commitment"] != "0" * 64, "hand")
        opened, revealed = self.opened, self.all_of("revealed")
        shown = [(opened["commitment"], b"S", 0, each["seed"]) for each in [opened, *revealed]]
        committed = dict(enumerate(opened.get("commitments", [])))
        seats = ((each["seat"], each["seed"]) for each in self.all_of("seed_revealed"))
        shown += [(committed.get(seat), b"P", seat, seed) for seat, seed in seats]
        for commitment, letter, seat, seed in shown:
            if seed:
                of, index = self.stream, seat if commitment else 0
                if letter == b"S" and opened.get("seeds"):
                    of = bytes.fromhex(opened["tournament"].replace("-", ""))
                    letter = b"B"  # noqa: PLW2901
                    index = opened["round"] * 2**16 + opened["number"]
                parts = letter, u32(index), bytes.fromhex(seed)
                need(commitment == digest(frame("commit", of, *parts)).hex())
        same = not revealed or opened["seed"] == revealed[-1]["seed"]
        need(same or self.bundle["view"] != "full")
        need(revealed or opened["seed"], "open")

    def shuffled(self) -> tuple[Any, list[str], list[int], str]:
        """The data of the event; the pack, the lots and the root that follow from the seeds."""
        opened, all_shuffled = self.opened, self.all_of("shuffled")
        need(opened["commitment"] != "0" * 64, "hand")
        need(all_shuffled or not self.all_of("voided") + self.all_of("abandoned"), "none")
        seed = [*self.all_of("revealed")[-1:], opened][0]["seed"]
        need(all_shuffled and seed, "open")
        committed = {at: each for at, each in enumerate(opened.get("commitments", [])) if each}
        shown = {each["seat"]: each["seed"] for each in self.all_of("seed_revealed")}
        seats, game = sorted(shown.keys() & committed.keys()), f"{opened['game']}/{opened['rules']}"
        seeds = [u32(seat) + bytes.fromhex(committed[seat] + shown[seat]) for seat in seats]
        pack, start = GAMES[game][0].split(), bytes.fromhex(opened["commitment"])
        parts = game.encode(), "\n".join(pack).encode(), start, u32(len(seeds)), *seeds
        transcript = digest(frame("transcript", self.stream, *parts))
        if opened.get("seeds"):
            named = bytes.fromhex(opened["tournament"].replace("-", ""))
            fixed = named, u32(opened["round"]), u32(opened["number"]), *parts[:3]
            transcript = digest(frame("board", *fixed, bytes.fromhex(opened["seeds"])))
        need(all_shuffled[0]["transcript"] == transcript.hex())
        key = hmac.digest(bytes.fromhex(seed), transcript, "sha256")

        def derived(label: str, number: int) -> bytes:
            return hmac.digest(key, f"fairdeal/1/{label}".encode() + u32(number), "sha256")

        def below(bounds: list[int], label: str) -> Iterator[int]:
            blocks = (struct.unpack(">8I", derived(label, number)) for number in count())
            numbers = chain.from_iterable(blocks)
            for b in bounds:
                yield next(each for each in numbers if each < 2**32 - 2**32 % b) % b

        for i, j in enumerate(below([*range(len(pack), 1, -1)], "shuffle"), 1):
            pack[-i], pack[j] = pack[j], pack[-i]
        sizes = dict(size.split(": ") for size in GAMES[game][1].rstrip(" |").split("; "))
        every_lot = [lot.split() for lot in sizes[str(opened["seats"])].split(", ")]
        lots = [next(below([int(bound)], name)) for name, bound in every_lot]
        leaves = [u32(at) + derived("salt", at) + card.encode() for at, card in enumerate(pack)]
        return all_shuffled[0], pack, lots, tree(leaves).hex()

    def pack(self) -> None:
        data, pack, lots, _ = self.shuffled()
        need(data["deck"] and None not in [*data["deck"], data["lots"]], "open")
        need((data["deck"], data["lots"]) == (pack, lots))

    def root(self) -> None:
        need((made := self.shuffled())[0]["root"] == made[-1])

    def signer(self) -> tuple[str, bytes]:
        """The id and key of the log."""
        text = self.given or self.bundle["key"]
        need(text and self.bundle["key"] in (None, text))
        need(parts := re.findall(r"\A([!-*,-~]{1,100})\+([0-9a-f]{8})\+(\S+)\Z", text))
        (name, number, text), raw = parts[0], b64decode(parts[0][2], validate=True)
        need(len(raw) == 33 and raw[0] == 1 and b64encode(raw).decode() == text)
        need(digest(name.encode(), b"\n", raw)[:4].hex() == number)
        return number, raw[1:]

    def key(self) -> None:
        need(self.every_receipt or self.bundle["log"], "none")
        need(self.signer() and self.given, "open")

    def receipts(self) -> None:
        for each in self.every_receipt:
            n, at, (number, key) = each["position"], each["at"], self.signer()
            need(each["deal"] == self.bundle["stream"] and 0 < n < len(self.heads) and at >= 0)
            need(each["head"] == self.heads[n].hex() and each["key"] == number)
            need(self.flaw or at == self.events[n - 1].at)
            parts = self.stream, u32(n), self.heads[n], at.to_bytes(8, "big")
            test = not self.flaw and self.opened.get("test") is True
            need_one_signed(key, bytes.fromhex(each["signature"]), parts, test)
        need(self.every_receipt, "none")
        need(not self.flaw and self.given, "open")

    def signatures(self) -> None:
        keys, bots = self.opened.get("keys", []), dict(enumerate(self.opened.get("bots", [])))
        need(self.bundle["kind"] == "deal", "open")
        before = 0
        for n, event in enumerate(self.events):
            data, seat = dict(event.data), event.data.get("seat")
            before = n if n and self.events[n - 1].command != event.command else before
            if event.type in ("deal.seat_taken_over", "deal.seat_returned"):
                bots[seat] = data.get("bot")
            if event.type not in MOVES or bots[seat] or not keys or not keys[seat]:
                continue
            after = [*self.events, event][n + 1]
            need((after.type, after.command) == ("deal.move_signed", event.command))
            need(after.data["seat"] == data.pop("seat"))
            if signature := after.data["signature"]:
                said = {name: each for name, each in data.items() if each is not None}
                statement = dump({**said, "type": MOVES[event.type].strip()}).encode()
                parts = self.stream, u32(seat), u32(before), self.heads[before], statement
                need_signed(
                    bytes.fromhex(keys[seat]), bytes.fromhex(signature), frame("move", *parts)
                )
        raise Found("open")


def verify(raw: bytes, receipts: Any = (), key: str | None = None) -> dict[str, str]:
    """The verdicts on a file, with receipts and a key that the reader holds."""
    try:
        readable = json.loads(raw)["format"] == "fairdeal/1/bundle"
    except (ValueError, LookupError, TypeError, RecursionError):
        readable = False
    try:
        need("-0" not in re.sub(r'"([^"\\]|\\.)*"', "", raw.decode()))
        record = Record(canonical(dump(json.loads(raw, object_pairs_hook=once))), receipts, key)
        kind = ("deal", "table", "tournament").index(record.bundle["kind"])
    except (Found, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {"form" if readable else "unreadable": "fails"}
    return {name: record.verdict(name) for name in CHECKS[kind].strip("| ").split(", ")}
