// A small mark for each channel, drawn by us in the colours by which people know the operators; none is a logo.
import type { ReactNode } from 'react'
import type { PaymentChannel } from '@/api/generated/types.gen'

const MARKS: Record<PaymentChannel, { ground: string; sign: ReactNode }> = {
  // A telephone that has paid.
  mpesa: {
    ground: '#2f8a3b',
    sign: (
      <>
        <rect x="9" y="4.5" width="10" height="19" rx="2.5" fill="#fff" />
        <path d="m11.5 14 2 2 3.5-4.5" stroke="#d8232a" />
      </>
    ),
  },
  // Two arrows that pass each other.
  airtel: {
    ground: '#d71920',
    sign: <path d="M7 11h13l-4-4M21 17H8l4 4" stroke="#fff" />,
  },
  // A fruit with its leaf.
  orange: {
    ground: '#ff7900',
    sign: (
      <>
        <circle cx="14" cy="16" r="7" fill="#fff" />
        <path d="M14 9c0-3 2-4.5 5-4.5 0 3-2 4.5-5 4.5" fill="#16130f" />
      </>
    ),
  },
  // Two coins.
  afrimoney: {
    ground: '#6d2077',
    sign: (
      <>
        <circle cx="17.5" cy="11" r="5" fill="#ff8f1c" />
        <circle cx="11" cy="16.5" r="6" fill="#ffc72c" stroke="#6d2077" />
      </>
    ),
  },
  card: {
    ground: '#2c4a6e',
    sign: (
      <>
        <rect x="5" y="7.5" width="18" height="13" rx="2.5" fill="#fff" />
        <path d="M5 12h18" stroke="#16130f" />
        <path d="M8.5 17h3" stroke="#b5651d" />
      </>
    ),
  },
}

export function ChannelMark({ channel, isDimmed }: { channel: PaymentChannel; isDimmed: boolean }) {
  const { ground, sign } = MARKS[channel]
  return (
    <svg
      viewBox="0 0 28 28"
      fill="none"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`size-7 shrink-0 ${isDimmed ? 'opacity-40' : ''}`}
    >
      <rect width="28" height="28" rx="8" fill={ground} />
      {sign}
    </svg>
  )
}
