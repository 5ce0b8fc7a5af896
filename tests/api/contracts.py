"""The contract, made once for all tests of a process. No test alters it."""

from functools import cache

from service.api.contract import document

contract = cache(document.contract)
bare_contract = cache(document.bare_contract)
