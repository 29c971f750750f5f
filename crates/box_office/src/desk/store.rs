//! SQL of the desk: one batch of reservations is a handful of statements, however many people wait.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use database::{Connection, DbError, Row, Sql};
use domain::{EventId, Instant, PaymentId, PromoCodeId, Rate, TicketTypeId, UserId};

use crate::desk::model::{Books, Decision, Limits, OrderLine, Refusal, Stock, Wish, allocate};
use crate::desk::reservation::{Answer, Reservation};
use crate::desk::rows::{FactRow, KeyRow, PageRow, PaymentRow, TakenRow, as_json};
use crate::desk::standing::{self, Lately};
use crate::money_columns::read_money;
use crate::stored_words::{PaymentState, StockFactKind};
use crate::ticket_types::sale::{Sale, SaleRules};
use crate::ticket_types::store::rules_before;
use platform::SqlBuilder;

/// When the provider is asked about a new payment for the first time, at the latest when its hold ends.
const FIRST_ASKED_AFTER: Duration = Duration::from_secs(5);

type Result<T> = std::result::Result<T, DbError>;

const STOCK: &str = "SELECT id, event_id, price, devise, nbr_max, held, sold, offered, waiting, closed, sales_from,
    sales_until, after_previous, hidden, access_code, min_per_order, max_per_order, max_per_person
    FROM ticket_types WHERE id IN ";

const EARLIER_ANSWERS: Sql = Sql::pair(
    "SELECT user_id, idempotency_key, request_digest, payments.id AS id FROM jsonb_each($1) JOIN payments
     ON user_id = value ->> 'user' AND idempotency_key = value ->> 'key'",
    "SELECT user_id, idempotency_key, request_digest, payments.id AS id FROM json_to_recordset($1::text::json)
     AS asked (\"user\" BIGINT, key TEXT) JOIN payments ON user_id = asked.\"user\" AND idempotency_key = asked.key",
);

const HOLD_PLACES: Sql = Sql::pair(
    "UPDATE ticket_types SET held = held + taken.quantity, offered = offered - taken.offers
     FROM (SELECT value ->> 'type' AS type, value ->> 'quantity' AS quantity, value ->> 'offers' AS offers
        FROM jsonb_each($1)) AS taken
     WHERE id = taken.type",
    "UPDATE ticket_types SET held = held + taken.quantity, offered = offered - taken.offers
     FROM json_to_recordset($1::text::json) AS taken (type BIGINT, quantity BIGINT, offers BIGINT)
     WHERE id = taken.type",
);

const PAYMENTS: Sql = Sql::pair(
    "INSERT INTO payments (id, user_id, event_id, ticket_type_id, quantity, price, devise, amount, currency, rate, state,
        holds, hold_until, provider, reference, email, retry_of, idempotency_key, request_digest, created_at, ask_at,
        promo_code_id, discount, channel)
     SELECT value ->> 'id', value ->> 'user', value ->> 'event', value ->> 'type', value ->> 'quantity',
        value ->> 'price', value ->> 'devise', value ->> 'amount', value ->> 'currency', value ->> 'rate', 'pending',
        TRUE, value ->> 'until', value ->> 'provider', value ->> 'reference', value ->> 'email', value ->> 'retry_of', value ->> 'key',
        value ->> 'digest', $2, min(value ->> 'until', $3), value ->> 'promo', value ->> 'discount',
        value ->> 'channel' FROM jsonb_each($1)",
    "INSERT INTO payments (id, user_id, event_id, ticket_type_id, quantity, price, devise, amount, currency, rate, state,
        holds, hold_until, provider, reference, email, retry_of, idempotency_key, request_digest, created_at, ask_at,
        promo_code_id, discount, channel)
     SELECT id, \"user\", event, type, quantity, price, devise, amount, currency, rate, 'pending', TRUE, until, provider,
        reference, email, retry_of, key, digest, $2, least(until, $3), promo, discount, channel
     FROM json_to_recordset($1::text::json)
        AS new (id TEXT, \"user\" BIGINT, event BIGINT, type BIGINT, quantity BIGINT, price BIGINT, devise TEXT,
        amount BIGINT, currency TEXT, rate BIGINT, provider TEXT, reference TEXT, email TEXT, retry_of TEXT, key TEXT,
        digest TEXT, promo BIGINT, discount BIGINT, until BIGINT, channel TEXT)",
);

