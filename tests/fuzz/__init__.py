"""Hostile requests, made from good ones, against a service on this machine: `make fuzz`."""
