// Where the person is signed in, and the ways to end it there.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useRef } from 'react'
import { listSessions, revokeOtherSessions, revokeSession } from '@/api/generated/sdk.gen'
import type { ListSessionsResponse } from '@/api/generated/types.gen'
import { orNull } from '@/lib/api-error'
import { useNow } from '@/lib/now'
import { PRIVATE } from '@/lib/private-answers'
import { accountKeys } from '@/lib/query-keys/accounts'
import { timeAgo } from '@/lib/time-ago'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { FormCard } from '@/ui/form-card'
import { ErrorState } from '@/ui/page-state'
import { LoadingStatus, Skeleton } from '@/ui/skeleton'
import { showToast } from '@/ui/toast-store'
import { useFocusHome } from '@/ui/use-focus-home'

type Session = ListSessionsResponse[number]

function sessionsQuery() {
  return queryOptions({
    queryKey: accountKeys.sessions,
    queryFn: async ({ signal }) => {
      const { data } = await listSessions({ signal, throwOnError: true })
      return data
    },
    meta: PRIVATE,
  })
}

export function SessionsCard({ enabled }: { enabled: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery({ ...sessionsQuery(), enabled })
  const others = data?.filter((session) => !session.is_current) ?? []
  const title = useRef<HTMLHeadingElement>(null)
  useFocusHome(title, others.length)
  return (
    <FormCard
      title="Appareils connectés"
      titleRef={title}
      lead="Vous n'en reconnaissez pas un ? Déconnectez-le."
    >
      {!data && !isError && (
        <>
          <LoadingStatus />
          <Skeleton className="h-16 rounded-xl" />
        </>
      )}
      {!data && isError && (
        <ErrorState title="La liste n'a pas pu être chargée." onRetry={refetch} busy={isFetching} />
      )}
      {data && (
        <ul className="divide-y divide-line">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {others.length > 1 && <RevokeOthers />}
    </FormCard>
  )
}

function SessionRow({ session }: { session: Session }) {
  const now = useNow()
  const call = { path: { id: session.id }, throwOnError: true, meta: { quiet: [404] } } as const
  // A session that ended by itself meanwhile is as good.
  const revoke = useRevoking(() => orNull(revokeSession(call)), "L'appareil est déconnecté.")
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone className="size-6 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {session.device}
          {session.is_current && <Badge>Cet appareil</Badge>}
        </p>
        <p className="text-sm text-muted">
          Actif {timeAgo(session.last_seen_at, now)} · connecté {timeAgo(session.created_at, now)}
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="outline"
          busy={revoke.isPending}
          onClick={() => revoke.mutate()}
          aria-label={`Déconnecter ${session.device}`}
          className="max-sm:w-full"
        >
          Déconnecter
        </Button>
      )}
    </li>
  )
}

function RevokeOthers() {
  const revoke = useRevoking(
    () => revokeOtherSessions({ throwOnError: true }),
    'Vos autres appareils sont déconnectés.',
  )
  return (
    <Button variant="outline" busy={revoke.isPending} onClick={() => revoke.mutate()}>
      Déconnecter tous les autres
    </Button>
  )
}

function useRevoking(call: () => Promise<unknown>, done: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: accountKeys.sessions })
      showToast('success', done, 5000)
    },
  })
}
