"""Play, replay and simulate without a server or a store."""
