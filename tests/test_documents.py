"""The Markdown pages: their links have targets."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page.relative_to(ROOT)
    for page in ROOT.rglob("*.md")
    if not {"node_modules", ".venv", ".cache"} & set(page.relative_to(ROOT).parts)
)
LINK = re.compile(r"\]\((?!https?:)([^)\s]*)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall((ROOT / page).read_text("utf-8")):
        path, _, place = link.partition("#")
        leads_to = (ROOT / page.parent / path) if path else ROOT / page
        assert leads_to.exists(), link
        if place:
            headings = HEADING.findall(leads_to.read_text("utf-8"))
            assert place in {_anchor(each) for each in headings}, link


def _anchor(heading: str) -> str:
    """The anchor of a heading in a Markdown page."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
