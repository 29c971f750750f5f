-- What signs the sandbox's webhooks: one for all processes on this database, and the same after a restart.
CREATE TABLE sandbox_secret (
    id     BIGINT NOT NULL PRIMARY KEY,
    secret BYTEA NOT NULL,
    CONSTRAINT sandbox_secret_one CHECK (id = 1)
);
