"""The contract, openapi.yaml, generated from the routes, schemas, games and examples."""
