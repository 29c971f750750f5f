//! Packs the streams of a document.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::Error;

pub fn deflate(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes)?;
    Ok(packer.finish()?)
}
