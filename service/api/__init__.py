"""The REST API: resources over HTTP, and nothing that the rest of the service should know."""
