// What the server said last, kept in the browser's own database for times without network. Wiped when the person
// leaves (private-answers.ts). Nothing here ever fails: a browser that forbids storage just keeps nothing.
import { KEPT_ANSWERS } from './private-answers'

const STORE = 'answers'

export interface Kept<Value> {
  /** Unix milliseconds of the answer. */
  at: number
  value: Value
}

/** All of them or none: what moved from one answer to another is never lost in between. */
export async function keepAnswers(answers: Record<string, unknown>, now = Date.now()): Promise<void> {
  await use('readwrite', (store) => {
    for (const [key, value] of Object.entries(answers)) store.put({ at: now, value }, key)
    return store.count()
  }).catch(() => undefined)
}

/** Keeps what becomes of the answer that was kept before; nothing else is written in between. */
export async function changeKept<Value>(
  key: string,
  change: (before: Value | undefined) => Value,
  now = Date.now(),
): Promise<void> {
  await use('readwrite', (store) => {
    const before: IDBRequest<Kept<Value> | undefined> = store.get(key)
    before.addEventListener('success', () => {
      store.put({ at: now, value: change(before.result?.value) }, key)
    })
    return before
  }).catch(() => undefined)
}

export async function readKept<Value>(key: string): Promise<Kept<Value> | null> {
  const kept = await use('readonly', (store) => store.get(key)).catch(() => undefined)
  return (kept as Kept<Value> | undefined) ?? null
}

async function use(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open()
  try {
    return await answerOf(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    // Left open it would hold up the wiping.
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(KEPT_ANSWERS, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return answerOf(request)
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
