// A question about one of one's own events, before what can't be undone.
import type { ReactNode } from 'react'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { tellRefusal } from '@/ui/tell-refusal'

type QuestionProps = {
  open: boolean
  onClose: () => void
  title: string
  confirm: string
  keep?: string
  busy: boolean
  onConfirm: () => void
  children: ReactNode
}

export function Question({
  open,
  onClose,
  title,
  confirm,
  keep = "Garder l'évènement",
  busy,
  onConfirm,
  children,
}: QuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button size="lg" variant="outline" onClick={onClose}>
            {keep}
          </Button>
          <Button size="lg" variant="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </ConfirmDialog>
  )
}

/**
 * Meanwhile it is over, or somebody has begun to pay: the server says what stands against it, and the question is done.
 * After any other failure it stays, to be tried again.
 */
export function closeOnConflict(error: Error, onClose: () => void): void {
  if (tellRefusal(error, [409], 8000)) onClose()
}
