// Search parameters as plain text with repeated keys for lists, the way HTML forms and the server write them
// (TanStack's own form is JSON, which a form without JavaScript can't produce).

type Parsed = Record<string, string | string[]>

export function parseSearch(text: string): Parsed {
  const parsed: Parsed = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const before = parsed[key]
    if (before === undefined) parsed[key] = value
    else if (Array.isArray(before)) before.push(value)
    else parsed[key] = [before, value]
  }
  return parsed
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') params.append(key, String(item))
    }
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}
