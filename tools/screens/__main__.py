"""Pictures of every page, in every language and theme, on a phone and a desktop: `make screens`.

``python -m tools.screens [--language en] [--theme light] [--width 360] [SCENE…]`` makes some.
The folder `.screens` has one folder for each language, theme and width. Nothing compares the
pictures: a person looks at them. ``--kept`` makes those that the repository keeps.
"""

import argparse
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import FilePayload

from tests import servers
from tests.api.playing import SHORT
from tests.e2e.conftest import key, started, url
from tests.page.addresses import await_one, unfold
from tests.page.browsing import (
    DESKTOP,
    LANGUAGES,
    PHONE,
    PLAIN_HOST,
    PROGRAM,
    Site,
    Theme,
    Visit,
    launched,
)
from tests.page.disputing import LONG_TEXT, RIGHT_TO_LEFT, disputed
from tests.page.finished import Finished, finished
from tests.page.playing import SEATS, address, opened, played
from tests.serving import until
from tools.screens.kept_pictures import README, icons, picture

FOLDER: Final = Path(__file__).parents[2] / ".screens"
SIZES: Final = {str(width): (width, height) for width, height in (PHONE, DESKTOP)}
NAMES: Final = ("Ann", "Борис", "Maximiliane von Hohenstein", "თამარ")
MOVES: Final = {"goat": 9, "durak": 4, "svoi_kozyri": 6, "skat": 12}
"""How many moves of persons a pictured table has seen."""
SETTLED_MS: Final = 1_500
"""How long a page is left alone before its picture: a table loads more after its cards."""
PATIENCE_MS: Final = 60_000
"""How long a picture waits: the page of the contract takes its time on a busy machine."""


class Scene(NamedTuple):
    """A page in some state.

    Attributes:
        path: Its address, with a token behind `#` if it needs one.
        act: Acts on it before the picture.
    """

    path: str
    act: Callable[[Visit], object] = lambda _: None


def press(*numbers: int) -> Callable[[Visit], None]:
    """Press buttons of the content, by their numbers: their names depend on the language."""

    def act(visit: Visit) -> None:
        for number in numbers:
            visit.page.get_by_role("main").get_by_role("button").nth(number).click()

    return act


def drop(name: str, content: bytes) -> Callable[[Visit], None]:
    """Give the page a file."""

    def act(visit: Visit) -> None:
        file: FilePayload = {"name": name, "mimeType": "application/json", "buffer": content}
        visit.page.locator("input[type=file]").set_input_files(file)
        visit.page.locator(".verdict").first.wait_for()

    return act


def scenes(site: Site) -> dict[str, Scene]:
    """Every scene, by its name."""
    record = finished(site, "goat", 4, name="The final")
    return {
        **lobby(site),
        **tables(site),
        **replays(site, record),
        **proofs(record),
        **disputes(site),
        "host-entry": Scene("/host"),
        "host": Scene(f"/host#{site.key}", open_guests),
        "settings": Scene("/settings"),
        "unknown": Scene("/no/such/page"),
        "docs": Scene("/docs", await_one("body[data-operations]")),
        "rules": Scene("/rules"),
        "rules-goat": Scene("/rules/goat"),
        "problems": Scene("/problems"),
        "problem": Scene("/problems/illegal-move"),
    }


def lobby(site: Site) -> dict[str, Scene]:
    opened(
        site, "skat", name="Ohne Namen geht es nicht, sagte sie, und mit langen erst recht nicht"
    )
    for game in SEATS:
        opened(site, game, NAMES[0], visibility="public")
    free = {"game": "goat", "name": "Дворовый козёл", "visibility": "public"}
    table = site.call("POST", "/v1/tables", {**free, "seats": [{"name": NAMES[2]}, {}, {}, {}]})
    site.await_listed(table["table"]["id"])
    return {
        "lobby": Scene("/"),
        "lobby-host": Scene(f"/#{site.key}", go_to_lobby),
        "lobby-form": Scene(f"/#{site.key}", open_form),
    }


