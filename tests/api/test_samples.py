"""The answers that README and the guides show are answers of the service."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.api.playing import Client
from tests.serving import ROOT

SAMPLES = [
    pytest.param(text, id=f"{page.stem}-{number}")
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    for number, text in enumerate(
        re.findall(r"^```json\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    )
]
REST = "…"
"""The omissions of a sample: the rest of a list, or a part of a text."""
MOST_MOVES = 60


def shows(sample: Any, value: Any) -> bool:
    """Whether a sample is a value, shortened: it may lack fields."""
    if isinstance(sample, dict) and isinstance(value, dict):
        return all(name in value and shows(each, value[name]) for name, each in sample.items())
    if isinstance(sample, list) and isinstance(value, list):
        kept = sample[:-1] if REST in sample[-1:] else sample
        fits = len(value) == len(sample) if kept is sample else len(value) >= len(kept)
        return fits and all(map(shows, kept, value))
    if isinstance(sample, str) and isinstance(value, str):
        return bool(re.fullmatch(re.escape(sample).replace(REST, ".+"), value, re.DOTALL))
    return type(sample) is type(value) and bool(sample == value)


def within(value: Any) -> Iterator[Any]:
    """A value and all that is in it."""
    yield value
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            yield from within(each)


@cache
def first_request() -> Any:
    """The body of the request above the first sample of README.md."""
    body = re.search(r"--json '(.*)'$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert body is not None
    return json.loads(body[1])


def answers(client: Client) -> Iterator[Any]:
    """Answers to the first request, and to the requests of a player of Svoi Kozyri."""
    yield client.send("POST", "/v1/tables", client.key(), json=first_request()).json
    given: Any = {"decks": [[rank + suit for suit in "CSHD" for rank in "6789TJQKA"]], "test": True}
    seats = [{"name": name} for name in ("Ann", "Bob")]
    table = client.open(game="svoi_kozyri", seats=seats, **given)
    for _ in range(MOST_MOVES):
        for token in table.tokens.values():
            deal = client.get(f"{table.deal_path}?legal=both", token)
            yield deal
            if deal["legal_moves"]:
                move = {"move": deal["legal_moves"][0]["move"]}
                client.send("POST", f"{table.deal_path}/moves", token, json=move)


@pytest.mark.parametrize("text", SAMPLES)
def test_a_sample_is_an_answer(client: Client, text: str) -> None:
    sample = json.loads(text)
    assert any(shows(sample, each) for said in answers(client) for each in within(said))


@pytest.mark.parametrize("wrong", [[], [{"name": "Bot 1"}, REST], [REST, {}], 3, REST])
def test_a_sample_with_another_value_is_none(wrong: Any) -> None:
    value = {"seats": [{"name": "Ann", "bot": None}, {"name": "medium", "bot": "medium"}, {}]}
    assert shows({"seats": [{"name": "A…"}, {"bot": "medium"}, REST]}, value)
    assert not shows({"seats": wrong}, value)
    assert not shows({"seat": REST}, value)
