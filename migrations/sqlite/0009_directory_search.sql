-- A search reads its page off one index: by the word that was found, professionals first, the most followed first.
-- `shared` counts the letters a word has in common with the one before it of the same person: a word that begins like
-- the search is their first such word exactly if it shares less than the whole search, so that nobody is found twice.
ALTER TABLE directory_words ADD COLUMN shared BIGINT NOT NULL DEFAULT 0;
ALTER TABLE directory_words ADD COLUMN is_provider BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE directory_words ADD COLUMN followers BIGINT NOT NULL DEFAULT 0;

UPDATE directory_words SET
    is_provider = (SELECT d.is_provider FROM directory d WHERE d.user_id = directory_words.user_id),
    followers = (SELECT d.followers FROM directory d WHERE d.user_id = directory_words.user_id),
    shared = (
        WITH RECURSIVE lengths (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM lengths WHERE n < 100)
        SELECT count(*) FROM lengths
        WHERE n <= length(directory_words.word) AND substr(directory_words.word, 1, n) = substr((
            SELECT max(before.word) FROM directory_words before
            WHERE before.user_id = directory_words.user_id AND before.word < directory_words.word
        ), 1, n)
    );

CREATE INDEX directory_words_order ON directory_words (word, is_provider DESC, followers DESC, user_id, shared);
DROP INDEX directory_words_of_user;
CREATE INDEX directory_words_of_user ON directory_words (user_id, word);
