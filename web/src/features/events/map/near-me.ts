// Where the person is, asked only on request. Refusal and failure have their own words, and towns as the way out.
import { useRef, useState } from 'react'
import type { Coordinates } from './projection'

const WAY_OUT = 'Choisissez une ville ci-dessus.'
const REFUSED = `Votre position n'est pas partagée. Autorisez-la dans les réglages du navigateur. ${WAY_OUT}`
const NOT_FOUND = `Votre position reste introuvable pour le moment. ${WAY_OUT}`
const IMPOSSIBLE = `Ce navigateur ne donne pas de position. ${WAY_OUT}`
const WAIT_MS = 10_000

type NearMe = { place: Coordinates | null; asking: boolean; problem: string }

export function useNearMe(onFound: (place: Coordinates) => void) {
  const [state, setState] = useState<NearMe>({ place: null, asking: false, problem: '' })
  /** Which question is open: an answer to another one comes too late. */
  const question = useRef(0)

  function ask() {
    // Browsers give no position to pages without a secure connection.
    if (!navigator.geolocation) return setState({ place: null, asking: false, problem: IMPOSSIBLE })
    setState((before) => ({ ...before, asking: true, problem: '' }))
    question.current += 1
    const asked = question.current
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        if (question.current !== asked) return
        const place = { latitude, longitude }
        setState({ place, asking: false, problem: '' })
        onFound(place)
      },
      ({ code, PERMISSION_DENIED }) => {
        if (question.current !== asked) return
        const problem = code === PERMISSION_DENIED ? REFUSED : NOT_FOUND
        setState((before) => ({ ...before, asking: false, problem }))
      },
      { timeout: WAIT_MS, maximumAge: 60_000 },
    )
  }

  function cancel() {
    question.current += 1
    setState((before) => ({ ...before, asking: false }))
  }

  return { ...state, ask, cancel }
}
