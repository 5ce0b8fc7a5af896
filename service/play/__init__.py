"""Playing: tables with their seats, deals with their moves and seeds, clocks, leaving, a series."""
