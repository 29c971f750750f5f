// A store whose readers see a change at once, and are told of it a moment later. A verdict that is shown meanwhile is drawn
// together with the figures that it changes: drawing the screen twice would be felt on a small phone.
import { createStore, type StoreApi } from 'zustand'

export function createPatientStore<State>(initial: State): StoreApi<State> {
  const store = createStore<State>(() => initial)
  return {
    ...store,
    subscribe: (listener) => {
      const waiting = new Set<ReturnType<typeof setTimeout>>()
      const unsubscribe = store.subscribe((state, before) => {
        const timer = setTimeout(() => {
          waiting.delete(timer)
          listener(state, before)
        })
        waiting.add(timer)
      })
      return () => {
        unsubscribe()
        for (const timer of waiting) clearTimeout(timer)
      }
    },
  }
}
