"""Examples of the contract: a script that is played against the application, and recorded."""
