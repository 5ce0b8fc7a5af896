"""The catalogues of all languages: complete, well-formed, and with every value that they name."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import ast

from domain.games import GAMES
from domain.kernel.event import event_classes
from languages.catalogue import Language
from languages.functions import argument
from service.api.problems import KINDS
from tests.languages.messages import (
    COMPLETE,
    ENGLISH,
    OTHERS,
    by_tag,
    entries,
    messages,
    patterns,
    reading,
)

ROOT = Path(__file__).parents[2]
PLURALS = (0, 1, 2, 5, 11, 21, -1)
"""Numbers of every plural class of the languages."""
LISTS: dict[str, list[Any]] = {
    "announced": ["hand", "schneider_announced"],
    "best": ["9S"],
    "cards": ["JC", "TH"],
    "fields": ["game", "name"],
    "forms": ["application/json", "text/plain"],
    "games": ["goat", "skat"],
    "laid": ["TS"],
    "levels": ["easy", "medium"],
    "methods": ["GET", "POST"],
    "names": ["Ann", "Ben"],
    "standings": [{"rank": 1, "players": "2 + 3", "points": 40}],
    "whom": ["seat:1", "system"],
    "types": ["beat", "discard"],
    "words": ["deal", "table"],
    "steps": [{"step": "game", "total": 2}, {"step": "hand", "total": 3}],
}
SEATS = {
    "goat-took": [{"side": 0, "points": 61, "tricks": 1}, {"side": 1, "points": 59, "tricks": 5}],
    "finding-voids": [{"seat": 0, "times": 1}, {"seat": 2, "times": 3}],
    "skat-listed": [{"seat": 0, "points": 68}, {"seat": 2, "points": -40}],
}
WORDS = {
    "item": "hand",
    "move": "beat",
    "code": "QS",
    "rank": "queen",
    "suit": "spades",
    **dict.fromkeys(("attack", "card", "jack", "match", "top"), "QS"),
}
PARTS = {"skat-tricks"}
"""Parts of English messages that another language may do without."""
OPEN_VARIANTS = {"zero", "one", "two", "few", "many", "other"}
SAME = {
    "*": {
        "link-contract",
        "form-one-of",
        "at-seat",
        "item",
        "join-and",
        "join-every-and",
        "join-list",
        "join-or",
        "join-words",
        "language",
        "said",
        "seats",
        "table-names",
        "card",
        "a-card",
        "some-cards",
        "game-title",
        "skat-seat-listed",
        "goat-took",
        "finding-also",
        "finding-in",
        "finding-left-open",
        "finding-malformed",
        "finding-named",
        "people-says",
    },
    "de": {
        "durak",
        "skat",
        "clause-G13",
        "goat-move-pull",
        "goat-option-molodka",
        "skat-option-scoring",
        "host-webhooks-title",
        "phrase-bravo",
        "lobby-play-now-level",
        "table-bot",
        "verify-checks-form",
        "verify-checks-bots",
        "shuffle-server",
    },
}
"""Messages that a language may have in common with English."""
INDICES = "common-cards-indices-"
"""Letters on cards."""


def samples(language: Language, key: str, attribute: str | None) -> Iterator[dict[str, Any]]:
    """Values for every variant and plural class of a message."""
    read = reading(language, key, attribute)
    variants = dict(read.variants)
    if attribute in dict(patterns(messages(ENGLISH)[key])) if key in messages(ENGLISH) else False:
        for name, known in reading(ENGLISH, key, attribute).variants.items():
            variants[name] = variants.get(name, set()) | known
    choices = {
        name: sorted(variants.get(name, set()) - OPEN_VARIANTS) or _values(key, name)
        for name in read.variables - {"clause"}
    }
    for turn in range(max(map(len, choices.values()), default=1)):
        chosen = {name: values[turn % len(values)] for name, values in choices.items()}
        yield {**chosen, "clause": "G1"}


def _values(key: str, name: str) -> list[Any]:
    if name in {"seats", "sides"}:
        return [SEATS.get(key, [0, 1, 3])] if key != "adjustment-sides" else [2]
    if key == "at-seat":
        return [0, 3]
    if name in LISTS:
        return [LISTS[name]]
    return [WORDS[name]] if name in WORDS else list(PLURALS)


# --- Form ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS], ids=by_tag)
def test_every_line_is_part_of_a_message_and_no_key_comes_twice(language: Language) -> None:
    found = entries(language.folder)
    assert [each.content for each in found if isinstance(each, ast.Junk)] == []
    keys = Counter(each.id.name for each in found if isinstance(each, ast.Message))
    assert [key for key, times in keys.items() if times > 1] == []


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS], ids=by_tag)
def test_every_message_can_be_said_with_values_of_every_plural_class(language: Language) -> None:
    unread = Language(language.folder, fallback=ENGLISH)._unread
    for key, message in messages(language).items():
        alone = Language(language.folder, fallback=ENGLISH)  # it has parsed no other message
        alone._unread = dict(unread)
        for attribute, _ in patterns(message):
            pattern = alone._pattern(key, attribute)
            assert pattern is not None
            for values in samples(language, key, attribute):
                said = {name: argument(value) for name, value in values.items()}
                text, errors = alone._bundle.format_pattern(pattern, said)
                assert errors == [], (key, attribute, values)
                assert text, (key, attribute)
                assert not {"{", "}", "None", "???"} & {*str(text), *str(text).split()}, (key, text)


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS], ids=by_tag)
def test_what_a_player_reads_names_no_number_of_a_seat_or_side(language: Language) -> None:
    for game in (*GAMES, "kernel"):
        file = language.folder / f"{game}.ftl"
        text = file.read_text("utf-8") if file.exists() else ""
        assert re.findall(r"\{ \$(?:seat|side) ", text) == [], game


@pytest.mark.parametrize("language", OTHERS, ids=by_tag)
def test_every_value_that_a_message_names_is_given(language: Language) -> None:
    for key, message in messages(language).items():
        known = messages(ENGLISH).get(key)
        if known is None:
            continue
        parts = [part for part, _ in patterns(known)]
        given = {name for part in parts for name in reading(ENGLISH, key, part).variables}
        given |= {"rank", "suit", "code"} if key == "card" else {"clause"}
        for attribute, _ in patterns(message):
            assert reading(language, key, attribute).variables <= given, key


# --- Completeness -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", COMPLETE, ids=by_tag)
def test_a_complete_language_has_every_message(language: Language) -> None:
    mine = messages(language)
    missing = [
        f"{key}.{attribute or ''}"
        for key, message in messages(ENGLISH).items()
        for attribute, _ in patterns(message)
        if key not in PARTS and (key not in mine or attribute not in dict(patterns(mine[key])))
    ]
    assert missing == []


@pytest.mark.parametrize("language", OTHERS, ids=by_tag)
def test_no_text_is_left_in_english(language: Language) -> None:
    allowed = SAME["*"] | SAME.get(language.tag, set())
    same = [
        key
        for key, message in messages(language).items()
        if key in messages(ENGLISH) and key not in allowed and not key.startswith(INDICES)
        for attribute, pattern in patterns(message)
        if attribute not in {"index", "complete"}
        and _same(pattern, dict(patterns(messages(ENGLISH)[key])).get(attribute))
    ]
    assert same == []


FAMILIAR = {"de": r"du|dein\w*|dich|dir", "ka": "შენ|შენი|შენს", "ru": r"ты|теб[яе]|тво[йяиё]\w*"}
"""How friends are addressed. All are addressed as a stranger is, everywhere."""


@pytest.mark.parametrize("language", [each for each in OTHERS if each.tag in FAMILIAR], ids=by_tag)
def test_nobody_is_addressed_in_two_ways(language: Language) -> None:
    familiar = re.compile(rf"\b({FAMILIAR[language.tag]})\b", re.IGNORECASE)
    files = [*language.folder.glob("*.ftl"), *language.folder.glob("rules/*.md")]
    assert [
        line
        for file in files
        for line in file.read_text("utf-8").splitlines()
        if familiar.search(line)
    ] == []


def _same(one: ast.Pattern, other: ast.Pattern | None) -> bool:
    return other is not None and one.equals(other)


@pytest.mark.parametrize("language", COMPLETE, ids=by_tag)
def test_what_is_missing_at_an_address_of_the_page_is_named(language: Language) -> None:
    for what in ("table", "deal", "event", "seat", "dispute"):
        assert what not in language.message("not-found", {"what": what}).split("(")[-1]


@pytest.mark.parametrize("language", OTHERS, ids=by_tag)
def test_a_language_has_no_message_that_nobody_says(language: Language) -> None:
    used = {"card-suit"}
    for key, message in messages(language).items():
        for attribute, _ in patterns(message):
            read = reading(language, key, attribute)
            used |= read.each | {name for name, _ in read.messages}
    assert messages(language).keys() - messages(ENGLISH).keys() <= used


def test_english_has_every_key_that_games_name() -> None:
    assert not [code for code in KINDS if f"problem-{code}" not in messages(ENGLISH)]
    for game in GAMES.values():
        for part in ("move", "said"):
            of_moves = {f"{game.key}-{part}-{kind.MOVE}" for kind in game.moves}
            assert of_moves <= messages(ENGLISH).keys()
        own = {
            each.TYPE.split(".")[1] for each in event_classes() if each.TYPE.startswith(game.key)
        }
        events = own - {kind.TYPE.split(".")[1] for kind in game.moves}
        fields = {given.name for kind in game.moves for given in kind.GIVEN}
        named = {f"event-{each}" for each in events} | {f"field-{each}" for each in fields}
        named |= {f"zone-{each.zone}" for each in game.layout.zones}
        named |= {f"role-{each.role}" for each in game.layout.roles}
        named |= {f"you-{kind.TYPE.split('.')[1]}" for kind in game.moves}
        assert not {
            each for each in named if not {each, f"{game.key}-{each}"} & messages(ENGLISH).keys()
        }


@pytest.mark.parametrize("language", [ENGLISH, *COMPLETE], ids=by_tag)
def test_a_move_is_said_in_three_words(language: Language) -> None:
    for game in GAMES.values():
        for kind in game.moves:
            words = language.message(f"{game.key}-said-{kind.MOVE}").split()
            assert len(words) + (kind.TELLS is not None) <= 3, (kind.TYPE, words)
            source = kind.TELLS_OF or kind.TYPE
            (event,) = [each for each in event_classes() if source == each.TYPE]
            assert kind.TELLS in {None, *(given.name for given in event.GIVEN)}, kind.TYPE


SOURCES = (
    "domain/**/*.py",
    "service/**/*.py",
    "verifier/*.*py",
    "verifier/*.mjs",
    "web/**/*.js",
    "languages/*.py",
)
LITERAL = re.compile(r"[\"']([\w-]+)[\"']")
SAID = re.compile(r"\b(?:Sentence|unfit|say|tOr|t)\(\s*\"([\w-]+)\"")
"""A sentence of the code, or a text of the page, whose key stands there as it is."""
HOLE = r"\$?\{(?:[^{}]|\{[^{}]*\})*\}"
BUILT = re.compile(rf"(?:f\"|`)((?:[\w-]|{HOLE})*-(?:[\w-]|{HOLE})*)[\"`]")
"""A key that is put together."""


@cache
def code() -> str:
    """Everything that can name a key."""
    found = (path for each in SOURCES for path in ROOT.glob(each) if "vendor" not in path.parts)
    return "\n".join(path.read_text("utf-8") for path in found)


def test_no_key_is_without_a_text() -> None:
    assert [key for key in SAID.findall(code()) if key not in messages(ENGLISH)] == []


def test_no_text_is_without_a_key() -> None:
    holes = re.compile(HOLE)
    built = [".*".join(map(re.escape, holes.split(each))) for each in BUILT.findall(code())]
    put_together = re.compile("|".join(each for each in built if len(each.replace(".*", "")) > 3))
    unused: list[str] = []
    named, within = {*LITERAL.findall(code())}, set[str]()
    for language in (ENGLISH, *OTHERS):
        for key, message in messages(language).items():
            for attribute, _ in patterns(message):
                read = reading(language, key, attribute)
                within |= read.each | {name for name, _ in read.messages}
    for key in messages(ENGLISH):
        _, _, general = key.partition("-")  # a game's own message, such as goat-event-dealt
        if not {key, general} & (named | within) and not any(
            map(put_together.fullmatch, (key, general))
        ):
            unused.append(key)
    assert unused == []
