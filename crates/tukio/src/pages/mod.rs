//! HTML first: which data a page needs, its head tags, rendering on the server, assets.

mod address;
pub mod assets;
mod data;
mod head;
mod json_ld;
mod pictures;
mod render;
pub mod routes;
mod template;
mod words;

use std::ops::Deref;
use std::sync::Arc;

use react_ssr::Renderer;

use crate::events::Events;
use crate::people::People;
use crate::platform::Services;
use assets::Assets;
use pictures::Pictures;
use template::Template;

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
    pub fn new(services: Services, people: People, events: Events) -> Result<Pages, PagesError> {
        let assets = Assets::embedded();
        let template = Template::new(&assets, services.config.map_tiles.as_ref())?;
        let bundle = assets::server_bundle().ok_or(PagesError::NotBuilt)?;
        let options = react_ssr::Options { time_limit: services.config.render_limit, ..Default::default() };
        let renderer = Renderer::new(bundle, options)?;
        let pictures = Pictures::default();
        Ok(Pages(Arc::new(Parts { services, people, events, renderer, template, assets, pictures })))
    }
}
