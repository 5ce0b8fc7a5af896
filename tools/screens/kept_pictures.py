"""The pictures that the repository keeps: of README.md, and the icons of the installed page."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from service.api.pages import ROOT
from tests.page.browsing import Site, Visit

README: Final = {
    "table-durak": ("table", (720, 620)),
    "replay-durak": ("replay", (836, 700)),
    "verify-deal": ("verification", (720, 420)),
}
"""The scenes of README.md: the names of their files, and the sizes of the window."""
IMAGES: Final = ROOT / "docs" / "images"
FLAT: Final = """() => document.querySelectorAll(".felt, .felt .card").forEach((each) => {
  if (each.matches(".felt")) each.style.background = "#236647";
  each.style.filter = "none";
})"""
"""A ground of one colour, without shadows: a quarter of the bytes."""
ICONS: Final = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-maskable": (512, 0.75)}
"""The size of each icon in pixels, and the part of it that the drawing takes."""
BELOW_HEADER: Final = "() => scrollTo(0, document.querySelector('header').offsetHeight)"
GREEN: Final = "#0b5d4b"


def picture(visit: Visit, scene: str) -> Path:
    """Picture a scene that is shown as README.md shows it."""
    IMAGES.mkdir(exist_ok=True)
    path = IMAGES / f"{README[scene][0]}.png"
    visit.page.evaluate(FLAT)
    visit.page.evaluate(BELOW_HEADER)
    visit.page.screenshot(path=path)
    return path


def icons(site: Site) -> Mapping[str, Path]:
    """Draw the icons from the SVG: browsers and phones that install the page need PNG."""
    drawing = (ROOT / "web" / "icon.svg").read_text("utf-8")
    made = {}
    for name, (size, part) in ICONS.items():
        page = site.browser.new_page(viewport={"width": size, "height": size})
        ground = GREEN if part < 1 else "transparent"
        inside = f"position: fixed; inset: {(1 - part) / 2:%}; width: {part:%}"
        page.set_content(
            f"<body style='margin: 0; background: {ground}'><div style='{inside}'>{drawing}</div>"
        )
        made[name] = ROOT / "web" / f"{name}.png"
        page.screenshot(path=made[name], omit_background=True)
        page.close()
    return made
