-- Video calls people have asked for. The wished day is a number of days since 1970.
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
