-- Orders, every move they made, what the channel told us about them, and the money that has to go back.

CREATE SEQUENCE order_number;

-- ord-0001, ord-0002 … ord-10000.
CREATE OR REPLACE FUNCTION next_order_id() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT 'ord-' || lpad(n::text, greatest(4, length(n::text)), '0') FROM nextval('order_number') AS n
$$;

-- Amounts are minor units of the currency. The payment object names what is paid for, to the channel.
CREATE TABLE orders (
  order_id        text PRIMARY KEY,
  request_key     text NOT NULL CONSTRAINT orders_request_key UNIQUE,
  user_id         text NOT NULL,
  sku             text NOT NULL,
  amount          bigint NOT NULL CHECK (amount > 0),
  currency        text NOT NULL,
  payment_object  text NOT NULL CONSTRAINT orders_payment_object UNIQUE,
  status          text NOT NULL CHECK (status IN
                    ('CREATED', 'PAYING', 'UNKNOWN', 'PAID', 'FAILED', 'CANCELLED', 'REFUNDING', 'REFUNDED')),
  version         integer NOT NULL,
  reservation_key text NOT NULL,
  reserve_attempt integer NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);

CREATE INDEX orders_unsettled ON orders (order_id) WHERE status IN ('CREATED', 'PAYING', 'UNKNOWN', 'REFUNDING');

CREATE SEQUENCE order_transition_number;

CREATE TABLE order_transition (
  transition_id bigint PRIMARY KEY DEFAULT nextval('order_transition_number'),
  order_id      text NOT NULL REFERENCES orders,
  from_status   text,
  to_status     text NOT NULL,
  version       integer NOT NULL,
  cause         text NOT NULL,
  at            timestamptz NOT NULL,
  CONSTRAINT order_transition_version UNIQUE (order_id, version)
);

CREATE SEQUENCE payment_notification_number;

-- Every copy of every notice that arrived, with what it changed. The order need not exist.
CREATE TABLE payment_notification (
  receipt_id     bigint PRIMARY KEY DEFAULT nextval('payment_notification_number'),
  notify_id      text NOT NULL,
  order_id       text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('CHARGED', 'DECLINED', 'REFUNDED')),
  amount         bigint NOT NULL,
  currency       text NOT NULL,
  payment_object text NOT NULL,
  txn            text,
  effect         text NOT NULL,
  received_at    timestamptz NOT NULL
);

-- Money that came in when its place was gone, and waits for a person: one row an order, and who decided what of it, and why.
CREATE TABLE payment_conflict (
  order_id   text PRIMARY KEY REFERENCES orders,
  amount     bigint NOT NULL CHECK (amount > 0),
  cause      text NOT NULL,
  opened_at  timestamptz NOT NULL,
  decision   text CHECK (decision IN ('rehold', 'refund')),
  decider    text,
  reason     text,
  decided_at timestamptz,
  CONSTRAINT payment_conflict_decided_whole CHECK (num_nulls(decision, decider, reason, decided_at) IN (0, 4))
);

CREATE INDEX payment_conflict_open ON payment_conflict (opened_at, order_id) WHERE decision IS NULL;

-- A task: money that goes back. A second key exists only after the channel refused the first for good.
CREATE TABLE refund (
  refund_key     text PRIMARY KEY,
  order_id       text NOT NULL REFERENCES orders,
  amount         bigint NOT NULL CHECK (amount > 0),
  currency       text NOT NULL,
  payment_object text NOT NULL,
  status         text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  attempts       integer NOT NULL CHECK (attempts >= 0),
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL
);

CREATE UNIQUE INDEX refund_one_alive ON refund (order_id) WHERE status <> 'failed';
