"""Tournaments: an evening of many tables, seated and scored by clauses (RULES.md)."""
