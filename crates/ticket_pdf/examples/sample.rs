//! Writes tickets to look at: `cargo run --release -p ticket_pdf --example sample -- FOLDER`.

use domain::{Currency, EventId, Instant, Money, Town};
use ticket_pdf::{Format, Ticket, render};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    let plain = Ticket {
        event: EventId::new(812_345_678_901),
        name: "Katanga Jazz de nuit".to_owned(),
        first_day: "2026-11-14".parse()?,
        last_day: "2026-11-14".parse()?,
        hour: "19:30".parse()?,
        address: "Halle de l'Étoile, avenue Kasavubu".to_owned(),
        town: Town::Lubumbashi,
        label: "Debout".to_owned(),
        price: Money::from_minor(2_500, Currency::Usd),
        holder: "Grâce Ilunga".to_owned(),
        code: "7KQ2-M9XD".to_owned(),
        qr: "T1 0Q:GK3.BX6I$CDM9WE1A%2T:4C9R7K.1X0Z+QE5L8V/3H2N6P0D4S-7F9G1J3K5L7M9N1P3Q5R7S9T1V3W5X7Y9Z".to_owned(),
    };
    let long = Ticket {
        event: EventId::new(112_345_678_902),
        name: "Grand festival international des musiques traditionnelles et contemporaines du Haut-Katanga, 12e édition 🎉 : l'édition des mineurs".to_owned(),
        last_day: "2026-12-02".parse()?,
        address: "Stade Frédéric Kibassa Maliba, entrée principale, à côté du rond-point de la Forestière, quartier Baudouin".to_owned(),
        label: "Carré or, table de huit personnes avec boissons".to_owned(),
        price: Money::from_minor(123_456_700, Currency::Cdf),
        holder: "Anticonstitutionnellement-Marie-Joséphine Kabongo wa Kabongo".to_owned(),
        ..plain.clone()
    };
    let others = Ticket {
        name: "Nuit de Mɔ́kɔnzi & Ŋgɛ̌ndɛ 🎉🥁 : 王小明, Γιώργος, Михаил et محمد بن عبد الله".to_owned(),
        address: "Avenue Ɓakongo → Łódź, 한국 ★, 𝓒𝓪𝓯𝓮́ « Libóso »".to_owned(),
        holder: "محمد Tshílɔ́mbɔ̀ 陳大文".to_owned(),
        ..plain.clone()
    };
    let now = Instant::from_millis(1_794_650_400_000);
    let documents = [
        ("plain", vec![plain.clone()]),
        ("long", vec![long.clone()]),
        ("alphabets", vec![others]),
        ("several", vec![plain, long]),
    ];
    for (name, tickets) in documents {
        std::fs::write(folder.join(format!("{name}-a4.pdf")), render(&tickets, Format::A4, now)?)?;
        std::fs::write(folder.join(format!("{name}-phone.pdf")), render(&tickets, Format::Phone, now)?)?;
    }
    Ok(())
}
