"""Conformance run: does a client or a bot handle every fault correctly?

The client plays at tables where things go wrong. A proxy between it and the service loses answers,
refuses requests and cuts streams. The client is then judged by the proxy's log and by the record.
Only the API is used, so any service can be tested. Standard library only.
"""
