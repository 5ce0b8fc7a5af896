"""What may be appended to a deal or a table: the one judge of the service and the verifier."""
