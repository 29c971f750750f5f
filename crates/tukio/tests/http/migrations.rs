//! Steps that compute what is already stored: the same as the program would have written.

use domain::Coordinates;
use tukio::migrations::MIGRATIONS;

use crate::on_both_engines;
use crate::support::{TestApp, TestEvent};

async fn run(app: &TestApp, statements: &'static [&'static str]) {
    let run = move |c: &mut database::Connection<'_>| {
        statements.iter().try_for_each(|statement| c.execute(*statement, &[]).map(|_| ()))
    };
    app.db.write(run).await.unwrap();
}

async fn numbers(app: &TestApp, sql: &'static str) -> Vec<(i64, Option<i64>)> {
    app.db.read(move |c| c.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))).await.unwrap()
}

async fn migrate(app: &TestApp) {
    let db = app.db.clone();
    tokio::task::spawn_blocking(move || db.migrate(MIGRATIONS)).await.unwrap().unwrap();
}

/// Undoes the last steps, from the newest on.
const UNDO: &[&str] = &[
    "ALTER TABLE events DROP COLUMN changed_at",
    "DELETE FROM schema_migrations WHERE name = '0027_event_changes'",
    "DROP INDEX events_by_town_and_square",
    "DROP INDEX events_by_start",
    "CREATE INDEX events_by_start ON events (is_listed, starts_at, id)",
    "DELETE FROM schema_migrations WHERE name = '0026_event_squares_whole'",
    "DROP INDEX newsletter_subscribers_token_key",
    "ALTER TABLE newsletter_subscribers DROP COLUMN token",
    "DROP INDEX event_views_leading",
    "DELETE FROM schema_migrations WHERE name = '0025_leading_views_and_unsubscribing'",
    "DROP INDEX users_by_email",
    "DROP INDEX users_email_key",
    "CREATE UNIQUE INDEX users_email_key ON users (email_folded)",
    "DELETE FROM schema_migrations WHERE name = '0024_verified_addresses'",
    "DROP INDEX tickets_by_issue",
    "DELETE FROM schema_migrations WHERE name = '0023_tickets_by_issue'",
    "DROP INDEX event_running_days_at_centre",
    "ALTER TABLE event_running_days DROP COLUMN in_square",
    "DELETE FROM schema_migrations WHERE name = '0022_event_days_by_square'",
    "DROP INDEX events_creation_key",
    "ALTER TABLE events DROP COLUMN creation_key",
    "DELETE FROM schema_migrations WHERE name = '0021_event_creation_key'",
    "DELETE FROM schema_migrations WHERE name = '0020_event_map_indexes'",
    "DROP INDEX payments_holding_of_buyer",
    "DELETE FROM schema_migrations WHERE name = '0019_holds_of_buyer'",
    "DROP TABLE sandbox_secret",
    "DELETE FROM schema_migrations WHERE name = '0018_sandbox_secret'",
    "ALTER TABLE mails DROP COLUMN enclosed",
    "DELETE FROM schema_migrations WHERE name = '0017_mail_attachments'",
    "DROP TABLE sandbox_orders",
    "DROP TABLE ticket_keys",
    "DROP TABLE webhooks",
    "DROP TABLE refunds",
    "DROP TABLE tickets",
    "DROP TABLE money_facts",
    "DROP TABLE stock_facts",
    "DROP TABLE payments",
    "ALTER TABLE ticket_types DROP COLUMN closed",
    "DELETE FROM schema_migrations WHERE name = '0016_box_office'",
    "DROP INDEX events_by_square",
    "DROP INDEX events_at_centre",
    "DROP INDEX events_by_price",
    "ALTER TABLE events DROP COLUMN square",
    "DROP INDEX event_running_days_order",
    "ALTER TABLE event_running_days DROP COLUMN began_at",
    "ALTER TABLE event_running_days DROP COLUMN town_name",
    "ALTER TABLE event_running_days DROP COLUMN category_name",
    "DROP INDEX event_words_order",
    "ALTER TABLE event_words DROP COLUMN begins_at",
    "DELETE FROM schema_migrations WHERE name = '0015_event_squares'",
    "DROP TABLE directory_letters",
    "DROP INDEX directory_by_activity",
    "DROP INDEX directory_words_order",
    "ALTER TABLE directory DROP COLUMN letters",
    "ALTER TABLE directory DROP COLUMN pairs",
    "ALTER TABLE directory_words DROP COLUMN letters",
    "ALTER TABLE directory_words DROP COLUMN pairs",
    "CREATE INDEX directory_by_activity ON directory (activity)",
    "CREATE INDEX directory_words_order ON directory_words (word)",
    "DELETE FROM schema_migrations WHERE name = '0014_directory_letters'",
];

/// What they computed.
const COMPUTED: [&str; 9] = [
    "SELECT id, square FROM events ORDER BY id",
    "SELECT user_id, letters FROM directory ORDER BY user_id",
    "SELECT user_id, pairs FROM directory ORDER BY user_id",
    "SELECT user_id, letters FROM directory_words ORDER BY user_id, word",
    "SELECT user_id, pairs FROM directory_words ORDER BY user_id, word",
    "SELECT event_id, began_at FROM event_running_days ORDER BY event_id, day",
    "SELECT event_id, in_square FROM event_running_days ORDER BY event_id, day",
    "SELECT event_id, begins_at FROM event_words ORDER BY event_id, word",
    "SELECT letters, people FROM directory_letters ORDER BY activity, letters",
];

async fn computed(app: &TestApp) -> Vec<Vec<(i64, Option<i64>)>> {
    let mut all = Vec::new();
    for sql in COMPUTED {
        all.push(numbers(app, sql).await);
    }
    all
}

on_both_engines! {
    async fn what_was_there_before_a_step_is_as_what_came_after(app: TestApp) {
        app.provider("Élie 9 Zoé", "0970000001", "Traiteur").await;
        app.provider("élan 9 ze", "0970000002", "Traiteur").await;
        app.provider("中 ж", "0970000003", "DJ").await;
        let owner = app.organiser().await;
        let places = [(-11.664_2, 27.479_4), (-4.3217, 15.3125), (90.0, 180.0), (-90.0, -180.0), (0.0, 0.0)];
        for (number, (latitude, longitude)) in places.into_iter().enumerate() {
            let place = Coordinates { latitude, longitude };
            app.store(TestEvent::new(number as i64 + 1, owner).with(|row| row.place = Some(place))).await;
        }
        for (number, place) in [(9, None), (10, Some(Coordinates { latitude: -1.68, longitude: 29.22 }))] {
            let lasts = TestEvent::new(number, owner).with(|row| {
                row.ended_day = Some(row.first_day.plus_days(2));
                row.place = place;
            });
            app.store(lasts).await;
        }
        for number in 0..3 {
            let subscribed = serde_json::json!({ "email": format!("n{number}@tukio.example") });
            app.post("/api/newsletter/", &subscribed).await.expect(201);
        }
        let written = computed(&app).await;
        run(&app, UNDO).await;
        migrate(&app).await;
        let tokens = numbers(&app, "SELECT count(DISTINCT token), min(length(token)) FROM newsletter_subscribers").await;
        assert!(matches!(tokens[..], [(3, Some(43..))]), "each reader has a way out of their own: {tokens:?}");
        assert_eq!(computed(&app).await, written);
        let [squares, .., people] = &*written else { unreachable!("nine questions were asked") };
        assert_eq!(squares.iter().filter(|(_, square)| square.is_none()).count(), 1);
        assert_eq!(people.iter().map(|(_, people)| people.unwrap()).sum::<i64>(), 4);
    }
}
