CREATE TABLE users (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    username        TEXT NOT NULL,
    username_folded TEXT NOT NULL,
    phone           TEXT NOT NULL,
    phone_normal    TEXT NOT NULL,
    email           TEXT,
    email_folded    TEXT,
    password_hash   TEXT NOT NULL,
    activity        TEXT,
    picture         TEXT,
    created_at      BIGINT NOT NULL
);
CREATE UNIQUE INDEX users_username_key ON users (username_folded);
CREATE UNIQUE INDEX users_phone_key ON users (phone_normal);
CREATE UNIQUE INDEX users_email_key ON users (email_folded);

CREATE TABLE sessions (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    refresh_hash BLOB NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    revoked_at   BIGINT
);
CREATE UNIQUE INDEX sessions_refresh_key ON sessions (refresh_hash);
CREATE INDEX sessions_of_user ON sessions (user_id);

CREATE TABLE signing_keys (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    secret     BLOB NOT NULL,
    created_at BIGINT NOT NULL
);
