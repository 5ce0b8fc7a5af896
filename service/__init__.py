"""The service: use cases, queries, settings, and the API in `service.api`."""
