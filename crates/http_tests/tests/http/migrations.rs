//! Upgrades: a later step finds what is stored and computes from it what the program writes, and a program refuses the
//! database of a newer one.

use database::{MigrateError, Migration};
use domain::Coordinates;
use rstest_reuse::apply;
use tukio::migrations::MIGRATIONS;

use crate::support::{Engine, TestApp, TestEvent, both_engines};

/// A step that no release has: it computes a second time, in SQL, what the program has computed for these rows.
const LATER: Migration = Migration {
    name: "9001_computed_again",
    sqlite: "
        ALTER TABLE directory ADD COLUMN letters_again BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE directory ADD COLUMN pairs_again BIGINT NOT NULL DEFAULT 0;
        UPDATE directory SET
            letters_again = COALESCE((
                SELECT sum(DISTINCT 1 << instr('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 1, 1)))
                FROM directory_words w WHERE w.user_id = directory.user_id
            ), 0),
            pairs_again = COALESCE((
                SELECT sum(DISTINCT 1 << CASE WHEN instr('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 1, 1)) > 26
                    THEN 58 + instr('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 2, 1)) % 4
                    ELSE (37 * instr('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 1, 1))
                        + instr('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 2, 1))) % 58 END)
                FROM directory_words w WHERE w.user_id = directory.user_id AND length(w.word) > 1
            ), 0);
        CREATE TABLE directory_letters_again (
            activity TEXT NOT NULL,
            letters  BIGINT NOT NULL,
            people   BIGINT NOT NULL
        );
        INSERT INTO directory_letters_again (activity, letters, people)
        SELECT COALESCE(activity, ''), letters_again, count(*) FROM directory
        GROUP BY COALESCE(activity, ''), letters_again;

        ALTER TABLE events ADD COLUMN map_cell_again BIGINT;
        WITH RECURSIVE
            bits (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM bits WHERE n < 19),
            indexes AS (
                SELECT id,
                    min(CAST((latitude + 90.0) / 360.0 * 1048576 AS BIGINT), 1048575) AS row_index,
                    min(CAST((longitude + 180.0) / 360.0 * 1048576 AS BIGINT), 1048575) AS column_index
                FROM events WHERE latitude IS NOT NULL AND longitude IS NOT NULL
            ),
            numbers AS (
                SELECT id, sum(((column_index >> n) & 1) << (2 * n)) + sum(((row_index >> n) & 1) << (2 * n + 1)) AS number
                FROM indexes CROSS JOIN bits GROUP BY id
            )
        UPDATE events SET map_cell_again = numbers.number FROM numbers WHERE numbers.id = events.id;",
    postgres: "
        ALTER TABLE directory ADD COLUMN letters_again BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE directory ADD COLUMN pairs_again BIGINT NOT NULL DEFAULT 0;
        UPDATE directory SET
            letters_again = COALESCE((
                SELECT CAST(sum(DISTINCT CAST(1 AS BIGINT)
                    << strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 1, 1))) AS BIGINT)
                FROM directory_words w WHERE w.user_id = directory.user_id
            ), 0),
            pairs_again = COALESCE((
                SELECT CAST(sum(DISTINCT CAST(1 AS BIGINT)
                    << CASE WHEN strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 1, 1)) > 26
                    THEN 58 + strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 2, 1)) % 4
                    ELSE (37 * strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 1, 1))
                        + strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(w.word, 2, 1))) % 58 END) AS BIGINT)
                FROM directory_words w WHERE w.user_id = directory.user_id AND length(w.word) > 1
            ), 0);
        CREATE TABLE directory_letters_again (
            activity TEXT NOT NULL,
            letters  BIGINT NOT NULL,
            people   BIGINT NOT NULL
        );
        INSERT INTO directory_letters_again (activity, letters, people)
        SELECT COALESCE(activity, ''), letters_again, count(*) FROM directory
        GROUP BY COALESCE(activity, ''), letters_again;

        ALTER TABLE events ADD COLUMN map_cell_again BIGINT;
        WITH RECURSIVE
            bits (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM bits WHERE n < 19),
            indexes AS (
                SELECT id,
                    least(CAST(floor((latitude + 90.0) / 360.0 * 1048576) AS BIGINT), 1048575) AS row_index,
                    least(CAST(floor((longitude + 180.0) / 360.0 * 1048576) AS BIGINT), 1048575) AS column_index
                FROM events WHERE latitude IS NOT NULL AND longitude IS NOT NULL
            ),
            numbers AS (
                SELECT id, CAST(sum(((column_index >> n) & 1) << (2 * n))
                    + sum(((row_index >> n) & 1) << (2 * n + 1)) AS BIGINT) AS number
                FROM indexes CROSS JOIN bits GROUP BY id
            )
        UPDATE events SET map_cell_again = numbers.number FROM numbers WHERE numbers.id = events.id;",
};

