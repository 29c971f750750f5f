-- Who organises an event with its owner.
CREATE TABLE event_collaborators (
    event_id BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    user_id  BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (event_id, user_id)
);
CREATE INDEX event_collaborators_of_user ON event_collaborators (user_id, event_id);

-- Who was asked to by mail and has not answered. The link's token is kept as a hash.
CREATE TABLE event_invitations (
    event_id     BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    email        TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    token_hash   BYTEA NOT NULL,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (event_id, email_folded)
);
CREATE UNIQUE INDEX event_invitations_token_key ON event_invitations (token_hash);
