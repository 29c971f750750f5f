// How a part of an event's space begins: what it is, how much there is of it, and what can be added.
import type { ReactNode, Ref } from 'react'
import { formatAmount } from '@/lib/money'

type PartHeadProps = {
  titleRef?: Ref<HTMLHeadingElement>
  title: string
  /** How many there are, once that is known, of what: "code" makes "3 codes". */
  count?: number
  noun: string
  action?: ReactNode
  children: ReactNode
}

export function PartHead({ titleRef, title, count, noun, action, children }: PartHeadProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <h2 ref={titleRef} tabIndex={-1} className="text-2xl">
          {title}
        </h2>
        <p className="mt-1 text-muted">{children}</p>
        <p role="status" className="mt-1 text-sm font-semibold tabular-nums empty:hidden">
          {count ? `${formatAmount(count)} ${noun}${count > 1 ? 's' : ''}` : ''}
        </p>
      </div>
      {action}
    </div>
  )
}
