-- Events of terminal states, written with the transition they tell of and published later by a relay.

CREATE SEQUENCE outbox_number;

CREATE TABLE outbox (
  event_id      bigint PRIMARY KEY DEFAULT nextval('outbox_number'),
  order_id      text NOT NULL REFERENCES orders,
  event_type    text NOT NULL,
  order_version integer NOT NULL,
  payload       jsonb NOT NULL,
  created_at    timestamptz NOT NULL,
  published_at  timestamptz
);

CREATE INDEX outbox_unpublished ON outbox (event_id) WHERE published_at IS NULL;
