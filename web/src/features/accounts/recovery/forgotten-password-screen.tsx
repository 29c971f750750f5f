import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck, Phone } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { forgottenPassword } from '@/api/generated/sdk.gen'
import { Button, buttonClass } from '@/ui/button'
import { TextField } from '@/ui/field'
import { AccountForm } from '../account-form'
import { AccountPage, textLink } from '../account-page'
import { codeChannelsQuery } from '../phone-code/channels'
import { type ForgottenPasswordValues, forgottenPasswordSchema } from '../schemas'
import { PhoneRecovery } from './phone-recovery'

type ForgottenPasswordScreenProps = {
  /** Where one was going when the password was asked for. */
  redirect?: string
  /** The line to call, for accounts without a verified e-mail address. */
  support: { phone: string; href: string }
  /** The password is changed. */
  onDone: () => void
}

export function ForgottenPasswordScreen({ redirect, support, onDone }: ForgottenPasswordScreenProps) {
  const form = useForm({ resolver: valibotResolver(forgottenPasswordSchema) })
  const ask = useMutation({
    mutationFn: (body: ForgottenPasswordValues) => forgottenPassword({ body, throwOnError: true }),
  })
  const sent = ask.data?.data.detail
  const { data: channels = [] } = useQuery(codeChannelsQuery())
  const [byPhone, setByPhone] = useState(false)

  return (
    <AccountPage
      title="Mot de passe oublié"
      lead={
        byPhone
          ? "Nous envoyons un code à votre numéro, s'il est vérifié."
          : 'Nous vous envoyons un lien pour en choisir un nouveau.'
      }
      otherWay={
        <Link to="/login" search={{ redirect }} className={textLink}>
          Retour à la connexion
        </Link>
      }
    >
      <div role="status" className="empty:hidden">
        {sent && (
          <p className="flex items-start gap-3 rounded-2xl bg-green-soft p-4 text-ink">
            <MailCheck className="mt-0.5 size-5 shrink-0 text-malachite" aria-hidden="true" />
            {sent}
          </p>
        )}
      </div>
      {byPhone && <PhoneRecovery channels={channels} onDone={onDone} />}
      {!sent && !byPhone && (
        <AccountForm form={form} fieldNames={['query']} send={ask.mutateAsync} submitLabel="Envoyer le lien">
          <TextField
            {...form.register('query')}
            label="Nom d'utilisateur, téléphone ou e-mail"
            error={form.formState.errors.query?.message}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </AccountForm>
      )}
      {channels.length > 0 && (
        <Button
          variant="quiet"
          onClick={() => setByPhone(!byPhone)}
          className="-mx-4.5 mt-4 underline underline-offset-4"
        >
          {byPhone ? 'Recevoir un lien par e-mail' : 'Recevoir un code par téléphone'}
        </Button>
      )}
      <div className="mt-8 grid gap-3 border-t border-line pt-6">
        <p className="text-[0.9375rem] text-muted">
          Pas d'adresse e-mail vérifiée dans votre compte ? Le support vérifie avec vous qu'il est bien le
          vôtre.
        </p>
        <a href={support.href} className={buttonClass({ variant: 'outline' })}>
          <Phone className="size-4.5" aria-hidden="true" />
          Appeler le {support.phone}
        </a>
      </div>
    </AccountPage>
  )
}
