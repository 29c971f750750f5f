-- Which letters and figures a person's words begin with, one bit each (the first is for any other sign): a search for
-- a letter needs no look at the words. And which pairs of them, 58 bits for all and four for
-- numbers: any other search looks only at the words of those who may have what it asks for.
ALTER TABLE directory ADD COLUMN letters BIGINT NOT NULL DEFAULT 0;
ALTER TABLE directory ADD COLUMN pairs BIGINT NOT NULL DEFAULT 0;
ALTER TABLE directory_words ADD COLUMN letters BIGINT NOT NULL DEFAULT 0;
ALTER TABLE directory_words ADD COLUMN pairs BIGINT NOT NULL DEFAULT 0;

UPDATE directory SET
    letters = COALESCE((
        SELECT CAST(sum(DISTINCT CAST(1 AS BIGINT) << strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 1, 1))) AS BIGINT)
        FROM directory_words w WHERE w.user_id = directory.user_id
    ), 0),
    pairs = COALESCE((
        SELECT CAST(sum(DISTINCT CAST(1 AS BIGINT) << CASE WHEN strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 1, 1)) > 26
            THEN 58 + strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 2, 1)) % 4
            ELSE (37 * strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 1, 1)) + strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 2, 1))) % 58 END) AS BIGINT)
        FROM directory_words w WHERE w.user_id = directory.user_id AND length(w.word) > 1
    ), 0);
UPDATE directory_words SET
    letters = (SELECT d.letters FROM directory d WHERE d.user_id = directory_words.user_id),
    pairs = (SELECT d.pairs FROM directory d WHERE d.user_id = directory_words.user_id);

DROP INDEX directory_by_activity;
CREATE INDEX directory_by_activity ON directory (activity, followers DESC, user_id, letters, pairs);
DROP INDEX directory_words_order;
CREATE INDEX directory_words_order
    ON directory_words (word, is_provider DESC, followers DESC, user_id, shared, letters, pairs);

-- How many people have the same activity ('' for none) and the same letters: a letter is far too common to be counted
-- each time it is looked for.
CREATE TABLE directory_letters (
    activity TEXT NOT NULL,
    letters  BIGINT NOT NULL,
    people   BIGINT NOT NULL,
    PRIMARY KEY (activity, letters),
    CONSTRAINT directory_letters_people CHECK (people >= 0)
);
INSERT INTO directory_letters (activity, letters, people)
SELECT COALESCE(activity, ''), letters, count(*) FROM directory GROUP BY COALESCE(activity, ''), letters;
