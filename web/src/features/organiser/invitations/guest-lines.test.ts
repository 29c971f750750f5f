import { expect, test } from 'vitest'
import { readGuests } from './guest-lines'

const read = (text: string) => readGuests(text).guests
const problems = (text: string) => readGuests(text).problems

test('a guest is a name and a number or an address, however they are written', () => {
  const marie = { name: 'Marie Kabeya', phone: '243970000789' }
  for (const line of [
    'Marie Kabeya, +243 97 000 07 89',
    'Marie Kabeya;243970000789',
    'Marie Kabeya\t+243 (97) 000-07-89',
    'Marie Kabeya +243 970 000 789',
    '243970000789, Marie Kabeya',
  ])
    expect(read(line)).toEqual([marie])
  for (const line of [
    'Jean, jean@exemple.cd',
    'Jean <jean@exemple.cd>',
    'Jean jean@exemple.cd',
    'jean@exemple.cd ; Jean',
  ])
    expect(read(line)).toEqual([{ name: 'Jean', email: 'jean@exemple.cd' }])
  expect(read('Jean, 0970000789, jean@exemple.cd')).toEqual([
    { name: 'Jean', phone: '0970000789', email: 'jean@exemple.cd' },
  ])
})

test('empty lines are none, and each wrong one is named', () => {
  expect(read('Jean, 0970000789\n\r\n  \nMarie, 0970000790')).toHaveLength(2)
  expect(problems('Jean\n\n0970000789\nMarie, 097000078\nPaul, paul@\n')).toEqual([
    'Ligne 1 : il manque un numéro ou un e-mail',
    'Ligne 3 : il manque le nom',
    'Ligne 4 : le numéro a de 10 à 15 chiffres',
    'Ligne 5 : il manque un numéro ou un e-mail',
  ])
  expect(problems('Paul, paul@exemple')).toEqual(["Ligne 1 : « paul@exemple » n'est pas une adresse"])
})

test('a hundred at once', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'Jean, 0970000789').join('\n')
  expect(problems(lines(100))).toEqual([])
  expect(problems(lines(101))).toEqual(['Cent invités au plus à la fois.'])
})
