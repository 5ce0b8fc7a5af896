"""Measurements of Fairdeal on its real parts: ``python -m bench [NAME …]``.

The machines that run this are noisy: what can be is a ratio of things that are measured in turn, a
slice of time each, and what is told is the median.
"""
