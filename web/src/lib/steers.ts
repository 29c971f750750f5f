/** Whether somebody decides about an event's money: its owner does, and those collaborators whom the owner trusts. */
export function steers({ role, trusted }: { role: string; trusted?: boolean }): boolean {
  return role === 'owner' || (role === 'collaborator' && trusted === true)
}
