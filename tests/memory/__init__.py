"""The whole service on a database in memory, which any number of contexts share."""
