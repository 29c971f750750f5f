-- The newsletter, and appointments that people ask for.

-- `token` is in every newsletter's link, by which its reader unsubscribes.
CREATE TABLE newsletter_subscribers (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    email        TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    token        TEXT,
    created_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX newsletter_subscribers_email_key ON newsletter_subscribers (email_folded);
CREATE UNIQUE INDEX newsletter_subscribers_token_key ON newsletter_subscribers (token);

-- Video calls that people have asked for. The wished day is a number of days since 1970.
CREATE TABLE appointments (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT NOT NULL,
    phone        TEXT NOT NULL,
    email        TEXT,
    wished_day   BIGINT NOT NULL,
    hour_minutes BIGINT NOT NULL,
    message      TEXT NOT NULL,
    created_at   BIGINT NOT NULL
);
