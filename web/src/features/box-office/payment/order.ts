// What is being bought, as the panel hands it to the dialog.

export interface Order {
  event: { id: number; name: string }
  type: { id: number; label: string; price: number; devise: string }
  quantity: number
}

/** What the dialog asks besides. */
export interface OrderChoice {
  currency: string
  /** The total that was read and confirmed, once it was: no other is taken. */
  amount?: string
  email: string
  keepEmail: boolean
}
