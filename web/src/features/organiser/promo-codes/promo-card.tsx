import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '@/lib/now'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'
import type { OrganisedEvent } from '../organised-event'
import { deletePromoCodeMutation, savePromoCodeMutation } from './mutations'
import { discountWords, isEnded, rulesWords, stateOf, usesWords } from './promo-words'
import type { PromoCode } from './queries'

type PromoCardProps = { event: OrganisedEvent; promo: PromoCode; mayChange: boolean; onEdit: () => void }

export function PromoCard({ event, promo, mayChange, onEdit }: PromoCardProps) {
  const now = useNow()
  const [asking, setAsking] = useState<'stop' | 'delete' | null>(null)
  const { label, tone } = stateOf(promo, now)
  // What was agreed on with it stays on record: such a code can only be stopped.
  const isUsed = promo.used + promo.held > 0
  return (
    <article className="grid h-full content-start gap-2 rounded-3xl bg-card p-5 shadow-lift">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-mono text-xl break-all">{promo.code}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="figures text-2xl text-copper">{discountWords(promo)}</p>
      <p className="break-words text-muted">{rulesWords(promo, event, now)}</p>
      <p className="text-sm tabular-nums">{usesWords(promo)}</p>
      {mayChange && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button variant="soft" onClick={onEdit} aria-label={`Modifier le code ${promo.code}`}>
            Modifier
          </Button>
          {isUsed ? (
            !isEnded(promo, now) && (
              <Button
                variant="outline"
                onClick={() => setAsking('stop')}
                aria-label={`Arrêter le code ${promo.code}`}
              >
                Arrêter
              </Button>
            )
          ) : (
            <Button
              variant="outline"
              onClick={() => setAsking('delete')}
              aria-label={`Supprimer le code ${promo.code}`}
            >
              Supprimer
            </Button>
          )}
        </div>
      )}
      {asking === 'stop' && <StopQuestion event={event} promo={promo} onClose={() => setAsking(null)} />}
      {asking === 'delete' && <DeleteQuestion event={event} promo={promo} onClose={() => setAsking(null)} />}
    </article>
  )
}

type QuestionProps = { event: OrganisedEvent; promo: PromoCode; onClose: () => void }

function StopQuestion({ event, promo, onClose }: QuestionProps) {
  const { mutate, isPending } = useMutation(savePromoCodeMutation)

  function stop() {
    mutate(
      { eventId: event.id, id: promo.id, fields: { ends_at: Date.now() } },
      {
        onSuccess: () => {
          showToast('success', `Le code ${promo.code} est arrêté.`, 5000)
          onClose()
        },
        onError: (error) => tellRefusal(error, [400]),
      },
    )
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Arrêter le code ${promo.code} ?`}
      actions={
        <>
          <Button size="lg" variant="outline" onClick={onClose}>
            Garder le code
          </Button>
          <Button size="lg" variant="danger" busy={isPending} onClick={stop}>
            Arrêter maintenant
          </Button>
        </>
      }
    >
      Plus personne ne pourra l'utiliser. Les billets déjà achetés avec lui restent valables, et les paiements
      en cours se terminent au prix convenu.
    </ConfirmDialog>
  )
}

function DeleteQuestion({ event, promo, onClose }: QuestionProps) {
  const { mutate, isPending } = useMutation(deletePromoCodeMutation)

  function remove() {
    mutate(
      { eventId: event.id, id: promo.id },
      {
        onSuccess: () => showToast('success', `Le code ${promo.code} est supprimé.`, 5000),
        onError: (error) => {
          // Somebody used it meanwhile, or it is gone already.
          if (tellRefusal(error, [404, 409], 8000)) onClose()
        },
      },
    )
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Supprimer le code ${promo.code} ?`}
      actions={
        <>
          <Button size="lg" variant="outline" onClick={onClose}>
            Garder le code
          </Button>
          <Button size="lg" variant="danger" busy={isPending} onClick={remove}>
            Supprimer
          </Button>
        </>
      }
    >
      Personne ne l'a encore utilisé. Il disparaîtra pour toujours.
    </ConfirmDialog>
  )
}
