"""What is followed while it grows: streams, long polls, and what is new for a caller."""
