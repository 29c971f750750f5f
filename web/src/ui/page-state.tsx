// The faces a list or page shows when it has nothing to show: empty with a way forward, error with a retry.
import { CloudOff, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Mark } from './mark'

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode }

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Box icon={<Mark className="size-9 text-copper" />} title={title} action={action}>
      {children}
    </Box>
  )
}

type ErrorStateProps = { title: string; onRetry: () => void; busy?: boolean; children?: ReactNode }

export function ErrorState({ title, onRetry, busy, children }: ErrorStateProps) {
  return (
    <div role="alert">
      <Box
        icon={<CloudOff className="size-8 text-danger" aria-hidden="true" />}
        title={title}
        action={
          <Button variant="outline" onClick={onRetry} busy={busy}>
            {!busy && <RotateCw className="size-4.5" aria-hidden="true" />}
            Réessayer
          </Button>
        }
      >
        {children}
      </Box>
    </div>
  )
}

function Box({ icon, title, action, children }: EmptyStateProps & { icon: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-3xl border border-dashed border-line-strong/50 px-6 py-10 text-center">
      {icon}
      <p className="font-display text-lg leading-snug font-bold text-balance">{title}</p>
      {children && <p className="max-w-prose text-muted">{children}</p>}
      {action && <div className="mt-1">{action}</div>}
    </div>
  )
}
