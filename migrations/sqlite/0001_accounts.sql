-- Accounts, how people sign in, and what they say of themselves.
-- Columns that end in _at are milliseconds since 1970 UTC.

-- A closed account keeps its row, emptied of everything personal, because events of the past refer to it.
CREATE TABLE users (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    username          TEXT NOT NULL,
    username_folded   TEXT NOT NULL,
    phone             TEXT NOT NULL,
    phone_normal      TEXT NOT NULL,
    email             TEXT,
    email_folded      TEXT,
    -- Set once a link that was sent to the address was followed.
    email_verified_at BIGINT,
    password_hash     TEXT NOT NULL,
    activity          TEXT,
    -- The name of its files in the storage.
    picture           TEXT,
    created_at        BIGINT NOT NULL,
    closed_at         BIGINT
);
CREATE UNIQUE INDEX users_username_key ON users (username_folded);
CREATE UNIQUE INDEX users_phone_key ON users (phone_normal);
-- An address belongs to whoever has proved it. One that was only typed may be typed by many.
CREATE UNIQUE INDEX users_email_key ON users (email_folded) WHERE email_verified_at IS NOT NULL;
CREATE INDEX users_by_email ON users (email_folded);

CREATE TABLE sessions (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    refresh_hash BLOB NOT NULL,
    device       TEXT NOT NULL DEFAULT 'Appareil inconnu',
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT,
    expires_at   BIGINT NOT NULL,
    revoked_at   BIGINT
);
CREATE UNIQUE INDEX sessions_refresh_key ON sessions (refresh_hash);
CREATE INDEX sessions_of_user ON sessions (user_id);

-- Keys that sign access tokens: the newest signs, all are read.
CREATE TABLE signing_keys (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    secret     BLOB NOT NULL,
    created_at BIGINT NOT NULL
);

-- Links in mails that open something once. Only a hash of the link's token is stored. A request about somebody unknown
-- leaves a row without a person, so that it takes as long as any other.
CREATE TABLE one_time_links (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    kind       TEXT NOT NULL,
    user_id    BIGINT REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT NOT NULL,
    token_hash BLOB NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE UNIQUE INDEX one_time_links_token_key ON one_time_links (token_hash);
CREATE INDEX one_time_links_of_user ON one_time_links (user_id, kind, created_at);
CREATE INDEX one_time_links_by_age ON one_time_links (expires_at);

-- Browsers that somebody signed in with before: they have an allowance of wrong passwords of their own.
CREATE TABLE known_devices (
    user_id      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    device_hash  BLOB NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, device_hash)
);

-- What professionals say of themselves. `links` is a JSON list.
CREATE TABLE provider_profiles (
    user_id      BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    presentation TEXT,
    town         TEXT,
    price        TEXT,
    links        TEXT NOT NULL
);

-- Pictures of their work, in the order they are shown. `picture` is the name of its files in the storage.
CREATE TABLE portfolio_pictures (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id  BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    picture  TEXT NOT NULL
);
CREATE UNIQUE INDEX portfolio_pictures_place ON portfolio_pictures (user_id, position);
