"""The corpus: records, most of them forged, each with its verdicts, by what they are about."""
