//! Seeded randomness (SplitMix64), so that a run can be repeated. Not for keys: those come from the operating system.

#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below the bound, which is at least one.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or_default()
    }

    /// So many characters out of an alphabet.
    pub fn text(&mut self, length: usize, alphabet: &str) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..length).filter_map(|_| letters.get(self.below(letters.len())).copied()).collect()
    }

    pub fn digits(&mut self, length: usize) -> String {
        self.text(length, "0123456789")
    }

    pub fn token(&mut self, length: usize) -> String {
        self.text(length, "0123456789abcdefghijklmnopqrstuvwxyz")
    }

    /// A UUID of version 4.
    pub fn uuid(&mut self) -> String {
        let hex = format!("{:016x}{:016x}", self.next(), self.next());
        let variant = ["8", "9", "a", "b"][self.below(4)];
        format!("{}-{}-4{}-{variant}{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..])
    }
}

/// Whether a text is a UUID of version 4 in its usual form of 36 characters.
pub fn is_uuid_v4(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [8, 4, 4, 4, 12]
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_hexdigit()))
        && parts[2].starts_with('4')
        && parts[3].starts_with(['8', '9', 'a', 'b', 'A', 'B'])
}

#[cfg(test)]
mod tests {
    use super::{Random, is_uuid_v4};

    #[test]
    fn the_same_seed_gives_the_same_identifiers_and_they_are_of_version_four() {
        let (mut one, mut other) = (Random::new(7), Random::new(7));
        for _ in 0..50 {
            let uuid = one.uuid();
            assert_eq!(uuid, other.uuid());
            assert!(is_uuid_v4(&uuid), "{uuid}");
        }
        assert!(!is_uuid_v4("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "version 1");
        assert!(!is_uuid_v4("6ba7b8109dad41d180b400c04fd430c8"), "without hyphens");
    }
}