const FACTS: Sql = Sql::pair(
    "INSERT INTO stock_facts (ticket_type_id, payment_id, kind, held, sold, at)
     SELECT value ->> 'type', value ->> 'payment', value ->> 'kind', value ->> 'held', 0, $2 FROM jsonb_each($1)",
    "INSERT INTO stock_facts (ticket_type_id, payment_id, kind, held, sold, at)
     SELECT type, payment, kind, held, 0, $2 FROM json_to_recordset($1::text::json)
        AS new (type BIGINT, payment TEXT, kind TEXT, held BIGINT)",
);

const STORE_PAGES: Sql = Sql::pair(
    "UPDATE payments SET payment_url = page.url
     FROM (SELECT value ->> 'payment' AS payment, value ->> 'url' AS url FROM jsonb_each($1)) AS page
     WHERE id = page.payment",
    "UPDATE payments SET payment_url = page.url
     FROM json_to_recordset($1::text::json) AS page (payment TEXT, url TEXT) WHERE id = page.payment",
);

pub fn store_pages(c: &mut Connection<'_>, pages: &[PageRow]) -> Result<()> {
    if !pages.is_empty() {
        c.execute(&STORE_PAGES, &[&as_json(pages)?])?;
    }
    Ok(())
}

/// By person and key: the digest of the request that was answered, and its payment.
type EarlierAnswers = HashMap<(UserId, String), (String, PaymentId)>;

/// A payment that a new one takes over from.
struct EarlierPayment {
    user: UserId,
    ticket_type: TicketTypeId,
    quantity: i64,
    is_open: bool,
    holds: bool,
    hold_until: Instant,
    promo: Option<PromoCodeId>,
}

/// Decides a batch. Returns the answers in the order of the reservations, and the stock after the batch.
/// Locks payments before ticket types, because settling a payment locks them in that order.
pub fn reserve(
    c: &mut Connection<'_>,
    batch: &[Arc<Reservation>],
    rate: Option<Rate>,
    now: Instant,
) -> Result<(Vec<Answer>, HashMap<TicketTypeId, Stock>)> {
    if batch.is_empty() {
        return Ok((Vec::new(), HashMap::new()));
    }
    let earlier = earlier_payments(c, batch)?;
    let types: Vec<TicketTypeId> = batch.iter().map(|reservation| reservation.line.ticket_type).collect();
    let stock = lock_stock(c, &types, now)?;
    // Read once the types are locked: another process may just have answered the same request.
    let answered = earlier_answers(c, batch)?;
    let mut answers: Vec<Option<Answer>> = Vec::with_capacity(batch.len());
    let mut keys = HashSet::new();
    let mut replaced_payments = HashSet::new();
    let mut wishes = Vec::new();
    for reservation in batch {
        let known = known_answer(reservation, &answered, &mut keys).or_else(|| {
            let id = reservation.retry_of.as_ref()?;
            let may =
                earlier.get(id).is_some_and(|earlier| earlier.may_pass_to(reservation)) && replaced_payments.insert(id);
            (!may).then_some(Answer::CannotRetry)
        });
        if known.is_none() {
            wishes.push(wish_of(reservation, &earlier, now));
        }
        answers.push(known);
    }
    let mut books = open_books(c, stock, &wishes, now)?;
    let mut decisions = allocate(&mut books, &wishes, rate, now).into_iter();
    let mut writes = BatchWrites::default();
    let decided = batch.iter().zip(answers).map(|(reservation, known)| {
        known
            .or_else(|| decisions.next().map(|decision| writes.record(reservation, decision)))
            .unwrap_or(Answer::NextBatch)
    });
    let answers: Vec<Answer> = decided.collect();
    writes.write(c, &earlier, now)?;
    Ok((answers, books.stock))
}

