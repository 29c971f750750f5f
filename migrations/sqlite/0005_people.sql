-- Who follows whom.
CREATE TABLE follows (
    follower_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    followed_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (follower_id, followed_id),
    CONSTRAINT follows_others CHECK (follower_id <> followed_id)
);
CREATE INDEX follows_of_followed ON follows (followed_id, follower_id);

-- The directory as it is read: one row a person, in the order it is shown. Counters are kept with each follow.
CREATE TABLE directory (
    user_id   BIGINT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    activity  TEXT,
    is_provider BOOLEAN NOT NULL,
    followers BIGINT NOT NULL DEFAULT 0,
    following BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX directory_order ON directory (is_provider DESC, followers DESC, user_id);
CREATE INDEX directory_by_activity ON directory (activity, followers DESC, user_id);

-- The folded words a person is found by: a search is a range of this index on both engines.
CREATE TABLE directory_words (
    word    TEXT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES directory (user_id) ON DELETE CASCADE,
    PRIMARY KEY (word, user_id)
);
CREATE INDEX directory_words_of_user ON directory_words (user_id);

-- How many people stand in the directory, by activity; '' counts those without one.
CREATE TABLE directory_counts (
    activity TEXT NOT NULL PRIMARY KEY,
    people   BIGINT NOT NULL,
    CONSTRAINT directory_counts_people CHECK (people >= 0)
);
