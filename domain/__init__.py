"""The rules: pure functions on frozen values. No clock, no chance, no I/O, standard library only."""
