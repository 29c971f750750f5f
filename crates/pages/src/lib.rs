//! HTML first: which data a page needs, its head tags, rendering on the server, assets.

mod address;
mod assets;
mod data;
mod head;
mod json_ld;
mod pictures;
mod render;
mod routes;
mod template;
mod words;

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use events::Events;
use people::People;
use platform::Services;
use react_ssr::Renderer;

pub use routes::router;

use assets::Assets;
use pictures::Pictures;
use template::Template;

/// What pages are told by their operator.
pub struct Settings {
    pub map_tiles: Option<MapTiles>,
    /// A page that takes longer to render goes out as a shell, which the browser fills.
    pub render_limit: Duration,
}

/// Where the map's ground comes from, instead of the drawing that is in the binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapTiles {
    /// An http address with `{z}`, `{x}` and `{y}` in it.
    pub url: String,
    /// Whose map it is, as its licence wants it said.
    pub credit: String,
}

impl MapTiles {
    /// Scheme, host and port of the tile server, for the content security policy.
    fn origin(&self) -> String {
        url::Url::parse(&self.url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
    }
}

/// The feature's own state.
#[derive(Clone)]
pub struct Pages(Arc<Parts>);

pub struct Parts {
    services: Services,
    people: People,
    events: Events,
    renderer: Renderer,
    template: Template,
    assets: Assets,
    pictures: Pictures,
}

impl Deref for Pages {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

#[derive(Debug, thiserror::Error)]
pub enum PagesError {
    #[error("the web app is not built into this binary: build it with `make`")]
    NotBuilt,
    #[error("the web app's page template lacks the placeholder {0}")]
    Placeholder(&'static str),
    #[error("the web app's server bundle could not be loaded: {0}")]
    Bundle(#[from] react_ssr::RenderError),
}

impl Pages {
    pub fn new(services: Services, people: People, events: Events, settings: Settings) -> Result<Pages, PagesError> {
        let assets = Assets::embedded();
        let template = Template::new(&assets, settings.map_tiles.as_ref())?;
        let bundle = assets::server_bundle().ok_or(PagesError::NotBuilt)?;
        let options = react_ssr::Options { time_limit: settings.render_limit, ..Default::default() };
        let renderer = Renderer::new(bundle, options)?;
        let pictures = Pictures::default();
        Ok(Pages(Arc::new(Parts { services, people, events, renderer, template, assets, pictures })))
    }
}
