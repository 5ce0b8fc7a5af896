"""Live updates: streams, long polls, and notices for a caller."""
