// A QR code as one path, with the quiet zone of four modules that cheap cameras need, black on white in both themes.
import { useMemo } from 'react'
import { encode } from 'uqr'

const QUIET_ZONE = 4

/** L holds more in the same size: for screens that stay whole. M is for tickets, which are creased, cracked and dirty. */
type Correction = 'L' | 'M'

type QrCodeProps = { text: string; label: string; correction?: Correction; className?: string }

export function QrCode({ text, label, correction = 'M', className = '' }: QrCodeProps) {
  const { path, size } = useMemo(() => draw(text, correction), [text, correction])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

/** Each run of dark modules in a row as one rectangle. */
export function draw(text: string, ecc: Correction = 'M'): { path: string; size: number } {
  const { data, size } = encode(text, { ecc, border: QUIET_ZONE })
  const path = data.map((row, y) => {
    const cells = row.map((dark) => (dark ? '1' : '0')).join('')
    return Array.from(
      cells.matchAll(/1+/g),
      (run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`,
    ).join('')
  })
  return { path: path.join(''), size }
}
