/** How far something is, from 0 to 1. At the end it waits for the server, and says nothing it doesn't know. */
export function Progress({ label, value }: { label: string; value: number }) {
  return (
    <progress
      aria-label={label}
      max={1}
      {...(value < 1 && { value })}
      className="block h-1.5 w-full overflow-hidden rounded-full bg-line accent-malachite"
    />
  )
}
