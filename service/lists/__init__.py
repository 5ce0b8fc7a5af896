"""Lists of tables and deals, and the projection that they are read from."""
