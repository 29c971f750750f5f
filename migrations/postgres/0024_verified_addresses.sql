-- An address belongs to whoever has proved it. One that was only typed may be typed by many.
DROP INDEX users_email_key;
CREATE UNIQUE INDEX users_email_key ON users (email_folded) WHERE email_verified_at IS NOT NULL;
CREATE INDEX users_by_email ON users (email_folded);
