"""Who may do what: credentials, API keys and their scopes, budgets, watchers, and who sees what."""
