"""Answers of the API: each field is written here once, with its type and its meaning.

An answer is a dictionary that mypy checks (`TypedDict`, decision 14). Functions that end in `_json`
make it, and the contract is made from it, so the clients' types are too. The string under a field
is its description in the contract; without one it is described by its name.
"""
