"""Rules for appending to a deal or a table, shared by the service and the verifier."""
