DROP TABLE seat_token;
DROP TABLE api_key;
