"""Modules that run as processes of their own: supervisor, web, sequencer, webhook delivery."""
