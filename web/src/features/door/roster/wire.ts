// The roster as the server sends it.

export interface RosterPage {
  event: {
    id: number
    name: string
    first_day: string
    last_day: string
    days: string[]
    hour: string
    town: string
    offset_minutes: number
    reentry: boolean
    cancelled: boolean
  }
  keys: { id: number; public: string }[]
  types: { id: number; label: string; sold: number }[]
  now: number
  cursor: string
  complete: boolean
  tickets: {
    count: number
    from: number | null
    dense: number[] | null
    ticket: string
    issue: string
    type: string
    status: string
    code: string
    client: string[]
  }
  scans: {
    dense: number[]
    day: number[]
    state: number[]
    minute: number[]
    gate: number[]
    person: number[]
    gates: string[]
    people: string[]
  }
}
