"""The translated rule texts: the same clauses, none left in English, uncertain passages marked."""

import re

import pytest

from domain.games import GAMES
from domain.kernel.options import options_of
from languages.catalogue import Language
from service.games.rulebook import GENERAL, TOURNAMENTS, clauses, page
from tests.languages.messages import COMPLETE, ENGLISH, OTHERS, by_tag, messages
from tools.uncertain import remarks

TRANSLATED = {"ko": {"goat", "svoi_kozyri"}, "fil": {"goat", "svoi_kozyri"}}
"""The games whose rules an incomplete language has."""


def own(name: str) -> dict[str, str]:
    """The clauses of one rule text in English, without the general ones."""
    general = clauses(GENERAL)
    return {
        each: text for each, text in clauses(name).items() if name == GENERAL or each not in general
    }


@pytest.mark.parametrize("language", OTHERS, ids=by_tag)
@pytest.mark.parametrize("name", [GENERAL, TOURNAMENTS, *GAMES])
def test_a_rule_text_has_the_same_clauses_in_every_language(language: Language, name: str) -> None:
    english, translated = clauses(name), clauses(name, language)
    assert list(translated) == list(english)
    same = {each for each in own(name) if translated[each] == english[each]}
    is_translated = language.complete or name in TRANSLATED[language.tag]
    assert same == (set() if is_translated else own(name).keys())


@pytest.mark.parametrize("language", [ENGLISH, *COMPLETE], ids=by_tag)
def test_every_clause_has_a_short_title(language: Language) -> None:
    for name in (GENERAL, *GAMES):
        assert {f"clause-{each}" for each in own(name)} <= messages(language).keys()


@pytest.mark.parametrize("language", OTHERS, ids=by_tag)
@pytest.mark.parametrize("game", GAMES)
def test_a_translated_clause_names_the_same_numbers(language: Language, game: str) -> None:
    if not language.complete and game not in TRANSLATED[language.tag]:
        return
    for clause, text in own(game).items():
        named = clauses(game, language)[clause]
        assert numbers(named) == numbers(text), clause


def numbers(text: str) -> set[str]:
    """The clauses, the options and the numbers beyond 11 that a text names."""
    words = {
        *re.findall(r"`[a-z_]{5,}: [^`]*`", text),
        *re.findall(r"\b[A-Z]\d{1,2}\b", text, re.ASCII),
    }
    return words - {"G12"} | {
        each for each in re.findall(r"\b\d+\b", text, re.ASCII) if int(each) > 12
    }


def choices(name: str, language: Language) -> list[list[tuple[str, str]]]:
    """What each item of the section *Choices* names; in translations it is the last section."""
    shown = page(name, language)
    begin = shown.index("<h2>Choices</h2>") if "<h2>Choices" in shown else shown.rindex("<h2>")
    items = re.findall(r"<li>\s*(.*?)</li>", shown[begin:].split("<h2>")[1], re.DOTALL)
    return [re.findall(r"<code>(.*?)</code>|>([A-Z]\d+)</a>", item) for item in items]


@pytest.mark.parametrize("game", GAMES)
def test_every_page_names_the_choices_and_their_options(game: str) -> None:
    english = choices(game, ENGLISH)
    named = {code for item in english for code, _ in item if ": " in code}
    variants = {
        f"{option.name}: {str(value).lower()}"
        for option in options_of(GAMES[game].options)
        for value in option.at(GAMES[game].seats[0]).values or ()
        if value != option.default
    }
    assert named == variants
    assert all(any(clause for _, clause in item) for item in english)
    for language in OTHERS:
        if language.complete or game in TRANSLATED[language.tag]:
            assert choices(game, language) == english, language.tag


@pytest.mark.parametrize("language", OTHERS, ids=by_tag)
def test_a_page_has_no_remark_and_every_place(language: Language) -> None:
    for name in (GENERAL, *GAMES):
        shown = page(name, language)
        assert "uncertain" not in shown
        assert sorted(re.findall(r'id="([A-Z]\d+)"', shown)) == sorted(own(name))


def test_uncertain_passages_are_listed() -> None:
    found = list(remarks())
    assert all(each.said for each in found)
    assert {each.language for each in found} <= {language.tag for language in OTHERS}
    assert len(found) > 3
