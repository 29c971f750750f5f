//! Pictures that people send: checked by decoding them, turned upright, stripped of everything but their pixels, and
//! written as WebP in the sizes that pages need, and as AVIF later. Pure: bytes in, bytes out.

mod avif;
mod decode;
mod error;
mod jpeg;
mod shape;
mod social;

pub use avif::avif;
pub use decode::{MOST_BYTES, MOST_PIXELS, Refusal};
pub use error::Error;
pub use shape::Shape;
pub use social::social_jpeg;

/// Returns the picture as WebP in every shape that is asked for, in the same order.
pub fn prepare(bytes: &[u8], shapes: &[Shape]) -> Result<Vec<Vec<u8>>, Error> {
    let picture = decode::decode(bytes).map_err(Error::Refused)?;
    let reduced = shape::reduce(picture, shapes);
    shapes.iter().map(|shape| shape.webp(&reduced)).collect()
}