fn wish_of<'a>(reservation: &'a Reservation, earlier: &HashMap<PaymentId, EarlierPayment>, now: Instant) -> Wish<'a> {
    let before = reservation.retry_of.as_ref().and_then(|id| earlier.get(id));
    let taken_over = before.map_or(0, EarlierPayment::taken_over);
    Wish {
        buyer: reservation.user,
        line: OrderLine { taken_over, ..reservation.line },
        access_code: reservation.access_code.as_deref(),
        promo_code: reservation.promo_code.as_deref(),
        promo_taken_over: before.filter(|before| before.holds).and_then(|before| before.promo),
        first_deadline: before.map(|before| before.hold_until).filter(|until| *until > now),
        goes_on: reservation.goes_on,
    }
}

/// Reads what the wishes are decided by. The types are locked already, and promo codes are after them.
fn open_books(
    c: &mut Connection<'_>,
    stock: HashMap<TicketTypeId, Stock>,
    wishes: &[Wish<'_>],
    now: Instant,
) -> Result<Books> {
    let buyers: HashSet<UserId> = wishes.iter().map(|wish| wish.buyer).collect();
    let buyers: Vec<UserId> = buyers.into_iter().collect();
    let codes: HashSet<&str> = wishes.iter().filter_map(|wish| wish.promo_code).collect();
    let codes: Vec<String> = codes.into_iter().map(str::to_owned).collect();
    let Lately { underway, taken, let_go } = standing::read_lately(c, &buyers, now)?;
    Ok(Books {
        underway,
        taken,
        let_go,
        owned: standing::read_owned(c, &stock, &buyers)?,
        offers: standing::read_open_offers(c, &stock, &buyers, now)?,
        promos: standing::read_promos(c, &stock, &codes)?,
        stock,
    })
}

/// Refuses a place on the waiting list of a crowded type to who holds places unpaid or let some go: what they kept from
/// others must not come back to them. The type is locked by the caller.
pub fn check_may_wait(
    c: &mut Connection<'_>,
    stock: &Stock,
    user: UserId,
    now: Instant,
) -> Result<std::result::Result<(), Refusal>> {
    if !stock.is_crowded_with(0) {
        return Ok(Ok(()));
    }
    let own = (user, stock.event);
    let lately = standing::read_lately(c, &[user], now)?;
    if lately.underway.contains_key(&own) {
        return Ok(Err(Refusal::PaysFirst));
    }
    Ok(lately.let_go.get(&own).map_or(Ok(()), |let_go| let_go.check(now)))
}

/// Reads the stock of a type without a lock: it may be less by the time somebody reserves.
pub fn stock_of(c: &mut Connection<'_>, id: TicketTypeId, now: Instant) -> Result<Option<Stock>> {
    Ok(find_stock(c, &[id], now)?.remove(&id))
}

/// Decides on one reservation at a given time, inside the caller's transaction.
pub fn reserve_one(c: &mut Connection<'_>, reservation: &Arc<Reservation>, at: Instant) -> Result<Answer> {
    let (answers, _) = reserve(c, std::slice::from_ref(reservation), None, at)?;
    Ok(answers.into_iter().next().unwrap_or(Answer::NextBatch))
}

/// Returns what the same request was answered before, if it was.
pub fn earlier_answer(c: &mut Connection<'_>, reservation: &Arc<Reservation>) -> Result<Option<Answer>> {
    let earlier = earlier_answers(c, std::slice::from_ref(reservation))?;
    Ok(known_answer(reservation, &earlier, &mut HashSet::new()))
}

fn known_answer<'a>(
    reservation: &'a Reservation,
    earlier: &EarlierAnswers,
    keys: &mut HashSet<(UserId, &'a str)>,
) -> Option<Answer> {
    let key = reservation.key.as_ref()?;
    match earlier.get(&(reservation.user, key.text.clone())) {
        Some((digest, id)) if *digest == key.digest => Some(Answer::AlreadyAnswered(id.clone())),
        Some(_) => Some(Answer::KeyTaken),
        // The same key twice in one batch: the second is answered once the first is committed.
        None => (!keys.insert((reservation.user, &key.text))).then_some(Answer::NextBatch),
    }
}

fn earlier_answers<'a>(c: &mut Connection<'_>, batch: &'a [Arc<Reservation>]) -> Result<EarlierAnswers> {
    let row = |reservation: &'a Arc<Reservation>| {
        Some(KeyRow { user: reservation.user, key: &reservation.key.as_ref()?.text })
    };
    let asked: Vec<KeyRow<'_>> = batch.iter().filter_map(row).collect();
    if asked.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = c.query(&EARLIER_ANSWERS, &[&as_json(&asked)?], |row| {
        let (user, key) = (row.get("user_id")?, row.get("idempotency_key")?);
        Ok(((user, key), (row.get("request_digest")?, row.get("id")?)))
    })?;
    Ok(rows.into_iter().collect())
}

