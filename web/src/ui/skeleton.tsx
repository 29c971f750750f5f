// Grey shapes in the place of what is on its way; hidden from assistive technology, which hears the status instead.

export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-lg ${className}`} />
}

/** Says once, to those who can't see the shapes, that something is loading. */
export function LoadingStatus({ children = 'Chargement en cours…' }: { children?: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}
