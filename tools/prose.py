"""Count matches of English that is hard to read: in documents, docstrings, comments and messages.

    python tools/prose.py                     a table of all patterns
    python tools/prose.py --show NAME         every place of one pattern
    python tools/prose.py --most 12           fail if there are more matches in 10,000 words

The files are the tracked files of the checkout, or the paths that are given. Code, in fenced blocks
and between backticks, is not counted. A match is a place to look at and not a verdict: a rate that
rises shows that the language gets worse. CONTRIBUTING.md has the rules.

Exit code 0: the rate is low enough. 1: it is not. 2: the files cannot be listed.
"""

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

LONG_LINE: Final = "long-line"
LONG_SENTENCE: Final = "long-sentence"
MOST_COLUMNS: Final = 100
MOST_WORDS: Final = 35
SUFFIXES: Final = frozenset({".py", ".md", ".mjs", ".js", ".ts"})
OTHERS: Final = re.compile(r"(^|/)(static|vendor|node_modules|languages/[\w-]+/rules)/")
"""Paths with files of other projects, or in other languages."""


class Pattern(NamedTuple):
    """The pattern of a phrase that is hard to read, and the advice for a sentence that has it."""

    regex: re.Pattern[str]
    advice: str


def _pattern(pattern: str, advice: str) -> Pattern:
    return Pattern(re.compile(pattern, re.MULTILINE), advice)


PATTERNS: Final = {
    "who-subject": _pattern(
        r"(?:^|[.:;!]\s+)(?:Who|Whoever|Whom|Whose|What)\b[^?]*?(?=[.;:]|$)",
        "begin with the noun: not `What the key may do`, but `The scopes of the key`",
    ),
    "he-his-him": _pattern(
        r"\b(?:[Hh]e|[Hh]im|[Hh]is|[Hh]imself)\b", "people are `they`, programs are `it`"
    ),
    "can-not": _pattern(r"\bcan not\b", "write `cannot`"),
    "told-tell": _pattern(r"\b(?:[Tt]old|[Tt]ells?)\b", "name the act: `report`, `show`, `send`"),
    "inverted-if": _pattern(
        r"(?:^|[.:;]\s+)(?:Is|Are|Was|Were|Has|Have|Had|Does|Do|Did)\b[^?.]*,[^?]*?\.",
        "write `if` or `when`, in the normal word order",
    ),
    "any-more": _pattern(r"\bany more\b", "write `no longer`"),
    "as-has-it": _pattern(
        r"\b(?:as|how) [\w' ]{1,30} (?:has|have|had) (?:it|them)\b",
        "name the form: `in the form of the game`",
    ),
    "elliptical-or": _pattern(
        r"^\s*(?:#\s*)?[Oo]r [a-z]+ (?:could|would|came|might|complains?)\b",
        "write a whole sentence that begins with `Otherwise`",
    ),
    "pronoun-noun": _pattern(
        r"\b(?:[Ss]ome|[Aa]ny|[Ee]very|[Nn]o)body\b", "name the person: `a player`, `no seat`"
    ),
    "those-that-of": _pattern(r"\b(?:[Tt]hose|[Tt]hat) of\b", "repeat the noun"),
}
ADVICE: Final = {
    **{name: each.advice for name, each in PATTERNS.items()},
    LONG_SENTENCE: f"a sentence has at most {MOST_WORDS} words: make two, or a list",
    LONG_LINE: f"prose is wrapped at {MOST_COLUMNS} columns; not part of the rate",
}


class Text(NamedTuple):
    """A piece of prose in a file, and the line where it begins."""

    line: int
    words: str


class Found(NamedTuple):
    """A match in a file."""

    pattern: str
    path: Path
    line: int
    words: str


# --- The prose of a file ------------------------------------------------------------------------

_ITEM: Final = re.compile(r"\s*([-*+]|\d+\.)\s|#")
_COMMENT: Final = re.compile(r"(?://|^\s*\*|/\*\*?)\s*(.+)")
_PROSE: Final = re.compile(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}")
_SPAN: Final = re.compile(r"`+[^`]*`+")
_CODE: Final = re.compile(r"[{}=‖]|\w\(|::\s")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+")


def texts(path: Path, source: str) -> Iterator[Text]:
    """The prose of a file: paragraphs, table cells, docstrings, messages and comments."""
    if path.suffix == ".md":
        yield from _of_markdown(source)
    elif path.suffix == ".py":
        yield from _of_python(source)
    else:
        for number, line in enumerate(source.splitlines(), 1):
            if (comment := _COMMENT.search(line)) is not None:
                yield Text(number, _SPAN.sub("x", comment[1]))


