"""The page as an installed program: its manifest, and its icons."""

import struct
from typing import Any, Final

import pytest

from tests import plain
from tests.page.browsing import Site, Visit

PNG: Final = b"\x89PNG\r\n\x1a\n"
DEMANDED: Final = {"192x192", "512x512"}
"""The sizes of icons that Chromium and Android ask for."""


@pytest.fixture(scope="module")
def manifest(site: Site) -> Any:
    return plain.get(f"{site.url}/manifest.webmanifest").raise_for_status().json()


@pytest.mark.long
def test_a_browser_finds_nothing_against_installing_the_page(visit: Visit) -> None:
    visit.open("/")
    line = visit.page.context.new_cdp_session(visit.page)
    line.send("Page.enable")
    assert line.send("Page.getAppManifest")["errors"] == []
    found = line.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # every context of a test is incognito
    assert [each for each in found if each["errorId"] != "in-incognito"] == []


def test_the_manifest_names_the_page(manifest: Any) -> None:
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("Fairdeal", "/", "/")
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_every_icon_has_the_size_that_it_is_said_to_have(site: Site, manifest: Any) -> None:
    sizes = set()
    for icon in manifest["icons"]:
        answer = plain.get(site.url + icon["src"]).raise_for_status()
        assert answer.headers["Content-Type"] == icon["type"]
        if icon["type"] == "image/png":
            assert answer.content.startswith(PNG)
            sizes.add(icon["sizes"])
            width, height = struct.unpack(">II", answer.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert sizes == DEMANDED
