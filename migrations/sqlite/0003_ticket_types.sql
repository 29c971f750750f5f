-- Prices in minor units. `position` keeps the organiser's order.
CREATE TABLE ticket_types (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id  BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    position  BIGINT NOT NULL,
    label     TEXT NOT NULL,
    price     BIGINT NOT NULL,
    devise    TEXT NOT NULL,
    nbr_max   BIGINT NOT NULL,
    held      BIGINT NOT NULL DEFAULT 0,
    sold      BIGINT NOT NULL DEFAULT 0,
    scanned   BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT ticket_types_price CHECK (price > 0),
    CONSTRAINT ticket_types_devise CHECK (devise IN ('USD', 'CDF')),
    CONSTRAINT ticket_types_stock CHECK (held >= 0 AND sold >= 0 AND held + sold <= nbr_max),
    CONSTRAINT ticket_types_scans CHECK (scanned >= 0 AND scanned <= sold)
);
CREATE INDEX ticket_types_of_event ON ticket_types (event_id, position);
