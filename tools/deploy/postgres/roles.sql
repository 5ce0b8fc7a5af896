-- The roles and the database of docs/running.md, "Schema and roles". The image of PostgreSQL runs
-- this once, as the administrator, when its volume is empty.
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
CREATE ROLE fairdeal_service NOLOGIN;
CREATE ROLE fairdeal_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE fairdeal_login LOGIN PASSWORD :'service_password' IN ROLE fairdeal_service;
CREATE DATABASE fairdeal OWNER fairdeal_owner;
