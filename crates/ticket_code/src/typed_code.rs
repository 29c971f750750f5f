//! The code that people read out and type, in Crockford's Base32: seven random characters and a check character, which is
//! a weighted sum over GF(32) and finds every wrong character and every swap of two.

/// Crockford's: no I, L, O (taken for 1 and 0) and no U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 8;

/// Eight characters of which the last follows from the others.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TypedCode(String);

/// Shows nothing of the code: whoever has it can enter with the ticket.
impl std::fmt::Debug for TypedCode {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("TypedCode(…)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Ce code n'est pas valide : vérifiez les huit caractères.")]
pub struct NotACode;

impl TypedCode {
    /// Seven characters take 35 of the forty bits.
    pub fn from_random(bytes: [u8; 5]) -> TypedCode {
        let number = bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let mut digits = [0; LENGTH];
        for (place, digit) in digits[..LENGTH - 1].iter_mut().enumerate() {
            *digit = (number >> (5 * place) & 31) as u8;
        }
        // The last place weighs one: what is missing there to make the sum nothing is the sum itself.
        digits[LENGTH - 1] = check_sum(&digits);
        TypedCode(digits.iter().map(|digit| char::from(ALPHABET[usize::from(*digit)])).collect())
    }

    /// Ignores case, spaces and hyphens, and reads the letters that are taken for figures as those figures.
    pub fn read(typed: &str) -> Result<TypedCode, NotACode> {
        let said = typed.chars().filter(|character| !character.is_whitespace() && *character != '-');
        let text: String = said.map(as_meant).collect();
        let digits = text.bytes().map(value).collect::<Option<Vec<u8>>>().ok_or(NotACode)?;
        let digits: [u8; LENGTH] = digits.try_into().map_err(|_| NotACode)?;
        if check_sum(&digits) == 0 { Ok(TypedCode(text)) } else { Err(NotACode) }
    }

    /// The eight characters, as they are stored and compared.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Written in two groups, as people read it out: `7KQ2-M9XD`.
impl std::fmt::Display for TypedCode {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, second) = self.0.split_at(LENGTH / 2);
        write!(out, "{first}-{second}")
    }
}

fn as_meant(character: char) -> char {
    match character.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        other => other,
    }
}

fn value(character: u8) -> Option<u8> {
    ALPHABET.iter().position(|known| *known == character).map(|position| position as u8)
}

/// The characters as numbers of the field with 32 elements, each weighed by another power of the same generator
/// (Horner's way): no weight is zero, so one wrong character changes the sum; no two weights are equal, so a swap of
/// two different characters does too.
fn check_sum(digits: &[u8; LENGTH]) -> u8 {
    digits.iter().fold(0, |sum, digit| times_generator(sum) ^ digit)
}

/// Multiplies by x modulo x⁵ + x² + 1, which generates all 31 elements but zero.
fn times_generator(element: u8) -> u8 {
    let doubled = element << 1;
    if doubled & 32 == 0 { doubled } else { doubled ^ 0b10_0101 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reads(digits: &[u8]) -> bool {
        let text: String = digits.iter().map(|digit| char::from(ALPHABET[usize::from(*digit)])).collect();
        TypedCode::read(&text).is_ok()
    }

    fn digits_of(code: &TypedCode) -> [u8; LENGTH] {
        let digits: Vec<u8> = code.as_str().bytes().map(|character| value(character).unwrap()).collect();
        digits.try_into().unwrap()
    }

    /// The sum is linear, so what it says of an error depends on the error alone: all of them are tried here, and
    /// [`the_sum_is_linear`] says that they are the same for every code.
    #[test]
    fn every_wrong_character_is_caught() {
        for place in 0..LENGTH {
            for error in 1..32 {
                let mut digits = [0; LENGTH];
                digits[place] = error;
                assert_ne!(check_sum(&digits), 0, "{error} at {place}");
            }
        }
    }

    #[test]
    fn every_swap_is_caught_not_only_of_neighbours() {
        for (one, other) in (0..LENGTH).flat_map(|one| (0..one).map(move |other| (one, other))) {
            // Swapping x and y adds x + y at both places.
            for difference in 1..32 {
                let mut digits = [0; LENGTH];
                (digits[one], digits[other]) = (difference, difference);
                assert_ne!(check_sum(&digits), 0, "{difference} at {one} and {other}");
            }
        }
    }

    /// Tried on codes themselves: every pair of characters at every two neighbouring places.
    #[test]
    fn slips_in_real_codes_are_refused() {
        for pair in 0..1024_u64 {
            for place in 0..7 {
                let number = 0x2_A5C3_96E1_u64.rotate_left(5) & !(1023 << (5 * place)) | pair << (5 * place);
                let code = TypedCode::from_random(number.to_be_bytes()[3..].try_into().unwrap());
                let digits = digits_of(&code);
                let mut swapped = digits;
                swapped.swap(place, place + 1);
                assert_eq!(reads(&swapped), digits[place] == digits[place + 1], "{code}");
                for wrong in (0..32).filter(|wrong| *wrong != digits[place]) {
                    let mut mutated = digits;
                    mutated[place] = wrong;
                    assert!(!reads(&mutated), "{code} with {wrong} at {place}");
                }
            }
        }
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = TypedCode::from_random([0, 1, 2, 3, 4]);
        let shown = code.to_string();
        assert_eq!((shown.len(), shown.find('-')), (9, Some(4)));
        for typed in
            [shown.clone(), shown.to_lowercase(), format!(" {} ", shown.replace('-', " - ")), shown.replace('-', "")]
        {
            assert_eq!(TypedCode::read(&typed).as_ref(), Ok(&code), "{typed}");
        }
        let zeros = TypedCode::from_random([0; 5]);
        assert_eq!(TypedCode::read("oOoO-0000"), Ok(zeros));
        let ones = TypedCode::from_random([0, 0, 0, 0, 0b10_0001]);
        let lookalikes = ones.as_str().replacen('1', "l", 1).replacen('1', "I", 1);
        assert_eq!(TypedCode::read(&lookalikes), Ok(ones));
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for typed in ["", "0000000", "000000000", "0000-000U", "0000-000é", "0000_0000", "TK000000"] {
            assert_eq!(TypedCode::read(typed), Err(NotACode), "{typed}");
        }
    }

    proptest! {
        #[test]
        fn the_sum_is_linear(one in any::<[u8; 8]>(), other in any::<[u8; 8]>()) {
            let (one, other) = (one.map(|digit| digit & 31), other.map(|digit| digit & 31));
            let both = std::array::from_fn(|place| one[place] ^ other[place]);
            prop_assert_eq!(check_sum(&both), check_sum(&one) ^ check_sum(&other));
        }

        #[test]
        fn every_code_reads_back(bytes: [u8; 5]) {
            let code = TypedCode::from_random(bytes);
            prop_assert_eq!(TypedCode::read(&code.to_string()), Ok(code));
        }

        #[test]
        fn any_text_is_a_code_or_a_refusal(text in ".{0,12}") {
            let _ = TypedCode::read(&text);
        }
    }

    #[test]
    fn no_log_shows_a_code() {
        assert_eq!(format!("{:?}", TypedCode::from_random([7; 5])), "TypedCode(…)");
    }

    #[test]
    fn each_of_35_random_bits_makes_another_code() {
        let number = |bits: u64| TypedCode::from_random(bits.to_be_bytes()[3..].try_into().unwrap());
        let codes: std::collections::HashSet<TypedCode> =
            (0..35).map(|bit| number(1 << bit)).chain([number(0)]).collect();
        assert_eq!(codes.len(), 36);
    }
}
