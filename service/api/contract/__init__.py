"""The contract, openapi.yaml: made from the routes, the schemas, the games and the examples."""
