"""Hostile requests, made from valid ones, against a service on this machine: `make fuzz`."""
