//! The face that is embedded for words in pictures.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for file in brand::BOLD {
        fonts.load_font_data(file.to_vec());
    }
    Arc::new(fonts)
});

pub fn fonts() -> Arc<Database> {
    FONTS.clone()
}
