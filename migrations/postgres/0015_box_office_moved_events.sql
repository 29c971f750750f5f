-- When and where an event that was edited after a sale was to take place, in the words that its holders read.
ALTER TABLE disruptions ADD COLUMN was TEXT;
