// One of the most common passwords is taken, but only at a second press on the button, below a clear warning.
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { checkPassword } from '@/api/generated/sdk.gen'
import { passwordStrength } from './password-strength'

/** `typed`: the password as it stands in the field now. */
export function useSecondPress<Values extends { password: string }>(
  typed: string | undefined,
  send: (values: Values) => Promise<unknown>,
) {
  const [warned, setWarned] = useState<string>()

  async function sendOrWarn(values: Values) {
    if (values.password !== warned && (await isCommon(values.password))) setWarned(values.password)
    else await send(values)
  }
  return { send: sendOrWarn, isWarned: warned !== undefined && warned === typed }
}

/** Without an answer nothing is known against it: what follows tells that there is no network. */
async function isCommon(password: string): Promise<boolean> {
  if (passwordStrength(password) === 'common') return true
  const { data } = await checkPassword({ body: { password }, meta: { quiet: true } })
  return data?.is_common === true
}

/** Stays in the page, so that what appears in it is read out. */
export function CommonPasswordWarning({ isShown }: { isShown: boolean }) {
  return (
    <div role="alert" className="empty:hidden">
      {isShown && (
        <p className="flex items-start gap-2.5 rounded-xl bg-amber-soft px-4 py-3 font-medium text-amber">
          <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          Ce mot de passe est l'un des plus courants : il sera vite deviné. Choisissez-en un autre, ou appuyez
          encore une fois pour le garder.
        </p>
      )}
    </div>
  )
}
