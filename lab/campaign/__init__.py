"""The fault campaign: a service under load whose parts are killed, and a check of everything."""
