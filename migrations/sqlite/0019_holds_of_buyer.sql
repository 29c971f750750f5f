-- How many payments somebody has under way for an event, told without reading all they ever bought.
CREATE INDEX payments_holding_of_buyer ON payments (user_id, event_id) WHERE holds = TRUE;
