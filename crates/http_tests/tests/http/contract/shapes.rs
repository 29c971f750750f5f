//! What the request schemas allow is taken, and what they refuse is refused, over HTTP.

use rstest_reuse::apply;
use serde_json::{Value, json};

use super::requests::{Part, Requests};
use super::stage::{Stage, filled};
use crate::support::{Answer, CONTRACT, Engine, Operation, both_engines};

/// Refusals of what has the right shape: they are about what there is and when it is, not about how it is written.
const BUSINESS: &[&str] = &[
    "« a",
    "Au moins un invité est attendu.",
    "Aucun compte",
    "Billet inconnu",
    "Ce billet n'existe pas.",
    "Ce billet se paie en",
    "Ce code est faux ou",
    "Ce code promo n'existe pas.",
    "Ce lien n'est plus valable.",
    "Ce nom d'utilisateur est déjà utilisé",
    "Ce numéro de téléphone est déjà utilisé",
    "Ce paiement ne peut pas être repris.",
    "Cet utilisateur n'existe pas",
    "Cette connexion a expiré.",
    "Cette personne est déjà dans l'équipe",
    "Choisissez le type de billet.",
    "Choisissez parmi les personnes que vous suivez",
    "Choisissez un pourcentage ou un montant",
    "Commencez par ajouter Tukio",
    "Il reste des billets",
    "Invité",
    "La fin doit venir après le début.",
    "Le mot de passe actuel est incorrect",
    "Le mot de passe est incorrect",
    "Le prix a changé",
    "Le prix en CDF doit être un nombre entier de francs",
    "Les codes ne peuvent pas être envoyés par ce moyen.",
    "Les mots de passe ne correspondent pas",
    "Personne ne recevrait ce message",
    "Un évènement publié ne redevient pas un brouillon",
    "Trente types de billets au plus",
];

/// Answers that tell of what is there, and not of how it was asked for.
const NOT_ABOUT_SHAPES: &[(&str, u16)] = &[
    ("login", 401),
    ("refresh", 401),
    ("logout", 401),
    ("disable_second_factor", 409),
    ("renew_recovery_codes", 409),
    ("claim_phone", 429),
    ("forgotten_password_by_phone", 429),
    ("check_payment_status", 404),
    ("list_hidden_types", 404),
    ("list_my_events", 404),
    ("update_promo_code", 404),
    ("undo_verification", 409),
    ("update_member", 404),
    ("get_event_message", 404),
    ("refund_ticket", 404),
    ("hand_back_refund", 404),
    ("request_refund", 409),
    ("answer_refund_request", 404),
];

/// Operations that refuse nothing of what they can't read: `logout` ends the bearer's session instead, and `sync_scans`
/// and `sync_door_sales` answer each of their rows by itself.
const NEVER_REFUSE: &[&str] = &["logout", "sync_scans", "sync_door_sales"];

/// What an answer says against the shape of a request, if anything.
fn complaint(operation: &Operation, answer: &Answer) -> Option<String> {
    let status = answer.status.as_u16();
    if answer.status.is_success() || NOT_ABOUT_SHAPES.contains(&(operation.id(), status)) {
        return None;
    }
    let said = answer.json();
    let fields = said.as_object().unwrap().values().filter_map(Value::as_array).flatten();
    let messages: Vec<&str> = fields.chain(said.get("detail")).filter_map(Value::as_str).collect();
    let is_business = |message: &&str| BUSINESS.iter().any(|known| message.starts_with(known));
    let is_accepted = status == 400 && messages.iter().all(is_business);
    (!is_accepted).then(|| format!("{status} {}", answer.text))
}

/// Whether a refusal is one, and names the field that is to blame where it names any.
fn is_refusal_of(answer: &Answer, field: Option<&str>) -> bool {
    let is_refusal = answer.status.is_client_error() && answer.status.as_u16() != 429;
    let said: Value = serde_json::from_str(&answer.text).unwrap_or_default();
    let names = |field: &str| said.get("detail").is_some() || said.get(field).is_some();
    is_refusal && field.is_none_or(names)
}

#[apply(both_engines)]
async fn what_the_contract_allows_is_taken_and_what_it_refuses_is_refused(engine: Engine) {
    let (requests, stage) = (Requests::new(), Stage::open(engine).await);
    let (mut allowed, mut refused, mut wrong) = (0, 0, Vec::new());
    for operation in &CONTRACT.operations {
        for input in requests.inputs(operation) {
            for example in requests.examples().allowed(&input.schema) {
                let person = stage.person().await;
                let path = stage.path(operation, &person).await;
                let given = Some((input.part, &example));
                let answer = stage.send(requests.make(&stage, operation, &path, Some(&person.access), given)).await;
                allowed += 1;
                let complaint = complaint(operation, &answer);
                wrong.extend(complaint.map(|complaint| format!("{} refuses {example}: {complaint}", operation.id())));
            }
            if NEVER_REFUSE.contains(&operation.id()) {
                continue;
            }
            let person = stage.person().await;
            let path = stage.path(operation, &person).await;
            for violation in requests.examples().refused(&input.schema, input.part == Part::Json) {
                let given = Some((input.part, &violation.value));
                let answer = stage.send(requests.make(&stage, operation, &path, Some(&person.access), given)).await;
                refused += 1;
                if !is_refusal_of(&answer, violation.field.as_deref()) {
                    let (id, what) = (operation.id(), &violation.what);
                    wrong.push(format!("{id} takes {what}: {} {}", answer.status, answer.text));
                }
            }
        }
    }
    eprintln!("{allowed} requests that the contract allows, {refused} that it refuses");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Nobody's ids, in every address that has one.
#[apply(both_engines)]
async fn strange_ids_are_answered_as_documented(engine: Engine) {
    let stage = Stage::open(engine).await;
    let person = stage.person().await;
    for operation in CONTRACT.operations.iter().filter(|operation| operation.path.contains('{')) {
        for id in ["%00", "%FF", "x", "-1", "99999999999999999999", "%2E%2E", "é", "a%20b"] {
            let path = filled(&operation.path.replace("{provider}", id), id, id);
            let request = stage.request(&operation.method, &path, Some(&person.access)).json(&json!([]));
            // A client resolves `..` by itself, and then asks for another address.
            let asked = request.try_clone().unwrap().build().unwrap().url().path().to_owned();
            if asked.split('/').count() != path.split('/').count() {
                continue;
            }
            let answer = stage.send(request).await;
            assert!(answer.status.is_client_error(), "{} {path}: {}", operation.id(), answer.text);
        }
    }
}
