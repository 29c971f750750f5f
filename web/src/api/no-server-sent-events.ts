// Stands in for the generated client's server-sent events, whose code every page would carry: the one stream that the API
// has is for organisers, and is read by a file of their own (event-stream.ts).

export function createSseClient(): never {
  throw new Error('events are read by event-stream.ts')
}
