"""The service: use cases, queries, settings, the command line, and the API in `service.api`."""
