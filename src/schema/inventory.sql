-- What can be promised to buyers, who holds it, and how every balance came about.

CREATE TABLE inventory_unit (
  unit_id    text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT db_now()
);

CREATE TABLE inventory_balance (
  unit_id   text PRIMARY KEY REFERENCES inventory_unit,
  total     integer NOT NULL CHECK (total >= 0),
  available integer NOT NULL CHECK (available >= 0),
  held      integer NOT NULL CHECK (held >= 0),
  locked    integer NOT NULL CHECK (locked >= 0),
  sold      integer NOT NULL CHECK (sold >= 0),
  invalid   integer NOT NULL CHECK (invalid >= 0),
  CONSTRAINT inventory_balance_adds_up CHECK (total = available + held + locked + sold + invalid)
);

-- One attempt to keep a place for an order: ord-0001/r1, and ord-0001/r2 when the first was lost before the payment
-- arrived. The key makes an attempt unique, not the order and unit.
CREATE TABLE reservation (
  request_key text PRIMARY KEY,
  unit_id     text NOT NULL REFERENCES inventory_unit,
  user_id     text NOT NULL,
  quantity    integer NOT NULL CHECK (quantity > 0),
  status      text NOT NULL CHECK (status IN ('HELD', 'CONFIRMED', 'RELEASED')),
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);

CREATE INDEX reservation_of_user ON reservation (unit_id, user_id) WHERE status IN ('HELD', 'CONFIRMED');

CREATE INDEX reservation_due ON reservation (expires_at, request_key) WHERE status = 'HELD';

CREATE SEQUENCE inventory_ledger_number;

-- Append-only: one row an operation and unit, with the change of every bucket, written with the change itself.
CREATE TABLE inventory_ledger (
  entry_id        bigint PRIMARY KEY DEFAULT nextval('inventory_ledger_number'),
  operation       text NOT NULL,
  unit_id         text NOT NULL REFERENCES inventory_unit,
  total_delta     integer NOT NULL,
  available_delta integer NOT NULL,
  held_delta      integer NOT NULL,
  locked_delta    integer NOT NULL,
  sold_delta      integer NOT NULL,
  invalid_delta   integer NOT NULL,
  at              timestamptz NOT NULL,
  CONSTRAINT inventory_ledger_once UNIQUE (operation, unit_id)
);
