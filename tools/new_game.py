"""Write the skeleton of a new game: ``make new-game NAME=schnapsen``.

The skeleton is a small playable game. Replace its clauses, events and rules in the order that
``docs/adding-a-game.md`` describes.
"""

import argparse
import re
import sys
from pathlib import Path
from string import Template, ascii_uppercase
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SKELETON: Final = Path(__file__).parent / "skeleton"
GAMES: Final = Path("domain") / "games"
ENGLISH: Final = Path("languages") / "en"
KEY: Final = re.compile(r"[a-z]{2,20}(_[a-z]{2,20}){0,2}")


def letters_in_use(root: Path) -> set[str]:
    """The letters that number the clauses of the games under a checkout, and those of all games."""
    texts = (path.read_text("utf-8") for path in (root / "domain").rglob("RULES.md"))
    return {letter for text in texts for letter in re.findall(r"\*\*([A-Z])\d+\b", text)}


def free_letter(root: Path, key: str) -> str:
    """A letter for the clauses of a new game: one from its name, otherwise any free one."""
    free = {*ascii_uppercase} - letters_in_use(root)
    return next(each for each in key.upper() + ascii_uppercase if each in free)


def files(root: Path, key: str, *, title: str, letter: str) -> dict[Path, str]:
    """The files of a skeleton, by their paths, and the list of games with the new one in it."""
    name = "".join(word.capitalize() for word in key.split("_"))
    words = {"key": key, "KEY": key.upper(), "Name": name, "title": title}
    words |= {"L": letter, "l": letter.lower()}
    folders = {"game": root / GAMES / key, "tests": root / "tests" / "domain" / key}
    written = {
        folder / path.name.removesuffix(".txt"): Template(path.read_text("utf-8")).substitute(words)
        for part, folder in folders.items()
        for path in sorted((SKELETON / part).glob("*.txt"))
    }
    texts = (SKELETON / "languages" / "game.ftl.txt").read_text("utf-8")
    written[root / ENGLISH / f"{key}.ftl"] = Template(texts).substitute(words)
    listing = root / GAMES / "__init__.py"
    return {**written, listing: with_line(listing.read_text("utf-8"), key)}


def with_line(listing: str, key: str) -> str:
    """The list of games with one more at its end, and its import in alphabetical order."""
    new = f"from domain.games.{key} import {key.upper()}\n"
    imports = sorted({*re.findall(r"from domain\.games\.\w+ import \w+\n", listing), new})
    first = listing.index("from domain.games.")
    listing = listing[:first] + "".join(imports) + listing[listing.index("from domain.kernel") :]
    return re.sub(r"in \(([A-Z_, ]+)\)", rf"in (\1, {key.upper()})", listing)


def main(arguments: list[str]) -> str | None:
    """Write the files; return an error message, if there is one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("key", help="the name in the API, such as schnapsen")
    parser.add_argument("--title", help="the name for people")
    parser.add_argument("--letter", help="the letter of its clauses")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to write to")
    args = parser.parse_args(arguments)
    if not KEY.fullmatch(args.key):
        return f"{args.key!r} is not a key: lower-case words, joined by underscores"
    if (args.root / GAMES / args.key).exists():
        return f"domain/games/{args.key} exists: nothing was written"
    letter = args.letter or free_letter(args.root, args.key)
    if letter in letters_in_use(args.root) or not re.fullmatch("[A-Z]", letter):
        return f"the clauses of another game begin with {letter}: choose another --letter"
    title = args.title or args.key.replace("_", " ").title()
    for path, text in files(args.root, args.key, title=title, letter=letter).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        sys.stdout.write(f"{path.relative_to(args.root)}\n")
    sys.stdout.write("Next: docs/adding-a-game.md, step 2.\n")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
