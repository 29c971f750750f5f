// The list of toasts, outside React so that the API client can raise one too.

export type ToastType = 'success' | 'error' | 'warning'
export type Toast = { id: number; type: ToastType; message: string; leaving: boolean }

/** How long the way out takes; styles/motion.css agrees. */
const LEAVING_MS = 180

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const timers = new Map<number, { end: number; left: number; timer: ReturnType<typeof setTimeout> | null }>()

export function showToast(type: ToastType, message: string, duration: number): number {
  // Two toasts of the same millisecond still need two ids.
  lastId = Math.max(Date.now(), lastId + 1)
  const id = lastId
  // The same words twice at once (several calls failing together) are said once.
  const twin = toasts.find((toast) => !toast.leaving && toast.type === type && toast.message === message)
  if (twin) {
    schedule(twin.id, duration)
    return twin.id
  }
  change([...toasts, { id, type, message, leaving: false }])
  schedule(id, duration)
  return id
}

export function dismissToast(id: number): void {
  const running = timers.get(id)
  if (running?.timer) clearTimeout(running.timer)
  if (!timers.delete(id)) return
  change(toasts.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)))
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), LEAVING_MS)
}

/** While someone reads a toast (pointer or focus on it) its time stands still. */
export function holdToast(id: number): void {
  const running = timers.get(id)
  if (!running?.timer) return
  clearTimeout(running.timer)
  timers.set(id, { ...running, left: running.end - Date.now(), timer: null })
}

export function releaseToast(id: number): void {
  const held = timers.get(id)
  if (held && !held.timer) schedule(id, held.left)
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

function schedule(id: number, duration: number): void {
  const running = timers.get(id)
  if (running?.timer) clearTimeout(running.timer)
  timers.set(id, {
    end: Date.now() + duration,
    left: duration,
    timer: setTimeout(() => dismissToast(id), duration),
  })
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
