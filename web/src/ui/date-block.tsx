// The day big, the month small: found at a glance on every card. The full date stands in text beside it.
import { dateBlock } from '@/lib/dates'

export function DateBlock({ date, className = '' }: { date: string; className?: string }) {
  const { day, month } = dateBlock(date)
  return (
    <span
      aria-hidden="true"
      className={`grid min-w-12 justify-items-center rounded-xl bg-card px-2 pt-1.5 pb-1.5 shadow-lift ${className}`}
    >
      <span className="figures text-[1.375rem] leading-none">{day}</span>
      <span className="mt-0.5 text-[0.6875rem] leading-none font-bold tracking-wider text-copper uppercase">
        {month}
      </span>
    </span>
  )
}
