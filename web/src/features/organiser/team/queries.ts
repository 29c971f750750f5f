// Who organises an event, who is at its door, and who is invited to; and what its owner changes about them.
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  addMember,
  getTeam,
  leaveTeam,
  removeMember,
  sendTeamInvitation,
  updateMember,
  withdrawTeamInvitation,
} from '@/api/generated/sdk.gen'
import type { AddMemberData, GetTeamResponse, UpdateMemberData } from '@/api/generated/types.gen'
import { orNull } from '@/lib/api-error'
import { PRIVATE } from '@/lib/private-answers'
import { eventKeys } from '@/lib/query-keys/events'
import { organiserKeys } from '@/lib/query-keys/organiser'
import { tellRefusal } from '@/ui/tell-refusal'
import { showToast } from '@/ui/toast-store'

export type Team = GetTeamResponse
export type Member = Team['members'][number]
export type TeamInvitation = Team['invitations'][number]

export function teamQuery(eventId: number) {
  return queryOptions({
    queryKey: organiserKeys.team(eventId),
    queryFn: async ({ signal }) =>
      (await getTeam({ path: { id: eventId }, signal, throwOnError: true })).data,
    meta: PRIVATE,
  })
}

/** An address is invited by mail; whom one follows is in the team at once. */
export function addMemberMutation(eventId: number) {
  return mutationOptions({
    mutationFn: async (body: AddMemberData['body']) =>
      (await addMember({ path: { id: eventId }, body, throwOnError: true })).data,
    onSuccess: (team, _member, _before, { client }) => keepTeam(client, eventId, team),
  })
}

export function updateMemberMutation(eventId: number) {
  return mutationOptions({
    mutationFn: async ({ user, ...body }: { user: number } & UpdateMemberData['body']) =>
      (await updateMember({ path: { id: eventId, user }, body, throwOnError: true })).data,
    onSuccess: (team, _member, _before, { client }) => keepTeam(client, eventId, team),
    onError: (error) => tellRefusal(error, [400]),
  })
}

/** Who is gone already, from another device perhaps, is as wished. */
export function removeMemberMutation(eventId: number) {
  return mutationOptions({
    mutationFn: ({ id: user }: Member) =>
      orNull(removeMember({ path: { id: eventId, user }, throwOnError: true, meta: { quiet: [404] } })),
    onSuccess: (_answer, { username }) => showToast('success', `${username} n'est plus dans l'équipe.`, 5000),
    onSettled: (_answer, _error, _member, _before, { client }) => forgetTeam(client, eventId),
  })
}

export function sendInvitationMutation(eventId: number) {
  return mutationOptions({
    mutationFn: (invitation: number) =>
      sendTeamInvitation({ path: { id: eventId, invitation }, throwOnError: true }),
    onSuccess: () => showToast('success', "L'invitation est repartie, avec un nouveau lien.", 5000),
    onError: (error) => tellRefusal(error, [429], 8000),
    onSettled: (_answer, _error, _invitation, _before, { client }) => forgetTeam(client, eventId),
  })
}

export function withdrawInvitationMutation(eventId: number) {
  return mutationOptions({
    mutationFn: (invitation: number) =>
      orNull(
        withdrawTeamInvitation({
          path: { id: eventId, invitation },
          throwOnError: true,
          meta: { quiet: [404] },
        }),
      ),
    onSuccess: () => showToast('success', "L'invitation est annulée.", 5000),
    onSettled: (_answer, _error, _invitation, _before, { client }) => forgetTeam(client, eventId),
  })
}

export function leaveMutation(eventId: number) {
  return mutationOptions({
    mutationFn: () => leaveTeam({ path: { id: eventId }, throwOnError: true }),
    onSuccess: (_answer, _nothing, _before, { client }) => {
      showToast('success', "Vous avez quitté l'équipe.", 5000)
      void client.invalidateQueries({ queryKey: eventKeys.mine })
    },
  })
}

async function keepTeam(queryClient: QueryClient, eventId: number, team: Team): Promise<void> {
  const { queryKey } = teamQuery(eventId)
  // An answer under way may be from before the change.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, team)
  // It names them, too.
  void queryClient.invalidateQueries({ queryKey: eventKeys.myEvent(eventId) })
}

function forgetTeam(queryClient: QueryClient, eventId: number): Promise<unknown> {
  void queryClient.invalidateQueries({ queryKey: eventKeys.myEvent(eventId) })
  return queryClient.invalidateQueries({ queryKey: organiserKeys.team(eventId) })
}
