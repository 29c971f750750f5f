-- Days are numbers of days since 1970 in the town's calendar; *_at are milliseconds since 1970 UTC.
CREATE TABLE events (
    id           BIGINT NOT NULL PRIMARY KEY,
    owner_id     BIGINT NOT NULL REFERENCES users (id),
    name         TEXT NOT NULL,
    name_folded  TEXT NOT NULL,
    category     TEXT NOT NULL,
    town         TEXT NOT NULL,
    first_day    BIGINT NOT NULL,
    ended_day    BIGINT,
    last_day     BIGINT NOT NULL,
    hour_minutes BIGINT NOT NULL,
    address      TEXT NOT NULL,
    latitude     DOUBLE PRECISION,
    longitude    DOUBLE PRECISION,
    map_latitude  DOUBLE PRECISION NOT NULL,
    map_longitude DOUBLE PRECISION NOT NULL,
    description  TEXT,
    picture      TEXT,
    is_free      BOOLEAN NOT NULL,
    is_public    BOOLEAN NOT NULL,
    starts_at    BIGINT NOT NULL,
    over_at      BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    CONSTRAINT events_days CHECK (last_day >= first_day)
);
CREATE INDEX events_listed ON events (is_public, starts_at, id);
CREATE INDEX events_listed_by_category ON events (is_public, category, starts_at, id);
CREATE INDEX events_listed_by_town ON events (is_public, town, starts_at, id);
CREATE INDEX events_of_owner ON events (owner_id, is_public);
