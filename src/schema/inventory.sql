-- What can be promised to buyers, who holds it, and how every balance came about.

-- What is promised, and by which rules. A row never changes: other rules, or another batch, are another unit.
CREATE TABLE inventory_unit (
  unit_id          text PRIMARY KEY,
  tenant           text NOT NULL,
  product_id       text NOT NULL,
  sku_id           text NOT NULL,
  scope_type       text CHECK (scope_type IN ('WAREHOUSE', 'CITY', 'CHANNEL', 'ACTIVITY')),
  scope_id         text,
  slot             text,
  batch_id         text,
  supplier_id      text,
  management       text NOT NULL CHECK (management IN ('SELF_MANAGED', 'SUPPLIER_MANAGED', 'UNLIMITED')),
  unit_type        text NOT NULL CHECK (unit_type IN ('QUANTITY', 'CODE', 'TIME_SLOT', 'SEAT', 'BUNDLE')),
  deduct_timing    text NOT NULL
                     CHECK (deduct_timing IN ('ON_RESERVE', 'ON_PAYMENT', 'ON_FULFILLMENT', 'ON_SUPPLIER_CONFIRM')),
  reversible       boolean NOT NULL,
  strategy_version integer NOT NULL CHECK (strategy_version > 0),
  created_at       timestamptz NOT NULL DEFAULT db_now(),
  CONSTRAINT inventory_unit_scoped CHECK ((scope_type IS NULL) = (scope_id IS NULL)),
  CONSTRAINT inventory_unit_once
    UNIQUE NULLS NOT DISTINCT (tenant, product_id, sku_id, scope_type, scope_id, slot, batch_id, supplier_id)
);

-- All of a unit that may change, in one row and so under one lock. `version` grows by one a change; `epoch` is raised when
-- everything that was promised before must be looked at again.
CREATE TABLE inventory_balance (
  unit_id   text PRIMARY KEY REFERENCES inventory_unit,
  status    text NOT NULL CHECK (status IN ('INIT', 'READY', 'ACTIVE', 'FROZEN', 'REBUILDING', 'RETIRED')),
  epoch     integer NOT NULL CHECK (epoch > 0),
  version   bigint NOT NULL CHECK (version >= 0),
  total     integer NOT NULL CHECK (total >= 0),
  available integer NOT NULL CHECK (available >= 0),
  held      integer NOT NULL CHECK (held >= 0),
  locked    integer NOT NULL CHECK (locked >= 0),
  sold      integer NOT NULL CHECK (sold >= 0),
  invalid   integer NOT NULL CHECK (invalid >= 0),
  CONSTRAINT inventory_balance_adds_up CHECK (total = available + held + locked + sold + invalid)
);

-- One attempt to keep places: ord-0001/r1 of an order, and ord-0001/r2 when the first was lost before the payment arrived.
-- The key makes an attempt unique, not the order and its units. `caller` is the service that keeps them for somebody.
CREATE TABLE reservation (
  request_key text PRIMARY KEY,
  tenant      text NOT NULL,
  caller      text NOT NULL,
  user_id     text NOT NULL,
  order_id    text NOT NULL,
  status      text NOT NULL CHECK (status IN ('HELD', 'CONFIRMED', 'RELEASED', 'REFUNDED')),
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);

CREATE INDEX reservation_of_user ON reservation (user_id) WHERE status IN ('HELD', 'CONFIRMED');

CREATE INDEX reservation_of_order ON reservation (order_id);

CREATE INDEX reservation_due ON reservation (expires_at, request_key) WHERE status = 'HELD';

-- What it keeps: one row a unit, however many of its parts wanted that unit. `epoch` is the unit's when it was kept, and
-- `lock_id` says that the pieces were taken out of what this lock had put aside.
CREATE TABLE reservation_line (
  request_key text NOT NULL REFERENCES reservation,
  unit_id     text NOT NULL REFERENCES inventory_unit,
  quantity    integer NOT NULL CHECK (quantity > 0),
  epoch       integer NOT NULL,
  lock_id     text,
  PRIMARY KEY (request_key, unit_id)
);

CREATE INDEX reservation_line_of_unit ON reservation_line (unit_id, request_key);

CREATE INDEX reservation_line_of_lock ON reservation_line (lock_id) WHERE lock_id IS NOT NULL;

-- Pieces put aside for an activity: held beside ordinary sale, and given back when it ends.
CREATE TABLE stock_lock (
  lock_id    text PRIMARY KEY,
  unit_id    text NOT NULL REFERENCES inventory_unit,
  quantity   integer NOT NULL CHECK (quantity > 0),
  status     text NOT NULL CHECK (status IN ('OPEN', 'ENDED')),
  created_at timestamptz NOT NULL,
  ended_at   timestamptz
);

CREATE SEQUENCE inventory_ledger_number;

-- Append-only: one row an operation and unit, with the change of every bucket and the unit before and after it, written with
-- the change itself. A change of status or epoch is a row whose deltas are nought.
CREATE TABLE inventory_ledger (
  entry_id        bigint PRIMARY KEY DEFAULT nextval('inventory_ledger_number'),
  operation       text NOT NULL,
  unit_id         text NOT NULL REFERENCES inventory_unit,
  version         bigint NOT NULL,
  kind            text NOT NULL CHECK (kind IN
                    ('OPEN', 'HOLD', 'CONFIRM', 'RELEASE', 'LOCK', 'UNLOCK', 'ADJUST', 'REFUND', 'SETTLE', 'STATUS', 'EPOCH')),
  request_key     text,
  total_delta     integer NOT NULL,
  available_delta integer NOT NULL,
  held_delta      integer NOT NULL,
  locked_delta    integer NOT NULL,
  sold_delta      integer NOT NULL,
  invalid_delta   integer NOT NULL,
  before          jsonb NOT NULL,
  after           jsonb NOT NULL,
  reason          text NOT NULL,
  operator        text NOT NULL,
  at              timestamptz NOT NULL,
  CONSTRAINT inventory_ledger_once UNIQUE (operation, unit_id),
  CONSTRAINT inventory_ledger_version UNIQUE (unit_id, version)
);

