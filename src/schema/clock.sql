-- The one clock of the database, and the authority for every deadline. VOLATILE: it goes on ticking inside a
-- transaction and inside a statement that had to wait for a lock.
CREATE OR REPLACE FUNCTION db_now() RETURNS timestamptz
  LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() $$;
