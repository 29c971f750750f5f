// The buttons that have a code sent to a telephone, first and again.
import { useMutation } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { tellRefusal } from '@/ui/tell-refusal'
import type { CodeChannel } from './channels'
import { useWait } from './use-wait'

const NAMES: Record<CodeChannel, string> = { sms: 'SMS', whatsapp: 'WhatsApp' }

type AskForCodeProps = {
  channels: readonly CodeChannel[]
  /** Asks for a code; answers the seconds until another may be asked for, or nothing if none was asked for. */
  ask: (channel: CodeChannel) => Promise<number | undefined>
  /** What the first button says before the way that the code takes. */
  label?: string
  onAsked?: () => void
}

export function AskForCode({ channels, ask, label = 'Recevoir un code', onAsked }: AskForCodeProps) {
  const [left, begin] = useWait()
  const [asked, setAsked] = useState(false)
  const asking = useMutation({
    mutationFn: ask,
    onSuccess: (seconds) => {
      if (seconds === undefined) return
      begin(seconds)
      setAsked(true)
      onAsked?.()
    },
    onError: (error) => tellRefusal(error, [400, 429]),
  })
  const words = asked ? 'Renvoyer' : label

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        {channels.map((channel) => (
          <Button
            key={channel}
            variant="outline"
            busy={asking.isPending && asking.variables === channel}
            aria-disabled={left > 0 || undefined}
            onClick={() => asking.mutate(channel)}
            className="max-sm:w-full"
          >
            <MessageSquareText className="size-4.5" aria-hidden="true" />
            {words} par {NAMES[channel]}
          </Button>
        ))}
      </div>
      {left > 0 && (
        <p className="text-sm text-muted tabular-nums">Rien reçu ? Un autre code dans {left} s.</p>
      )}
    </div>
  )
}
