// Small drawings of the product itself for the FAQ: the same hand as the mark, in the colours of the theme.
import type { ReactNode } from 'react'
import type { FigureName } from './content'

const FIGURES: Record<FigureName, () => ReactNode> = {
  'event-form': EventForm,
  'ticket-types': TicketTypes,
  published: Published,
  'choose-ticket': ChooseTicket,
  quantity: Quantity,
  'entry-code': EntryCode,
  card: Card,
  'mobile-money': MobileMoney,
  cash: Cash,
}

/** The step's text says what it shows, so the drawing itself is silent. */
export function Figure({ name }: { name: FigureName }) {
  const Drawing = FIGURES[name]
  return (
    <svg viewBox="0 0 200 130" aria-hidden="true" className="w-full rounded-2xl bg-green-soft">
      <Drawing />
    </svg>
  )
}

/** A sheet of the product in the middle of the drawing. */
function Sheet({ children }: { children: ReactNode }) {
  return (
    <>
      <rect x={40} y={14} width={120} height={102} rx={12} className="fill-card stroke-line" />
      {children}
    </>
  )
}

function Line({ x = 54, y, width, strong }: { x?: number; y: number; width: number; strong?: boolean }) {
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={7}
      rx={3.5}
      className={strong ? 'fill-ink' : 'fill-line-strong/60'}
    />
  )
}

