//! Every filter of the list and its combinations, against a plain model of it in memory, on random events, around
//! midnight in both time zones and at the ends of weeks, months and the year.

use domain::{Category, Coordinates, Currency, Day, EventId, Hour, Instant, Town, fold, today_in};
use events::EventRow;
use rstest_reuse::apply;
use serde_json::Value;

use crate::support::{Engine, TestApp, TestEvent, both_engines, day};

const EVENTS: usize = 180;
const QUESTIONS: usize = 45;

/// More events than the list sorts by their distance at once.
const CROWD: usize = 2_600;

/// Days of such a crowd that are asked for.
const CROWDED: &[Option<(&str, &str)>] = &[
    None,
    Some(("date_range", "today")),
    Some(("date_range", "tomorrow")),
    Some(("date_range", "week")),
    Some(("day", "2026-11-16")),
    Some(("day", "2026-11-20")),
];

/// UTC moments at which calendars turn, in order: 22:00 is midnight in Lubumbashi, 23:00 in Kinshasa.
const MOMENTS: &[(&str, u16)] = &[
    ("2026-11-14", 21 * 60 + 59),
    ("2026-11-14", 22 * 60),
    ("2026-11-14", 22 * 60 + 59),
    ("2026-11-14", 23 * 60),
    ("2026-11-15", 22 * 60 + 30),
    ("2026-11-30", 22 * 60 + 30),
    ("2026-12-31", 22 * 60 + 30),
    ("2026-12-31", 23 * 60),
];

const WORDS: &[&str] =
    &["Katanga", "Jazz", "Été", "Théâtre", "Lubumbashi", "Cuivre", "Kalindula", "Mode", "Grand", "d'été", "2027"];

/// Words as people type them: whole, begun, accents forgotten, one slip.
const SEARCHES: &[&str] = &[
    "jazz",
    "ÉTÉ",
    "theatre",
    "lubumbasi",
    "kat",
    "kalindlua",
    "jazz katanga",
    "mode goma",
    "concert",
    "grnd",
    "zzzzz",
    "2026",
    "d ete",
    "--",
    "concert à goma",
    "l'été",
    "du jazz pour Lubumbashi",
    "au d",
    "kat y",
];

/// Folded words that mean nothing beside others.
const SMALL: &str = " a au aux de des du d l le la les un une en et pour avec chez dans sur par ";

/// Once in a while somebody misspells a town for good.
const RARE: (usize, &str) = (60, " Lubumbasi");

/// Places people look around: in towns, between them, on the spot of an event, and where nothing is.
const SPOTS: &[&str] =
    &["-11.66,27.48", "-10.7,27.5", "-10.5,28.25", "-11.99,26.01", "-4.32,15.31", "-1.68,29.22", "0,0", "90,-180"];

/// A small generator: the same events on both engines, whatever the machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// An event as the model keeps it.
struct Known {
    row: EventRow,
    created: Instant,
}

fn random_event(chance: &mut Chance, number: usize, owner: domain::UserId) -> TestEvent {
    let towns: Vec<Town> = Town::ALL.to_vec();
    let categories: Vec<Category> = Category::all().take(5).collect();
    let first = day("2026-11-01").plus_days(chance.below(75) as i64);
    let event = TestEvent::new(number as i64, owner).with(|row| {
        row.name = (0..=chance.below(3)).map(|_| chance.of(WORDS)).collect::<Vec<_>>().join(" ");
        if number.is_multiple_of(RARE.0) {
            row.name.push_str(RARE.1);
        }
        row.town = chance.of(&towns);
        row.category = chance.of(&categories);
        row.first_day = first;
        row.ended_day = chance.happens(30).then(|| first.plus_days(chance.below(20) as i64));
        row.hour = Hour::from_minutes(chance.below(24 * 60) as u16).unwrap();
        row.place = chance.happens(60).then(|| Coordinates {
            latitude: -12.0 + chance.below(400) as f64 / 100.0,
            longitude: 26.0 + chance.below(400) as f64 / 100.0,
        });
        row.is_public = chance.happens(90);
    });
    if chance.happens(50) { event.ticket("Entrée", 5, Currency::Usd) } else { event }
}

