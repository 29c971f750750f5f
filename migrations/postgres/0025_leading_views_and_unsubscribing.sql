-- What was looked at most on a day stands first: what is trending reads no further.
CREATE INDEX event_views_leading ON event_views (day, views DESC, event_id);

-- In every newsletter stands a link by which its reader leaves the list. The program before this one, while both run,
-- adds readers without.
ALTER TABLE newsletter_subscribers ADD COLUMN token TEXT;
UPDATE newsletter_subscribers SET token = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX newsletter_subscribers_token_key ON newsletter_subscribers (token);
