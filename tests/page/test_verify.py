"""A person verifies records in the browser: dropped files, a deal of the service, and offline."""

import gzip
import json
import re
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import FilePayload, expect

from domain.games.svoi_kozyri.model import Beaten
from events.canonical import canonical
from events.translog.notes import SigningKey
from service.api.pages import IMPORT, MODULE, document, tree
from service.api.resources.web import CORE_WORKER
from tests import plain
from tests.page.browsing import DESKTOP, PHONE, Site, Theme, Visit
from tests.page.finished import Finished, finished
from tests.verifier.corpus.signatures import all_junk
from tests.verifier.corpus.trust import forged
from tests.verifier.evenings import with_boards
from tests.verifier.javascript import call, question
from tests.verifier.making import KEY as SERVICE_KEY
from tests.verifier.making import bundled, kept
from tests.verifier.mutants import OF_EVERY_KIND, mutants
from tests.verifier.mutations import Mutant
from tests.verifier.series import every_table
from tests.verifier.test_policies_in_javascript import forged as forged_move
from tests.verifier.test_policies_in_javascript import steps as steps_of_hard
from verifier.bundle import read, write

GOOD: Final = "Everything that a browser can check holds."
DROP: Final = "Drop files here, or choose them"
CUT: Final = "Response.prototype.arrayBuffer = () => Promise.reject(new TypeError('network error'))"
DEEP: Final = 50_000
"""So many objects in each other are JSON, and too many for a program that calls itself for each."""
SLOW: Final = 4_321
"""The size of the file that is read slowly."""
HOLD: Final = """(size) => {
  const read = Blob.prototype.arrayBuffer;
  const held = new Promise((done) => { window.release = done; });
  Blob.prototype.arrayBuffer = async function () {
    if (this.size === size) await held;
    return await read.call(this);
  };
}"""
KEY: Final = Path(__file__).parents[1] / "verifier" / "records" / "0.1" / "key.txt"


@pytest.fixture(scope="module")
def deal(site: Site) -> Finished:
    return finished(site, "goat", 4)


