/** Whether the figures above move by themselves. Not announced: it changes with every hiccup of a network. */
export function LiveNote({ isLive }: { isLive: boolean }) {
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden="true" className={isLive ? 'live-dot' : 'live-dot live-dot-off'} />
      {isLive ? 'En direct' : 'Mis à jour toutes les 10 secondes'}
    </p>
  )
}
