// Whether the saved address is known to be the person's own, and the way to make it so.
import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, MailWarning } from 'lucide-react'
import { sendEmailVerification } from '@/api/generated/sdk.gen'
import { Button } from '@/ui/button'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'
import type { MyProfile } from '../own-profile'

export function EmailStatus({ profile }: { profile: MyProfile }) {
  const { email } = profile.profile
  if (!email) return null
  if (profile.email_verified) {
    return (
      <p className="flex min-w-0 items-center gap-2 text-sm font-medium text-malachite">
        <BadgeCheck className="size-4.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">{email} : vérifiée</span>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl bg-amber-soft px-4 py-1.5">
      <p className="flex min-w-0 items-center gap-2 text-sm font-medium text-amber">
        <MailWarning className="size-4.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">{email} : à vérifier</span>
      </p>
      <SendAgain email={email} />
    </div>
  )
}

function SendAgain({ email }: { email: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendEmailVerification({ throwOnError: true }),
    onSuccess: () => showToast('success', `Un lien est parti à ${email}. Ouvrez-le pour la vérifier.`, 5000),
    onError: (error) => tellRefusal(error, [400, 429]),
  })

  return (
    <Button
      variant="quiet"
      busy={isPending}
      onClick={() => mutate()}
      className="-mx-4.5 underline underline-offset-4"
    >
      Renvoyer le lien
    </Button>
  )
}