def _outside_fences(source: str) -> Iterator[tuple[int, str]]:
    """The lines that are not in a fenced block; a fence itself counts as an empty line."""
    fenced = False
    for number, line in enumerate(source.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        if not fenced:
            yield number, "" if fence else line


def _of_markdown(source: str) -> Iterator[Text]:
    block: list[str] = []
    begins = 1
    for number, line in [*_outside_fences(source), (0, "")]:
        is_row = line.lstrip().startswith("|")
        if block and (is_row or not line.strip() or _ITEM.match(line)):
            yield Text(begins, _SPAN.sub("x", " ".join(block)))
            block = []
        if is_row:
            cells = _SPAN.sub("x", line).split("|")
            yield from (Text(number, cell.strip()) for cell in cells if cell.strip(" -:"))
        elif line.strip():
            begins = begins if block else number
            block.append(line)


def _of_python(source: str) -> Iterator[Text]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = _SPAN.sub("x", node.value)
            if _PROSE.search(words):
                yield Text(node.lineno, words)
    if "#" not in source:
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Text(token.start[0], _SPAN.sub("x", token.string.lstrip("# ")))


# --- The matches of a file ------------------------------------------------------------------------


def matches(path: Path, source: str, prose: Iterable[Text]) -> Iterator[Found]:
    """Every match in the prose of a file."""
    for text in prose:
        for name, pattern in PATTERNS.items():
            for match in pattern.regex.finditer(text.words):
                yield Found(name, path, text.line, text.words[max(0, match.start() - 20) :])
        for sentence in _SENTENCE_END.split(text.words):
            if len(sentence.split()) > MOST_WORDS and not _CODE.search(sentence):
                yield Found(LONG_SENTENCE, path, text.line, sentence)
    if path.suffix == ".md":
        for number, line in _outside_fences(source):
            if len(line) > MOST_COLUMNS and not line.startswith(("|", "    ")):
                yield Found(LONG_LINE, path, number, line)


def tracked() -> list[Path]:
    """The tracked files of this checkout."""
    return _listed("ls-files")


def changed() -> list[Path]:
    """The tracked files that differ from the last commit."""
    return _listed("diff", "--name-only", "HEAD")


def _listed(*command: str) -> list[Path]:
    whole = ["git", *command, "-z"]
    listed = subprocess.run(whole, capture_output=True, text=True, check=True)
    return [Path(name) for name in listed.stdout.split("\0") if name]


def counted(paths: Iterable[Path]) -> tuple[list[Found], int]:
    """The matches of these files, and how many words their prose has."""
    found: list[Found] = []
    words = 0
    for path in paths:
        if path.suffix in SUFFIXES and not OTHERS.search(path.as_posix()) and path.is_file():
            source = path.read_text("utf-8")
            prose = [*texts(path, source)]
            found += matches(path, source, prose)
            words += sum(len(text.words.split()) for text in prose)
    return found, words


def rate(found: Iterable[Found], words: int) -> float:
    """The matches in 10,000 words, long lines apart."""
    return 10_000 * sum(each.pattern != LONG_LINE for each in found) / max(words, 1)


# --- The command ---------------------------------------------------------------------------------


def table(found: Sequence[Found], words: int) -> Iterator[str]:
    """The counts of all matches, with the three worst files of each and the advice."""
    yield f"{'pattern':14} {'count':>6}  worst files ({words} words of prose)\n"
    for name, count in Counter(each.pattern for each in found).most_common():
        files = Counter(each.path.as_posix() for each in found if each.pattern == name)
        worst = ", ".join(f"{path} {number}" for path, number in files.most_common(3))
        yield f"{name:14} {count:6}  {worst}\n"
        yield f"{'':14} {'':6}  {ADVICE[name]}\n"
    yield f"{rate(found, words):.1f} matches in 10,000 words, long lines apart\n"


def occurrences(found: Iterable[Found]) -> Iterator[str]:
    """Where patterns occur, with the words around them."""
    for each in found:
        yield f"{each.path}:{each.line}: {' '.join(each.words.split())[:110]}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, and print the table or the places of one pattern."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", choices=[*ADVICE], metavar="NAME", help=", ".join(ADVICE))
    parser.add_argument("--most", type=float, metavar="N", help="matches allowed in 10,000 words")
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    given = parser.parse_args(arguments)
    try:
        found, words = counted(given.paths or tracked())
    except (OSError, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"The files cannot be listed or read: {error}\n")
        return 2
    if given.show is not None:
        sys.stdout.writelines(occurrences(each for each in found if each.pattern == given.show))
    elif given.most is None:
        sys.stdout.writelines(table(found, words))
    if given.most is not None and (reached := rate(found, words)) > given.most:
        sys.stderr.write(
            f"The prose has {reached:.2f} matches of hard English in 10,000 words; at most "
            f"{given.most:g} are allowed. `python tools/prose.py` lists them, `--show NAME` shows "
            "the places of one pattern. In the paths given, or in what the last commit lacks:\n"
        )
        mine = {*(given.paths or changed())}
        sys.stderr.writelines(occurrences(each for each in found if each.path in mine))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
