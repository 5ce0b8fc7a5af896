"""A verifier of the evidence format that was written from docs/evidence-format.md alone.

It uses nothing of this project except that document, whose tables it reads. It makes these checks:
form, chain, openings, receipts, log, actors and signatures; and for a deal commitments, seeds, pack
and root. These checks stay open:

- moves, consequences, score, bots, hints and series: they need the rules of a game, or section 11;
- draws, tables and standings of tournaments: they need the clauses of tournaments, and section 11;
- pack, where the deck is not opened: it does not compare the hands that are;
- log, where the reader holds a checkpoint of another size: it takes no consistency proofs.
"""

import hmac
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any
from uuid import UUID

from tests.verifier.by_the_format_parts import (
    ACTORS,
    CHECKS,
    GAMES,
    SIGNED,
    SIGNED_AT,
    TYPES,
    Event,
    Found,
    bundle_in,
    checkpoint,
    derived,
    digest,
    drawn,
    dump,
    events_of,
    fits,
    frame,
    hidden_in,
    is_key,
    is_signed,
    lots_of,
    named,
    need,
    root_of,
    rule,
    says_test,
    signer,
    tree,
    u32,
)

Verdict = tuple[str, int | None]
"""holds, fails, open, hand or none; and the position of the event that shows a failure."""


