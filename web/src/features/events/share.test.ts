import { expect, it } from 'vitest'
import { shareLinks } from './share'

it('carries the address, and the words where the network takes them', () => {
  const links = shareLinks('https://tukio.example/events/7', 'Jazz & co #1')
  expect(links.facebook).toBe(
    'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Ftukio.example%2Fevents%2F7',
  )
  expect(new URL(links.x).searchParams.get('text')).toBe('Découvrez cet événement: Jazz & co #1')
  expect(new URL(links.x).searchParams.get('url')).toBe('https://tukio.example/events/7')
  expect(new URL(links.whatsapp).searchParams.get('text')).toBe(
    'Découvrez cet événement: Jazz & co #1 https://tukio.example/events/7',
  )
})