/** Bands of malachite: what the product shows where there is no picture. */
function Bands({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const middle = { cx: x + width * 0.35, cy: y + height * 0.6 }
  return (
    <svg
      aria-hidden="true"
      x={x}
      y={y}
      width={width}
      height={height}
      viewBox={`${x} ${y} ${width} ${height}`}
    >
      <rect x={x} y={y} width={width} height={height} rx={8} className="fill-malachite" />
      {[44, 34, 24, 14, 6].map((radius) => (
        <circle
          key={radius}
          {...middle}
          r={radius}
          fill="none"
          strokeWidth={3}
          className="stroke-green-soft/45"
        />
      ))}
    </svg>
  )
}

/** A ticket with its notches and its tear line. */
function Ticket({ y, chosen }: { y: number; chosen?: boolean }) {
  return (
    <g className={chosen ? 'fill-copper-soft stroke-copper' : 'fill-card stroke-line-strong'} strokeWidth={2}>
      <path d={`M50 ${y}h68a5 5 0 0 0 10 0h22v30h-22a5 5 0 0 0-10 0H50z`} strokeLinejoin="round" />
      <path d={`M123 ${y + 8}v14`} strokeDasharray="3 3" />
    </g>
  )
}

function EventForm() {
  return (
    <Sheet>
      <Bands x={54} y={26} width={92} height={34} />
      <circle cx={146} cy={60} r={11} className="fill-copper" />
      <path d="M146 55v10m-5-5h10" className="stroke-on-copper" strokeWidth={2.5} strokeLinecap="round" />
      <Line y={72} width={64} strong />
      <rect x={54} y={87} width={43} height={16} rx={5} className="fill-sunken stroke-line-strong/60" />
      <rect x={103} y={87} width={43} height={16} rx={5} className="fill-sunken stroke-line-strong/60" />
    </Sheet>
  )
}

function TicketTypes() {
  return (
    <>
      <Ticket y={24} />
      <Line x={60} y={35} width={40} />
      <Ticket y={66} chosen />
      <Line x={60} y={77} width={48} strong />
      <circle cx={150} cy={104} r={12} className="fill-malachite" />
      <path d="M150 98v12m-6-6h12" className="stroke-on-malachite" strokeWidth={2.5} strokeLinecap="round" />
    </>
  )
}

function Published() {
  return (
    <Sheet>
      <Bands x={40} y={14} width={120} height={50} />
      <rect x={48} y={22} width={22} height={24} rx={5} className="fill-card" />
      <Line x={53} y={28} width={12} strong />
      <Line x={54} y={39} width={10} />
      <Line y={74} width={78} strong />
      <Line y={87} width={50} />
      <circle cx={142} cy={98} r={13} className="fill-malachite" />
      <path
        d="m136 98 4.5 4.5 8-9"
        fill="none"
        className="stroke-on-malachite"
        strokeWidth={3}
        strokeLinecap="round"
      />
    </Sheet>
  )
}

function ChooseTicket() {
  return (
    <>
      <Ticket y={18} />
      <Line x={60} y={29} width={34} />
      <Ticket y={56} chosen />
      <Line x={60} y={67} width={46} strong />
      <path
        d="m130 78 10 30 6-11 12-5z"
        className="fill-ink stroke-card"
        strokeWidth={2}
        strokeLinejoin="round"
      />
    </>
  )
}

function Quantity() {
  return (
    <Sheet>
      <Line y={30} width={70} strong />
      <rect x={54} y={48} width={92} height={22} rx={7} className="fill-sunken stroke-line-strong/60" />
      <path d="M64 59h10m52 0h10m-5-5v10" className="stroke-ink" strokeWidth={2.5} strokeLinecap="round" />
      <text x={100} y={64} textAnchor="middle" className="figures fill-ink text-[0.875rem]">
        2
      </text>
      <rect x={54} y={82} width={92} height={22} rx={7} className="fill-malachite" />
      <Line x={76} y={89.5} width={48} />
    </Sheet>
  )
}

/** Cells of a code that looks like one and reads as nothing. */
const CELLS = [
  [0, 3],
  [1, 4],
  [2, 3],
  [3, 0],
  [3, 2],
  [3, 3],
  [3, 5],
  [4, 1],
  [4, 4],
  [5, 3],
  [5, 5],
  [5, 0],
]

function EntryCode() {
  return (
    <>
      <rect x={68} y={8} width={64} height={114} rx={12} className="fill-card stroke-ink" strokeWidth={3} />
      <Line x={80} y={22} width={40} strong />
      <g className="fill-ink">
        {CELLS.map(([column = 0, row = 0]) => (
          <rect key={`${column}-${row}`} x={79 + column * 7} y={42 + row * 7} width={7} height={7} />
        ))}
      </g>
      <g fill="none" className="stroke-ink" strokeWidth={4}>
        <rect x={81} y={44} width={13} height={13} />
        <rect x={107} y={44} width={13} height={13} />
        <rect x={81} y={70} width={13} height={13} />
      </g>
      <rect x={80} y={96} width={40} height={14} rx={7} className="fill-malachite" />
      <path
        d="m95 103 4 4 7-8"
        fill="none"
        className="stroke-on-malachite"
        strokeWidth={2.5}
        strokeLinecap="round"
      />
    </>
  )
}

function Card() {
  return (
    <>
      <rect
        x={42}
        y={40}
        width={100}
        height={64}
        rx={9}
        className="fill-copper"
        transform="rotate(-8 92 72)"
      />
      <g transform="rotate(4 108 68)">
        <rect x={54} y={34} width={106} height={68} rx={9} className="fill-malachite" />
        <rect x={54} y={47} width={106} height={12} className="fill-ink/60" />
        <rect x={64} y={72} width={20} height={15} rx={3} className="fill-copper-light" />
        <rect x={94} y={80} width={54} height={7} rx={3.5} className="fill-on-malachite/70" />
      </g>
    </>
  )
}

function MobileMoney() {
  return (
    <>
      <rect x={70} y={8} width={60} height={114} rx={12} className="fill-card stroke-ink" strokeWidth={3} />
      <circle cx={100} cy={48} r={20} className="fill-copper-soft stroke-copper" strokeWidth={3} />
      <path d="M100 38v20m-5-15h8a4 4 0 0 1 0 8h-8" fill="none" className="stroke-copper" strokeWidth={2.5} />
      <rect x={80} y={80} width={40} height={8} rx={4} className="fill-line-strong/60" />
      <rect x={80} y={95} width={40} height={14} rx={7} className="fill-malachite" />
      <g fill="none" className="stroke-malachite" strokeWidth={3} strokeLinecap="round">
        <path d="M142 40a24 24 0 0 1 0 24m9-32a38 38 0 0 1 0 40" />
        <path d="M58 40a24 24 0 0 0 0 24m-9-32a38 38 0 0 0 0 40" />
      </g>
    </>
  )
}

function Cash() {
  return (
    <>
      <g className="stroke-card" strokeWidth={2}>
        <rect x={40} y={26} width={108} height={54} rx={6} className="fill-copper-light" />
        <rect x={50} y={40} width={108} height={54} rx={6} className="fill-malachite" />
      </g>
      <circle cx={104} cy={67} r={16} fill="none" className="stroke-on-malachite" strokeWidth={3} />
      <path d="M104 57v20m-10-10h20" className="stroke-on-malachite" strokeWidth={5} />
      <path d="M60 50h8m72 34h8" className="stroke-on-malachite/70" strokeWidth={4} strokeLinecap="round" />
      <path d="M30 108h140" className="stroke-line-strong" strokeWidth={4} strokeLinecap="round" />
    </>
  )
}
