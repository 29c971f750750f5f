// Timers in a world where no time passes: they wait in a list, and the engine fires the earliest when nothing else
// is left to run. Intervals never tick: no page is rendered for long enough. Returns what the engine calls.
() => {
  let waiting = []
  let lastId = 0
  const add = (callback, delay, args) => {
    lastId += 1
    waiting.push({ id: lastId, at: Number(delay) > 0 ? Number(delay) : 0, callback, args })
    return lastId
  }
  const remove = (id) => {
    waiting = waiting.filter((timer) => timer.id !== id)
  }

  globalThis.setTimeout = (callback, delay, ...args) => add(callback, delay, args)
  globalThis.setImmediate = (callback, ...args) => add(callback, 0, args)
  globalThis.setInterval = () => (lastId += 1)
  globalThis.clearTimeout = globalThis.clearInterval = globalThis.clearImmediate = remove

  // A message is a task of its own, like a timer that is due.
  class MessagePort {
    onmessage = null
    other = null
    postMessage(data) {
      add(() => this.other.onmessage?.({ data }), 0, [])
    }
    start() {}
    close() {}
  }
  globalThis.MessageChannel = class MessageChannel {
    port1 = new MessagePort()
    port2 = new MessagePort()
    constructor() {
      this.port1.other = this.port2
      this.port2.other = this.port1
    }
  }

  return {
    fire() {
      if (waiting.length === 0) return false
      const next = waiting.reduce((first, timer) => (timer.at < first.at ? timer : first))
      remove(next.id)
      // Timers set by this one come after those that were due with it.
      for (const timer of waiting) timer.at = Math.max(0, timer.at - next.at)
      next.callback(...next.args)
      return true
    },
    clear() {
      waiting = []
    },
  }
}