CREATE INDEX inventory_ledger_of_reservation ON inventory_ledger (request_key, entry_id);

CREATE OR REPLACE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of %: it is only ever added to', lower(TG_OP), TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER inventory_ledger_only_grows BEFORE UPDATE OR TRUNCATE ON inventory_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Months of the ledger that are over, each as one part; rows that are found of it later are another part. `checksum` is over
-- the digests of its rows, in their order.
CREATE TABLE inventory_archive (
  month       text NOT NULL,
  part        integer NOT NULL,
  row_count   integer NOT NULL CHECK (row_count > 0),
  checksum    text NOT NULL,
  archived_at timestamptz NOT NULL,
  PRIMARY KEY (month, part)
);

-- The rows themselves: each as the text that its digest is of.
CREATE TABLE inventory_archive_row (
  entry_id bigint PRIMARY KEY,
  month    text NOT NULL,
  part     integer NOT NULL,
  line     text NOT NULL,
  digest   text NOT NULL,
  FOREIGN KEY (month, part) REFERENCES inventory_archive
);

CREATE INDEX inventory_archive_row_of_part ON inventory_archive_row (month, part, entry_id);

CREATE TRIGGER inventory_archive_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON inventory_archive
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER inventory_archive_row_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON inventory_archive_row
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE OR REPLACE FUNCTION ledger_month(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM')
$$;

-- The same text whatever the session's settings are.
CREATE OR REPLACE FUNCTION ledger_line(entry inventory_ledger) RETURNS text LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT to_jsonb(entry)::text
$$;

CREATE OR REPLACE FUNCTION sha256_of(words text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(words, 'UTF8')), 'hex')
$$;

-- Rows leave the ledger for the archive only: whoever deletes them, they have to be in it word for word, in a part whose
-- checksum is right.
CREATE OR REPLACE FUNCTION refuse_what_is_not_archived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone g WHERE NOT EXISTS (
               SELECT FROM inventory_archive_row a WHERE a.entry_id = g.entry_id AND a.line = ledger_line(g)))
     OR EXISTS (SELECT FROM (SELECT DISTINCT month, part FROM gone JOIN inventory_archive_row USING (entry_id)) AS moved
                  JOIN inventory_archive p USING (month, part)
                 WHERE NOT (p.row_count, p.checksum) = (
                         SELECT count(*)::integer, sha256_of(string_agg(sha256_of(r.line), chr(10) ORDER BY r.entry_id))
                           FROM inventory_archive_row r WHERE (r.month, r.part) = (p.month, p.part))) THEN
    RAISE EXCEPTION 'delete of inventory_ledger: it is only ever added to' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER inventory_ledger_leaves_for_the_archive AFTER DELETE ON inventory_ledger REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_what_is_not_archived();

CREATE SEQUENCE inventory_event_number;

-- The same changes for others to read, carried by a relay that holds a lease. What was tried too often is DEAD and waits for a
-- person; `sent_at` says that its reader has it.
CREATE TABLE inventory_outbox (
  event_id          bigint PRIMARY KEY DEFAULT nextval('inventory_event_number'),
  unit_id           text NOT NULL REFERENCES inventory_unit,
  aggregate_version bigint NOT NULL,
  epoch             integer NOT NULL,
  schema_version    integer NOT NULL,
  event_type        text NOT NULL,
  payload           jsonb NOT NULL,
  occurred_at       timestamptz NOT NULL,
  status            text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SENT', 'DEAD')),
  attempts          integer NOT NULL DEFAULT 0,
  next_attempt_at   timestamptz,
  lease_owner       text,
  lease_expires_at  timestamptz,
  last_error        text,
  sent_at           timestamptz,
  CONSTRAINT inventory_outbox_once UNIQUE (unit_id, aggregate_version)
);

CREATE INDEX inventory_outbox_pending ON inventory_outbox (event_id) WHERE status = 'PENDING';

CREATE INDEX inventory_outbox_unsent ON inventory_outbox (unit_id, aggregate_version) WHERE status <> 'SENT';

-- Tells one lease from any other, also of the same relay.
CREATE SEQUENCE inventory_lease_number;

-- One row a command that was judged, with the answer that anybody who asks again is given. `digest` is of what was asked.
CREATE TABLE inventory_operation (
  operation_id text PRIMARY KEY,
  tenant       text NOT NULL,
  caller       text NOT NULL,
  command      text NOT NULL,
  digest       text NOT NULL,
  outcome      text NOT NULL CHECK (outcome IN ('COMMITTED', 'REJECTED', 'MANUAL_REQUIRED')),
  answer       jsonb NOT NULL,
  request_key  text,
  order_id     text,
  trace_id     text,
  at           timestamptz NOT NULL
);

CREATE INDEX inventory_operation_of_reservation ON inventory_operation (request_key);

CREATE INDEX inventory_operation_of_order ON inventory_operation (order_id);
