"""Authentication and authorization: credentials, API keys and scopes, rate limits, visibility."""
