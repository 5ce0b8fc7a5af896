"""`fairdeal listen`: deliver the webhooks of an API key on this machine, while it runs."""

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import orjson

from fairdeal_client import Client, Patience, Problem, Unreachable
from formats.text_transcript import plain
from run.cli.addresses import http_address
from run.cli.failure import CommandFailed
from service.runtime import Runtime
from service.webhooks.addresses import BadUrl, read_networks, read_url
from service.webhooks.notices import KINDS
from service.webhooks.sending import Signer, send, signer

DESCRIPTION: Final = """\
Print what the webhooks of an API key are sent, as it happens, and deliver it on this machine:

  fairdeal listen http://127.0.0.1:8080 key_… --forward http://localhost:3000/hook

Each delivery is a request as a real one: the same body, headers and signatures. The secret to check
them with is printed first, and follows from the key. The service itself calls no address, so it
needs no webhook. A stream that breaks goes on where it was: no delivery is lost or comes twice.
One that your address refuses is not repeated; --after sends it again."""
SECONDS: Final = 30.0
"""The time limit of a delivery: a person may look at it in a debugger."""
SHOWN: Final = 100
"""Characters of an answer that is not the service's."""
_ID: Final = re.compile(r"[\w.-]{1,100}", re.ASCII)
"""The id of a delivery, which becomes a header."""
FIRST_ANSWER: Final = Patience(seconds=3.0)
EVERYWHERE: Final = read_networks("0.0.0.0/0, ::/0")
"""The address is chosen by the person who runs the command, so it may be any."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """The address that gets the deliveries.

    Attributes:
        url: The address; None: deliveries are printed only.
        keys: The keys that sign them.
        runtime: The clock.
    """

    url: str | None
    keys: Signer
    runtime: Runtime

    def deliver(self, delivery: Any) -> str:
        """Send a delivery once; return what came of it, in words."""
        if self.url is None:
            return ""
        at = self.runtime.now()
        payload = orjson.dumps(delivery["payload"]).decode()
        headers = self.keys.headers(delivery["id"], payload, at=at // 1_000_000)
        answer = send(
            self.url,
            payload,
            headers,
            at=at,
            seconds=SECONDS,
            allowed=EVERYWHERE,
            runtime=self.runtime,
        )
        return f"  -> {answer.outcome if answer.status is None else answer.status}"


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Deliver until a signal arrives."""
    args = _parser().parse_args(arguments)
    receiver = Receiver(args.forward, signer(args.key.encode(), UUID(int=0)), runtime)
    position = args.after
    try:
        if position is None:
            position = _now(args)
        print(f"Signed with: {receiver.keys.secret}")
        print(f"Public key: {receiver.keys.public_key}")
        print(f"Ready, after position {position}. Ctrl-C stops it.", flush=True)
        for delivery in _wanted(args, position):
            position = delivery["position"]
            data = plain(orjson.dumps(delivery["payload"]["data"]).decode())
            print(f"{position} {delivery['type']} {data}{receiver.deliver(delivery)}", flush=True)
    except (Problem, Unreachable) as fault:
        go_on = "" if position is None else f" To go on from here: --after {position}"
        raise CommandFailed(plain(f"{fault}{go_on}")) from None
    return 0


def _now(args: argparse.Namespace) -> int:
    """The position from which on the next delivery comes."""
    with Client(args.url, args.key, patience=FIRST_ANSWER) as client:
        page = client.ask("GET", "/v1/me/deliveries", query={"limit": 1})
    match page:
        case {"position": int() as position}:
            return position
        case _:
            raise _not_ours(page)


def _wanted(args: argparse.Namespace, after: int) -> Iterator[Any]:
    """The deliveries of the wanted types after a position, live."""
    with Client(args.url, args.key) as client:
        for delivery in client.deliveries(after=after):
            match delivery:
                case {
                    "id": str(name),
                    "position": int(),
                    "payload": {"data": _},
                    "type": str(kind),
                } if _ID.fullmatch(name) and _is_json(delivery):
                    if kind in args.events:
                        yield delivery
                case _:
                    raise _not_ours(delivery)


def _is_json(value: object) -> bool:
    """Whether it can be passed on: it was read with numbers and nesting without a bound."""
    try:
        return bool(orjson.dumps(value))
    except orjson.JSONEncodeError:
        return False


def _not_ours(answer: object) -> CommandFailed:
    return CommandFailed(f"This is no answer of the service: {plain(repr(answer)[:SHOWN])}")


def _kinds(words: str) -> frozenset[str]:
    kinds = frozenset(words.split(","))
    if unknown := kinds - {*KINDS}:
        listed = f"{', '.join(sorted(unknown))}: there is {', '.join(KINDS)}"
        raise argparse.ArgumentTypeError(listed)
    return kinds


def _position(words: str) -> int:
    if not words.isascii() or not words.isdecimal():
        raise argparse.ArgumentTypeError("must be a whole number from 0")
    return int(words)


def _receiver(words: str) -> str:
    try:
        read_url(words, allowed=EVERYWHERE)
    except BadUrl:
        raise argparse.ArgumentTypeError("must be as http://localhost:3000/hook") from None
    return words


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal listen",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("url", metavar="URL", type=http_address, help="of the service")
    add("key", metavar="KEY", help="an API key with the scope webhooks")
    add("--forward", metavar="URL", type=_receiver, help="where to deliver; otherwise only print")
    add(
        "--events",
        metavar="TYPES",
        type=_kinds,
        default=frozenset(KINDS),
        help="these types alone, separated by commas, such as turn.started,deal.finished",
    )
    add("--after", metavar="POSITION", type=_position, help="begin after this position, not now")
    return parser
