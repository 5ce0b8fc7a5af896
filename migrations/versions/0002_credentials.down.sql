REVOKE SELECT ON alembic_version FROM fairdeal_service;
DROP TABLE api_key;
