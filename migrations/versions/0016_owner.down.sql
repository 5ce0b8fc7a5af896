DROP FUNCTION oldest_program;
