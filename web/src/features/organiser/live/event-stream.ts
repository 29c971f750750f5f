// Reads server-sent events from the body of a fetch, because EventSource can't send the bearer header.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation

export type ServerEvent = { name: string; data: string }

/** Cuts text into events as it arrives. A line may come in pieces, so what is not ended yet is kept for the next piece. */
export function createEventReader(): (piece: string) => ServerEvent[] {
  let rest = ''
  let name = ''
  let data: string[] = []
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const events: ServerEvent[] = []
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ name: name || 'message', data: data.join('\n') })
        name = ''
        data = []
      } else {
        const [field, value] = splitField(line)
        if (field === 'event') name = value
        else if (field === 'data') data.push(value)
      }
    }
    return events
  }
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

/** Hands over each event until the answer ends or is aborted. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const read = createEventReader()
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (const event of read(decoder.decode(value, { stream: true }))) onEvent(event)
  }
}
