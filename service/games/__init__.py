"""Games: their options, words, bots, rule texts and lessons."""
