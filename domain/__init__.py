"""The rules: pure functions on frozen values. No clock, chance or I/O; standard library only."""
