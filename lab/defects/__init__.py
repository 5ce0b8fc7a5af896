"""Planted defects: how many of the mistakes that an engineer could make do the tests catch?"""
