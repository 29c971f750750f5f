//! Ed25519 keys with a number each: a new key signs from today, the old ones go on being read.

use std::collections::BTreeMap;

use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

pub const SIGNATURE_BYTES: usize = 64;

/// Signs tickets. It has no `Debug`, because it holds the secret half of the key.
pub struct SigningKey {
    id: u8,
    pair: Ed25519KeyPair,
}

impl SigningKey {
    /// The same seed gives the same key for ever: thirty-two bytes from a good source of randomness, kept secret.
    pub fn from_seed(id: u8, seed: &[u8; 32]) -> SigningKey {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).expect("a seed of 32 bytes is a key");
        SigningKey { id, pair }
    }

    pub const fn id(&self) -> u8 {
        self.id
    }

    /// What the door needs, and what anybody may know.
    pub fn verifying_key(&self) -> VerifyingKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.pair.public_key().as_ref());
        VerifyingKey { id: self.id, bytes }
    }

    pub(crate) fn signature(&self, message: &[u8]) -> [u8; SIGNATURE_BYTES] {
        let mut bytes = [0; SIGNATURE_BYTES];
        bytes.copy_from_slice(self.pair.sign(message).as_ref());
        bytes
    }
}

/// The public half, in the raw form that browsers import (`crypto.subtle.importKey("raw", …)`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifyingKey {
    pub id: u8,
    pub bytes: [u8; 32],
}

impl VerifyingKey {
    pub(crate) fn accepts(&self, message: &[u8], signature: &[u8]) -> bool {
        UnparsedPublicKey::new(&ED25519, self.bytes).verify(message, signature).is_ok()
    }
}

/// Every key whose tickets are still good. Of two keys with one number the later one counts.
#[derive(Debug, Clone, Default)]
pub struct VerifyingKeys(BTreeMap<u8, VerifyingKey>);

impl VerifyingKeys {
    pub fn iter(&self) -> impl Iterator<Item = &VerifyingKey> {
        self.0.values()
    }

    pub(crate) fn get(&self, id: u8) -> Option<&VerifyingKey> {
        self.0.get(&id)
    }
}

impl FromIterator<VerifyingKey> for VerifyingKeys {
    fn from_iter<T: IntoIterator<Item = VerifyingKey>>(keys: T) -> VerifyingKeys {
        VerifyingKeys(keys.into_iter().map(|key| (key.id, key)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_keys_with_one_number_the_later_one_counts() {
        let key = |id, seed| SigningKey::from_seed(id, &[seed; 32]);
        let all = [key(2, 1), key(1, 2), key(2, 3)];
        assert_eq!(all.each_ref().map(SigningKey::id), [2, 1, 2]);
        let keys: VerifyingKeys = all.iter().map(SigningKey::verifying_key).collect();
        let read: Vec<VerifyingKey> = keys.iter().copied().collect();
        assert_eq!(read, [key(1, 2).verifying_key(), key(2, 3).verifying_key()]);
    }
}
