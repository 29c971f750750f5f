-- An address counts as its owner's once a link sent to it was followed. A closed account keeps its row, emptied of
-- everything personal: events of the past refer to it.
ALTER TABLE users ADD COLUMN email_verified_at BIGINT;
ALTER TABLE users ADD COLUMN closed_at BIGINT;

ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT 'Appareil inconnu';
ALTER TABLE sessions ADD COLUMN last_seen_at BIGINT;

-- Links in mails that open something once. Only a hash of the link's token is stored. An ask about somebody unknown
-- leaves a row without a person, so that it takes the time of any other.
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

-- Browsers somebody signed in with before: they have an allowance of guesses of their own.
CREATE TABLE known_devices (
    user_id      BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    device_hash  BLOB NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, device_hash)
);
