"""A person at the page: they find things by role and visible name, as with a screen reader."""

import json
import re
import shutil
from asyncio import events
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Error, Locator, Page, expect, sync_playwright

from fairdeal_client import Client
from languages.catalogue import LANGUAGES as LANGUAGES_OF_TEXTS
from tests.serving import until

PROGRAM: Final = shutil.which("chromium") or shutil.which("chromium-browser") or ""
CHROMIUM: Final = "Chromium"
AXE: Final = Path(__file__).parent / "vendor" / "axe.min.js"
LANGUAGES: Final = ("en", "ru", "de", "ka")
DESKTOP: Final = (1280, 800)
PHONE: Final = (360, 740)
PLAIN_HOST: Final = "cards.test"
"""A name of the service for which plain HTTP is no secure context, unlike `localhost`."""
SECONDS: Final = 30
"""How long a test waits for something to be shown."""

expect.set_options(timeout=SECONDS * 1000)  # five seconds otherwise

RELOADED: Final = "is interrupted by another navigation"
"""The page loads itself again where its link has another credential than the one that it keeps."""
Theme = Literal["light", "dark"]


@contextmanager
def launched() -> Generator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        # Chromium's sandbox does not start for root; it loads nothing but our own service.
        # A page of another site that a test makes would be no neighbour of the service.
        apart = "--disable-features=LocalNetworkAccessChecks"
        options = ["--no-sandbox", f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1", apart]
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=options)
        loop = events._get_running_loop()
        yield browser
        events._set_running_loop(loop)
        browser.close()


@contextmanager
def away() -> Generator[None]:
    """Playwright's event loop, which waits in this thread, is not the running one meanwhile."""
    loop = events._get_running_loop()
    events._set_running_loop(None)
    try:
        yield
    finally:
        events._set_running_loop(loop)


HAVE: Final = """
const name = "fairdeal.credentials", known = JSON.parse(sessionStorage.getItem(name) ?? "[]");
const [, table] = /^\\/t\\/([^/]+)/.exec(location.pathname) ?? [];
if (location.hash === "#TOKEN" && !(localStorage.getItem(name) ?? "").includes("TOKEN"))
  sessionStorage.setItem(name, JSON.stringify([...known, { token: "TOKEN", kind: "KIND", table }]));
"""
"""Lets a browser that opens a link have its credential already, so that nothing is asked."""

NOTHING_BY_ITSELF: Final = """
try { localStorage["fairdeal.settings"] ??= JSON.stringify({ forced: false }); } catch {}
"""
"""A move without a choice waits for its player, or the deal would decide who makes it in a test."""


