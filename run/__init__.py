"""How the service runs: its processes, its embedded servers, its command line and its doctor."""
