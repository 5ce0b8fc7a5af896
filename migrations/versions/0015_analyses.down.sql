DROP TABLE analysis;
