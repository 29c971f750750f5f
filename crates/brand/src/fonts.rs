//! The display face in two weights. Each weight is a file for French and one for the letters of other Latin alphabets;
//! the first is asked first.

pub const FAMILY: &str = "Bricolage Grotesque";

pub const REGULAR: [&[u8]; 2] =
    [include_bytes!("../assets/bricolage-400.ttf"), include_bytes!("../assets/bricolage-ext-400.ttf")];

pub const BOLD: [&[u8]; 2] =
    [include_bytes!("../assets/bricolage-700.ttf"), include_bytes!("../assets/bricolage-ext-700.ttf")];
