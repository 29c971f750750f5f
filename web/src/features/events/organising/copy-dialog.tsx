// « Copier pour une nouvelle édition »: another day, hour and name, and who of the team comes along.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { isoDate, todayIn, utc } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { visibleCharacters } from '@/lib/visible'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { showToast } from '@/ui/toast-store'
import { copyEventMutation } from './mutations'
import type { MyEvent } from './queries'

const WEEK = 7 * 86_400_000

function copySchema(today: string) {
  return v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (value) => visibleCharacters(value) >= 2,
        "Le nom de l'évènement doit contenir au moins 2 caractères",
      ),
    ),
    started_at: v.pipe(
      v.string(),
      v.regex(/^\d{4}-\d{2}-\d{2}$/, 'La date de début doit être une date'),
      v.check((day) => day >= today, 'La date de début ne peut pas être dans le passé'),
    ),
    hour: v.pipe(v.string(), v.regex(/^\d{2}:\d{2}/, "L'heure doit être au format HH:mm")),
    with_team: v.boolean(),
  })
}

type CopyValues = v.InferOutput<ReturnType<typeof copySchema>>

export function CopyDialog({ event, onClose }: { event: MyEvent; onClose: () => void }) {
  const today = todayIn(event.town, useNow())
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(copyEventMutation)
  const form = useForm<CopyValues>({
    resolver: valibotResolver(copySchema(today)),
    defaultValues: {
      name: event.name,
      started_at: nextEdition(event.started_at, today),
      hour: event.hour,
      with_team: false,
    },
  })
  const { errors, isSubmitting } = form.formState
  // Only the owner may take the team along.
  const hasTeam = event.role === 'owner' && event.collaborators.some(({ id }) => id)

  async function send({ with_team, ...values }: CopyValues) {
    const copy = await mutateAsync({ id: event.id, body: { ...values, ...(hasTeam && { with_team }) } })
    showToast('success', 'La copie est un brouillon : vérifiez-la, puis publiez-la.', 8000)
    onClose()
    await navigate({ to: '/dash/events/$eventId', params: { eventId: String(copy.id) } })
  }
  const { submit, general } = useFormSending({ form, fieldNames: ['name', 'started_at', 'hour'], send })

  return (
    <Dialog open onClose={onClose} title="Copier pour une nouvelle édition">
      <p className="text-muted">
        Textes, lieu, image et types de billets sont repris, sans les ventes. La copie reste un brouillon
        jusqu'à ce que vous la publiiez.
      </p>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <FormAlert message={general} />
        <TextField {...form.register('name')} label="Nom" autoComplete="off" error={errors.name?.message} />
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <TextField
            {...form.register('started_at')}
            type="date"
            label="Date de début"
            min={today}
            error={errors.started_at?.message}
          />
          <TextField {...form.register('hour')} type="time" label="Heure" error={errors.hour?.message} />
        </div>
        {hasTeam && (
          <Checkbox {...form.register('with_team')} label="Reprendre l'équipe, avec les mêmes rôles" />
        )}
        <div className="grid gap-2">
          <Button type="submit" size="lg" busy={isSubmitting}>
            Créer la copie
          </Button>
          <Button size="lg" variant="quiet" onClick={onClose}>
            Annuler
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The same day of the week, in the first week to come: most editions keep it. */
function nextEdition(before: string, today: string): string {
  const first = utc(before)
  const weeks = Math.max(1, Math.floor((utc(today) - first) / WEEK) + 1)
  return isoDate(first + weeks * WEEK)
}
