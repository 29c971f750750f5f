// Why Tukio: four benefits, then the call to begin.
import { ChartColumn, ClipboardList, Ticket, Users } from 'lucide-react'
import { bandsPicture } from '@/lib/pictures'
import { buttonClass } from '@/ui/button'
import { NavLink } from '@/ui/nav-link'

const BENEFITS = [
  {
    Icon: Ticket,
    title: 'Billets en ligne',
    text: 'Payez par mobile money ou par carte, gardez vos billets sur votre téléphone.',
  },
  {
    Icon: ClipboardList,
    title: "Gestion d'évènements",
    text: 'Publiez votre évènement, ouvrez la vente et contrôlez les entrées.',
  },
  {
    Icon: Users,
    title: 'Communauté',
    text: 'Suivez les organisateurs et trouvez les prestataires de votre ville.',
  },
  {
    Icon: ChartColumn,
    title: 'Analyses',
    text: 'Ventes, entrées, recettes : suivez vos chiffres en direct.',
  },
]

export function Benefits() {
  return (
    <section aria-labelledby="benefits" className="below wrap pt-12 md:pt-16">
      <h2 id="benefits" className="mb-5 text-2xl md:text-3xl">
        Tout pour sortir et faire sortir
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-5">
        {BENEFITS.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4 rounded-3xl bg-card p-5 shadow-lift lg:flex-col lg:p-6">
            <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-copper-soft text-copper">
              <Icon className="size-6" aria-hidden="true" />
            </span>
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-[0.9375rem] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function CallToAction({ signedIn }: { signedIn: boolean }) {
  return (
    <section aria-labelledby="call" className="below wrap py-12 md:py-16">
      <div className="on-dark relative isolate overflow-hidden rounded-[2rem] bg-night text-on-night">
        <div className="shade-hero absolute inset-0 -z-10">
          <img
            src={bandsPicture('Festivals', 3)}
            alt=""
            width={640}
            height={360}
            loading="lazy"
            className="size-full object-cover"
          />
        </div>
        <div className="max-w-2xl px-6 py-12 md:px-14 md:py-16">
          <h2 id="call" className="text-3xl leading-[1.05] md:text-5xl">
            Vous organisez ? Votre public est déjà là.
          </h2>
          <p className="mt-4 text-lg text-night-muted">
            Créez votre évènement en quelques minutes, vendez vos billets et accueillez tout le monde à la
            porte.
          </p>
          <div className="mt-7 flex flex-col gap-3 sm:flex-row">
            <NavLink
              to={signedIn ? '/dash' : '/register'}
              className={buttonClass({ variant: 'light', size: 'lg' })}
            >
              Commencer maintenant
            </NavLink>
            <NavLink to="/about" className={buttonClass({ variant: 'outline-light', size: 'lg' })}>
              En savoir plus
            </NavLink>
          </div>
        </div>
      </div>
    </section>
  )
}
