/** Where a ticket is on a day, and what is known of the scan that says so. */
export interface Standing {
  state: 'inside' | 'out' | 'not-yet'
  at: number
  gate: string
  person: string
  /** The server may not have heard of it: a scan of this phone that was not sent yet, or what another gate has shown. */
  isPending?: boolean
}
