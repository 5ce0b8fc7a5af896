"""The transparency log: one order of all events, a hash tree over it, and signed checkpoints."""
