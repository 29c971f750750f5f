import { formatAmount } from './money'

/** "1 billet", "1 204 billets". French says zero in the singular. */
export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${formatAmount(amount)} ${amount > 1 ? many : one}`
}
