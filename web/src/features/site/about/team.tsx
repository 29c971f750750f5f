import { Mail, Phone } from 'lucide-react'
import { Avatar } from '@/ui/avatar'
import { buttonClass } from '@/ui/button'
import { phoneHref } from '../content'
import { TEAM } from './content'

export function Team() {
  return (
    <section aria-labelledby="team">
      <h2 id="team" className="text-2xl md:text-3xl">
        L'équipe
      </h2>
      <ul className="mt-5 grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
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
            <div className="mt-auto flex gap-2 pt-1">
              <a
                href={phoneHref(contact)}
                aria-label={`Appeler : ${name}, ${contact}`}
                className={buttonClass({ variant: 'soft', size: 'icon' })}
              >
                <Phone className="size-5" aria-hidden="true" />
              </a>
              <a
                href={`mailto:${email}`}
                aria-label={`Écrire : ${name}, ${email}`}
                className={buttonClass({ variant: 'soft', size: 'icon' })}
              >
                <Mail className="size-5" aria-hidden="true" />
              </a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
