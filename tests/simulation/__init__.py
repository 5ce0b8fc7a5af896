"""One clock, one source of chance and one schedule for everything that runs in this process."""
