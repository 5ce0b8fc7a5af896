"""Whether a client or a bot handles everything right: it plays at tables where things go wrong.

Between it and the service stands a proxy that loses answers, refuses, cuts streams; what it then
did is judged by the proxy's log and by the record. Nothing of the service is known here but its
API, so it judges a service anywhere. Standard library only.
"""
