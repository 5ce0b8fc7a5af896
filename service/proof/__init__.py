"""What is proved and disputed: evidence, the log as it is shown, rulings, and deals that go on."""
