// Showing that an address is one's own, on the way to something else: it becomes the account's, and a link is sent to it.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { sendEmailVerification } from '@/api/generated/sdk.gen'
import { isEmail } from '@/lib/email'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { AskedPassword, useAskedPassword } from './asked-password'
import { type MyProfile, profileQuery, updateProfileMutation } from './own-profile'

const addressSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.check(isEmail, "L'email doit être valide")),
  password: v.optional(v.string()),
})

type Values = v.InferOutput<typeof addressSchema>

/** `onSent`: the person goes away now, to read their mail. */
export function ProveAddress({ onSent }: { onSent: () => void }) {
  const { data, isPending } = useQuery(profileQuery())
  if (isPending) {
    return (
      <>
        <LoadingStatus />
        <Skeleton className="h-24 w-full rounded-xl" />
      </>
    )
  }
  return <AddressForm profile={data} onSent={onSent} />
}

function AddressForm({ profile, onSent }: { profile?: MyProfile; onSent: () => void }) {
  const before = profile?.profile.email ?? ''
  const verified = profile?.email_verified === true
  const update = useMutation(updateProfileMutation('Un lien est parti : ouvrez-le depuis vos e-mails.'))
  const form = useForm<Values>({
    resolver: valibotResolver(addressSchema),
    defaultValues: { email: verified ? '' : before },
  })
  const { errors, isSubmitting } = form.formState
  const [sent, setSent] = useState(false)

  async function send({ email, password }: Values) {
    setSent(false)
    if (email === before && !verified) await sendEmailVerification({ throwOnError: true })
    // A new address gets its link by itself.
    else await update.mutateAsync({ changes: { email, ...(password && { password }) } })
    setSent(true)
    onSent()
  }
  const proof = useAskedPassword(send, () => form.setFocus('password'))
  const { submit, general } = useFormSending({ form, fieldNames: ['email', 'password'], send: proof.send })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid w-full grid-cols-1 gap-3">
      <TextField
        {...form.register('email')}
        label="C'est mon adresse : la voici en entier"
        hint={verified ? `Elle remplacera ${before} sur votre compte.` : 'Nous y envoyons un lien à ouvrir.'}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errors.email?.message}
      />
      <AskedPassword asked={proof.asked} input={form.register('password')} error={errors.password?.message} />
      <FormAlert message={general} />
      <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
        {sent ? 'Renvoyer le lien' : 'Recevoir le lien'}
      </Button>
      <p role="status" className="font-medium empty:hidden">
        {sent && 'Ouvrez le lien reçu par e-mail, puis revenez ici et acceptez.'}
      </p>
    </form>
  )
}
