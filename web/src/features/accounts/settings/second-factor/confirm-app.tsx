// Adding Tukio to an authenticator app: a picture to scan, a key to type, and a first code that shows that it works.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { confirmSecondFactor } from '@/api/generated/sdk.gen'
import { Button } from '@/ui/button'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { QrCode } from '@/ui/qr-code'
import { CodeField } from '../../phone-code/code-field'
import { type CodeValues, codeSchema } from '../../schemas'
import { secondFactorQuery } from './queries'

export type Enrolment = { secret: string; uri: string }

type ConfirmAppProps = { enrolment: Enrolment; onConfirmed: (codes: string[]) => void; onCancel: () => void }

export function ConfirmApp({ enrolment, onConfirmed, onCancel }: ConfirmAppProps) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: valibotResolver(codeSchema), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState

  async function send(body: CodeValues) {
    const { data } = await confirmSecondFactor({ body, throwOnError: true })
    onConfirmed(data.recovery_codes)
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery().queryKey })
  }
  const { submit, general } = useFormSending({ form, fieldNames: ['code'], send })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-[0.9375rem]">
        Scannez ce code avec une application d'authentification (Aegis, Google Authenticator…), ou saisissez-y
        la clé.
      </p>
      <QrCode
        text={enrolment.uri}
        label="Code à scanner avec l'application d'authentification"
        correction="L"
        className="w-full max-w-md rounded-xl"
      />
      <p className="text-sm text-muted">
        Clé : <span className="font-medium break-words text-ink">{inGroups(enrolment.secret)}</span>
      </p>
      <a href={enrolment.uri} className="font-semibold text-malachite underline underline-offset-4">
        Ouvrir l'application de ce téléphone
      </a>
      <FormAlert message={general} />
      <CodeField
        {...form.register('code')}
        label="Code de l'application"
        hint="Six chiffres, qui changent toutes les trente secondes"
        error={errors.code?.message}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting} className="max-sm:w-full">
          Activer
        </Button>
        <Button variant="quiet" onClick={onCancel} className="max-sm:w-full">
          Annuler
        </Button>
      </div>
    </form>
  )
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
