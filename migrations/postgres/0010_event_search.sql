-- Listed: public and not cancelled. Lists read nothing else.
ALTER TABLE events ADD COLUMN cancelled_at BIGINT;
ALTER TABLE events ADD COLUMN is_listed BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE events SET is_listed = is_public;
DROP INDEX events_listed;
DROP INDEX events_listed_by_category;
DROP INDEX events_listed_by_town;
DROP INDEX events_of_owner;
CREATE INDEX events_by_start ON events (is_listed, starts_at, id);
CREATE INDEX events_by_town ON events (is_listed, town, starts_at, id);
CREATE INDEX events_by_category ON events (is_listed, category, starts_at, id);
CREATE INDEX events_by_town_and_category ON events (is_listed, town, category, starts_at, id);
CREATE INDEX events_by_owner ON events (is_listed, owner_id, starts_at, id);
CREATE INDEX events_of_owner ON events (owner_id, starts_at, id);
CREATE INDEX events_by_creation ON events (is_listed, created_at, id);

-- The days after the first of events that last several: what is under way on a day, without reading all that began before.
CREATE TABLE event_running_days (
    day      BIGINT NOT NULL,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    PRIMARY KEY (day, event_id)
);
CREATE INDEX event_running_days_of_event ON event_running_days (event_id);

-- The folded words a listed event is found by: those of its name, and its category's and town's.
CREATE TABLE event_words (
    word     TEXT COLLATE "C" NOT NULL,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    in_name  BOOLEAN NOT NULL,
    PRIMARY KEY (word, event_id)
);

-- Every such word once: in how many events it stands, and in how many names.
CREATE TABLE event_vocabulary (
    word      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    uses      BIGINT NOT NULL,
    name_uses BIGINT NOT NULL
);

-- Words with one letter left out: two words a slip apart meet here.
CREATE TABLE event_word_slips (
    slip TEXT COLLATE "C" NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (slip, word)
);