def file(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/json", "buffer": content}


def answer(visit: Visit, text: str | re.Pattern[str]) -> None:
    expect(visit.find("heading", text, level=2)).to_be_visible()


def test_a_dropped_record_holds_and_nothing_is_sent(visit: Visit, deal: Finished) -> None:
    record = deal.record()
    visit.open("/verify")
    visit.page.wait_for_load_state("networkidle")
    sent: list[str] = []
    visit.page.on("request", lambda request: sent.append(request.url))
    visit.field(DROP).set_input_files(file("deal.json", record))
    answer(visit, GOOD)
    expect(visit.find("heading", re.compile("^Hash chain"))).to_contain_text("holds")
    expect(visit.find("heading", re.compile("^Moves"))).to_contain_text("not checked here")
    visit.sees("fairdeal verify deal.json")
    assert sent == []


def test_a_dropped_tournament_is_drawn_again_and_its_false_deal_is_named(visit: Visit) -> None:
    lines = with_boards().lines
    visit.open("/verify")
    key = file("key.txt", str(SERVICE_KEY.verifier).encode())
    visit.field(DROP).set_input_files([file("evening.ndjson", b"".join(lines)), key])
    answer(visit, GOOD)
    expect(visit.find("heading", re.compile("^Draws"))).to_contain_text("holds")
    expect(visit.find("heading", re.compile("^Boards"))).to_contain_text("holds")
    at = next(at for at, line in enumerate(lines) if b"durak.beaten" in line)
    lines[at] = lines[at].replace(b"durak.beaten", b"durak.taken", 1)
    visit.field(DROP).set_input_files(file("evening.ndjson", b"".join(lines)))
    visit.sees(re.compile(f"evening.ndjson:{at + 1}"))


@pytest.mark.long
def test_moves_of_bots_are_made_again_by_the_core(visit: Visit) -> None:
    """The module is asked for with the first record that needs it, and runs in a worker."""
    visit.open("/verify")
    visit.page.wait_for_load_state("networkidle")
    sent: list[str] = []
    visit.page.on("request", lambda request: sent.append(request.url.removeprefix(visit.url)))
    honest = bundled(kept(steps_of_hard()), receipts=False, logged=False)
    visit.field(DROP).set_input_files(file("honest.json", write(honest)))
    bots = visit.find("heading", re.compile("^Bots"))
    expect(bots).to_contain_text("holds")
    visit.sees(re.compile("moves of bots are what hard/1@20000 makes of what their seats saw"))
    assert {tree().address(each) for each in (MODULE, CORE_WORKER)} <= {*sent}
    bundle, position = forged_move(Beaten)
    visit.field(DROP).set_input_files(file("forged.json", write(bundle)))
    answer(visit, f"This record is false: one check fails, first at event {position}.")


def test_one_altered_card_is_named_with_its_event(visit: Visit, deal: Finished) -> None:
    at, record = deal.altered()
    visit.open("/verify")
    visit.field(DROP).set_input_files(file("false.json", record))
    answer(visit, re.compile(f"^This record is false: .*, first at event {at}"))
    visit.sees(f"It fails at event {at}.")
    visit.field(DROP).set_input_files(file("true.json", deal.record()))
    answer(visit, "false.json and true.json")
    one = visit.find("region", "false.json and true.json")
    expect(one.get_by_role("heading", name=re.compile("^One record"))).to_contain_text("fails")


@pytest.mark.long
def test_a_file_that_is_read_slowly_changes_no_other(visit: Visit) -> None:
    visit.open("/verify")
    visit.page.evaluate(HOLD, SLOW)
    files = visit.page.locator(".files li")
    visit.field(DROP).set_input_files(file("first", b"1"))
    expect(files).to_have_text(["Unknown file: first Remove"])
    visit.field(DROP).set_input_files(file("slow", b"x" * SLOW))
    visit.field(DROP).set_input_files(file("second", b"2"))
    visit.press("Remove first")
    visit.page.evaluate("() => window.release()")
    expect(files).to_have_text([f"Unknown file: {each} Remove" for each in ("second", "slow")])


@pytest.mark.long
def test_a_dropped_folder_is_named_and_the_file_beside_it_is_read(
    visit: Visit, tmp_path: Path
) -> None:
    folder, beside = tmp_path / "records", tmp_path / "notes"
    folder.mkdir()
    beside.write_text("no record")
    visit.open("/verify")
    session = visit.page.context.new_cdp_session(visit.page)
    data = {"items": [], "files": [str(folder), str(beside)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        drag = {"type": kind, "x": 200, "y": 200, "data": data}
        session.send("Input.dispatchDragEvent", drag)
    expect(visit.find("alert")).to_contain_text("This could not be read: records.")
    expect(visit.page.locator(".files li")).to_have_text(["Unknown file: notes Remove"])


def test_a_record_under_another_key_of_the_same_name_proves_nothing(
    visit: Visit, deal: Finished
) -> None:
    """Forged as a whole, with a log of its own: the page compares with its own service's key."""
    genuine = read(deal.record())
    assert genuine.verifier is not None
    key = SigningKey(genuine.verifier.name, bytes(32))
    visit.open("/verify")
    visit.field(DROP).set_input_files(file("forged.json", write(forged(genuine, key=key))))
    answer(visit, re.compile("^Nothing fails, but"))
    first = visit.page.locator(".report > p").first
    expect(first).to_contain_text("Only the bundle names the key")
    expect(first).to_contain_text(f"the key pinned from {visit.url} is {genuine.key}")


@pytest.mark.long
def test_what_the_key_adds_is_said(visit: Visit, site: Site, deal: Finished) -> None:
    key = plain.get(f"{site.url}/v1/log/key").content
    visit.open(f"/verify/{deal.deal}")
    answer(visit, GOOD)
    expect(visit.page.locator(".report > p").first).to_contain_text("it was pinned earlier, from")
    visit.field(DROP).set_input_files(file("key.txt", key))
    added = visit.find("region", "What each file adds")
    expect(added).to_contain_text("The signatures are by the key that you trust")
    expect(added).to_contain_text("you gave it")
    visit.field(DROP).set_input_files(file("key.txt", KEY.read_bytes()))
    answer(visit, re.compile("^This record is false"))
    visit.press("Remove key.txt")
    answer(visit, GOOD)


@pytest.mark.long
def test_each_swap_leads_to_the_pack_and_the_hands(visit: Visit, deal: Finished) -> None:
    visit.open(f"/verify/{deal.deal}/shuffle")
    expect(visit.page.get_by_text("as recorded")).to_have_count(4)
    after = visit.find("list", "The pack after the swap").get_by_role("img")
    last = 35
    visit.find("slider", "The pack after the swap").fill(str(last))
    visit.sees(f"swap {last} of {last}")
    names = "(all) => all.map((each) => each.getAttribute('aria-label'))"
    shown = visit.find("list", "The pack").get_by_role("img").evaluate_all(names)
    assert after.evaluate_all(names) == shown
    visit.find("slider", "The pack after the swap").fill("0")
    visit.sees("The pack in the order of the rules, before the first swap.")
    assert after.evaluate_all(names) != shown


@pytest.mark.long
def test_a_saved_replay_verifies_and_replays_offline(visit: Visit, deal: Finished) -> None:
    visit.open("/verify")
    visit.page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    visit.open(deal.address(1, "public"))
    with visit.page.expect_download() as download:
        visit.press("Save for offline use")
    saved = Path(download.value.path()).read_bytes()
    visit.page.context.set_offline(True)
    visit.open("/verify")
    visit.field(DROP).set_input_files(file("saved.json", saved))
    answer(visit, GOOD)
    expect(visit.find("heading", re.compile("^Replay"), level=3)).to_contain_text("holds")
    visit.press("Show the replay")
    visit.field("Seen by").select_option(label="Bot 2")
    visit.find("slider", "Moment").fill("4")
    answer(visit, "After event 4")
    visit.reported.clear()  # the check for a new worker does not reach the service


@pytest.mark.long
def test_a_deal_in_the_archive_is_verified_there(visit: Visit, deal: Finished) -> None:
    """Where the page cannot read the archive, it leads there, and takes the file."""
    packed, address = gzip.compress(deal.record()), f"{visit.url}/archive/2026-01/ab.json.gz"
    problem = {"code": "archived", "status": 410, "detail": "In the archive.", "archive": address}
    refusal = json.dumps({**problem, "sha256": sha256(packed).hexdigest()})
    visit.page.route(
        f"**/v1/deals/{deal.deal}/bundle*", lambda route: route.fulfill(status=410, body=refusal)
    )
    visit.page.route("**/archive/**", lambda route: route.fulfill(body=packed))
    visit.open(f"/verify/{deal.deal}")
    answer(visit, GOOD)
    other = gzip.compress(deal.record(), compresslevel=1)
    visit.page.route("**/archive/**", lambda route: route.fulfill(body=other))
    visit.reload()
    link = visit.find("link", "The record in the archive")
    expect(link).to_be_visible()
    visit.page.add_init_script(CUT)
    visit.reload()
    expect(link).to_be_visible()
    visit.page.route("**/archive/**", lambda route: route.fulfill(status=404))
    visit.reload()
    expect(link).to_have_attribute("href", address)
    visit.field(DROP).set_input_files(file("ab.json.gz", packed))
    answer(visit, GOOD)
    visit.reported.clear()  # browsers report 404 and 410


def saved_replay(deal: Finished) -> dict[str, Any]:
    """The file of a replay, with the view of all cards."""
    return {
        "format": "fairdeal/page/replay",
        "bundle": deal.record().decode(),
        "table": deal.site.call("GET", f"/v1/tables/{deal.table}"),
        "game": deal.site.call("GET", "/v1/games/goat"),
        "views": [[deal.frames("full")]],
    }


@pytest.mark.long
def test_a_failure_has_the_name_of_the_player(visit: Visit, deal: Finished) -> None:
    saved = saved_replay(deal)
    record = json.loads(saved["bundle"])
    led = next(each for each in record["events"] if '"type":"goat.led"' in each["body"])
    event = json.loads(led["body"])
    seat = event["data"]["seat"]
    led["body"] = led["body"].replace(json.dumps(event["actor"]), json.dumps(f"seat:{seat}"))
    saved["bundle"] = canonical(record).decode()
    saved["table"]["seats"][seat] |= {"name": "Maximiliane", "bot": None}
    visit.open("/verify")
    visit.field(DROP).set_input_files(file("saved.json", json.dumps(saved).encode()))
    visit.sees("A bot plays for Maximiliane, and did not make this move.")


@pytest.mark.long
def test_a_clause_that_a_record_breaks_shows_its_name_on_hover(visit: Visit) -> None:
    visit.open("/verify")
    visit.field(DROP).set_input_files(file("junk.json", write(all_junk("full"))))
    answer(visit, re.compile("fail"))
    visit.page.get_by_role("link", name="F7", exact=True).first.hover()
    expect(visit.page.get_by_role("tooltip").first).to_contain_text(re.compile(r"\w+\. \w+"))


@pytest.mark.long
def test_nothing_is_said_of_a_file_that_was_replaced_by_one_that_cannot_be_read(
    visit: Visit, deal: Finished
) -> None:
    saved = saved_replay(deal)
    saved["views"][0][0]["frames"][0]["patch"] = {"too": "DEEP"}
    deep = json.dumps(saved).replace('"DEEP"', '{"a":' * DEEP + "1" + "}" * DEEP)
    visit.open("/verify")
    visit.field(DROP).set_input_files(file("deal.json", deal.record()))
    answer(visit, GOOD)
    visit.field(DROP).set_input_files(file("deal.json", deep.encode()))
    expect(visit.find("region", "Files that were not used")).to_contain_text("deal.json")
    expect(visit.find("heading", GOOD)).to_have_count(0)


@pytest.mark.long
def test_a_replay_that_shows_other_events_than_its_record_is_false(
    visit: Visit, deal: Finished
) -> None:
    saved = saved_replay(deal)
    led = next(f for f in saved["views"][0][0]["frames"] if f["event"]["type"] == "goat.led")
    led["event"]["data"]["cards"][0] = "AC" if led["event"]["data"]["cards"][0] != "AC" else "KC"
    visit.open("/verify")
    visit.field(DROP).set_input_files(file("saved.json", json.dumps(saved).encode()))
    at = led["event"]["position"]
    answer(visit, f"This record is false: one check fails, first at event {at}.")


@pytest.mark.long
@pytest.mark.parametrize(("size", "theme"), [(PHONE, "dark"), (DESKTOP, "light")])
@pytest.mark.parametrize("path", ["/verify/{}", "/verify/{}/shuffle"])
def test_a_proof_has_no_barriers(
    site: Site, deal: Finished, path: str, size: tuple[int, int], theme: Theme
) -> None:
    with site.visit(size=size, theme=theme) as visit:
        visit.open(path.format(deal.deal))
        visit.find("heading", re.compile("^(Hash chain|The hands)")).wait_for()
        assert visit.violations() == []
        assert visit.overflow() <= 0


def in_the_browser(visit: Visit, some: list[Mutant]) -> list[Any]:
    """The verdicts on altered records, by the modules of the page."""
    visit.open("/verify")
    said = visit.page.evaluate(VERIFY, [tree().address("verifier/"), list(map(question, some))])
    return list(said)


VERIFY: Final = """async ([address, questions]) => {
  const { Unreadable, verify } = await import(`${address}verify.mjs`);
  const { compare } = await import(`${address}compare.mjs`);
  const { core } = await import(`${address}../web/verify/core.js`);
  const file = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const all = [];
  for (const { raw, other, receipts = [], checkpoints = [], key = null, ...more } of questions) {
    const others = (more.others ?? []).map(file);
    const held = { receipts: receipts.map(file), checkpoints, key, others, core };
    const [one, two] = [raw, other].map((each) => each && { file: file(each), held });
    const run = other === undefined ? verify(file(raw), held)
      : compare({ name: "one", ...one }, { name: "other", ...two });
    const said = [];
    try {
      for await (const { check, status, sentence, position, type, field, clauses } of run) {
        said.push([check, status, sentence, position, type, field, clauses]);
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      said.push(["unreadable", "fails", { key: "said", values: {} }, null, null, null, []]);
    }
    all.push(said);
  }
  return all;
}"""


@pytest.mark.long
def test_a_browser_gives_the_verdicts_of_node(visit: Visit) -> None:
    some = list(mutants("durak", 2, count=12, seed=7, turns=OF_EVERY_KIND[::4]))
    expected = [call("verdicts", question(each)) for each in some]
    assert in_the_browser(visit, some) == expected


@pytest.mark.long
@every_table
def test_a_browser_gives_every_verdict_of_node(visit: Visit, key: str, seats: int) -> None:
    some = list(mutants(key, seats, count=3 * len(OF_EVERY_KIND), seed=3))
    expected = [call("verdicts", question(each)) for each in some]
    assert in_the_browser(visit, some) == expected


SHOWN_IN_NO_OTHER_LANGUAGE: Final = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (parent.closest("[lang=en], code, pre") === null) found.push(data);
  }
  return found.join("\\n");
}"""
ENGLISH: Final = re.compile(r"\b(the|is|are|of|and|not|seat|event|by|to)\b")


@pytest.mark.long
@pytest.mark.parametrize("language", ["ru", "de", "ka"])
def test_no_detail_is_english_without_being_marked(site: Site, language: str) -> None:
    some = list(mutants("durak", 2, count=len(OF_EVERY_KIND), seed=7))
    files = [file(f"{at}.json", each.raw) for at, each in enumerate(some[::10])]
    with site.visit(language=language) as visit:
        visit.open("/verify")
        visit.field(visit.text("verify-drop")).set_input_files(files)
        reports = visit.page.locator("section.report > h2.answer")
        expect(reports).to_have_count(len(files), timeout=30_000)  # on a busy machine
        text = visit.page.evaluate(SHOWN_IN_NO_OTHER_LANGUAGE)
        assert ENGLISH.findall(text) == []
        marked = visit.page.locator("main [lang=en]").all_inner_texts()
        hints = visit.page.locator(".verdict .hint").count()
        assert len(marked) * 10 < hints, marked


@pytest.mark.long
def test_the_saved_file_verifies_without_service_or_connection(
    site: Site, deal: Finished, tmp_path: Path
) -> None:
    """Opened from a disk, without a connection, it loads nothing and finds a forgery."""
    saved = tmp_path / "fairdeal-verify.html"
    saved.write_bytes(document())
    at, other = deal.altered()
    record = deal.record()
    with site.visit(size=PHONE) as visit:
        visit.page.context.set_offline(offline=True)
        sent: list[str] = []
        visit.page.on("request", lambda request: sent.append(request.url))
        visit.page.goto(saved.as_uri())
        visit.field(DROP).set_input_files(file("deal.json", record))
        answer(visit, re.compile("^Nothing fails"))
        visit.field(DROP).set_input_files(file("deal.json", other))
        answer(visit, re.compile(f"event {at}"))
        visit.page.get_by_label("Language").select_option("de")
        expect(visit.find("heading", re.compile("^Hashkette"))).to_contain_text("scheitert")
        assert visit.violations() == []
        assert visit.overflow() <= 0
    assert [url for url in sent if not url.startswith("data:")] == [saved.as_uri()]


def test_the_saved_file_names_no_other_file() -> None:
    text = document().decode()
    listed = text.partition('type="importmap">')[2].partition("</script>")[0]
    modules = json.loads(listed)["imports"]
    for address in modules.values():
        module = b64decode(address.partition(",")[2]).decode()
        assert not IMPORT.findall(module)
    assert not re.search(r"""(src|href)="(?!data:)""", text)
