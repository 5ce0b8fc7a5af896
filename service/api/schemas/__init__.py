"""The schemas of requests and answers, by which they are read, written and described."""
