//! SplitMix64, a small seeded generator: pictures must not change when a library does.

pub struct Random(u64);

impl Random {
    /// Begins at the seed itself.
    pub fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// `picture` keeps pictures of different kinds with the same seed apart.
    pub fn new(picture: u64, seed: u64) -> Self {
        let mut random = Self(seed ^ picture.wrapping_mul(0xA24B_AED4_963E_E407));
        // Neighbouring seeds (event 41, event 42) start far from each other.
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn index(&mut self, length: usize) -> usize {
        (self.unit() * length as f64) as usize
    }

    pub fn sign(&mut self) -> f64 {
        if self.unit() < 0.5 { -1.0 } else { 1.0 }
    }
}
