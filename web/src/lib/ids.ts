/** The id in an address, or null: ids are whole numbers below 2^53, anything else can't be one. */
export function readId(text: string): number | null {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : null
}