/// What the program wrote, and after `LATER` the same question about what the step computed.
const COMPUTED: [(&str, &str); 8] = [
    ("SELECT id, map_cell FROM events ORDER BY id", "SELECT id, map_cell_again FROM events ORDER BY id"),
    (
        "SELECT user_id, letters FROM directory ORDER BY user_id",
        "SELECT user_id, letters_again FROM directory ORDER BY user_id",
    ),
    (
        "SELECT user_id, pairs FROM directory ORDER BY user_id",
        "SELECT user_id, pairs_again FROM directory ORDER BY user_id",
    ),
    (
        "SELECT user_id, letters FROM directory_words ORDER BY user_id, word",
        "SELECT w.user_id, d.letters_again FROM directory_words w JOIN directory d ON d.user_id = w.user_id ORDER BY w.user_id, w.word",
    ),
    (
        "SELECT user_id, pairs FROM directory_words ORDER BY user_id, word",
        "SELECT w.user_id, d.pairs_again FROM directory_words w JOIN directory d ON d.user_id = w.user_id ORDER BY w.user_id, w.word",
    ),
    (
        "SELECT letters, people FROM directory_letters ORDER BY activity, letters",
        "SELECT letters, people FROM directory_letters_again ORDER BY activity, letters",
    ),
    (
        "SELECT event_id, in_cell FROM event_running_days ORDER BY event_id, day",
        "SELECT r.event_id, e.map_cell_again FROM event_running_days r JOIN events e ON e.id = r.event_id ORDER BY r.event_id, r.day",
    ),
    (
        "SELECT event_id, began_at FROM event_running_days ORDER BY event_id, day",
        "SELECT r.event_id, e.starts_at FROM event_running_days r JOIN events e ON e.id = r.event_id ORDER BY r.event_id, r.day",
    ),
];

async fn numbers(app: &TestApp, sql: &'static str) -> Vec<(i64, Option<i64>)> {
    app.db.read(move |c| c.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))).await.unwrap()
}

/// Brings the database to what the product has, followed by `later`.
async fn migrate(app: &TestApp, later: &[Migration]) -> Result<usize, MigrateError> {
    let (db, steps) = (app.db.clone(), [MIGRATIONS, later].concat());
    tokio::task::spawn_blocking(move || db.migrate(&steps)).await.unwrap()
}

async fn fill(app: &TestApp) {
    app.provider("Élie 9 Zoé", "0970000001", "Traiteur").await;
    app.provider("élan 9 ze", "0970000002", "Traiteur").await;
    app.provider("中 字", "0970000003", "DJ").await;
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
}

#[apply(both_engines)]
async fn a_step_computes_from_what_is_stored_what_the_program_writes(engine: Engine) {
    let app = TestApp::start(engine).await;
    fill(&app).await;
    assert_eq!(migrate(&app, &[LATER]).await.unwrap(), 1);
    for (written, again) in COMPUTED {
        let written_rows = numbers(&app, written).await;
        assert!(!written_rows.is_empty(), "{written} answers nothing");
        assert_eq!(written_rows, numbers(&app, again).await, "{written}");
    }
    let cells = numbers(&app, COMPUTED[0].0).await;
    assert_eq!(cells.iter().filter(|(_, cell)| cell.is_none()).count(), 1);
    let people = numbers(&app, COMPUTED[5].0).await;
    assert_eq!(people.iter().map(|(_, people)| people.unwrap()).sum::<i64>(), 4);
    let begins = "SELECT count(*), sum(CASE WHEN w.begins_at = e.starts_at THEN 0 ELSE 1 END)
                  FROM event_words w JOIN events e ON e.id = w.event_id";
    assert!(matches!(numbers(&app, begins).await[..], [(1.., Some(0))]), "each word knows when its event begins");
    let listed = app.get("/api/events/").await.expect(200).json();
    assert_eq!(listed["results"].as_array().unwrap().len(), 7, "the program before the step runs on");
}

#[apply(both_engines)]
async fn the_database_of_a_newer_program_is_refused(engine: Engine) {
    let app = TestApp::start(engine).await;
    assert_eq!(migrate(&app, &[]).await.unwrap(), 0, "nothing is pending in a database that was just made");
    migrate(&app, &[LATER]).await.unwrap();
    let refused = migrate(&app, &[]).await.unwrap_err();
    assert!(matches!(&refused, MigrateError::Newer(name) if name == LATER.name), "{refused}");
    assert_eq!(migrate(&app, &[LATER]).await.unwrap(), 0, "the newer program finds its own database as it was");
}
