// /contact: by telephone, by e-mail, or face to face on a screen.
import { CircleCheck, Mail, Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { longDate } from '@/lib/dates'
import { Button } from '@/ui/button'
import { phoneHref, SUPPORT_EMAIL, SUPPORT_PHONE } from '../content'
import { ContactForm } from './contact-form'
import type { ContactValues } from './schema'

const WAYS = [
  { Icon: Phone, title: 'Par téléphone', text: SUPPORT_PHONE, href: phoneHref(SUPPORT_PHONE) },
  { Icon: Mail, title: 'Par e-mail', text: SUPPORT_EMAIL, href: `mailto:${SUPPORT_EMAIL}` },
]

export function ContactPage() {
  const [sent, setSent] = useState<ContactValues | null>(null)
  return (
    <div className="wrap grid gap-8 py-8 md:py-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)] lg:gap-16">
      <div>
        <h1 className="text-3xl font-extrabold md:text-5xl">Parlons-nous</h1>
        <p className="mt-3 max-w-prose text-lg text-muted">
          Une question sur un billet, un évènement à lancer, une idée ? Choisissez ce qui vous va.
        </p>
        <ul className="mt-6 grid gap-3 sm:max-lg:grid-cols-2">
          {WAYS.map(({ Icon, title, text, href }) => (
            <li key={title}>
              <a
                href={href}
                className="flex min-h-18 items-center gap-4 rounded-3xl bg-card p-4 shadow-lift transition-colors hover:bg-green-soft"
              >
                <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-copper-soft text-copper">
                  <Icon className="size-6" aria-hidden="true" />
                </span>
                <span className="min-w-0">
                  <span className="block font-semibold">{title}</span>
                  <span className="block truncate text-muted tabular-nums">{text}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <section aria-labelledby="appointment" className="rounded-3xl bg-card p-5 shadow-lift md:p-8">
        <h2 id="appointment" className="text-2xl">
          Visioconférence sur rendez-vous
        </h2>
        {sent ? (
          <Sent values={sent} onAgain={() => setSent(null)} />
        ) : (
          <>
            <p className="mt-1 mb-6 text-muted">
              Dites-nous quand : nous vous rappelons pour confirmer l'heure.
            </p>
            <ContactForm onSent={setSent} />
          </>
        )}
      </section>
    </div>
  )
}

function Sent({ values, onAgain }: { values: ContactValues; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null)

  // The form is gone, and with it the focus: it comes here, where it is read out.
  useEffect(() => box.current?.focus(), [])

  return (
    <div ref={box} tabIndex={-1} role="status" className="mt-5 grid justify-items-start gap-3 outline-none">
      <CircleCheck className="size-12 text-malachite" aria-hidden="true" />
      <p className="font-display text-xl font-bold">Merci {values.name}, votre demande est bien reçue.</p>
      <p className="text-muted">
        Vous souhaitez nous voir le {longDate(values.day)} à {values.hour}. Nous vous appelons au{' '}
        {values.phone} pour confirmer.
      </p>
      <Button variant="outline" onClick={onAgain}>
        Faire une autre demande
      </Button>
    </div>
  )
}