fn earlier_payments(c: &mut Connection<'_>, batch: &[Arc<Reservation>]) -> Result<HashMap<PaymentId, EarlierPayment>> {
    let ids: Vec<PaymentId> = batch.iter().filter_map(|reservation| reservation.retry_of.clone()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut sql = SqlBuilder::new(
        "SELECT id, user_id, ticket_type_id, quantity, state, holds, hold_until, promo_code_id
         FROM payments WHERE id IN ",
    );
    sql.list(&ids).push(" ORDER BY id").for_update();
    let rows = sql.query(c, |row| {
        let id = row.get("id")?;
        let (user, ticket_type, quantity) = (row.get("user_id")?, row.get("ticket_type_id")?, row.get("quantity")?);
        let is_open = matches!(row.get("state")?, PaymentState::Pending | PaymentState::Failed);
        let (holds, hold_until, promo) = (row.get("holds")?, row.get("hold_until")?, row.get("promo_code_id")?);
        Ok((id, EarlierPayment { user, ticket_type, quantity, is_open, holds, hold_until, promo }))
    })?;
    Ok(rows.into_iter().collect())
}

impl EarlierPayment {
    fn may_pass_to(&self, reservation: &Reservation) -> bool {
        self.is_open && self.user == reservation.user && self.ticket_type == reservation.line.ticket_type
    }

    fn taken_over(&self) -> i64 {
        if self.holds { self.quantity } else { 0 }
    }
}

/// Locks the types in the order of their ids, so that two processes never wait for each other.
pub fn lock_stock(
    c: &mut Connection<'_>,
    types: &[TicketTypeId],
    now: Instant,
) -> Result<HashMap<TicketTypeId, Stock>> {
    let mut types = types.to_vec();
    types.sort_unstable();
    types.dedup();
    let mut sql = SqlBuilder::new(STOCK);
    sql.list(&types).push(" ORDER BY id").for_update();
    read_stock(c, sql, now)
}

pub fn find_stock(
    c: &mut Connection<'_>,
    types: &[TicketTypeId],
    now: Instant,
) -> Result<HashMap<TicketTypeId, Stock>> {
    let mut sql = SqlBuilder::new(STOCK);
    sql.list(types);
    read_stock(c, sql, now)
}

fn read_stock(c: &mut Connection<'_>, sql: SqlBuilder, now: Instant) -> Result<HashMap<TicketTypeId, Stock>> {
    let rows = sql.query(c, stock_row)?;
    let mut events: Vec<_> = rows.iter().map(|(_, stock, _)| stock.event).collect();
    events.sort_unstable();
    events.dedup();
    let ends = events::find_events(c, &events)?;
    let is_any_after_another = rows.iter().any(|(.., rules)| rules.after_previous);
    let before = if is_any_after_another { rules_before(c, &events)? } else { HashMap::new() };
    let judge = |(id, stock, rules): (TicketTypeId, Stock, SaleRules)| {
        let over = ends.get(&stock.event).map_or(now, |event| event.over_at());
        let sale = match ends.get(&stock.event) {
            Some(event) if event.cancelled => Sale::EventCancelled,
            Some(event) if event.draft => Sale::EventDraft,
            Some(_) if over > now => rules.sale(before.get(&id), now),
            _ => Sale::EventOver,
        };
        (id, Stock { sale, ends: rules.until.map_or(over, |until| until.min(over)), ..stock })
    };
    Ok(rows.into_iter().map(judge).collect())
}

fn stock_row(row: &Row<'_>) -> Result<(TicketTypeId, Stock, SaleRules)> {
    let (id, event): (TicketTypeId, EventId) = (row.get("id")?, row.get("event_id")?);
    let price = read_money(row, "price", "devise")?;
    let (places, held, sold) = (row.get("nbr_max")?, row.get("held")?, row.get("sold")?);
    let (offered, waiting) = (row.get("offered")?, row.get("waiting")?);
    let closed = row.get("closed")?;
    let (from, until, after_previous) = (row.get("sales_from")?, row.get("sales_until")?, row.get("after_previous")?);
    let access_code: Option<String> = if row.get("hidden")? { row.get("access_code")? } else { None };
    let (least, most) = (row.get("min_per_order")?, row.get("max_per_order")?);
    let limits = Limits { least, most, per_person: row.get("max_per_person")? };
    // Its event says more about the sale and its end.
    let (sale, ends, hidden_behind) = (Sale::Open, Instant::from_millis(0), access_code);
    let stock = Stock { event, price, places, held, sold, offered, waiting, sale, ends, limits, hidden_behind };
    let is_sold_out = stock.left() <= 0;
    Ok((id, stock, SaleRules { closed, from, until, after_previous, is_sold_out }))
}

/// Collects what a batch writes.
#[derive(Default)]
struct BatchWrites<'a> {
    taken: HashMap<TicketTypeId, TakenRow>,
    offers_taken: Vec<(UserId, TicketTypeId)>,
    payments: Vec<PaymentRow<'a>>,
    facts: Vec<FactRow<'a>>,
    replaced_payments: Vec<&'a PaymentId>,
}

