// Whether the saved number is known to be the person's own, and the way to make it so.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { sendPhoneCode, verifyPhone } from '@/api/generated/sdk.gen'
import { Button } from '@/ui/button'
import { FormCard } from '@/ui/form-card'
import { FormAlert, useFormSending } from '@/ui/form-sending'
import { showToast } from '@/ui/toast-store'
import { type MyProfile, profileQuery } from '../own-profile'
import { AskForCode } from '../phone-code/ask-for-code'
import { type CodeChannel, codeChannelsQuery } from '../phone-code/channels'
import { CodeField } from '../phone-code/code-field'
import { type CodeValues, codeSchema } from '../schemas'

export function PhoneCard({ profile }: { profile: MyProfile }) {
  const { phone, phone_verified: verified } = profile
  const { data: channels = [] } = useQuery({ ...codeChannelsQuery(), enabled: !verified && phone !== '' })
  if (phone === '') return null
  if (verified) {
    return (
      <FormCard title="Votre numéro">
        <p className="flex min-w-0 items-center gap-2 text-sm font-medium text-malachite">
          <BadgeCheck className="size-4.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">{phone} : vérifié</span>
        </p>
      </FormCard>
    )
  }
  if (channels.length === 0) return null
  return (
    <FormCard
      title="Votre numéro"
      lead="Un numéro vérifié reçoit les billets qu'on vous transmet et permet de retrouver votre compte."
    >
      <p className="flex min-w-0 items-center gap-2 text-sm font-medium text-amber">
        <Smartphone className="size-4.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">{phone} : à vérifier</span>
      </p>
      {/* Another number begins anew. */}
      <ProveNumber key={phone} channels={channels} />
    </FormCard>
  )
}

function ProveNumber({ channels }: { channels: CodeChannel[] }) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(false)
  const form = useForm({ resolver: valibotResolver(codeSchema), defaultValues: { code: '' } })
  const verify = useMutation({
    mutationFn: (body: CodeValues) => verifyPhone({ body, throwOnError: true }),
    onSuccess: async () => {
      showToast('success', 'Votre numéro est vérifié.', 5000)
      await queryClient.invalidateQueries({ queryKey: profileQuery().queryKey })
    },
  })
  const { submit, general } = useFormSending({ form, fieldNames: ['code'], send: verify.mutateAsync })
  const { errors, isSubmitting } = form.formState

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-4 grid gap-4">
      <AskForCode
        channels={channels}
        label="Vérifier mon numéro"
        ask={async (channel) =>
          (await sendPhoneCode({ body: { channel }, throwOnError: true })).data.resend_after
        }
        onAsked={() => setAsked(true)}
      />
      <FormAlert message={general} />
      {asked && (
        <>
          <CodeField {...form.register('code')} error={errors.code?.message} />
          <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
            Confirmer
          </Button>
        </>
      )}
    </form>
  )
}
