// One card of a long form, with its heading.
import { type ReactNode, type Ref, useId } from 'react'

type FormCardProps = {
  title: string
  /** To give the heading the focus. */
  titleRef?: Ref<HTMLHeadingElement>
  lead?: ReactNode
  children: ReactNode
}

export function FormCard({ title, titleRef, lead, children }: FormCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-5 rounded-3xl bg-card p-5 shadow-lift md:p-7 [&+&]:mt-4"
    >
      <div>
        <h2 ref={titleRef} id={id} tabIndex={titleRef ? -1 : undefined} className="text-xl">
          {title}
        </h2>
        {lead && <p className="mt-1.5 text-[0.9375rem] text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
