"""A person without a mouse: they reach everything by Tab, and act by Enter, Space and letters."""

from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Locator

from tests.page.browsing import Visit

MOST: Final = 150
"""How many steps of Tab a person takes."""


@dataclass(frozen=True)
class Keyboard:
    visit: Visit

    def press(self, name: str, role: Any = "button") -> None:
        """Press a button, or follow a link."""
        self._reach(self.visit.find(role, name))
        self.visit.page.keyboard.press("Enter")

    def write(self, label: str, text: str) -> None:
        """Write into a field, in place of what it has."""
        self._reach(self.visit.field(label))
        self.visit.page.keyboard.press("Control+a")
        self.visit.page.keyboard.type(text)

    def check(self, label: str) -> None:
        self._reach(self.visit.field(label))
        self.visit.page.keyboard.press("Space")

    def choose(self, label: str, text: str, *, within: Any = "document") -> None:
        """Choose from a list by its letters."""
        self._reach(self.visit.find(within).get_by_label(label, exact=True))
        self.visit.page.keyboard.type(text)

    def unfold(self, summary: str) -> None:
        self._reach(self.visit.page.get_by_text(summary, exact=True))
        self.visit.page.keyboard.press("Enter")

    def show_more(self) -> None:
        """Unfold what is seldom needed at a table: on a phone it is behind a button."""
        panel = self.visit.text("table-panel")
        if self.visit.find("button", panel, expanded=False).count():
            self.press(panel)
        self.unfold(self.visit.text("table-more"))

    def _reach(self, target: Locator) -> None:
        target.wait_for()
        for _ in range(MOST):
            if target.evaluate("each => each === document.activeElement"):
                return
            self.visit.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached by Tab")
