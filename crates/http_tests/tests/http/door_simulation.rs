//! An evening at eight gates. The phones are the web app's own code, played by vitest on files of
//! `web/src/features/door/simulation`, before two processes on one database. `DOOR_SCANS` says how many scans, `DOOR_SEED`
//! which evening.

use std::process::{Command, Output, Stdio};

use rstest_reuse::apply;
use serde_json::{Value, json};
use ticket_code::{Content, SigningKey};

use crate::door_roster::{fill, number_of};
use crate::support::{Doors, Engine, TestApp, both_engines, door_audited, doors};

const SCANS: u64 = 10_000;

#[apply(both_engines)]
async fn nobody_is_admitted_twice_unseen(engine: Engine) {
    let app = TestApp::start(engine).await;
    let other = app.beside(&[]).await;
    let (door, _) = doors(&app, 1).await;
    let scans = from_environment("DOOR_SCANS").unwrap_or(SCANS);
    let seed =
        from_environment("DOOR_SEED").unwrap_or_else(|| u64::from(u32::from_le_bytes(platform::random::bytes())));
    let codes = sell(&app, &door, scans as i64).await;
    let plan = json!({
        "urls": [app.url(""), other.url("")],
        "token": door.amani.access(),
        "event": door.event,
        "codes": codes,
        "scans": scans,
        "seed": seed,
    });
    let played = tokio::task::spawn_blocking(move || play(&plan)).await.unwrap();
    let (told, wrong) = (String::from_utf8_lossy(&played.stdout), String::from_utf8_lossy(&played.stderr));
    assert!(played.status.success(), "again with DOOR_SEED={seed} DOOR_SCANS={scans}\n{told}\n{wrong}");
    print_figures(&told);
    door_audited(&app).await;
}

#[expect(clippy::print_stdout, reason = "the figures of an evening are worth reading")]
fn print_figures(told: &str) {
    println!("{}", told.lines().find(|line| line.contains("scans, seed")).unwrap_or_default());
}

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

fn play(plan: &Value) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("evening.json");
    std::fs::write(&file, plan.to_string()).unwrap();
    let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");
    Command::new("npx")
        .args(["vitest", "run", "--config", "simulation.config.ts", "--reporter", "dot"])
        .current_dir(web)
        .env("DOOR_EVENING", &file)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Stores so many more tickets directly, and returns the texts of their codes.
async fn sell(app: &TestApp, door: &Doors, count: i64) -> Vec<String> {
    fill(app, door, count).await;
    let newest = "SELECT id, seed FROM ticket_keys ORDER BY id DESC LIMIT 1";
    let key =
        app.db.read(move |c| c.query_one(newest, &[], |row| Ok((row.get::<i64>("id")?, row.get::<Vec<u8>>("seed")?))));
    let (id, seed) = key.await.unwrap();
    let key = SigningKey::from_seed(id as u8, seed.as_slice().try_into().unwrap());
    let code = |ticket| ticket_code::sign(&key, Content::new(door.event, number_of(ticket) as u64, 0).unwrap());
    (0..count).map(code).collect()
}
