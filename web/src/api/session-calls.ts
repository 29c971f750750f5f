// The two calls that make or renew a session: they take the cookie along.
import { login as postLogin, refresh as postRefresh } from './generated/sdk.gen'
import type { LoginBody, LoginResponse, RefreshResponse } from './generated/types.gen'
import type { Tokens } from './session-fetch'

export async function login(body: LoginBody): Promise<LoginResponse> {
  return (await postLogin({ body, credentials: 'include', throwOnError: true })).data
}

/** Never throws: `errors` is the server's body, or the raw error when no answer came (status 0). */
interface Renewal {
  data?: RefreshResponse
  errors?: unknown
  status: number
}

/** Quiet: the call that needed the refresh tells the person what happened. */
export async function refresh(tokens: Tokens): Promise<Renewal> {
  const { data, error, response } = await postRefresh({
    body: { refresh: tokens.refresh },
    headers: { Authorization: `Bearer ${tokens.access}` },
    credentials: 'include',
    meta: { quiet: true },
  })
  const status = response?.status ?? 0
  return response?.ok ? { data, status } : { errors: error, status }
}
