// The two calls that make or renew a session. They never throw: they answer `{data, errors}`, where `errors` is the
// server's body, or the raw error when no answer came (status 0). Forms read their own calls by `answerOf` alike.
import { login as postLogin, refresh as postRefresh } from './generated/sdk.gen'
import type { LoginBody, LoginResponse, RefreshResponse } from './generated/types.gen'
import type { Tokens } from './session-fetch'

export interface Answer<Data> {
  data?: Data
  errors?: unknown
  status: number
}

/** What the generated functions give when they are told not to throw. */
interface Called<Data> {
  data?: Data
  error?: unknown
  response?: Response
}

export async function login(body: LoginBody): Promise<Answer<LoginResponse>> {
  return answerOf(await postLogin({ body, credentials: 'include' }))
}

/** Quiet: the call that needed the refresh tells the person what happened. */
export async function refresh(tokens: Tokens): Promise<Answer<RefreshResponse>> {
  return answerOf(
    await postRefresh({
      body: { refresh: tokens.refresh },
      headers: { Authorization: `Bearer ${tokens.access}` },
      credentials: 'include',
      meta: { quiet: true },
    }),
  )
}

export function answerOf<Data>({ data, error, response }: Called<Data>): Answer<Data> {
  const status = response?.status ?? 0
  return response?.ok ? { data, status } : { errors: error, status }
}
