// What e2e/measure calls.
import { CONDITIONS } from './conditions'
import { openGate, timeVerdicts } from './gate'
import { openScanner, prepareTake, showTake } from './scanner'
import { openScreen, timeScreen } from './screen'

/** Milliseconds of some work that is the same everywhere: on the page's thread, and on a worker's. */
async function timeWork(): Promise<{ page: number; worker: number }> {
  const work = () => {
    const began = performance.now()
    let sum = 0
    for (let at = 0; at < 2e7; at++) sum += Math.sqrt(at)
    return sum && performance.now() - began
  }
  const address = URL.createObjectURL(new Blob([`postMessage((${work})())`]))
  const worker = new Worker(address)
  const inWorker = await new Promise<number>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
  })
  worker.terminate()
  return { page: work(), worker: inWorker }
}

const hasNativeDetector = 'BarcodeDetector' in globalThis

const measurements = {
  conditions: CONDITIONS,
  hasNativeDetector,
  openScanner,
  prepareTake,
  showTake,
  openGate,
  timeVerdicts,
  openScreen,
  timeScreen,
  timeWork,
}

export type Measurements = typeof measurements

Object.assign(globalThis, { measurements })
