// Checks Ed25519 signatures: by the browser where it can, and else (Android phones before 2025) by a small library that
// is fetched only then.

type Bytes = Uint8Array<ArrayBuffer>
type Check = (publicKey: Uint8Array, message: Bytes, signature: Bytes) => Promise<boolean>

let check: Promise<Check> | null = null

export async function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) {
  const verify = await prepareSignatures()
  return verify(publicKey, new Uint8Array(message), new Uint8Array(signature))
}

/** Called when a gate opens: what has to be fetched must be here before the network goes. */
export function prepareSignatures(): Promise<Check> {
  check ??= chooseCheck().catch((failed) => {
    check = null
    throw failed
  })
  return check
}

async function chooseCheck(): Promise<Check> {
  if (await browserKnowsEd25519()) return byBrowser
  const { verifyAsync } = await import('@noble/ed25519')
  return (publicKey, message, signature) => verifyAsync(signature, message, publicKey).catch(() => false)
}

async function browserKnowsEd25519(): Promise<boolean> {
  try {
    // The base point of the curve: a key that every implementation accepts.
    const key = Uint8Array.from([0x58, ...Array<number>(31).fill(0x66)])
    await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return true
  } catch {
    return false
  }
}

/** Read once for each key, and not for each ticket. */
const keys = new WeakMap<Uint8Array, Promise<CryptoKey>>()

function keyOf(publicKey: Uint8Array): Promise<CryptoKey> {
  const known = keys.get(publicKey)
  if (known) return known
  const key = crypto.subtle.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify'])
  keys.set(publicKey, key)
  return key
}

const byBrowser: Check = async (publicKey, message, signature) => {
  try {
    return await crypto.subtle.verify('Ed25519', await keyOf(publicKey), signature, message)
  } catch {
    // A key that is none signs nothing.
    return false
  }
}
