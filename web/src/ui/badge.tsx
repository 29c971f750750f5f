// Small labels: category, town, state.
import type { ReactNode } from 'react'

const TONES = {
  green: 'bg-green-soft text-malachite',
  outline: 'bg-card text-muted border border-line -my-px',
  copper: 'bg-copper text-on-copper',
  malachite: 'bg-malachite text-on-malachite',
  amber: 'bg-amber-soft text-amber',
  danger: 'bg-danger text-card',
  glass: 'bg-night/70 text-on-night',
}

export function Badge({ tone = 'green', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 rounded-full px-2.5 py-1 text-[0.8125rem] leading-none font-semibold ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
