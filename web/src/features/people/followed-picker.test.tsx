// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { FollowedPicker } from './followed-picker'
import { makePerson, makeQueryClient, serve } from './testing'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Form() {
  const [taken, setTaken] = useState<number[]>([])
  return <FollowedPicker viewerId={1} taken={taken} onPick={({ id }) => setTaken([...taken, id])} />
}

const opener = () => screen.getByRole('button', { name: 'Choisir parmi vos abonnements' })

async function openList() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  const hand = userEvent.setup()
  await hand.click(opener())
  return hand
}

it('offers whom one follows until they are picked, and the keyboard stays near', async () => {
  serve((path) => (path === '/api/users/following/' ? [{ id: 7 }] : makePerson()))
  const hand = await openList()
  await hand.click(await screen.findByRole('button', { name: 'Ajouter Maman Odette' }))
  expect(await screen.findByText('Tous vos abonnements sont choisis.')).toBeTruthy()
  expect(document.activeElement).toBe(opener())
})

it.each(['/api/users/following/', '/api/users/7/'])(
  'without %s it does not say that one follows nobody',
  async (lost) => {
    let isLost = true
    serve((path) => {
      if (isLost && path === lost) return 0
      return path === '/api/users/following/' ? [{ id: 7 }] : makePerson()
    })
    const hand = await openList()
    expect(await screen.findByText("Vos abonnements n'ont pas pu être chargés.")).toBeTruthy()
    expect(screen.queryByText('Vous ne suivez encore personne.')).toBeNull()
    isLost = false
    await hand.click(screen.getByRole('button', { name: 'Réessayer' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Ajouter Maman Odette' })).toBeTruthy())
  },
)
