//! Texts and shapes of leaving, pure.

use domain::slug;

/// What closing an account would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consequences {
    /// Sentences about what depends on the person, for them to read.
    pub sentences: Vec<String>,
    /// Why the account can't be closed now, if so.
    pub obstacle: Option<String>,
}

/// Everything the person reads before they close their account: what happens in any case, then what else does.
pub fn list_consequences(consequences: Consequences) -> Vec<String> {
    let always = "Votre profil, vos abonnements et vos abonnés disparaissent, et vous êtes déconnecté partout.";
    let last = "Votre nom d'utilisateur et votre numéro redeviennent libres. La suppression est définitive.";
    let mut sentences = vec![always.to_owned()];
    sentences.extend(consequences.sentences);
    sentences.push(last.to_owned());
    sentences.extend(consequences.obstacle);
    sentences
}

pub fn file_name(username: &str) -> String {
    let name = slug(username);
    format!("tukio-{}.json", if name.is_empty() { "compte" } else { &name })
}

pub fn describe_events(upcoming: usize, done: i64) -> Vec<String> {
    let upcoming = match upcoming {
        0 => None,
        1 => Some("Votre évènement à venir est supprimé.".to_owned()),
        several => Some(format!("Vos {several} évènements à venir sont supprimés.")),
    };
    let done = match done {
        0 => None,
        1 => Some("Votre évènement passé ou annulé reste visible, sans votre nom.".to_owned()),
        several => Some(format!("Vos {several} évènements passés ou annulés restent visibles, sans votre nom.")),
    };
    upcoming.into_iter().chain(done).collect()
}

pub fn describe_tickets(upcoming: usize) -> Option<String> {
    match upcoming {
        0 => None,
        1 => {
            Some("Vous perdez votre billet à venir, sans remboursement. Vous pouvez d'abord le transmettre.".to_owned())
        }
        several => Some(format!(
            "Vous perdez vos {several} billets à venir, sans remboursement. Vous pouvez d'abord les transmettre."
        )),
    }
}

/// Why the account can't be closed while these upcoming events have tickets sold, or a payment begun.
pub fn describe_obstacle(names: &[&str]) -> Option<String> {
    let quoted: Vec<String> = names.iter().map(|name| format!("« {name} »")).collect();
    match quoted.as_slice() {
        [] => None,
        [one] => Some(format!(
            "Des billets sont vendus, ou un paiement est commencé, pour {one} : annulez d'abord cet évènement."
        )),
        several => Some(format!(
            "Des billets sont vendus, ou des paiements sont commencés, pour {} : annulez d'abord ces évènements.",
            several.join(", ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_owner() {
        assert_eq!(file_name("Élie Tshibangu"), "tukio-elie-tshibangu.json");
        assert_eq!(file_name("../\"…\""), "tukio-compte.json");
    }
}