fn random_question(chance: &mut Chance) -> Vec<(&'static str, String)> {
    let mut question = Vec::new();
    let towns: Vec<Town> = Town::ALL.to_vec();
    let categories: Vec<Category> = Category::all().take(6).collect();
    for _ in 0..chance.of(&[0, 0, 1, 2, 3]) {
        question.push(("town", chance.of(&towns).name().to_owned()));
    }
    for _ in 0..chance.of(&[0, 0, 1, 3, 5]) {
        question.push(("category", chance.of(&categories).name().to_owned()));
    }
    match chance.below(6) {
        0 => question.push(("month", chance.below(12).to_string())),
        1 => question.push(("day", day("2026-11-10").plus_days(chance.below(60) as i64).to_string())),
        2 | 3 => question.push(("date_range", chance.of(&["today", "tomorrow", "week", "month"]).to_owned())),
        _ => {}
    }
    if chance.happens(30) {
        question.push(("is_free", chance.happens(50).to_string()));
    }
    if chance.happens(35) {
        question.push(("name", chance.of(SEARCHES).to_owned()));
    }
    match chance.below(8) {
        0 => question.push(("recent", "true".to_owned())),
        1 | 2 => question.push(("near", chance.of(SPOTS).to_owned())),
        3 => {
            let km = chance.of(&[0.01, 0.5, 3.0, 20.0, 90.0, 220.0, 1500.0]);
            question.push(("location", format!("{},{km}", chance.of(SPOTS))));
        }
        _ => {}
    }
    question
}

/// The days a question asks for in a town.
fn span(question: &[(&str, String)], town: Town, now: Instant) -> Option<(Day, Day)> {
    let today = today_in(town, now);
    let mut span: Option<(Day, Day)> = None;
    for (name, value) in question {
        let asked = match (*name, &**value) {
            ("date_range", "today") => (today, today),
            ("date_range", "tomorrow") => (today.plus_days(1), today.plus_days(1)),
            ("date_range", "week") => {
                (today, (0..7).map(|n| today.plus_days(n)).find(|day| day.weekday() == 6).unwrap())
            }
            ("date_range", "month") => (today, last_of(today)),
            ("day", text) => (day(text), day(text)),
            ("month", number) => {
                let wanted: i8 = number.parse::<i8>().unwrap() + 1;
                let days = (0..400).map(|n| first_of(today).plus_days(n));
                let first = days.into_iter().find(|day| day.month() == wanted).unwrap();
                (first, last_of(first))
            }
            _ => continue,
        };
        span = Some(span.map_or(asked, |(from, to)| (from.max(asked.0), to.min(asked.1))));
    }
    span
}

fn first_of(day: Day) -> Day {
    day.plus_days(1 - i64::from(day.day_of_month()))
}

fn last_of(day: Day) -> Day {
    (0..31).map(|n| day.plus_days(n)).take_while(|later| later.month() == day.month()).last().unwrap()
}

fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn all_words(row: &EventRow) -> Vec<String> {
    [words(&row.name), words(row.category.name()), words(row.town.name())].concat()
}

/// Letters to add, drop, change or swap with a neighbour, by the book.
fn distance(one: &str, other: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut table = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, far) | (far, 0) => far,
                _ => {
                    let change = usize::from(a[i - 1] != b[j - 1]);
                    let mut best = (table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(table[i - 1][j - 1] + change);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        best = best.min(table[i - 2][j - 2] + 1);
                    }
                    best
                }
            };
        }
    }
    table[a.len()][b.len()]
}

