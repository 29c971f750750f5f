//! What pages are told by their operator.

use std::time::Duration;

pub struct Settings {
    pub map_tiles: Option<MapTiles>,
    /// A page that takes longer to render goes out as a shell, which the browser fills.
    pub render_limit: Duration,
}

/// The tile server of the map. Without one, the browser draws the map that is built in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapTiles {
    /// An http address with `{z}`, `{x}` and `{y}` in it.
    pub url: String,
    /// Whose map it is, as its licence wants it said.
    pub credit: String,
}

impl MapTiles {
    /// Scheme, host and port of the tile server, for the content security policy.
    pub(crate) fn origin(&self) -> String {
        url::Url::parse(&self.url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
    }
}
