DROP TABLE heartbeat;
