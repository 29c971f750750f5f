-- What professionals say of themselves. Links are a JSON list.
CREATE TABLE provider_profiles (
    user_id      BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    presentation TEXT,
    town         TEXT,
    price        TEXT,
    links        TEXT NOT NULL
);

-- Pictures of their work, in the order they are shown. A picture is the name of its files in the storage.
CREATE TABLE portfolio_pictures (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id  BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    picture  TEXT NOT NULL
);
CREATE UNIQUE INDEX portfolio_pictures_place ON portfolio_pictures (user_id, position);
