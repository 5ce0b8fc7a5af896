"""Every line of the table of powers in docs/proving.md: the attack, and who notices it."""
