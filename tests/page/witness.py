"""The acts of a page while it plays: what it says, and where the focus is."""

from dataclasses import dataclass
from typing import Final

from tests.page.browsing import Visit

SCRIPT: Final = """(() => {
  const seen = { spoken: [], lost: [], last: null, first: 0, before: 0 };
  Object.defineProperty(window, "witness", { value: seen });
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = target instanceof Element ? target.closest("[aria-live=polite]") : null;
      if (region === null) continue;
      seen.spoken.push(...[...addedNodes].map((node) => node.textContent));
    }
    const lines = document.querySelectorAll(".log li").length;
    if (seen.first === 0 && lines > 0) [seen.first, seen.before] = [lines, seen.spoken.length];
  }).observe(document, { childList: true, subtree: true });
  const look = () => {
    const focused = document.activeElement;
    const none = focused === null || focused === document.body;
    if (!none) seen.last = focused;
    else if (seen.last !== null && !(seen.last.isConnected && seen.last.checkVisibility())) {
      seen.lost.push(seen.last.textContent);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""


@dataclass(frozen=True)
class Witness:
    """Looks at a page from its first frame on."""

    visit: Visit

    def __post_init__(self) -> None:
        self.visit.page.add_init_script(SCRIPT)

    def first(self) -> int:
        """The position of the event that the log ended with when it was shown first."""
        return int(self.visit.page.evaluate("() => witness.first"))

    def spoken(self) -> list[str]:
        """The texts of the polite live region since then, in their order."""
        said: list[str] = self.visit.page.evaluate("() => witness.spoken.slice(witness.before)")
        return said

    def lost(self) -> list[str]:
        """The elements that were removed with the focus, one for each frame without a focus."""
        lost: list[str] = self.visit.page.evaluate("() => witness.lost")
        return lost
