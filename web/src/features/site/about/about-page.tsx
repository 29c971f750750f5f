// /about: who stands behind the product, how it works, and how to reach someone.
import { Eye, HeartHandshake } from 'lucide-react'
import { bandsPicture } from '@/lib/pictures'
import { Hero } from '@/ui/hero'
import { HISTORY } from './content'
import { Faq } from './faq'
import { Help } from './help'
import { Team } from './team'

const PROMISES = [
  {
    Icon: HeartHandshake,
    title: 'Notre mission',
    text: "Connecter les passionnés d'évènements : ceux qui les créent, ceux qui les font vivre, ceux qui ne veulent rien manquer.",
  },
  {
    Icon: Eye,
    title: 'Notre vision',
    text: 'Une communauté de 100\u202f000 utilisateurs qui trouvent, chaque jour, une raison de se retrouver.',
  },
]

export function AboutPage() {
  return (
    <>
      <Hero picture={bandsPicture('Festivals', 12)} className="py-12 md:py-20">
        <p className="text-night-muted">Tukio, « évènement » en swahili</p>
        <h1 className="mt-3 text-4xl leading-[1.03] font-extrabold md:text-6xl">
          Le pays sort. Nous l'aidons à se trouver.
        </h1>
      </Hero>
      <div className="wrap grid gap-14 py-10 md:gap-20 md:py-16">
        <Promises />
        <History />
        <Team />
        <Faq />
        <Help />
        <p className="text-sm text-muted">Tukio, version {import.meta.env.VITE_VERSION}</p>
      </div>
    </>
  )
}

function Promises() {
  return (
    <section aria-label="Mission et vision" className="grid gap-4 md:grid-cols-2 md:gap-6">
      {PROMISES.map(({ Icon, title, text }) => (
        <article key={title} className="rounded-3xl bg-card p-6 shadow-lift md:p-8">
          <span className="grid size-12 place-items-center rounded-2xl bg-copper-soft text-copper">
            <Icon className="size-6" aria-hidden="true" />
          </span>
          <h2 className="mt-4 text-2xl">{title}</h2>
          <p className="mt-2 text-lg text-muted">{text}</p>
        </article>
      ))}
    </section>
  )
}

function History() {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-2xl md:text-3xl">
        Notre histoire
      </h2>
      <ol className="mt-6 grid gap-8 md:grid-cols-3 md:gap-6">
        {HISTORY.map(({ when, title, text }) => (
          <li
            key={title}
            className="relative border-line-strong/50 pl-6 max-md:border-l-2 md:border-t-2 md:pt-6 md:pl-0"
          >
            <span className="absolute -top-0.5 -left-2 size-3.5 rounded-full bg-copper ring-4 ring-paper md:-top-2 md:left-0" />
            <p className="figures text-copper">{when}</p>
            <h3 className="mt-1 text-xl">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
