"""Texts for people, from the catalogues of Project Fluent: a folder for each language.

A folder is named by the tag of its language. It has catalogues (``*.ftl``) and the rule texts
(``rules/*.md``). Messages that a language lacks are given in English.

A message is parsed when it is first wanted: a whole language takes 0.1 s.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, cast

from domain.kernel.event import Json
from domain.kernel.sentence import Sentence
from languages.functions import RANKS, SUITS, argument, functions

if TYPE_CHECKING or find_spec("fluent") is not None:
    from fluent.runtime import FluentBundle, FluentResource
    from fluent.runtime.resolver import Pattern
else:  # in the wheel of the verifier
    from languages.small import FluentBundle, FluentResource
    from languages.small import MessageText as Pattern

ENGLISH: Final = "en"
"""The language of every text that another one lacks, and the default."""
KEPT: Final = 4_000
"""The most sentences whose text is kept in each language."""
_ENTRY: Final = re.compile(r"^(?=(-?[a-zA-Z][\w-]*) *=)", re.MULTILINE | re.ASCII)
"""Where a message or a term begins, with its name."""
_COMMENT: Final = re.compile(r"^#.*\n|^\n", re.MULTILINE)
_NAME: Final = re.compile(r"-?[a-zA-Z][\w-]*", re.ASCII)


class Language:
    """A language, with the texts of its folder.

    Args:
        folder: The folder.
        fallback: The language of the texts that it lacks; None: it has all.
    """

    def __init__(self, folder: Path, *, fallback: "Language | None") -> None:
        self.tag = folder.name
        self.folder = folder
        self._fallback = fallback
        self._lock = Lock()
        """Held while messages are parsed."""
        self._texts: dict[tuple[str, str | None, str], str] = {}
        """Sentences that were said, by their keys, clauses and values."""

    @cached_property
    def _bundle(self) -> FluentBundle:
        """The messages that are parsed."""
        return FluentBundle([self.tag, ENGLISH], functions=functions(self), use_isolating=False)

    @cached_property
    def _unread(self) -> dict[str, str]:
        """The messages and terms that are not parsed yet, by name."""
        return self._pieces("*")

    def _pieces(self, *catalogues: str) -> dict[str, str]:
        """The messages and terms of some catalogues as they stand there, by name."""
        found: dict[str, str] = {}
        for file in sorted(each for name in catalogues for each in self.folder.glob(f"{name}.ftl")):
            _, *pieces = _ENTRY.split(file.read_text("utf-8"))
            found |= dict(zip(pieces[::2], pieces[1::2], strict=True))
        return found

    def source(self, *catalogues: str) -> str:
        """Some catalogues without comments, with the English messages that they lack."""
        lacking = {} if self._fallback is None else self._fallback._pieces(*catalogues)  # noqa: SLF001 - of the same class
        return _COMMENT.sub("", "".join((lacking | self._pieces(*catalogues)).values()))

    def _read(self, name: str) -> None:
        """Parse a message, after all that it may refer to."""
        text = self._unread.pop(name, None)
        if text is None:
            return
        for other in _NAME.findall(text):
            self._read(other)
        self._bundle.add_resource(FluentResource(text))

    def read(self) -> None:
        """Parse all messages."""
        with self._lock:
            for name in tuple(self._unread):
                self._read(name)

    @property
    def name(self) -> str:
        """Its name for the people who speak it."""
        return self.message("language")

    @property
    def complete(self) -> bool:
        """Whether it says that it has every text."""
        return self.message("language", attribute="complete") == "yes"

    @cached_property
    def content(self) -> str:
        """The value of `Content-Language` for texts in it: with English if it lacks some."""
        return self.tag if self.complete else f"{self.tag}, {ENGLISH}"

    def find(
        self, key: str, values: Mapping[str, Json] | None = None, *, attribute: str | None = None
    ) -> str | None:
        """A message, or an attribute of one; None if neither this language nor English has it."""
        pattern = self._pattern(key, attribute)
        if pattern is None:
            if self._fallback is None:
                return None
            return self._fallback.find(key, values, attribute=attribute)
        said: Any = {name: self._argument(value) for name, value in (values or {}).items()}
        text, _ = self._bundle.format_pattern(pattern, said)
        return str(text)

    def _argument(self, value: Json) -> Any:
        """A value as the library takes it. A sentence is its text."""
        return self.text(value) if isinstance(value, Sentence) else argument(value)

    def _pattern(self, key: str, attribute: str | None) -> Pattern | None:
        with self._lock:
            self._read(key)
            if not self._bundle.has_message(key):
                return None
        message = self._bundle.get_message(key)
        if attribute is None:
            return message.value
        return cast("Mapping[str, Pattern]", message.attributes).get(attribute)

    def message(
        self, key: str, values: Mapping[str, Json] | None = None, *, attribute: str | None = None
    ) -> str:
        """A message, or an attribute of one. One that no catalogue has is shown by its key."""
        found = self.find(key, values, attribute=attribute)
        return key if found is None else found

    def text(self, sentence: Sentence) -> str:
        """A sentence in this language. Its clause is the value `clause`."""
        said = sentence.key, sentence.clause, repr(sentence.values)
        text = self._texts.get(said)
        if text is None:
            text = self.message(sentence.key, {**sentence.values, "clause": sentence.clause})
            if len(self._texts) >= KEPT:
                self._texts.clear()
            self._texts[said] = text
        return text

    def card(self, code: str, *, case: str) -> str:
        """The name of a card by its code, in a case: an attribute of the message `card`."""
        values = {"code": code, "rank": RANKS.get(code[0], ""), "suit": SUITS.get(code[1:], "")}
        return self.message("card", values, attribute=case)

    def rules(self, name: str) -> str | None:
        """The rule text of a game in this language, in Markdown; None: there is none."""
        file = self.folder / "rules" / f"{name}.md"
        return file.read_text("utf-8") if file.is_file() else None


class Languages:
    """The languages of a folder, which has a folder for each."""

    def __init__(self, root: Path) -> None:
        english = Language(root / ENGLISH, fallback=None)
        others = sorted(each.parent for each in root.glob("*/language.ftl"))
        self.english = english
        self.all: Mapping[str, Language] = {
            ENGLISH: english,
            **{
                folder.name: Language(folder, fallback=english)
                for folder in others
                if folder.name != ENGLISH
            },
        }

    def lookup(self, tag: str) -> Language | None:
        """The language for a tag, whose end may be left out: `de` for ``de-AT`` (RFC 4647, 3.4)."""
        parts = tag.split("-")
        shorter = ("-".join(parts[:length]).lower() for length in range(len(parts), 0, -1))
        known = {each.lower(): language for each, language in self.all.items()}
        return next((known[each] for each in shorter if each in known), None)


LANGUAGES: Final = Languages(Path(__file__).parent)
IN_ENGLISH: Final = LANGUAGES.english
