// A slow phone: Chromium's own CPU throttling slows the page's thread only, and codes are read in a worker and signatures
// checked on other threads. So the whole process that draws pages is stopped and let go on, many times a second.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Browser } from '@playwright/test'

/** Milliseconds of each round: shorter ones would be lost in the delays of a machine that is not idle. */
const RUNNING = 5

/** Runs in a thread of its own, whose pauses nothing else delays. */
const ROUNDS = `
  const { parentPort, workerData: { pids, running, stopped, isOver } } = require('node:worker_threads')
  const signal = (name) => { for (const pid of pids) process.kill(pid, name) }
  const over = new Int32Array(isOver)
  parentPort.postMessage('begins')
  while (Atomics.load(over, 0) === 0) {
    signal('SIGSTOP')
    Atomics.wait(over, 0, 0, stopped)
    signal('SIGCONT')
    Atomics.wait(over, 0, 0, running)
  }
`

/** Everything that pages of this browser do takes `factor` times as long while `action` runs. */
export async function slowedDown<T>(browser: Browser, factor: number, action: () => Promise<T>): Promise<T> {
  const isOver = new SharedArrayBuffer(4)
  const pids = await renderers(browser)
  const workerData = { pids, running: RUNNING, stopped: RUNNING * (factor - 1), isOver }
  const rounds = new Worker(ROUNDS, { eval: true, workerData })
  const hasEnded = new Promise<void>((resolve, reject) => {
    rounds.once('exit', () => resolve()).once('error', reject)
  })
  await Promise.race([once(rounds, 'message'), hasEnded])
  try {
    return await action()
  } finally {
    const over = new Int32Array(isOver)
    Atomics.store(over, 0, 1)
    Atomics.notify(over, 0)
    await hasEnded
  }
}

async function renderers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}
