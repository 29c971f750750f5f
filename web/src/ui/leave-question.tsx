// Asks before what was typed is lost: another page, going back, closing the tab.
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from './button'
import { ConfirmDialog } from './dialog'

type LeaveQuestionProps = {
  /** Asked when somebody leaves, so that what has just been saved is known. */
  mustAsk: () => boolean
  /** What will be lost. */
  children: ReactNode
}

/** Another search of the same address loses nothing. */
export function LeaveQuestion({ mustAsk, children }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title="Quitter sans enregistrer ?"
      actions={
        <>
          <Button size="lg" onClick={() => reset?.()}>
            Rester ici
          </Button>
          <Button size="lg" variant="outline" onClick={() => proceed?.()}>
            Quitter sans enregistrer
          </Button>
        </>
      }
    >
      {children}
    </ConfirmDialog>
  )
}
