"""What proves something to somebody who trusts nobody: hash trees and signed notes.

Knows neither games nor streams. `domain` and `events` both stand on it, and so will whoever checks
their proofs without either.
"""