def go_to_lobby(visit: Visit) -> None:
    visit.page.locator("header nav a").first.click()
    visit.page.locator("main .tables li").first.wait_for()


def open_form(visit: Visit) -> None:
    go_to_lobby(visit)
    press(0)(visit)
    visit.page.locator("dialog select").first.wait_for()


def open_guests(visit: Visit) -> None:
    await_one(".lines h3")(visit)
    press(1)(visit)


def tables(site: Site) -> dict[str, Scene]:
    found: dict[str, Scene] = {}
    for game, seats in SEATS.items():
        table = opened(site, game, *NAMES[:seats], visibility="public")
        played(site, table, MOVES[game])
        seat = on_turn(site, table)
        found[f"table-{game}"] = Scene(address(table, seat), await_one(".own-card"))
        found[f"table-{game}-watched"] = Scene(f"/t/{table['table']['id']}", await_one(".on-felt"))
    seated = [{"name": NAMES[2]}, {}, {}]
    body = {"game": "skat", "name": "Waits for two", "seats": seated}
    waiting = site.call("POST", "/v1/tables", body)
    made = site.call("POST", f"/v1/tables/{waiting['table']['id']}/invitations", {"name": "Cid"})
    over = opened(site, "durak", "Ann", visibility="public")
    resignation = f"/v1/deals/{over['table']['deal']['id']}/resignation"
    site.call("POST", resignation, {}, who=over["tokens"][0]["token"])
    until(lambda: site.call("GET", f"/v1/tables/{over['table']['id']}")["status"] == "over")
    adding = [{"name": "Ann", "commits": True}, {}]
    seeds = site.call("POST", "/v1/tables", {"game": "durak", "name": "Seeds", "seats": adding})
    return {
        **found,
        "table-plain-http": Scene("/", by_plain_http(address(seeds))),
        "table-waiting": Scene(address(waiting), await_one(".waiting-seats")),
        "table-invited": Scene(f"/t/{waiting['table']['id']}#{made['token']}", await_one(".sit")),
        "table-over": Scene(address(over), await_one(".winner")),
        "series": Scene(f"/t/{over['table']['id']}/series"),
    }


def by_plain_http(path: str) -> Callable[[Visit], None]:
    """Open an address by plain HTTP, as from another machine."""

    def act(visit: Visit) -> None:
        visit.page.goto(visit.url.replace("127.0.0.1", PLAIN_HOST) + path)
        visit.page.locator(".refusal").wait_for()

    return act


def replays(site: Site, record: Finished) -> dict[str, Scene]:
    token = f"#{site.key}"
    found = {"replay-goat": Scene(record.address(30, "seat:1") + token, await_one(".replay"))}
    for game in SEATS:
        if game != "goat":
            deal = finished(site, game, SEATS[game], options=SHORT.get(game, {}))
            found[f"replay-{game}"] = Scene(
                deal.address(20, "seat:0") + token, await_one(".replay")
            )
    return {**found, "replay-public": Scene(record.address(40, "public"), await_one(".replay"))}


def proofs(record: Finished) -> dict[str, Scene]:
    _, other = record.altered()
    return {
        "verify": Scene("/verify"),
        "verify-deal": Scene(f"/verify/{record.deal}", await_one(".verdict")),
        "verify-false": Scene("/verify", drop("false.json", other)),
        "shuffle": Scene(f"/verify/{record.deal}/shuffle", await_one(".pack")),
    }


def disputes(site: Site) -> dict[str, Scene]:
    """Disputes of a deal, as a player, the host, an auditor and a stranger see them."""
    deal = disputed(site, LONG_TEXT, RIGHT_TO_LEFT)
    shown, at = f"/d/{deal.deal}", f"?at={deal.at}"
    opened = await_one("details")
    return {
        "disputes-player": Scene(f"{shown}#{deal.seats[1]}", opened),
        "disputes-open": Scene(f"{shown}{at}#{deal.seats[0]}", opened),
        "disputes-host": Scene(f"{shown}#{site.key}", opened),
        "disputes-auditor": Scene(deal.auditor_path, open_evidence),
        "disputes-stranger": Scene(shown),
        "arbiter": Scene(f"/arbiter#{deal.auditor}", await_one(".lines h3")),
        "ruling": Scene(f"{shown}/2#{deal.seats[0]}", await_one(".ruling .proof")),
        "replay-dispute": Scene(
            f"/replay/{deal.deal}/{deal.at}/seat:0#{deal.seats[0]}", await_one(".replay")
        ),
        "series-dispute": Scene(f"/t/{deal.table}/series#{deal.seats[0]}"),
    }


