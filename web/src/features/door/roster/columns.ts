// Unpacks the columns of a roster: one base64 text for each fact of many tickets, which is small on the wire. Bytes stand
// in their natural order, the heaviest first.

/** Numbers of `width` bytes each: five are the part of a ticket's number that gates tell tickets apart by. */
export function unpackNumbers(base64: string, width: 1 | 4 | 5): number[] {
  const bytes = bytesOf(base64)
  const numbers = new Array<number>(bytes.length / width)
  for (let place = 0, at = 0; place < numbers.length; place++) {
    let number = 0
    for (let byte = 0; byte < width; byte++) number = number * 256 + (bytes[at++] ?? 0)
    numbers[place] = number
  }
  return numbers
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
