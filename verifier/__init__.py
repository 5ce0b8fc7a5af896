"""Evidence: a record in one file, and the checks by which anybody sees whether it holds.

Pure, and offline: whoever checks needs the file, this package, and nothing of the service. The same
checks but for the rules stand a second time in ``verify.js``.
"""
