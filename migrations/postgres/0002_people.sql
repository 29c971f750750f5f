-- The directory of people, and who follows whom.

CREATE TABLE follows (
    follower_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    followed_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (follower_id, followed_id),
    CONSTRAINT follows_others CHECK (follower_id <> followed_id)
);
CREATE INDEX follows_of_followed ON follows (followed_id, follower_id);

-- The directory as it is read: one row for each person, in the order it is shown. The counters change with each follow.
-- `letters` has a bit for each letter and digit that one of the person's words begins with (the first bit stands for any
-- other sign), so that a search for one letter does not read the words. `pairs` has a bit for the first two signs of each
-- word, 58 bits for words that begin with a letter and four for numbers, so that any other search reads the words of those
-- people only who may have what it asks for.
CREATE TABLE directory (
    user_id     BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    activity    TEXT,
    is_provider BOOLEAN NOT NULL,
    followers   BIGINT NOT NULL DEFAULT 0,
    following   BIGINT NOT NULL DEFAULT 0,
    letters     BIGINT NOT NULL DEFAULT 0,
    pairs       BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX directory_order ON directory (is_provider DESC, followers DESC, user_id);
CREATE INDEX directory_by_activity ON directory (activity, followers DESC, user_id, letters, pairs);

-- The folded words a person is found by: a search is a range of this table's index on both engines. It reads its page off
-- that index: by the word that was found, professionals first, then by followers.
-- `shared` counts the letters that a word has in common with the word before it of the same person: a word that begins
-- like the search is the person's first such word exactly if it shares less than the whole search, so that nobody is
-- found twice.
CREATE TABLE directory_words (
    word        TEXT COLLATE "C" NOT NULL,
    user_id     BIGINT NOT NULL REFERENCES directory (user_id) ON DELETE CASCADE,
    shared      BIGINT NOT NULL DEFAULT 0,
    is_provider BOOLEAN NOT NULL DEFAULT FALSE,
    followers   BIGINT NOT NULL DEFAULT 0,
    letters     BIGINT NOT NULL DEFAULT 0,
    pairs       BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (word, user_id)
);
CREATE INDEX directory_words_order
    ON directory_words (word, is_provider DESC, followers DESC, user_id, shared, letters, pairs);
CREATE INDEX directory_words_of_user ON directory_words (user_id, word);

-- How many people stand in the directory, by activity; '' counts those without one.
CREATE TABLE directory_counts (
    activity TEXT NOT NULL PRIMARY KEY,
    people   BIGINT NOT NULL,
    CONSTRAINT directory_counts_people CHECK (people >= 0)
);

-- How many people have the same activity ('' for none) and the same `letters`: a letter is far too common to be counted
-- each time it is searched for.
CREATE TABLE directory_letters (
    activity TEXT NOT NULL,
    letters  BIGINT NOT NULL,
    people   BIGINT NOT NULL,
    PRIMARY KEY (activity, letters),
    CONSTRAINT directory_letters_people CHECK (people >= 0)
);
