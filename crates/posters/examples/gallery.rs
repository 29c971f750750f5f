//! Writes one picture of every kind into a folder, to look at: `cargo run -p posters --example gallery -- folder`.

use std::{error::Error, fs, path::PathBuf};

use posters::{Motif, avatar_svg, bands_svg, poster_svg, social_jpeg};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("give a folder")?);
    for (number, category) in (0_u64..).zip(domain::Category::all()) {
        let (slug, hue) = (category.slug(), category.hue());
        let motif = Motif::from_category_slug(&slug).ok_or("a category without a motif")?;
        let poster = poster_svg(number, hue, motif);
        let jpeg = social_jpeg(&poster, category.name(), "sam. 14 nov. · 19:30 · Lubumbashi", "25 USD")?;
        fs::write(folder.join(format!("bands-{slug}.svg")), bands_svg(number, hue))?;
        fs::write(folder.join(format!("poster-{slug}.svg")), poster)?;
        fs::write(folder.join(format!("social-{slug}.jpg")), jpeg)?;
        fs::write(folder.join(format!("avatar-{number}.svg")), avatar_svg(number))?;
    }
    Ok(())
}
