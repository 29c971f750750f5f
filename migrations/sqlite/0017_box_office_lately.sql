-- What somebody holds unpaid is read with what they did lately, by `payments_of_user`: one index fewer to write in a rush.
DROP INDEX payments_holding_of_buyer;
