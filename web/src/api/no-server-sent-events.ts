// Stands in for the generated client's server-sent events: this API has none, and every page would carry their code.

export function createSseClient(): never {
  throw new Error('this API sends no events')
}
