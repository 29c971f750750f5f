-- What all processes on this database count together, and the order in which what is over is deleted.

-- Wrong passwords of an account of the last day, by who tried: every browser that it does not know (`stranger`), whoever is
-- signed in (`owner`), or a browser that it knows, by the hash of its cookie. After the free ones each further try waits for
-- longer.
CREATE TABLE wrong_passwords (
    user_id  BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tried_by TEXT NOT NULL,
    tries    BIGINT NOT NULL,
    last_at  BIGINT NOT NULL,
    PRIMARY KEY (user_id, tried_by)
);
CREATE INDEX wrong_passwords_by_age ON wrong_passwords (last_at);

-- Wrong codes of a second factor, as above: when all tries will be there again.
CREATE TABLE wrong_codes (
    user_id       BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tried_by      TEXT NOT NULL,
    full_again_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, tried_by)
);
CREATE INDEX wrong_codes_by_age ON wrong_codes (full_again_at);

CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_revoked ON sessions (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX known_devices_by_use ON known_devices (last_used_at);

-- Whether a stored picture is still somebody's.
CREATE INDEX users_by_picture ON users (picture) WHERE picture IS NOT NULL;
CREATE INDEX portfolio_pictures_by_name ON portfolio_pictures (picture);
CREATE INDEX events_by_picture ON events (picture) WHERE picture IS NOT NULL;
