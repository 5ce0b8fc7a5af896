-- Ratings are derived again from the beginning of the log.
DELETE FROM rating;
DELETE FROM rated_series;
UPDATE rating_reader SET position = 0;

ALTER TABLE rated_series
    ADD COLUMN means      double precision[] NOT NULL, -- by seats, before the series
    ADD COLUMN deviations double precision[] NOT NULL;
