// How a call of the API fails, wherever it is shown.

/** What calls with `throwOnError` throw: the answer's status (0 without an answer) and its body. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(status ? `the server answered ${status}` : 'no answer', { cause: body })
  }
}

/** What the call answers; null when the server knows no such thing. */
export async function orNull<Data>(call: Promise<{ data: Data }>): Promise<Data | null> {
  try {
    return (await call).data
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
