// A number that another account has typed, at registration: who reads its messages gets it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { claimPhone } from '@/api/generated/sdk.gen'
import { AskForCode } from './ask-for-code'
import { codeChannelsQuery } from './channels'
import { CodeField } from './code-field'

type ClaimNumberProps = { phone: string; code: { input: UseFormRegisterReturn; error?: string } }

export function ClaimNumber({ phone, code }: ClaimNumberProps) {
  const { data: channels = [] } = useQuery(codeChannelsQuery())
  const [asked, setAsked] = useState(false)
  if (channels.length === 0) return null
  return (
    <div className="grid gap-4 rounded-2xl bg-green-soft p-4">
      <p className="text-[0.9375rem]">
        Ce numéro est bien le vôtre ? Prouvez-le par un code et il sera à vous, s'il n'est pas déjà vérifié
        sur un autre compte.
      </p>
      <AskForCode
        channels={channels}
        label="C'est mon numéro : recevoir un code"
        ask={async (channel) => {
          const { data } = await claimPhone({ body: { phone, channel }, throwOnError: true })
          return data.resend_after
        }}
        onAsked={() => setAsked(true)}
      />
      {asked && <CodeField {...code.input} error={code.error} />}
    </div>
  )
}
