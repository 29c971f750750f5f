import { Mail, Phone, Video } from 'lucide-react'
import { bandsPicture } from '@/lib/pictures'
import { buttonClass } from '@/ui/button'
import { NavLink } from '@/ui/nav-link'
import { phoneHref, SUPPORT_EMAIL, SUPPORT_PHONE } from '../content'

export function Help() {
  const button = buttonClass({ variant: 'outline-light', size: 'lg', className: 'max-sm:w-full' })
  return (
    <section
      aria-labelledby="help"
      className="on-dark relative isolate overflow-hidden rounded-[2rem] bg-night text-on-night"
    >
      <div className="shade-hero absolute inset-0 -z-10">
        <img
          src={bandsPicture('Rencontres', 6)}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          className="size-full object-cover"
        />
      </div>
      <div className="px-6 py-12 md:px-14 md:py-16">
        <h2 id="help" className="text-3xl md:text-4xl">
          Besoin d'aide ?
        </h2>
        <p className="mt-3 max-w-xl text-lg text-night-muted">
          Appelez-nous, écrivez-nous, ou prenez rendez-vous pour une visioconférence : nous regardons votre
          question ensemble, à l'écran.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <a href={phoneHref(SUPPORT_PHONE)} className={button}>
            <Phone className="size-5" aria-hidden="true" />
            Appeler le {SUPPORT_PHONE}
          </a>
          <a href={`mailto:${SUPPORT_EMAIL}`} className={button}>
            <Mail className="size-5" aria-hidden="true" />
            <span className="min-w-0 break-all">{SUPPORT_EMAIL}</span>
          </a>
          <NavLink
            to="/contact"
            className={buttonClass({ variant: 'light', size: 'lg', className: 'max-sm:w-full' })}
          >
            <Video className="size-5" aria-hidden="true" />
            Visio sur rendez-vous
          </NavLink>
        </div>
      </div>
    </section>
  )
}
