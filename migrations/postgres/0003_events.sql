-- Events, what their lists and searches are read from, who organises them, and how often they are looked at.
-- Days are numbers of days since 1970 in the town's calendar; columns that end in _at are milliseconds since 1970 UTC.

CREATE TABLE events (
    id            BIGINT NOT NULL PRIMARY KEY,
    owner_id      BIGINT NOT NULL REFERENCES users (id),
    name          TEXT NOT NULL,
    name_folded   TEXT NOT NULL,
    category      TEXT NOT NULL,
    town          TEXT NOT NULL,
    first_day     BIGINT NOT NULL,
    ended_day     BIGINT,
    last_day      BIGINT NOT NULL,
    hour_minutes  BIGINT NOT NULL,
    address       TEXT NOT NULL,
    latitude      DOUBLE PRECISION,
    longitude     DOUBLE PRECISION,
    map_latitude  DOUBLE PRECISION NOT NULL,
    map_longitude DOUBLE PRECISION NOT NULL,
    -- The Z-order number of the smallest cell of the quadtree over the map that holds the event's own place, null for
    -- events that stand at their town's centre. The cells inside a larger one follow one another in number.
    map_cell      BIGINT,
    description   TEXT,
    picture       TEXT,
    is_free       BOOLEAN NOT NULL,
    is_public     BOOLEAN NOT NULL,
    -- Public and not cancelled. Lists read nothing else.
    is_listed     BOOLEAN NOT NULL DEFAULT FALSE,
    starts_at     BIGINT NOT NULL,
    over_at       BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    -- Null until the first change; subscribed calendars learn from it what to take in again.
    changed_at    BIGINT,
    cancelled_at  BIGINT,
    -- The key its form was sent with: a form that is sent again, because its answer got lost, makes no second event.
    creation_key  TEXT,
    CONSTRAINT events_days CHECK (last_day >= first_day)
);
CREATE INDEX events_by_town ON events (is_listed, town, starts_at, id);
CREATE INDEX events_by_category ON events (is_listed, category, starts_at, id);
CREATE INDEX events_by_town_and_category ON events (is_listed, town, category, starts_at, id);
CREATE INDEX events_by_owner ON events (is_listed, owner_id, starts_at, id, over_at);
CREATE INDEX events_of_owner ON events (owner_id, starts_at, id);
CREATE INDEX events_by_creation ON events (is_listed, created_at, id);
CREATE UNIQUE INDEX events_creation_key ON events (owner_id, creation_key) WHERE creation_key IS NOT NULL;
-- Where free events are few, or nearly all are free, reading along the calendar alone would take long.
CREATE INDEX events_by_price ON events (is_listed, is_free, starts_at, id);
-- Whatever a list by distance is narrowed by stands in the index: a part of the map, of a town or of the calendar is read
-- without the rows of its events.
CREATE INDEX events_by_start ON events
    (is_listed, starts_at, id, over_at, town, first_day, last_day, map_latitude, map_longitude, created_at, map_cell, category, is_free);
CREATE INDEX events_by_cell ON events
    (is_listed, map_cell, over_at, map_latitude, map_longitude, starts_at, created_at, id, category, town, is_free, first_day, last_day);
CREATE INDEX events_by_town_and_cell ON events
    (is_listed, town, map_cell, over_at, map_latitude, map_longitude, starts_at, created_at, id, category, is_free, first_day, last_day);
CREATE INDEX events_at_centre ON events (is_listed, town, starts_at, id) WHERE map_cell IS NULL;

-- The days after the first of events that last several, so that what is under way on a day is found without reading all
-- that began before. The index has them in the order they began; town and category are there to be passed over quickly.
CREATE TABLE event_running_days (
    day           BIGINT NOT NULL,
    event_id      BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    began_at      BIGINT NOT NULL DEFAULT 0,
    town_name     TEXT NOT NULL DEFAULT '',
    category_name TEXT NOT NULL DEFAULT '',
    in_cell       BIGINT,
    PRIMARY KEY (day, event_id)
);
CREATE INDEX event_running_days_of_event ON event_running_days (event_id);
CREATE INDEX event_running_days_order ON event_running_days (day, began_at, event_id, town_name, category_name);
CREATE INDEX event_running_days_at_centre ON event_running_days (day, town_name, began_at, event_id)
    WHERE in_cell IS NULL;

-- The folded words a listed event is found by: those of its name, its category and its town. The index has the events of
-- a word in the order of the calendar, so that the first page is read without the rest.
CREATE TABLE event_words (
    word      TEXT COLLATE "C" NOT NULL,
    event_id  BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    in_name   BOOLEAN NOT NULL,
    begins_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (word, event_id)
);
CREATE INDEX event_words_order ON event_words (word, begins_at, event_id, in_name);

-- Every such word once: in how many events it stands, and in how many names.
CREATE TABLE event_vocabulary (
    word      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    uses      BIGINT NOT NULL,
    name_uses BIGINT NOT NULL
);

-- The deletions of each word (SymSpell): the word with one letter left out. Two words that are one typing error apart have
-- one of them in common.
CREATE TABLE event_word_deletions (
    deletion TEXT COLLATE "C" NOT NULL,
    word     TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (deletion, word)
);

-- How often an event was opened, by Lubumbashi's days. The events that were opened most on a day stand first in the index:
-- what is trending reads no further.
CREATE TABLE event_views (
    day      BIGINT NOT NULL,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    views    BIGINT NOT NULL,
    PRIMARY KEY (day, event_id)
);
CREATE INDEX event_views_of_event ON event_views (event_id);
CREATE INDEX event_views_leading ON event_views (day, views DESC, event_id);

-- Who organises an event with its owner (`collaborator`), or stands at its door (`door`).
CREATE TABLE event_collaborators (
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    user_id  BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role     TEXT NOT NULL DEFAULT 'collaborator',
    added_at BIGINT NOT NULL,
    PRIMARY KEY (event_id, user_id),
    CONSTRAINT event_collaborators_role CHECK (role IN ('collaborator', 'door'))
);
CREATE INDEX event_collaborators_of_user ON event_collaborators (user_id, event_id);

-- Who was invited to by mail and has not answered. The link's token is stored as a hash; only an account that has proved
-- the address can take it, until it expires.
CREATE TABLE event_invitations (
    id           BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    event_id     BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    email        TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    token_hash   BYTEA NOT NULL,
    role         TEXT NOT NULL DEFAULT 'collaborator',
    trusted      BOOLEAN NOT NULL DEFAULT FALSE,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    CONSTRAINT event_invitations_role CHECK (role IN ('collaborator', 'door'))
);
CREATE UNIQUE INDEX event_invitations_once ON event_invitations (event_id, email_folded);
CREATE UNIQUE INDEX event_invitations_token_key ON event_invitations (token_hash);
CREATE INDEX event_invitations_by_email ON event_invitations (email_folded);