@dataclass
class Visit:
    """A tab of a browser at the service.

    Attributes:
        page: The tab, for all that has no method here.
        url: The address of the service.
        language: The tag of the language that the page is in.
        reported: Errors in the console, violations of the policy, failed requests.
    """

    page: Page
    url: str
    language: str = "en"
    reported: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(SECONDS * 1000)
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.reported.append(str(error)))

    def _note(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.reported.append(message.text)

    def open(self, path: str, *, asks: bool = False) -> None:
        """Open an address of the service, and wait until its page is shown.

        Args:
            path: The address.
            asks: Whether the credential in it is left to the person; otherwise the browser has it.
        """
        if not asks:
            self.have_credential_of(path)
        self._load(partial(self.page.goto, self.url + path))

    def have_credential_of(self, path: str) -> None:
        """Let the browser have the credential of a link, if any, when it opens the link."""
        _, _, token = path.partition("#")
        kind, _, secret = token.partition("_")
        if secret:
            self.page.context.add_init_script(HAVE.replace("TOKEN", token).replace("KIND", kind))

    def reload(self) -> None:
        """Load the page again, as `open` opens it."""
        self._load(self.page.reload)

    def _load(self, load: Callable[[], object]) -> None:
        try:
            load()
        except Error as error:
            if RELOADED not in str(error):
                raise
        expect(self.heading()).to_be_visible()

    def text(self, key: str, **values: Any) -> str:
        """A text of the page in its language."""
        return LANGUAGES_OF_TEXTS.all[self.language].message(key, values)

    def numbered(self, key: str) -> re.Pattern[str]:
        """A text of the page that has a number in it: a pattern with the number as its group."""
        before, after = self.text(key, at="#").split("#")
        return re.compile(f"^{re.escape(before)}(\\d+){re.escape(after)}$")

    def heading(self, name: str | re.Pattern[str] | None = None) -> Locator:
        return self.find("heading", name, level=1)

    def find(self, role: Any, name: str | re.Pattern[str] | None = None, **more: Any) -> Locator:
        """Things with a role and a name that is exactly this, or fits the pattern."""
        return self.page.get_by_role(role, name=name, exact=isinstance(name, str), **more)

    def field(self, label: str) -> Locator:
        return self.page.get_by_label(label, exact=True)

    def in_dialog(self, label: str) -> Locator:
        return self.find("dialog").get_by_label(label, exact=True)

    def press(self, name: str, role: Any = "button") -> None:
        self.find(role, name).click()

    def navigate(self, name: str) -> None:
        """Follow a link of the header once the page is loaded; a table has it behind its menu."""
        expect(self.page.locator(".frame[aria-busy]")).to_have_count(0)
        expect(self.page.get_by_text(self.text("table-loading"))).to_have_count(0)
        menu = self.find("button", self.text("common-menu"), expanded=False)
        link = self.page.get_by_role("banner").get_by_role("link", name=name, exact=True)
        menu.or_(link).first.wait_for()
        if menu.count():
            menu.click()
        link.click()

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def show_more(self) -> None:
        """Unfold what is seldom needed at a table: on a phone it is behind a button."""
        panel = self.find("button", self.text("table-panel"), expanded=False)
        if panel.count():
            panel.click()
        self.page.get_by_text(self.text("table-more"), exact=True).click()

    def shared_link(self) -> str:
        """The link that is there to be sent to somebody."""
        return self.page.get_by_role("textbox").and_(self.page.locator("[readonly]")).input_value()

    def see_disputes(self) -> None:
        """Go from the result of a deal to its disputes."""
        self.page.get_by_text("Replay, verify and more", exact=True).click()
        self.press("Disputes of this deal", "link")

    def violations(self) -> list[str]:
        """The findings of axe: each rule with the places that break it."""
        # The policy forbids `eval` and inline scripts, but not code of the debugger's protocol.
        self.page.evaluate(AXE.read_text("utf-8") + "\n; undefined")
        options = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
        found = self.page.evaluate(f"() => axe.run(document, {json.dumps(options)})")
        return [
            f"{each['id']}: {node['html']} ({node['failureSummary']})"
            for each in found["violations"]
            for node in each["nodes"]
        ]

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(
            self.page.evaluate(
                "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
        )


@dataclass(frozen=True)
class Site:
    """The service, its API key, and the browser that visits it."""

    url: str
    key: str
    browser: Browser

    @contextmanager
    def visit(
        self, *, language: str = "en", size: tuple[int, int] = DESKTOP, theme: Theme = "light"
    ) -> Generator[Visit]:
        """A new browser profile of a person. At the end its console must be empty."""
        context = self.browser.new_context(
            locale=language,
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
        )
        context.add_init_script(NOTHING_BY_ITSELF)
        opened = Visit(context.new_page(), self.url, language)
        try:
            yield opened
            assert opened.reported == [], opened.reported
        finally:
            context.close()

    def call(self, method: str, path: str, body: Any = None, *, who: str | None = None) -> Any:
        """The answer of the API to the API key, or to another credential."""
        with Client(self.url, who or self.key) as client:
            return client.ask(method, path, body=body)

    def await_listed(self, table: str) -> None:
        """Wait until a table is in the list, which follows the log."""
        until(lambda: self.call("GET", f"/v1/tables?table={table}")["tables"])
