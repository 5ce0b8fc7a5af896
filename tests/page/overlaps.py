"""What is wrong with a table as it is drawn: parts that cover others, leave it, or are cut off."""

from contextlib import suppress
from typing import Final

from tests.page.browsing import Visit
from tests.serving import until

SOON: Final = 5.0
WRONG: Final = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const table = document.querySelector(".felt"), found = new Set();
  const box = (each) => each.getBoundingClientRect();
  const isSeen = (each) => getComputedStyle(each).visibility !== "hidden"
    && box(each).width > 1 && box(each).height > 1;
  const all = (selector) => [...table.querySelectorAll(selector)].filter(isSeen);
  const told = (each) => `${each.className} "${each.ariaLabel ?? each.textContent}"`;
  const meet = (one, other, [across, down]) =>
    Math.min(box(one).right, box(other).right) - Math.max(box(one).left, box(other).left) > across
    && Math.min(box(one).bottom, box(other).bottom) - Math.max(box(one).top, box(other).top) > down;
  const apart = (some, others, depth = [3, 3]) => {
    for (const one of some) for (const other of others) {
      if (one === other || one.contains(other) || other.contains(one)) continue;
      if (meet(one, other, depth)) found.add(`${told(one)} covers ${told(other)}`);
    }
  };
  const inside = (some, most) => {
    const { left, right, top, bottom } = box(table);
    for (const each of some) {
      const its = box(each);
      const leaves = [left - its.left, its.right - right, top - its.top, its.bottom - bottom];
      if (Math.max(...leaves) > most) found.add(`${told(each)} leaves the table`);
    }
  };
  const isFlat = table.matches(".flat");
  const chips = all(".bubble, .label, .plate, .status, .moves .button, .hint-words, .bracket span");
  const seats = all(".seat").map((each) => [...each.querySelectorAll(".avatar, .who")]);
  const shapes = Map.groupBy(all(".on-felt:not(:empty)"), ({ dataset }) => dataset.shape);
  const of = (...names) => names.flatMap((name) => shapes.get(name) ?? []);
  const own = all(".own-card"), counts = all(".count");
  const laid = [...of("laid", "pairs", "row"), ...all(".outline")];
  const fans = of("hand").filter((each) => !own.includes(each));
  const stacks = [...of("deck", "heap"), ...all(".sign")];
  const others = (some) => seats.filter((each) => each !== some).flat();
  apart(chips, chips);
  for (const seat of seats) apart(seat, [...chips, ...others(seat)]);
  apart(own, [...chips, ...seats.flat(), ...laid, ...fans, ...stacks, ...counts]);
  const labels = chips.filter((each) => !each.matches(".bracket span"));
  apart(laid, [...labels, ...seats.flat(), ...fans, ...stacks, ...counts]);
  apart(stacks, [...chips.filter((each) => !each.matches(".label")), ...seats.flat(), ...fans]);
  // what is drawn of a card that is turned is smaller than its box
  apart(fans, chips, [8, 9]);
  // on a low screen the name lies over the lower half of its fan
  const text = Number.parseFloat(getComputedStyle(table).fontSize) / 16;
  apart(all(".who .name"), fans, [3, (isFlat ? 24 : 14) * text]);
  inside([...chips, ...seats.flat(), ...laid, ...fans, ...stacks], 1);
  if (!isFlat) inside(own, 1);
  for (const each of all("*")) {
    if (each.closest(".name, svg, .unseen, .fitting")) continue;
    const style = getComputedStyle(each);
    const isCut = style.overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
    if (isCut) found.add(`${told(each)} is cut off`);
  }
  const turn = document.querySelector(".status.mine") === null ? [] : own;
  for (const each of [...turn, ...all(".moves .button, .status.mine")]) {
    const { top, bottom } = box(each);
    const most = isFlat && each.matches(".own-card") ? Infinity : innerHeight + 1;
    if (top < -1 || bottom > most) found.add(`${told(each)} is out of view`);
  }
  return [...found];
}"""
"""The findings, once the table is laid out for the size that its window has just got.

Long names are cut; the seat has all of it for a screen reader.
"""


def wrong(visit: Visit) -> list[str]:
    """What is wrong for longer than a moment."""
    with suppress(AssertionError):
        until(lambda: visit.page.evaluate(WRONG) == [], SOON)
    return list(visit.page.evaluate(WRONG))
