"""The verifier: evidence bundles, and the checks that show whether a record holds.

It is pure and works offline: a check needs only the bundle and this package, nothing of the
service. ``verify.js`` implements the same checks again, except the checks of the rules of play.
"""
