"""The languages of texts for people: a folder of catalogues each, and what reads them."""
