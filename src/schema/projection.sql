-- What readers are shown of the inventory: the projector's own tables. They share a database with the facts only so that one
-- server is enough; nobody decides anything by them.

-- A unit as it was at `source_version`, its watermark. While `paused_because` is there, that is not known to be the unit.
CREATE TABLE unit_view (
  unit_id        text PRIMARY KEY,
  scope          text NOT NULL,
  epoch          integer NOT NULL,
  source_version bigint NOT NULL,
  status         text NOT NULL,
  available      integer NOT NULL,
  held           integer NOT NULL,
  applied_at     timestamptz NOT NULL,
  paused_because text
);

-- What is written into views, one after the other: from events and from the facts.
CREATE SEQUENCE unit_view_step_number;

-- Every event that was taken, once, written with its effect.
CREATE TABLE unit_view_inbox (
  event_id    bigint PRIMARY KEY,
  step        bigint NOT NULL DEFAULT nextval('unit_view_step_number'),
  unit_id     text NOT NULL,
  version     bigint NOT NULL,
  epoch       integer NOT NULL,
  effect      text NOT NULL CHECK (effect IN ('APPLIED', 'DUPLICATE', 'QUARANTINED')),
  received_at timestamptz NOT NULL
);

-- Events from before their unit's epoch was raised, as they came: for a person to look at, and never to be applied.
CREATE TABLE unit_view_quarantine (
  event_id       bigint PRIMARY KEY,
  unit_id        text NOT NULL,
  event          jsonb NOT NULL,
  view_epoch     integer NOT NULL,
  quarantined_at timestamptz NOT NULL
);

-- Each time that a view was written from the facts instead of from events: why, and how it stood before and after.
CREATE TABLE unit_view_repair (
  step        bigint PRIMARY KEY DEFAULT nextval('unit_view_step_number'),
  unit_id     text NOT NULL,
  because     text NOT NULL,
  before      jsonb NOT NULL,
  after       jsonb NOT NULL,
  repaired_at timestamptz NOT NULL
);
