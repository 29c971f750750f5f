-- Who wants the newsletter, said by the reader of the address itself; and whose appointments are whose.

-- When the link of the first mail was followed. Until then somebody has typed the address, and nobody knows who.
ALTER TABLE newsletter_subscribers ADD COLUMN confirmed_at BIGINT;
CREATE INDEX newsletter_subscribers_waiting ON newsletter_subscribers (created_at) WHERE confirmed_at IS NULL;

-- Who was signed in when they asked; null for visitors.
ALTER TABLE appointments ADD COLUMN user_id BIGINT REFERENCES users (id);
ALTER TABLE appointments ADD COLUMN email_folded TEXT;
CREATE INDEX appointments_of_user ON appointments (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX appointments_by_email ON appointments (email_folded) WHERE email_folded IS NOT NULL;
