import { House, Phone } from 'lucide-react'
import { buttonClass } from '@/ui/button'
import { NavLink } from '@/ui/nav-link'
import { phoneHref, SUPPORT_PHONE } from './content'

export function NotFoundPage() {
  return (
    <section className="wrap grid flex-1 content-center justify-items-center gap-4 py-16 text-center">
      <p className="cut-from-stone font-display text-[clamp(8rem,34vw,17rem)] leading-[0.8] font-extrabold tracking-tighter">
        404
      </p>
      <h1 className="mt-4 text-3xl md:text-4xl">Page non trouvée</h1>
      <p className="max-w-md text-muted">
        Cette adresse ne mène nulle part : la page a peut-être changé de place, ou le lien est incomplet.
      </p>
      <div className="mt-4 flex w-full max-w-md flex-col justify-center gap-3 sm:w-auto sm:max-w-none sm:flex-row">
        <NavLink to="/" className={buttonClass({ size: 'lg' })}>
          <House className="size-5" aria-hidden="true" />
          Retour à l'accueil
        </NavLink>
        <a href={phoneHref(SUPPORT_PHONE)} className={buttonClass({ variant: 'outline', size: 'lg' })}>
          <Phone className="size-5" aria-hidden="true" />
          Contactez le support
        </a>
      </div>
    </section>
  )
}
