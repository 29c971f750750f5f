//! Pictures that the server draws: posters, avatars, and the bitmaps that messengers show under a link.

mod drawing;
pub mod generated;
pub mod inline;
pub mod routes;
