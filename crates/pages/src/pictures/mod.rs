//! Pictures that the server draws: posters, avatars, and the bitmaps that messengers show under a link.

pub mod generated;
pub mod routes;
