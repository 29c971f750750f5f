// Asks before what was typed is lost: another page, going back, closing the tab. Moving between tabs loses nothing.
import { useBlocker } from '@tanstack/react-router'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { useAuthStore } from '../auth-store'
import { SETTINGS_TABS, type SettingsTab } from './settings-tabs'

export function LeaveQuestion({ unsaved }: { unsaved: readonly SettingsTab[] }) {
  // Without a session there is nothing left to save: the way to the login page must stay open.
  const mustAsk = () => unsaved.length > 0 && useAuthStore.getState().user !== null
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  })
  const names = unsaved.map((tab) => `« ${SETTINGS_TABS[tab]} »`).join(' et ')
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
      {`Vos modifications (${names}) seront perdues.`}
    </ConfirmDialog>
  )
}
