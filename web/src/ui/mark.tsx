// The mark: a croisette, the cross-shaped copper ingot that was Katanga's money.

export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={className}>
      <path
        fillRule="evenodd"
        d="M2.4 6.2 6.2 2.4q1.4 3.2 5.8 3.2t5.8-3.2l3.8 3.8q-3.2 1.4-3.2 5.8t3.2 5.8l-3.8 3.8q-1.4-3.2-5.8-3.2t-5.8 3.2l-3.8-3.8q3.2-1.4 3.2-5.8T2.4 6.2ZM12 9.4 9.4 12l2.6 2.6 2.6-2.6Z"
      />
    </svg>
  )
}

/** `onNight`: on the grounds that stay dark in both themes. */
export function Brand({ onNight = false }: { onNight?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Mark className={`size-7 shrink-0 ${onNight ? 'text-copper-light' : 'text-copper'}`} />
      <span className="font-display text-2xl font-bold leading-none tracking-tight">tukio</span>
    </span>
  )
}