impl<'a> BatchWrites<'a> {
    fn record(&mut self, reservation: &'a Reservation, decision: Decision) -> Answer {
        let (terms, offered, until) = match decision {
            Decision::Refused(refusal) => return Answer::Refused(refusal),
            Decision::Held { terms, offered, until } => (terms, offered, until),
        };
        let ticket_type = reservation.line.ticket_type;
        self.hold(ticket_type, &reservation.id, StockFactKind::Hold, reservation.line.quantity);
        if offered > 0 {
            self.taken_of(ticket_type).offers += offered;
            self.offers_taken.push((reservation.user, ticket_type));
        }
        self.payments.push(PaymentRow::new(reservation, &terms, until));
        self.replaced_payments.extend(reservation.retry_of.as_ref());
        Answer::Held { terms, until }
    }

    fn hold(&mut self, ticket_type: TicketTypeId, payment: &'a PaymentId, kind: StockFactKind, held: i64) {
        self.taken_of(ticket_type).quantity += held;
        self.facts.push(FactRow { ticket_type, payment, kind: kind.as_str(), held });
    }

    fn taken_of(&mut self, ticket_type: TicketTypeId) -> &mut TakenRow {
        self.taken.entry(ticket_type).or_insert(TakenRow { ticket_type, quantity: 0, offers: 0 })
    }

    fn write(
        mut self,
        c: &mut Connection<'_>,
        earlier: &HashMap<PaymentId, EarlierPayment>,
        now: Instant,
    ) -> Result<()> {
        if self.payments.is_empty() {
            return Ok(());
        }
        for id in self.replaced_payments.clone() {
            if let Some(before) = earlier.get(id).filter(|before| before.holds) {
                self.hold(before.ticket_type, id, StockFactKind::Pass, -before.quantity);
            }
        }
        let taken: Vec<&TakenRow> = self.taken.values().collect();
        standing::mark_offers_taken(c, &self.offers_taken, now)?;
        c.execute(&HOLD_PLACES, &[&as_json(&taken)?])?;
        c.execute(&PAYMENTS, &[&as_json(&self.payments)?, &now, &(now + FIRST_ASKED_AFTER)])?;
        c.execute(&FACTS, &[&as_json(&self.facts)?, &now])?;
        if !self.replaced_payments.is_empty() {
            let mut sql = SqlBuilder::new("UPDATE payments SET holds = FALSE WHERE id IN ");
            let ids: Vec<PaymentId> = self.replaced_payments.into_iter().cloned().collect();
            sql.list(&ids);
            sql.execute(c)?;
        }
        Ok(())
    }
}
