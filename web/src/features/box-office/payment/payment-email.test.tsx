// @vitest-environment jsdom
// The address that the payment dialog asks for, and what becomes of the one in the profile.
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stubPopup } from '../testing'
import { asked, closeBoxOffice, INIT, open, openBoxOffice, press, seen, server } from './dialog-testing'

beforeEach(openBoxOffice)
afterEach(closeBoxOffice)

const KEEP = 'Garder cette adresse dans mon profil'

function type(email: string) {
  fireEvent.change(screen.getByLabelText('E-mail (facultatif)'), { target: { value: email } })
}

test('an e-mail is optional, but a wrong one is not sent', async () => {
  stubPopup()
  await open()
  type('elodie@')
  await press('Confirmer et payer')
  expect(seen("L'email doit être valide")).toBe(true)
  expect(asked(INIT)).toEqual([])
  type('elodie@tukio.example')
  fireEvent.click(screen.getByLabelText(KEEP))
  await press('Confirmer et payer')
  expect(asked(INIT)[0]?.body).toMatchObject({ email: 'elodie@tukio.example', keep_email: true })
})

test('an address that was kept is known at once', async () => {
  stubPopup()
  await open()
  type('elodie@tukio.example')
  await press('Confirmer et payer')
  expect(server.emailKept).not.toHaveBeenCalled()
  await closeBoxOffice()

  openBoxOffice()
  stubPopup()
  await open()
  type('elodie@tukio.example')
  fireEvent.click(screen.getByLabelText(KEEP))
  await press('Confirmer et payer')
  expect(server.emailKept).toHaveBeenCalledTimes(1)
})

test('an address that is there is not replaced on the way', async () => {
  await open(undefined, 'elodie@tukio.example')
  type('autre@tukio.example')
  expect(seen(KEEP)).toBe(false)
})
