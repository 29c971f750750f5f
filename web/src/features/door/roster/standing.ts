/** Where a ticket is on a day, and what is known of the scan that says so. */
export interface Standing {
  state: 'inside' | 'out' | 'not-yet'
  at: number
  gate: string
  person: string
}