class Record:
    """A bundle, and what its reader holds besides it."""

    def __init__(self, bundle: Any, receipts: Any, checkpoints: Any, key: str | None) -> None:
        self.bundle = bundle
        self.flaw: Found | None = None
        self.receipts_held, self.checkpoints, self.given = receipts, checkpoints, key
        self.stream = UUID(bundle["stream"]).bytes
        self.heads = [digest(b"fairdeal/1/genesis", self.stream)]
        self.is_test = says_test(bundle)
        for entry in bundle["events"]:
            self.heads.append(digest(b"\2", self.heads[-1], digest(entry["body"].encode())))
        try:
            self.events = events_of(bundle)
        except Found as found:
            self.flaw, self.events = found, []

    def verdict(self, check: str) -> Verdict:
        judge = getattr(self, check, None)
        if judge is None or (
            self.flaw and check not in ("key", "form", "chain", "receipts", "log")
        ):
            return "open", None
        try:
            judge()
        except Found as found:
            return found.status, found.position
        except ValueError:
            return "fails", None
        return "holds", None

    def form(self) -> None:
        if self.flaw:
            raise self.flaw

    def chain(self) -> None:
        for n, entry in enumerate(self.bundle["events"], 1):
            need(entry["hash"] == self.heads[n].hex(), n)
        need(self.bundle["head"] == self.heads[-1].hex(), len(self.heads) - 1)

    def openings(self) -> None:
        view = self.bundle["view"]
        for event in self.events:
            readers, erasable = dict[str, Any](), set[str]()
            for name, audience in hidden_in(event):
                if audience.startswith("item"):
                    need(len(event.data[name]) == self.opened["seats"], event.n)
                    readers |= {f"{name}/{seat}": seat for seat in range(self.opened["seats"])}
                elif name in event.data:
                    readers[name] = event.data["seat"] if "seat" in audience else audience[:5]
                    erasable |= {name} if "erasable" in audience else set()
            may = {slot for slot, who in readers.items() if str(who) in (view[5:], "every")}
            may = {*readers} if view == "full" else may
            given, slots = event.openings.keys(), event.secrets.keys()
            need(slots == readers.keys() and may - erasable <= given <= may, event.n)
            for slot, (secret, cards) in event.secrets.items():
                each = event.openings.get(slot, {"salt": "", "payload": ""})
                salt, payload = bytes.fromhex(each["salt"]), each["payload"].encode()
                fit = digest(frame("fairdeal/1/secret", salt, payload)).hex()
                fit = fit if slot in given else secret["sha256"]
                need(secret == {"count": cards, "sha256": fit}, event.n)

    @property
    def opened(self) -> Any:
        return self.events[0].data

    @property
    def by_hand(self) -> bool:
        return bool(self.opened.get("commitment") == "0" * 64)

    def all_of(self, kind: str) -> list[Event]:
        return [each for each in self.events if each.type == f"deal.{kind}"]

    def not_by_hand(self) -> None:
        if self.by_hand:
            raise Found("hand")

    def commitments(self) -> None:
        opened = self.opened
        for event in self.events if self.by_hand else ():
            hashes = {event.data.get("transcript"), event.data.get("root")} - {None, "0" * 64}
            need(not event.data.get("seed") and not hashes, event.n)
            need(not any(event.data.get("commitments", [])), event.n)
        self.not_by_hand()
        for name in ("commitments", "keys"):
            listed = opened.get(name, [])
            need(len(listed) in (0, opened["seats"]), 1)
            need(not any(one and bot for one, bot in zip(listed, opened["bots"], strict=False)), 1)
        due, shuffled = self.committed(), self.all_of("shuffled")
        for event in self.events:
            need(event.type != "deal.revealed" or event is self.events[-1], event.n)
            if event.type == "deal.seed_revealed":
                early = not shuffled or event.n < shuffled[0].n
                need(early and due.pop(event.data["seat"], None), event.n)
        need(not shuffled or not due, shuffled[0].n if shuffled else None)
        if opened.get("test"):
            raise Found("hand")

    @property
    def tournament(self) -> bytes:
        return bytes.fromhex((self.opened.get("tournament") or "").replace("-", ""))

    def committed(self) -> dict[int, str]:
        return {at: each for at, each in enumerate(self.opened.get("commitments", [])) if each}

    def server_seed(self) -> str | None:
        revealed = self.all_of("revealed")
        return str(revealed[-1].data["seed"]) if revealed else self.opened["seed"]

    def seeds(self) -> None:
        self.not_by_hand()
        opened, shown = self.opened, self.server_seed()
        seeds = [(each.n, b"P", each.data) for each in self.all_of("seed_revealed")]
        seeds += [(each.n, b"S", each.data) for each in self.all_of("revealed")]
        if opened["seed"]:
            seeds.append((1, b"S", opened))
        for n, letter, data in seeds:
            seat = data["seat"] if letter == b"P" else 0
            commitment = self.committed().get(seat) if letter == b"P" else opened["commitment"]
            of, index = self.stream, max(seat, 0)
            if letter == b"S" and self.tournament:
                of, letter = self.tournament, b"B"  # noqa: PLW2901
                index = opened["round"] * 2**16 + opened["number"]
            parts = of, letter, u32(index), bytes.fromhex(data["seed"])
            need(commitment == digest(frame("fairdeal/1/commit", *parts)).hex(), n)
        need(opened["seed"] == shown or self.bundle["view"] != "full", 1)
        if not shown:
            raise Found("open")

    def shuffled(self) -> tuple[Event, str, list[str], list[int], str]:
        """The event; T, the pack, the lots and the root as they follow from the seeds."""
        self.not_by_hand()
        shuffled, seed, opened = self.all_of("shuffled"), self.server_seed(), self.opened
        if not shuffled:
            ended = self.all_of("voided") + self.all_of("abandoned")
            raise Found("none" if ended else "open")
        game, committed = f"{opened['game']}/{opened['rules']}", self.committed()
        shown = {each.data["seat"]: each.data["seed"] for each in self.all_of("seed_revealed")}
        seeds = [
            u32(seat) + bytes.fromhex(committed[seat] + seed)
            for seat, seed in sorted(shown.items())
            if seat in committed
        ]
        pack = GAMES[game][0].split()
        commitment = bytes.fromhex(opened["commitment"])
        parts = game.encode(), "\n".join(pack).encode(), commitment, u32(len(seeds)), *seeds
        transcript = digest(frame("fairdeal/1/transcript", self.stream, *parts))
        if self.tournament:
            fixed = self.tournament, u32(opened["round"]), u32(opened["number"]), *parts[:3]
            transcript = digest(frame("fairdeal/1/board", *fixed, bytes.fromhex(opened["seeds"])))
        key = hmac.digest(bytes.fromhex(seed or ""), transcript, "sha256")
        for i, j in enumerate(drawn(key, "shuffle", range(len(pack), 1, -1)), 1):
            pack[-i], pack[j] = pack[j], pack[-i]
        lots = [drawn(key, name, [int(b)])[0] for name, b in lots_of(game)[opened["seats"]]]
        salts = [derived(key, "salt", at) for at in range(len(pack))]
        leaves = [u32(at) + salts[at] + card.encode() for at, card in enumerate(pack)]
        return shuffled[0], transcript.hex(), pack, lots, tree(leaves).hex()

    def pack(self) -> None:
        event, transcript, pack, lots, _ = self.shuffled()
        need(event.data["transcript"] == transcript, event.n)
        closed = event.secrets.keys() - event.openings.keys()
        if not self.server_seed():
            raise Found("open")
        deck = [None] * len(pack) if "deck" in closed else pack
        need(event.data["deck"] == deck, event.n)
        need("lots" in closed or event.data["lots"] == lots, event.n)
        if closed & {"deck", "lots"}:
            raise Found("open")

    def root(self) -> None:
        event, transcript, *_, root = self.shuffled()
        if not self.server_seed():
            raise Found("open")
        need((event.data["transcript"], event.data["root"]) == (transcript, root), event.n)

    def signed_by(self) -> tuple[str, bytes, bytes]:
        """The name, id and key of the log."""
        text = self.given or self.bundle["key"]
        need(text and self.bundle["key"] in (None, text))
        return signer(text)

    def key(self) -> None:
        if not (self.receipts_held or self.bundle["receipts"] or self.bundle["log"]):
            raise Found("none")
        if not (self.signed_by() and self.given):
            raise Found("open")

    def receipts(self) -> None:
        for receipt in (every := [*self.receipts_held, *self.bundle["receipts"]]):
            need(fits(receipt, "receipt"))
            n, at = receipt["position"], receipt["at"]
            need(receipt["deal"] == self.bundle["stream"] and 0 < n < len(self.heads), n)
            need(receipt["head"] == self.heads[n].hex() and 0 <= at < 2**64, n)
            need(self.flaw or at == self.events[n - 1].at, n)
            _, number, key = self.signed_by()
            parts = self.stream, u32(n), self.heads[n], at.to_bytes(8, "big")
            tags = ["receipt"] + ["test-receipt"] * self.is_test
            signed = (frame(f"fairdeal/1/{tag}", *parts) for tag in tags)
            signature = bytes.fromhex(receipt["signature"])
            need(any(is_signed(key, signature, each) for each in signed), n)
            need(receipt["key"] == number.hex(), n)
        if self.flaw or not (every and self.given):
            raise Found("open" if every else "none")

    def log(self) -> None:
        place = self.bundle["log"]
        if not place:
            raise Found("fails" if self.checkpoints else "open")
        key, n = self.signed_by(), place["version"]
        (size, root), *held = (
            checkpoint(each, *key) for each in (place["checkpoint"], *self.checkpoints)
        )
        need(0 < n < len(self.heads) and place["position"] < size, n)
        path, entry = list(map(bytes.fromhex, place["path"])), self.stream + u32(n) + self.heads[n]
        need(root_of(entry, place["position"], size, path) == root, n)
        need(all(each == (size, root) for each in held if each[0] == size))
        is_whole = n == len(self.heads) - 1 and all(other == size for other, _ in held)
        if not (is_whole and self.given):
            raise Found("open")

    def playing(self) -> Iterator[tuple[Event, Any]]:
        """Each event, with the level of the bot if it is a bot's move."""
        bots = dict(enumerate(self.opened.get("bots", [])))
        for event in self.events:
            seat = event.data.get("seat")
            yield event, bots.get(seat) if TYPES[event.type][1] else None
            if event.type in ("deal.seat_taken_over", "deal.seat_returned"):
                bots[seat] = event.data.get("bot")

    def actors(self) -> None:
        first = self.events[0]
        for event, bot in self.playing():
            move, data = TYPES[event.type][1], event.data
            lists = [name for name, each in data.items() if isinstance(each, list)]
            words = {name: f"({'|'.join(map(str, data[name]))})" for name in lists}
            pattern = rule("a move" if move else named(event), ACTORS)[0].partition(";")[0]
            pattern = pattern.format_map({**data, **words}).replace("*", "(?s:.*)")
            if bot:
                budget = "@[0-9]+" if first.schema > 2 else "(@[0-9]+)?"
                pattern = f"bot:{data['seat']}:{re.escape(bot)}/[1-9][0-9]*{budget}"
            copied = self.by_hand and event.command == first.command and event.n > 1
            if not (copied or event.first):
                self.see_place(event, bool(move))
            if not copied and (event.first or self.bundle["kind"] == "tournament"):
                need(re.fullmatch(pattern.replace(", or ", "|"), event.actor), event.n)

    def see_place(self, event: Event, is_move: bool) -> None:  # noqa: FBT001
        """Check that an event may follow the first event of a command."""
        before = self.events[event.n - 2]
        need((event.actor, event.at) == (before.actor, before.at), event.n)
        if event.type.endswith("_signed"):
            return
        while before.type.endswith("_signed"):
            before = self.events[before.n - 2]
        name = "a move" if is_move else event.type
        stands, after = SIGNED_AT.get(name, ["", ""])
        follows = {each.partition(" ")[0]: " of its seat" in each for each in after.split(", ")}
        need(not stands or before.type in follows, event.n)
        if follows.get(before.type):
            seats = event.data.get("seats", [event.data.get("seat")])
            need(before.data["seat"] in seats, event.n)

    def statement(self, event: Event) -> tuple[int | None, dict[str, Any]]:
        """The seat that must sign an event, if there is one, and its statement."""
        data, by = event.data, re.fullmatch("seat:(0|[1-9][0-9]{0,2})", event.actor)
        if move := TYPES[event.type][1]:
            said = {name: each for name, each in data.items() if each is not None}
            return said.pop("seat"), {**said, "type": move}
        seat, words = rule(named(event), SIGNED) or ("", "")
        follows = data.get("reason") == "resigned" and not event.first
        if not seat or self.events[0].schema < 4 or follows:
            return None, {}
        said = {name: data[name] for name in re.findall('"(\\w+)":…', words)}
        said |= dict(re.findall('"(type)":"(\\w+)"', words))
        return (by and int(by[1])) if seat == "actor" else data[seat], said

    def signatures(self) -> None:
        kind, view, expected = self.bundle["kind"], self.bundle["view"], 0
        due, closed = list[tuple[int, str, str, bytes]](), False
        keys = dict[int | None, Any](enumerate(self.opened.get("keys", [])))
        need(all(not each or is_key(each) for each in keys.values()), 1)
        need(len(keys) in (0, self.opened["seats"]), 1)
        for (event, bot), after in zip_longest(self.playing(), self.events[1:]):
            need(event.n == expected or not event.type.endswith("_signed"), event.n)
            seat, statement = (None, {}) if bot else self.statement(event)
            if key := keys.get(seat):
                tag = "move" if TYPES[event.type][1] else "act"
                need(after and after.type == f"{kind}.{tag}_signed", event.n)
                need(after.data["seat"] == seat and is_key(key), event.n)
                need(after.command == event.command, after.n)
                place = u32(seat or 0), u32(event.before), self.heads[event.before]
                parts = self.stream, *place, dump(statement).encode()
                signature, expected = after.data["signature"], after.n
                if signature is None and view not in ("full", f"seat:{seat}"):
                    closed = True
                else:
                    signed = frame(f"fairdeal/1/{tag}", *parts)
                    due.append((after.n, key, signature or "", signed))
            if event.type in ("table.seat_taken", "table.seat_left"):
                keys[event.data["seat"]] = event.data.get("key")
        for n, key, signature, message in due:
            need(is_signed(bytes.fromhex(key), bytes.fromhex(signature), message), n)
        if closed or not (due if kind == "table" else any(keys.values())):
            raise Found("open" if closed else "none")


def verify(
    raw: bytes, receipts: Any = (), checkpoints: Any = (), key: str | None = None
) -> dict[str, Verdict]:
    """The verdicts on a file, with receipts, checkpoints and a key that the reader holds."""
    try:
        record = Record(bundle_in(raw), receipts, checkpoints, key)
    except Found as found:
        return {"unreadable" if found.status == "unreadable" else "form": ("fails", None)}
    of_deals = [name for name in CHECKS if name.isalpha()]
    kind = record.bundle["kind"]
    names = of_deals if kind == "deal" else CHECKS["form"][kind == "tournament"].split(", ")
    return {name: record.verdict(name) for name in names}
