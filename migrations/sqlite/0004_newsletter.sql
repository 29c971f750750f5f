CREATE TABLE newsletter_subscribers (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    email        TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    created_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX newsletter_subscribers_email_key ON newsletter_subscribers (email_folded);
