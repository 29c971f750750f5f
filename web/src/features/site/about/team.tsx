import { Mail, Phone } from 'lucide-react'
import { Avatar } from '@/ui/avatar'
import { phoneHref } from '../content'
import { TEAM } from './content'

const linkClass =
  'flex min-h-11 min-w-0 items-center gap-3 text-[0.9375rem] font-semibold text-malachite underline-offset-4 hover:underline'

export function Team() {
  return (
    <section aria-labelledby="team">
      <h2 id="team" className="text-2xl md:text-3xl">
        L'équipe
      </h2>
      <ul className="mt-5 grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-4">
        {TEAM.map(({ name, role, contact, email }, index) => (
          <li
            key={name}
            className="flex flex-col items-start gap-3 rounded-3xl bg-card p-4 shadow-lift md:p-5"
          >
            <Avatar name={name} seed={index + 1} size="lg" />
            <div>
              <h3 className="text-lg">{name}</h3>
              <p className="mt-1 text-[0.9375rem] text-muted">{role}</p>
            </div>
            <div className="mt-auto grid max-w-full">
              <a href={phoneHref(contact)} aria-label={`Appeler : ${name}, ${contact}`} className={linkClass}>
                <Phone className="size-5 shrink-0" aria-hidden="true" />
                <span className="tabular-nums">{contact}</span>
              </a>
              <a href={`mailto:${email}`} aria-label={`Écrire : ${name}, ${email}`} className={linkClass}>
                <Mail className="size-5 shrink-0" aria-hidden="true" />
                <span className="min-w-0 break-all">{email}</span>
              </a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
