"""A person at the page: they find things by role and visible name, as with a screen reader."""

import json
import re
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect, sync_playwright

from fairdeal_client import Client
from service.api.page_files import tree
from tests.serving import until

PROGRAM: Final = shutil.which("chromium") or shutil.which("chromium-browser") or ""
AXE: Final = Path(__file__).parent / "vendor" / "axe.min.js"
LANGUAGES: Final = ("en", "ru", "de", "ka")
DESKTOP: Final = (1280, 800)
PHONE: Final = (360, 740)
PLAIN_HOST: Final = "cards.test"
"""A name of the service for which plain HTTP is no secure context, unlike that of this machine."""
SECONDS: Final = 30
"""How long a test waits for something to be shown."""

expect.set_options(timeout=SECONDS * 1000)  # five seconds otherwise

LOADS: Final = 10
"""How often a test opens a page again when changes of the network end its requests."""
NETWORK_CHANGED: Final = "net::ERR_NETWORK_CHANGED"
"""Another program has added a network to this machine, and Chromium has ended requests for it."""
RELOADED: Final = "is interrupted by another navigation"
"""The page loads itself again where its link has another credential than the one that it keeps."""
ADDRESS: Final = "() => location.href"
"""The address of a page; Playwright may know it late."""
ORIGIN: Final = "() => location.origin"
SAY: Final = """async ([address, names, values]) => {
  let found = (await import(address)).default;
  for (const name of names) found = found[name];
  return typeof found === "function" ? found(...values) : found;
}"""

Theme = Literal["light", "dark"]


@contextmanager
def launched() -> Generator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        # Chromium's sandbox does not start for root; it loads nothing but our own service.
        options = ["--no-sandbox", f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=options)
        yield browser
        browser.close()


@dataclass
class Visit:
    """A tab of a browser at the service.

    Attributes:
        page: The tab, for all that has no method here.
        url: The address of the service.
        language: The tag of the language that the page is in.
        reported: Errors in the console, violations of the policy, failed requests.
        interrupted: Whether a change of the network has ended a request since the page was opened.
    """

    page: Page
    url: str
    language: str = "en"
    reported: list[str] = field(default_factory=list)
    known: dict[tuple[Any, ...], str] = field(default_factory=dict)
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.page.set_default_timeout(SECONDS * 1000)
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.reported.append(str(error)))

    def _note(self, message: Any) -> None:
        if NETWORK_CHANGED in message.text:
            self.interrupted = True
        elif message.type in {"error", "warning"}:
            self.reported.append(message.text)

    def open(self, path: str) -> None:
        """Open an address of the service, and wait until its page is shown.

        It is opened again if a change of the network has ended the request for one of its files.
        """
        address = self.url + path
        self._load(address, partial(self.page.goto, address))

    def reload(self) -> None:
        """Load the page again, as `open` opens it."""
        self._load(self.page.evaluate(ADDRESS), self.page.reload)

    def _load(self, address: str, load: Callable[[], object]) -> None:
        for _ in range(LOADS):
            self.interrupted = False
            try:
                load()
            except Error as error:
                self.interrupted |= NETWORK_CHANGED in str(error)
                if not self.interrupted and RELOADED not in str(error):
                    raise
            if self._comes():
                return
            # an address with a fragment is not loaded again where it is the present one
            with suppress(Error):  # the page may be loading itself again
                self.page.goto("about:blank")
            load = partial(self.page.goto, address)
        pytest.fail(f"changes of the network have ended {LOADS} loads of {address}")

    def _comes(self) -> bool:
        """Wait until a page of the service is shown; False: a request for it was ended before."""
        heading, shown = self.heading(), False

        def is_over() -> bool:
            nonlocal shown
            with suppress(Error):  # the page may be loading itself again
                # the browser's own page for a failed load has a heading, too
                shown = heading.is_visible() and self.page.evaluate(ORIGIN) == self.url
            return shown or self.interrupted

        until(is_over, SECONDS)
        return shown

    def text(self, name: str, *values: Any) -> str:
        """A text of the page in its language, such as `acts.moves`: of the page's own modules."""
        named = (name, *values)
        if named not in self.known:
            area, *names = name.split(".")
            address = tree().address(f"web/languages/{self.language}/{area}.js")
            self.known[named] = str(self.page.evaluate(SAY, [address, names, values]))
        return self.known[named]

    def numbered(self, name: str) -> re.Pattern[str]:
        """A text of the page that has a number in it: a pattern with the number as its group."""
        before, after = self.text(name, "#").split("#")
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
        """Follow a link of the header."""
        self.page.get_by_role("banner").get_by_role("link", name=name, exact=True).click()

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

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
