"""What runs as a process of its own: serving all, the web, the sequencer, the deliverer."""
