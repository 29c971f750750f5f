//! HTML first: which data a page needs, its head tags, rendering on the server, assets.

mod address;
mod assets;
mod byte_range;
mod data;
mod error;
mod head;
mod json_ld;
mod named_pages;
mod pictures;
mod render;
mod routes;
mod settings;
mod template;
mod words;

use std::ops::Deref;
use std::sync::Arc;

use events::Events;
use people::People;
use platform::{FairQueue, Sender, Services};
use react_ssr::Renderer;

pub use error::PagesError;
pub use routes::router;
pub use settings::{MapTiles, Settings};

use assets::Assets;
use pictures::generated::GeneratedPictures;
use template::Template;

/// The feature's own state.
#[derive(Clone)]
pub struct Pages(Arc<Parts>);

pub struct Parts {
    services: Services,
    people: People,
    events: Events,
    renderer: Renderer,
    /// Whose page is rendered next.
    render_turns: FairQueue<Sender>,
    template: Template,
    assets: Assets,
    pictures: GeneratedPictures,
}

impl Deref for Pages {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Pages {
    pub fn new(services: Services, people: People, events: Events, settings: Settings) -> Result<Pages, PagesError> {
        let assets = Assets::embedded();
        let template = Template::new(&assets, settings.map_tiles.as_ref())?;
        let bundle = assets::server_bundle().ok_or(PagesError::NotBuilt)?;
        let options = react_ssr::Options { time_limit: settings.render_limit, ..Default::default() };
        let render_turns = FairQueue::new(options.contexts, options.queue);
        let renderer = Renderer::new(bundle, options)?;
        let pictures = GeneratedPictures::default();
        Ok(Pages(Arc::new(Parts { services, people, events, renderer, render_turns, template, assets, pictures })))
    }
}
