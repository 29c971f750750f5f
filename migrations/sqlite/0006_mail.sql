-- The outbox of the platform: a mail is stored in the transaction of its reason. Once it is sent or given up, its content
-- is emptied, because it may hold a link that opens an account, and `next_attempt_at` is null.
CREATE TABLE mails (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id         BIGINT REFERENCES users (id) ON DELETE CASCADE,
    recipient       TEXT NOT NULL,
    subject         TEXT NOT NULL,
    content         BLOB NOT NULL,
    -- What its files are made from when it is sent ("payment:…", "ticket:…"): the files themselves are not stored.
    attachments     TEXT,
    created_at      BIGINT NOT NULL,
    attempts        BIGINT NOT NULL DEFAULT 0,
    next_attempt_at BIGINT,
    sent_at         BIGINT,
    failed_at       BIGINT
);
CREATE INDEX mails_due ON mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX mails_of_user ON mails (user_id);
CREATE INDEX mails_by_age ON mails (created_at);
