-- Drafts, and what is told to people: messages to ticket holders, reminders, and news of organisers that one follows.
-- Columns that end in _at are milliseconds since 1970 UTC; days are numbers of days since 1970.

-- A draft is seen by its team only, until it is published. `announced_at` is when an event stood in the lists for the first
-- time by its organiser's doing; `news_after` is the last of the organiser's followers who has it among their news, and
-- null where there is nothing left to tell.
ALTER TABLE events ADD COLUMN draft BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE events ADD COLUMN announced_at BIGINT;
ALTER TABLE events ADD COLUMN news_after BIGINT;
CREATE INDEX events_to_announce ON events (announced_at, id) WHERE news_after IS NOT NULL;

-- The address that somebody was invited by, so that naming it again names them.
ALTER TABLE event_collaborators ADD COLUMN invited_email TEXT;

-- Whether somebody wants news of the organisers they follow.
ALTER TABLE users ADD COLUMN news BOOLEAN NOT NULL DEFAULT TRUE;

-- What a mail belongs to ("message:7"), so that what became of all of them can be counted.
ALTER TABLE mails ADD COLUMN reason TEXT;
CREATE INDEX mails_by_reason ON mails (reason) WHERE reason IS NOT NULL;

-- Messages of organisers to the holders of their tickets. `after_holder` is the last person and `after_guest` the last guest
-- whose mail is written: people are written to first, then guests, each in the order of their ids. `queued` and `missed`
-- count those with and without an address so far.
CREATE TABLE event_messages (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id        BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    author_id       BIGINT NOT NULL REFERENCES users (id),
    subject         TEXT NOT NULL,
    body            TEXT NOT NULL,
    audience        TEXT NOT NULL,
    ticket_type_id  BIGINT REFERENCES ticket_types (id) ON DELETE SET NULL,
    idempotency_key TEXT,
    recipients      BIGINT NOT NULL,
    unreachable     BIGINT NOT NULL,
    after_holder    BIGINT NOT NULL DEFAULT 0,
    after_guest     BIGINT NOT NULL DEFAULT 0,
    queued          BIGINT NOT NULL DEFAULT 0,
    missed          BIGINT NOT NULL DEFAULT 0,
    failed          BIGINT NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL,
    -- When the last mail was written, and when nothing was left to send.
    written_at      BIGINT,
    sent_at         BIGINT,
    CONSTRAINT event_messages_audience CHECK (audience IN ('all', 'type', 'not_scanned'))
);
CREATE UNIQUE INDEX event_messages_key ON event_messages (event_id, author_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
CREATE INDEX event_messages_of_event ON event_messages (event_id, created_at);
CREATE INDEX event_messages_of_author ON event_messages (author_id);
CREATE INDEX event_messages_unsent ON event_messages (id) WHERE sent_at IS NULL;

-- Reminders: a row for each day that holders of an event are reminded of, with the last person and the last guest whose mail
-- is written.
CREATE TABLE event_reminders (
    event_id     BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    day          BIGINT NOT NULL,
    after_holder BIGINT NOT NULL DEFAULT 0,
    after_guest  BIGINT NOT NULL DEFAULT 0,
    done_at      BIGINT,
    PRIMARY KEY (event_id, day)
);

-- Readers of news: the token by which they unsubscribe, when they may be written to again, and when they are, which is null
-- while there is nothing to tell them.
CREATE TABLE news_readers (
    user_id BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    token   TEXT NOT NULL,
    next_at BIGINT NOT NULL,
    due_at  BIGINT
);
CREATE UNIQUE INDEX news_readers_token_key ON news_readers (token);
CREATE INDEX news_readers_due ON news_readers (due_at, user_id) WHERE due_at IS NOT NULL;

-- New events that a reader has not been told of yet.
CREATE TABLE news_items (
    user_id  BIGINT NOT NULL REFERENCES news_readers (user_id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, event_id)
);
CREATE INDEX news_items_of_event ON news_items (event_id);
