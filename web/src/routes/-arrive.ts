import type { AnyRouter } from '@tanstack/react-router'

/** Goes to an address of ours, and is done when its page is shown: until then the button that was pressed waits. */
export function arrive({ history, subscribe }: Pick<AnyRouter, 'history' | 'subscribe'>, address: string) {
  const arrived = new Promise<void>((resolve) => {
    const stop = subscribe('onResolved', () => {
      stop()
      resolve()
    })
  })
  history.replace(address)
  return arrived
}
