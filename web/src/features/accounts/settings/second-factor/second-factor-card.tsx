// Whether a code is asked for after the password, and the ways to turn that on and off.
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { FormCard } from '@/ui/form-card'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { ConfirmApp, type Enrolment } from './confirm-app'
import { secondFactorQuery } from './queries'
import { RecoveryCodes } from './recovery-codes'
import { BeginWithPassword, DisableWithPassword, RenewWithPassword } from './with-password'

/** What is being done on the card. */
type Task =
  | { name: 'none' | 'begin' | 'renew' | 'disable' }
  | { name: 'confirm'; enrolment: Enrolment }
  | { name: 'codes'; codes: string[] }

const NONE: Task = { name: 'none' }

export function SecondFactorCard({ username, enabled }: { username: string; enabled: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery({ ...secondFactorQuery(), enabled })
  const [task, setTask] = useState<Task>(NONE)
  const stop = () => setTask(NONE)
  const showCodes = (codes: string[]) => setTask({ name: 'codes', codes })

  return (
    <FormCard
      title="Double authentification"
      lead="Un code de votre téléphone en plus du mot de passe. Recommandée à qui organise des évènements."
    >
      {!data && !isError && (
        <>
          <LoadingStatus />
          <Skeleton className="h-16 rounded-xl" />
        </>
      )}
      {!data && isError && (
        <ErrorState title="L'état n'a pas pu être chargé." onRetry={refetch} busy={isFetching} />
      )}
      {data && task.name === 'none' && (
        <State isOn={data.is_on} left={data.recovery_codes_left} onChoose={(name) => setTask({ name })} />
      )}
      {task.name === 'begin' && (
        <BeginWithPassword
          username={username}
          onBegun={(enrolment) => setTask({ name: 'confirm', enrolment })}
          onCancel={stop}
        />
      )}
      {task.name === 'confirm' && (
        <ConfirmApp enrolment={task.enrolment} onConfirmed={showCodes} onCancel={stop} />
      )}
      {task.name === 'codes' && <RecoveryCodes codes={task.codes} onDone={stop} />}
      {task.name === 'renew' && (
        <RenewWithPassword username={username} onRenewed={showCodes} onCancel={stop} />
      )}
      {task.name === 'disable' && <DisableWithPassword username={username} onDone={stop} />}
    </FormCard>
  )
}

type StateProps = { isOn: boolean; left: number; onChoose: (name: 'begin' | 'renew' | 'disable') => void }

function State({ isOn, left, onChoose }: StateProps) {
  if (!isOn) {
    return (
      <Button
        variant="outline"
        onClick={() => onChoose('begin')}
        className="justify-self-start max-sm:w-full"
      >
        Activer
      </Button>
    )
  }
  return (
    <>
      <p className="flex min-w-0 items-center gap-2 text-sm font-medium text-malachite">
        <ShieldCheck className="size-4.5 shrink-0" aria-hidden="true" />
        Activée · {left > 1 ? `${left} codes de secours restants` : `${left} code de secours restant`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => onChoose('renew')} className="max-sm:w-full">
          Nouveaux codes de secours
        </Button>
        <Button variant="quiet" onClick={() => onChoose('disable')} className="max-sm:w-full">
          Désactiver
        </Button>
      </div>
    </>
  )
}
