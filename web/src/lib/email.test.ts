import { expect, it } from 'vitest'
import { isEmail } from './email'

it.each(['a@b.cd', 'grace.mbuyi+tukio@mail.example.cd'])('%s is an address', (text) => {
  expect(isEmail(text)).toBe(true)
})

it.each(['', 'grace', 'grace@', '@b.cd', 'grace@mail', 'a b@c.cd', 'a@b..cd', 'a@b.cd.'])(
  '%s is none',
  (text) => {
    expect(isEmail(text)).toBe(false)
  },
)
