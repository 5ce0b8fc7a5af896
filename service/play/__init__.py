"""Playing: tables and seats, deals with their moves and seeds, clocks, leaving, series."""
