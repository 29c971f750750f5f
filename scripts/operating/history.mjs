// Whether a restored database is a prefix of what happened.

/**
 * What is wrong with a restored copy, a sentence each. `purchases` are each buyer's in their order, with `begun`, `ended` and
 * the id of the payment; `stored` maps ids of payments to their states; the backup was made between `from` and `to`.
 */
export function purchaseProblems(purchases, stored, { from, to }) {
  const problems = []
  for (const [buyer, list] of purchases.entries()) {
    const known = list.filter((one) => one.payment)
    const missing = known.findIndex((one) => !stored.has(one.payment))
    for (const [number, { begun, ended, payment }] of known.entries()) {
      const name = `purchase ${number} of buyer ${buyer}`
      const state = stored.get(payment)
      if (ended < from && state !== 'succeeded')
        problems.push(`${name} was told before the backup, and is ${state}`)
      if (begun > to && state) problems.push(`${name} began after the backup, and is ${state}`)
      if (missing !== -1 && number > missing && state)
        problems.push(`${name} is there, and an earlier one is not`)
    }
  }
  return problems
}

/**
 * Facts are only ever added to. Each of the copy is a fact of the original; where they are numbered in the order in which they
 * were committed, the copy has the first ones.
 */
export function factProblems(original, copy, { isOrdered }) {
  if (isOrdered) {
    const different = copy.findIndex((line, number) => line !== original[number])
    return different === -1 ? [] : [`fact ${different} of the copy is not the original's: ${copy[different]}`]
  }
  const known = new Set(original)
  return copy.filter((line) => !known.has(line)).map((line) => `the original has no such fact: ${line}`)
}
