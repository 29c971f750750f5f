-- What was sold these days, without reading what was sold before.
CREATE INDEX tickets_by_issue ON tickets (issued_at, event_id);
