"""The verifier: evidence bundles, and the checks that show whether a record holds.

It is pure and works offline: a check needs only the bundle and this package, nothing of the
service. ``verify.js`` has the same checks a second time, except those of the rules of play.
"""
