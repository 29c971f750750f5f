// Told once in every other browser of a person when their address or number was changed: should somebody else have done
// it, this is where the owner learns of it. It has a root of its own, so that no page carries it until it is needed.
import { createRoot } from 'react-dom/client'
import { seeAccountChanges } from '@/api/generated/sdk.gen'
import type { SessionResponse } from '@/api/generated/types.gen'
import { timeAgo } from '@/lib/time-ago'
import { Button, buttonClass } from '@/ui/button'
import { Dialog } from '@/ui/dialog'

type Changes = SessionResponse['changes']

const WORDS = {
  email: "L'adresse e-mail de votre compte a été changée",
  phone: 'Le numéro de téléphone de votre compte a été changé',
}

let isShown = false

export function tellChanges(changes: Changes): void {
  if (isShown) return
  isShown = true
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  function close() {
    if (!isShown) return
    isShown = false
    const until = Math.max(...changes.map(({ at }) => at))
    // Without network they are told again at the next visit.
    void seeAccountChanges({ body: { until }, meta: { quiet: true }, keepalive: true })
    root.unmount()
    place.remove()
  }
  root.render(<AccountChanges changes={changes} onClose={close} />)
}

function AccountChanges({ changes, onClose }: { changes: Changes; onClose: () => void }) {
  const now = Date.now()
  return (
    <Dialog open onClose={onClose} title="Votre compte a changé">
      <ul className="grid gap-2">
        {changes.map(({ what, at }) => (
          <li key={what}>
            {WORDS[what]} depuis un autre appareil, {timeAgo(at, now)}.
          </li>
        ))}
      </ul>
      <p className="text-muted">
        Ce n'était pas vous ? Changez votre mot de passe : tous les autres appareils seront déconnectés.
      </p>
      <div className="grid gap-2">
        <Button size="lg" variant="outline" onClick={onClose}>
          C'était moi
        </Button>
        <a href="/dash/settings?tab=securite" onClick={onClose} className={buttonClass({ size: 'lg' })}>
          Changer mon mot de passe
        </a>
      </div>
    </Dialog>
  )
}