/// What each asked word may stand for: a word it begins, and, where fewer than five events hold one, one a slip away.
fn readings(search: &str, known: &[Known]) -> Vec<(String, Vec<String>)> {
    let listed = known.iter().filter(|event| event.row.is_public);
    let mut vocabulary: Vec<String> = listed.flat_map(|event| all_words(&event.row)).collect();
    vocabulary.sort_unstable();
    vocabulary.dedup();
    let uses = |word: &String| {
        known.iter().filter(|event| event.row.is_public && all_words(&event.row).contains(word)).count()
    };
    let mut asked = words(search);
    let says_something =
        |word: &str| !SMALL.contains(&format!(" {word} ")) && (word.len() > 1 || word.parse::<u8>().is_ok());
    if asked.iter().any(|word| says_something(word)) {
        asked.retain(|word| says_something(word));
    }
    let mut seen = Vec::new();
    asked.retain(|word| {
        !seen.contains(word) && {
            seen.push(word.clone());
            true
        }
    });
    asked
        .into_iter()
        .map(|word| {
            let mut readings: Vec<String> =
                vocabulary.iter().filter(|known| known.starts_with(&word)).cloned().collect();
            if word.len() >= 4 && word.parse::<u64>().is_err() && readings.iter().map(uses).sum::<usize>() < 5 {
                readings.extend(vocabulary.iter().filter(|known| distance(&word, known) == 1).cloned());
            }
            (word, readings)
        })
        .collect()
}

fn model(question: &[(&str, String)], known: &[Known], now: Instant) -> Vec<EventId> {
    let values = |name: &str| -> Vec<&str> {
        question.iter().filter(|(key, _)| *key == name).map(|(_, value)| &**value).collect()
    };
    let one = |name: &str| values(name).first().copied();
    let terms = one("name").map(|search| readings(search, known));
    let fits = |event: &&Known| {
        let row = &event.row;
        let (towns, categories) = (values("town"), values("category"));
        let in_span =
            span(question, row.town, now).is_none_or(|(from, to)| row.first_day <= to && row.last_day() >= from);
        let in_circle = one("location").is_none_or(|text| {
            let parts: Vec<f64> = text.split(',').map(|part| part.parse().unwrap()).collect();
            let centre = Coordinates { latitude: parts[0], longitude: parts[1] };
            squared(row, centre) <= (parts[2] / 111.195).powi(2)
        });
        let found = terms.as_ref().is_none_or(|terms| {
            let own = all_words(row);
            !terms.is_empty() && terms.iter().all(|(_, readings)| readings.iter().any(|word| own.contains(word)))
        });
        row.is_public
            && (towns.is_empty() || towns.contains(&row.town.name()))
            && (categories.is_empty() || categories.contains(&row.category.name()))
            && one("is_free").is_none_or(|wanted| wanted == row.is_free.to_string())
            && in_span
            && in_circle
            && found
    };
    let mut found: Vec<&Known> = known.iter().filter(fits).collect();
    // Best answers first, if any name holds every word as asked.
    let in_name = |event: &Known| {
        terms.as_ref().is_some_and(|terms| {
            let own = words(&event.row.name);
            terms.iter().all(|(asked, _)| own.contains(asked))
        })
    };
    // A day is read from morning to evening, over or not.
    let is_whole_day = one("day").is_some() && one("near").is_none();
    let is_past = |event: &Known| !is_whole_day && event.row.over_at() <= now;
    if one("recent").is_some() {
        found.sort_by_key(|event| (!in_name(event), std::cmp::Reverse((event.created, event.row.id))));
    } else {
        let near: Option<Coordinates> = one("near").map(|text| text.parse().unwrap());
        found.sort_by(|a, b| {
            let by_time = |event: &Known| (event.row.starts_at(), event.row.id);
            let group = |event: &Known| (is_past(event), !in_name(event));
            group(a).cmp(&group(b)).then_with(|| match (is_past(a), near) {
                (true, _) => by_time(b).cmp(&by_time(a)),
                (false, Some(near)) => {
                    let has_place = |event: &Known| event.row.place.is_some();
                    let by_distance = || squared(&a.row, near).total_cmp(&squared(&b.row, near));
                    has_place(b).cmp(&has_place(a)).then_with(by_distance).then_with(|| by_time(a).cmp(&by_time(b)))
                }
                (false, None) => by_time(a).cmp(&by_time(b)),
            })
        });
    }
    found.into_iter().map(|event| event.row.id).collect()
}

