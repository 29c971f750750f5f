// How a payment ended, in the words of the dialog and of the page one comes back to.

export const SUCCESS = {
  title: 'Paiement réussi !',
  text: 'Vos billets ont été réservés. Vous recevrez un email de confirmation.',
}

export const FAILED = {
  title: 'Paiement échoué',
  text: "Le paiement n'a pas pu être traité. Veuillez réessayer.",
}
