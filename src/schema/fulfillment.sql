-- The consumer's own tables. They share a database with the rest only so that one server is enough; no statement
-- joins them with anything else.

CREATE TABLE ful_inbox (
  event_id    bigint PRIMARY KEY,
  received_at timestamptz NOT NULL
);

CREATE TABLE fulfillment (
  order_id     text PRIMARY KEY,
  last_version integer NOT NULL,
  ship_count   integer NOT NULL,
  updated_at   timestamptz NOT NULL
);

CREATE SEQUENCE ful_received_number;

-- Every delivery that was answered, and its effect: written outside the consumer's transaction, for counting.
CREATE TABLE ful_received (
  receipt_id  bigint PRIMARY KEY DEFAULT nextval('ful_received_number'),
  event_id    bigint NOT NULL,
  order_id    text NOT NULL,
  effect      text NOT NULL CHECK (effect IN ('APPLIED', 'DUPLICATE', 'STALE')),
  received_at timestamptz NOT NULL
);
