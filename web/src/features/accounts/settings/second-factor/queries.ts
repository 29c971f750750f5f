// One's second factor as the server keeps it.
import { queryOptions } from '@tanstack/react-query'
import { getSecondFactor } from '@/api/generated/sdk.gen'
import { PRIVATE } from '@/lib/private-answers'
import { accountKeys } from '@/lib/query-keys/accounts'

export function secondFactorQuery() {
  return queryOptions({
    queryKey: accountKeys.secondFactor,
    queryFn: async ({ signal }) => {
      const { data } = await getSecondFactor({ signal, throwOnError: true })
      return data
    },
    meta: PRIVATE,
  })
}
