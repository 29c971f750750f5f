-- What providers know a payment by, and how it is paid.
-- The network or card that the buyer has chosen, and then the one that the provider names.
ALTER TABLE payments ADD COLUMN channel TEXT;
-- The provider's own number of the payment, told when it was opened.
ALTER TABLE payments ADD COLUMN provider_number TEXT;
-- What notices about the payment have to carry to be believed.
ALTER TABLE payments ADD COLUMN notice_token TEXT;
-- The number of the transaction that paid it, for who has to look into it with the provider.
ALTER TABLE payments ADD COLUMN transaction_number TEXT;
-- When a telephone was rung for it, and its number. Stored before the provider is asked, so that it is rung once.
ALTER TABLE payments ADD COLUMN pushed_at BIGINT;
ALTER TABLE payments ADD COLUMN pushed_to TEXT;
-- Each provider's payments are asked about by themselves: one that does not answer must not delay the others.
CREATE INDEX payments_to_ask_of_provider ON payments (provider, ask_at) WHERE ask_at IS NOT NULL;
DROP INDEX payments_to_ask;
-- Providers that get no new payments for a while because they keep failing, for who runs `tukio check`.
CREATE TABLE passed_over_providers (
    provider TEXT NOT NULL PRIMARY KEY,
    until    BIGINT NOT NULL
);
