"""Tables: opened, seen, continued by rematches and branches, and their series."""
