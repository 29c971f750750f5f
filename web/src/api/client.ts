// Connects the generated API functions with the session, and tells people in one place when a call failed.
import { ApiError } from '@/lib/api-error'
import { showToast } from '@/ui/toast-store'
import { client } from './generated/client.gen'
import type { RefreshResponse } from './generated/types.gen'
import { refresh } from './session-calls'
import { createSessionFetch, type Send, type SessionFetch, type Tokens } from './session-fetch'

const TOAST_TIME = 5000
const NO_RESPONSE = 'Problème de connexion. Vérifiez votre réseau !'
const SESSION_ENDED = "Accès interdit. Vous n'avez pas les authorisations nécessaires."
const SERVER_FAILED = 'Erreur interne du serveur. Réessayez plus tard.'
const MESSAGES: Record<number, string> = {
  403: "Accès interdit. Vous n'avez pas les permissions nécessaires.",
  404: 'Oups... Page introuvable.',
  413: 'Fichier trop volumineux. Veuillez choisir un fichier plus léger.',
}

/** Whoever keeps the session: the API client reads it, renews it and reports its end. */
export interface SessionKeeper {
  tokens: () => Tokens | null
  renewed: (tokens: Tokens, answer: RefreshResponse) => void
  ended: () => void
}

/** What a call may carry as `meta`. */
interface CallMeta {
  /** No toast for these answers, because the screen has its own words; `true`: for none at all. */
  quiet?: true | number[]
}

let sessionFetch: SessionFetch

export function connectApi(keeper: SessionKeeper): void {
  sessionFetch = createSessionFetch({
    tokens: keeper.tokens,
    renew: async (tokens) => {
      const answer = await refresh(tokens)
      if (answer.data) keeper.renewed(tokens, answer.data)
      return answer
    },
    ended: () => {
      showToast('error', SESSION_ENDED, TOAST_TIME)
      keeper.ended()
    },
  })
  client.setConfig({
    baseUrl: import.meta.env.VITE_API_URL ?? '',
    // The generated client always passes a Request.
    fetch: (input) => sessionFetch(input as Request),
  })
  client.interceptors.error.clear()
  client.interceptors.error.use((body, response: Response | undefined, request, options) => {
    const status = response?.status ?? 0
    if (!request.signal.aborted) tell(status, (options as { meta?: CallMeta }).meta)
    return options.throwOnError ? new ApiError(status, body) : body
  })
}

/** For one call: `updateProfile({ body, fetch: sentBy(send) })` goes out by `send`, in the same session as every other. */
export function sentBy(send: Send): typeof fetch {
  return (input) => sessionFetch(input as Request, send)
}

/** For what is not an API call but failed for the same reason. */
export function tellNoNetwork(): void {
  tell(0, undefined)
}

function tell(status: number, meta: CallMeta | undefined): void {
  if (meta?.quiet === true || meta?.quiet?.includes(status)) return
  const message = status === 0 ? NO_RESPONSE : status >= 500 ? SERVER_FAILED : MESSAGES[status]
  if (message) showToast('error', message, TOAST_TIME)
}
