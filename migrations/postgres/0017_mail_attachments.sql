-- What files are made of when a mail is sent ("payment:…", "ticket:…"): the files themselves are kept nowhere.
ALTER TABLE mails ADD COLUMN enclosed TEXT;