def open_evidence(visit: Visit) -> None:
    await_one("details")(visit)
    unfold(visit)
    visit.page.locator(".legal-moves").first.wait_for()


def on_turn(site: Site, table: Any) -> int:
    """The seat that is to move; the first one if none is."""
    deal = site.call("GET", f"/v1/tables/{table['table']['id']}")["deal"]["id"]
    return int(site.call("GET", f"/v1/deals/{deal}")["to_act"] or 0)


def pictures(
    site: Site,
    wanted: Iterable[str],
    languages: Iterable[str],
    themes: Iterable[Theme],
    widths: Iterable[str],
) -> list[str]:
    """Make the pictures of some scenes; of all, if none is named.

    Returns:
        The pictures that could not be made, each with the reason.
    """
    every = scenes(site)
    chosen = {name: every[name] for name in wanted or every}
    missing: list[str] = []
    for language, theme, width in product(languages, themes, widths):
        folder = FOLDER / f"{language}-{theme}-{width}"
        folder.mkdir(parents=True, exist_ok=True)
        for name, scene in chosen.items():
            path = folder / f"{name}.png"
            path.unlink(missing_ok=True)
            for last in (False, True):
                try:
                    with site.visit(language=language, theme=theme, size=SIZES[width]) as visit:
                        show(visit, scene)
                        visit.page.screenshot(path=path, full_page=True)
                    break
                except PlaywrightError as error:
                    if last:
                        missing.append(f"{path}: {error.message}")
        print(folder)  # noqa: T201 - a program
    return missing


def show(visit: Visit, scene: Scene) -> None:
    """Show a scene, and wait until it rests."""
    visit.page.set_default_timeout(PATIENCE_MS)
    visit.page.emulate_media(reduced_motion="reduce")
    visit.have_credential_of(scene.path)
    visit.page.goto(visit.url + scene.path)
    visit.page.locator("h1, rapi-doc").first.wait_for()
    scene.act(visit)
    visit.page.wait_for_timeout(SETTLED_MS)
    visit.reported.clear()


def kept(site: Site) -> None:
    """Make the pictures that the repository keeps."""
    every = scenes(site)
    for name, (_, size) in README.items():
        with site.visit(size=size) as visit:
            show(visit, every[name])
            print(picture(visit, name))  # noqa: T201 - a program
    print(*icons(site).values(), sep="\n")  # noqa: T201 - a program


def main() -> None:
    """Read the command line, and make the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tools.screens", description=__doc__)
    parser.add_argument("scenes", nargs="*", metavar="SCENE")
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--theme", action="append", choices=get_args(Theme))
    parser.add_argument("--width", action="append", choices=SIZES)
    parser.add_argument("--kept", action="store_true", help="the pictures of README.md, and icons")
    args = parser.parse_args()
    if not PROGRAM:
        parser.exit(1, "The pictures need chromium (Debian and Ubuntu: apt install chromium).\n")
    servers.open_session()
    try:
        with started("screens") as serve, launched() as browser:
            site = Site(url(serve), key(serve), browser)
            if args.kept:
                kept(site)
                return
            languages, themes = args.language or LANGUAGES, args.theme or get_args(Theme)
            widths = args.width or SIZES
            missing = pictures(site, args.scenes, languages, themes, widths)
            if missing:
                parser.exit(1, "\n".join(("Not pictured, tried twice:", *missing, "")))
    finally:
        servers.close_session()


if __name__ == "__main__":
    main()
