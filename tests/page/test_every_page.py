"""The pages that need no table: in every language, on a phone and on a narrower window."""

import pytest
from playwright.sync_api import expect

from tests.page.browsing import LANGUAGES, PHONE, Site

PATHS = (
    *("/", "/host", "/archive", "/tournament", "/ratings"),
    *("/verify", "/settings", "/rules", "/problems"),
)
HEADINGS = {
    "/": {"en": "Play", "ru": "Играть", "de": "Spielen", "ka": "თამაში"},
    "/host": {"en": "Host", "ru": "Хозяин", "de": "Gastgeber", "ka": "მასპინძელი"},
    "/verify": {
        "en": "Verify a record",
        "ru": "Проверка записи",
        "de": "Aufzeichnung prüfen",
        "ka": "ჩანაწერის შემოწმება",
    },
    "/settings": {
        "en": "Settings",
        "ru": "Настройки",
        "de": "Einstellungen",
        "ka": "პარამეტრები",
    },
}
NARROW = (320, 640)


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_no_barriers(site: Site, path: str) -> None:
    """`test_no_page_has_barriers` looks at all pages, dark ones and large ones, too."""
    with site.visit(size=PHONE) as visit:
        visit.open(path)
        assert visit.violations() == []


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", HEADINGS)
def test_a_page_is_in_the_language_of_the_browser(site: Site, path: str, language: str) -> None:
    with site.visit(language=language, size=PHONE) as visit:
        visit.open(path)
        expect(visit.heading(HEADINGS[path][language])).to_be_visible()
        assert visit.page.locator("html").get_attribute("lang") == language
        assert visit.violations() == []


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PATHS)
def test_a_narrow_page_reflows(site: Site, path: str, language: str) -> None:
    with site.visit(language=language, size=NARROW) as visit:
        visit.open(path)
        assert visit.overflow() <= 0
        visit.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert visit.overflow() <= 0