fn squared(row: &EventRow, centre: Coordinates) -> f64 {
    let place = row.place.unwrap_or(row.town.centre());
    let flattening = centre.latitude.to_radians().cos().powi(2);
    (place.latitude - centre.latitude) * (place.latitude - centre.latitude)
        + (place.longitude - centre.longitude) * (place.longitude - centre.longitude) * flattening
}

/// The answer's first pages, of so many events each.
async fn answered(app: &TestApp, question: &[(&str, String)], limit: usize, pages: usize) -> Vec<EventId> {
    let query: String = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(question).finish();
    let mut ids = Vec::new();
    for page in 1..=pages {
        let answer = app.get(&format!("/api/events/?{query}&limit={limit}&page={page}")).await.expect(200).json();
        let results = answer["results"].as_array().unwrap();
        ids.extend(results.iter().map(|event| EventId::new(event["id"].as_i64().unwrap())));
        if answer["next"] == Value::Null {
            break;
        }
        assert_eq!(results.len(), limit, "a page before the last is full");
    }
    ids
}

/// Stores so many random events, changed a little, and keeps them for the model.
async fn stored(app: &TestApp, chance: &mut Chance, count: usize, change: fn(&mut EventRow)) -> Vec<Known> {
    let owner = app.organiser().await;
    let mut known = Vec::new();
    for number in 0..count {
        let event = random_event(chance, number, owner).with(change);
        known.push(Known { row: event.row.clone(), created: event.created });
        app.store(event).await;
    }
    known
}

/// A moment of [`MOMENTS`].
fn moment((date, minutes): (&str, u16)) -> Instant {
    let kinshasa = Hour::from_minutes(minutes + 60).unwrap_or(Hour::MIDNIGHT);
    let date = if minutes + 60 >= 24 * 60 { day(date).plus_days(1) } else { day(date) };
    date.at(kinshasa, Town::Kinshasa)
}

#[apply(both_engines)]
async fn every_filter_agrees_with_a_plain_model(engine: Engine) {
    let app = TestApp::start(engine).await;
    let mut chance = Chance(2026);
    let known = stored(&app, &mut chance, EVENTS, |_| {}).await;
    for at in MOMENTS {
        let now = moment(*at);
        app.clock.set(now);
        for _ in 0..QUESTIONS {
            let question = random_question(&mut chance);
            let limit = chance.of(&[7, 12, 50]);
            let answer = answered(&app, &question, limit, usize::MAX).await;
            assert_eq!(answer, model(&question, &known, now), "{question:?} at {at:?} by {limit}");
        }
    }
}

#[apply(both_engines)]
async fn the_nearest_of_a_crowded_day_agree_with_a_plain_model(engine: Engine) {
    let app = TestApp::start(engine).await;
    let mut chance = Chance(15);
    // Nearly everything begins on one day, and what lasts is under way on others.
    let known = stored(&app, &mut chance, CROWD, |row| {
        let length = row.last_day().number() - row.first_day.number();
        let before_or_after = match row.first_day.number() % 12 {
            0 => -1,
            1 => 1,
            _ => 0,
        };
        row.first_day = day("2026-11-15").plus_days(before_or_after);
        row.ended_day = (length > 0).then(|| row.first_day.plus_days(length));
    })
    .await;
    for at in &MOMENTS[..5] {
        let now = moment(*at);
        app.clock.set(now);
        for days in CROWDED {
            let mut question = vec![("near", chance.of(SPOTS).to_owned())];
            question.extend(days.map(|(name, value)| (name, value.to_owned())));
            if chance.happens(30) {
                question.push(("town", chance.of(&Town::ALL).name().to_owned()));
            }
            let limit = chance.of(&[3, 12]);
            let answer = answered(&app, &question, limit, 4).await;
            let mut expected = model(&question, &known, now);
            expected.truncate(4 * limit);
            assert_eq!(answer, expected, "{question:?} at {at:?} by {limit}");
        }
    }
}
