-- Who may change what an account is known by. Columns that end in _at are milliseconds since 1970 UTC.

-- A link that proves an address asks for the password, unless whoever had it sent had just shown that they are the owner.
ALTER TABLE one_time_links ADD COLUMN asks_password BOOLEAN NOT NULL DEFAULT FALSE;

-- When address and number were changed elsewhere, until the browser of this session has told its owner.
ALTER TABLE sessions ADD COLUMN email_changed_at BIGINT;
ALTER TABLE sessions ADD COLUMN phone_changed_at BIGINT;

-- The same for all names that the eye may take for each other; absent where the account is closed.
ALTER TABLE users ADD COLUMN username_look TEXT;
CREATE INDEX users_by_look ON users (username_look);

-- One of the most common passwords takes fewer tries to guess.
ALTER TABLE users ADD COLUMN has_common_password BOOLEAN NOT NULL DEFAULT FALSE;
