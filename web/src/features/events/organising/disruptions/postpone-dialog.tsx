// Another date for an event: tickets stay good, holders are told, and until a day whoever asks is paid back.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { characters } from '@/lib/characters'
import { longDate } from '@/lib/dates'
import { useNow } from '@/lib/now'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextField } from '@/ui/field'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { TextAreaField } from '@/ui/text-area'
import { showToast } from '@/ui/toast-store'
import { postponeEventMutation } from '../mutations'
import type { MyEvent } from '../queries'
import { LONGEST_MESSAGE, type PostponeValues, postponeSchema } from './postpone-schema'

export function PostponeDialog({ event, onClose }: { event: MyEvent; onClose: () => void }) {
  const now = useNow()
  const { mutateAsync } = useMutation(postponeEventMutation)
  const form = useForm<PostponeValues>({
    criteriaMode: 'all',
    resolver: valibotResolver(postponeSchema(event, now)),
    defaultValues: { started_at: '', ended_at: '', hour: event.hour, refund_until: '', message: '' },
  })
  const { errors, isSubmitting } = form.formState
  const message = useWatch({ control: form.control, name: 'message' })

  async function send({ ended_at, message: words, ...dates }: PostponeValues) {
    const { started_at } = await mutateAsync({
      id: event.id,
      ...dates,
      // Without one it lasts as long as before.
      ...(ended_at && { ended_at }),
      ...(words && { message: words }),
    })
    showToast('success', `L'évènement est reporté au ${longDate(started_at)}.`, 5000)
    onClose()
  }
  const fieldNames = ['started_at', 'ended_at', 'hour', 'refund_until', 'message'] as const
  const { submit, general } = useFormSending({ form, fieldNames, send })

  return (
    <Dialog open onClose={onClose} title="Reporter cet évènement">
      <form method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        <p className="text-muted">
          Les billets vendus restent valables à la nouvelle date, et les participants sont prévenus par
          e-mail.
        </p>
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <TextField
            {...form.register('started_at')}
            type="date"
            label="Nouvelle date"
            error={errors.started_at?.message}
          />
          <TextField {...form.register('hour')} type="time" label="Heure" error={errors.hour?.message} />
          <TextField
            {...form.register('ended_at')}
            type="date"
            label="Date de fin"
            hint="Facultative : sans elle, la durée reste la même."
            error={errors.ended_at?.message}
          />
          <TextField
            {...form.register('refund_until')}
            type="date"
            label="Remboursement jusqu'au"
            hint="Jusqu'à ce jour, qui le demande est remboursé aussitôt."
            error={errors.refund_until?.message}
          />
        </div>
        <TextAreaField
          {...form.register('message')}
          label="Message aux participants (facultatif)"
          rows={3}
          error={errors.message?.message}
          count={characters(message)}
          most={LONGEST_MESSAGE}
        />
        <FormAlert message={general} />
        <div className="grid gap-2">
          <Button size="lg" variant="outline" onClick={onClose}>
            Garder la date
          </Button>
          <Button type="submit" size="lg" busy={isSubmitting}>
            Reporter l'évènement
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
