-- What the owner allows a co-organiser besides, and who did what to an event.

-- Whether a collaborator may also change prices and places, refund and cancel.
ALTER TABLE event_collaborators ADD COLUMN trusted BOOLEAN NOT NULL DEFAULT FALSE;

-- The audit trail of an event, only ever added to. Nobody did what the product did by itself.
CREATE TABLE event_audit (
    id       INTEGER PRIMARY KEY,
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    user_id  BIGINT REFERENCES users (id) ON DELETE SET NULL,
    -- A word such as `event.update` or `ticket.refund`.
    action   TEXT NOT NULL,
    -- What it was done to, as a JSON object of short texts and numbers.
    detail   TEXT NOT NULL,
    at       BIGINT NOT NULL
);
CREATE INDEX event_audit_of_event ON event_audit (event_id, id);
CREATE INDEX event_audit_of_user ON event_audit (user_id);
