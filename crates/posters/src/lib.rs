//! Generated pictures in the hand of the product: malachite bands, posters with an emblem, avatars, and the bitmap
//! that other sites show when a link is shared. Pure functions: the same seed gives the same picture for ever.

mod avatar;
mod bands;
mod colour;
mod curve;
mod emblems;
mod fonts;
mod frame;
mod lobe;
mod motif;
mod poster;
mod raster;
mod social;
mod typeset;

pub use avatar::avatar_svg;
pub use bands::bands_svg;
pub use motif::Motif;
pub use poster::poster_svg;
pub use raster::{Error, jpeg};
pub use social::social_jpeg;
