//! What keeps pages from being served at all, found when the process starts.

#[derive(Debug, thiserror::Error)]
pub enum PagesError {
    #[error("the web app is not built into this binary: build it with `make`")]
    NotBuilt,
    #[error("the web app's page template lacks the placeholder {0}")]
    Placeholder(&'static str),
    #[error("the web app's server bundle could not be loaded: {0}")]
    Bundle(#[from] react_ssr::RenderError),
}
