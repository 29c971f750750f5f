// Whether the saved address is known to be the person's own, and the way to make it so.
import { BadgeCheck, MailWarning } from 'lucide-react'
import { useState } from 'react'
import { sendEmailVerification } from '@/api/generated/sdk.gen'
import { answerOf } from '@/api/session-calls'
import { sortErrors } from '@/lib/server-errors'
import { Button } from '@/ui/button'
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
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    const answer = answerOf(await sendEmailVerification())
    setBusy(false)
    if (answer.status === 204)
      showToast('success', `Un lien est parti à ${email}. Ouvrez-le pour la vérifier.`, 5000)
    else if ([400, 429].includes(answer.status)) {
      const { general } = sortErrors(answer.errors, [])
      if (general) showToast('error', general, 5000)
    }
  }

  return (
    <Button variant="quiet" busy={busy} onClick={send} className="-mx-4.5 underline underline-offset-4">
      Renvoyer le lien
    </Button>
  )
}
