REVOKE SELECT ON alembic_version FROM fairdeal_service;
DROP TABLE seat_token;
DROP TABLE api_key;
