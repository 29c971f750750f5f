-- Proving that a telephone number is one's own, by a code that is sent to it; and the second factor of signing in.

-- Set once a code that was sent to the number was typed. Another number is not proved.
ALTER TABLE users ADD COLUMN phone_verified_at BIGINT;

-- Codes of six digits. Only a salted hash of a code is stored, and the newest code of a number and purpose is the only one
-- that counts. A request about a number that nobody has leaves a row whose code was never sent, so that it is limited and
-- takes as long as any other.
CREATE TABLE phone_codes (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    purpose      TEXT NOT NULL,
    phone_normal TEXT NOT NULL,
    user_id      BIGINT REFERENCES users (id) ON DELETE CASCADE,
    salt         BLOB NOT NULL,
    code_hash    BLOB NOT NULL,
    tries        BIGINT NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    used_at      BIGINT
);
CREATE INDEX phone_codes_of_phone ON phone_codes (phone_normal, purpose, created_at);
CREATE INDEX phone_codes_of_user ON phone_codes (user_id, created_at);
CREATE INDEX phone_codes_by_age ON phone_codes (created_at);

-- The outbox of the platform for messages to telephones, as `mails` is for mails. Once a message is sent or given up, its
-- text and code are emptied and `next_attempt_at` is null.
CREATE TABLE texts (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id         BIGINT REFERENCES users (id) ON DELETE CASCADE,
    recipient       TEXT NOT NULL,
    channel         TEXT NOT NULL,
    content         TEXT NOT NULL,
    code            TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    -- Nobody can use it any more then, so it is not sent.
    expires_at      BIGINT NOT NULL,
    attempts        BIGINT NOT NULL DEFAULT 0,
    next_attempt_at BIGINT,
    sent_at         BIGINT,
    failed_at       BIGINT
);
CREATE INDEX texts_due ON texts (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX texts_of_user ON texts (user_id);
CREATE INDEX texts_by_age ON texts (created_at);

-- What an authenticator app has in common with an account. It counts once it is confirmed by a first code. `last_step` is
-- the time step (RFC 6238) of the last code that was used: neither it nor an older one works again.
CREATE TABLE second_factors (
    user_id      BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       BLOB NOT NULL,
    created_at   BIGINT NOT NULL,
    confirmed_at BIGINT,
    last_step    BIGINT NOT NULL DEFAULT 0
);

-- Ten codes for the day the telephone is lost. Each works once, and only its hash is stored.
CREATE TABLE recovery_codes (
    user_id   BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    used_at   BIGINT,
    PRIMARY KEY (user_id, code_hash)
);

-- People who have typed the right password and still owe the code. Only a hash of what names the sign-in is stored.
CREATE TABLE login_steps (
    token_hash BLOB NOT NULL PRIMARY KEY,
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    remember   BOOLEAN NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX login_steps_of_user ON login_steps (user_id);
CREATE INDEX login_steps_by_age ON login_steps (expires_at);
