"""Results of `fairdeal verify`: JSON for programs, and a page that prints well for people."""

from collections.abc import Sequence
from html import escape
from typing import Any, Literal, NamedTuple

from domain.kernel.event import Id
from domain.kernel.sentence import Sentence
from languages.catalogue import IN_ENGLISH
from verifier.summary import Summary, rivals_summary, summary
from verifier.verdicts import WORST, Verdict

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Verification report</title>
<style>
body {{ max-width: 50rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.4 sans-serif; }}
td, th {{ padding: .2rem .5rem; border: 1px solid #999; text-align: left; vertical-align: top; }}
table {{ border-collapse: collapse; }}
td {{ overflow-wrap: anywhere; }}
section {{ break-inside: avoid-page; }}
</style>
</head>
<body>
<h1>Verification report</h1>
{records}
</body>
</html>
"""


class Checked(NamedTuple):
    """A record that was verified.

    Attributes:
        title: The name of its file, or of the files that were compared.
        stream: The id of the deal or table; empty if it cannot be read.
        verdicts: The result of each check.
        kind: Whether it is a record, a part of a tournament, the comparison of two records, or the
            evidence of a forked log.
    """

    title: str
    stream: Id
    verdicts: Sequence[Verdict]
    kind: Literal["record", "part", "rivals", "fork"] = "record"

    @property
    def summary(self) -> Summary | None:
        """The verdicts in a few sentences; None: they are one sentence."""
        if self.kind == "fork":
            return None
        return (rivals_summary if self.kind == "rivals" else summary)(self.verdicts)

    @property
    def doubts(self) -> Sequence[Verdict]:
        """The verdicts that neither hold nor say that there is nothing to check."""
        return [each for each in self.verdicts if each.status in WORST]


def as_json(records: Sequence[Checked], lines: Sequence[str], *, code: int) -> dict[str, Any]:
    """The results for programs.

    Args:
        records: The records.
        lines: The disputes of the tables among them, in words.
        code: The exit code.
    """
    return {"exit": code, "records": [_record(each) for each in records], "disputes": [*lines]}


def _record(checked: Checked) -> dict[str, Any]:
    summed = checked.summary
    return {
        "file": checked.title,
        "stream": checked.stream,
        "summary": summed
        and {
            "answer": _said(summed.answer),
            "trust": summed.trust and _said(summed.trust),
            "shown": [_said(each) for each in summed.shown],
            "rests": [_said(each) for each in summed.rests],
        },
        "verdicts": [
            {
                "check": each.check,
                "status": each.status,
                **_said(each.sentence),
                "position": each.position,
                "type": each.type,
                "field": each.field,
                "clauses": [*each.clauses],
            }
            for each in checked.verdicts
        ],
    }


def _said(sentence: Sentence) -> dict[str, Any]:
    values = {
        name: _said(value) if isinstance(value, Sentence) else value
        for name, value in sentence.values.items()
    }
    return {"key": sentence.key, "values": values, "text": IN_ENGLISH.text(sentence)}


def as_page(records: Sequence[Checked], lines: Sequence[str]) -> str:
    """The results for people: a page of HTML that loads nothing. Comparisons come first.

    Parts of a tournament come last, and only those that are in doubt.
    """
    shown = [each for each in records if each.kind != "part" or each.doubts]
    order = ("rivals", "record", "fork", "part")
    sections = [*map(_section, sorted(shown, key=lambda each: order.index(each.kind)))]
    if lines:
        said = "".join(f"<li>{escape(line)}</li>" for line in lines)
        sections.append(f"<section><h2>Disputes</h2><ul>{said}</ul></section>")
    return _PAGE.format(records="\n".join(sections))


def _section(checked: Checked) -> str:
    rows = "".join(
        f"<tr><th scope=row>{escape(each.check)}</th><td>{each.status}</td>"
        f"<td>{escape(each.detail)}</td></tr>"
        for each in checked.verdicts
    )
    first = "" if checked.summary is None else _summary(checked.summary)
    return f"<section><h2>{escape(checked.title)}</h2>{first}<table>{rows}</table></section>"


def _summary(summed: Summary) -> str:
    lists = "".join(
        f"<p>{escape(IN_ENGLISH.text(Sentence(key)))}</p><ul>{_items(sentences)}</ul>"
        for key, sentences in (("summary-shown", summed.shown), ("summary-rests", summed.rests))
        if sentences
    )
    answer, cannot = (escape(IN_ENGLISH.text(each)) for each in (summed.answer, summed.cannot))
    trust = "" if summed.trust is None else f" Key: {escape(IN_ENGLISH.text(summed.trust))}."
    return f"<p><strong>{answer}</strong>{trust}</p>{lists}<p>{cannot}</p>"


def _items(sentences: Sequence[Sentence]) -> str:
    return "".join(f"<li>{escape(IN_ENGLISH.text(each))}</li>" for each in sentences)
