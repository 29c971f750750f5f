// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { json, pass, stubPopup } from '../testing'
import {
  asked,
  closeBoxOffice,
  INIT,
  open,
  openBoxOffice,
  press,
  seen,
  server,
  started,
} from './dialog-testing'

beforeEach(() => {
  openBoxOffice()
  const quoted = server.quoted
  server.quoted = (call) => {
    const code = call.url.searchParams.get('promo_code')
    const usual = quoted(call) as Record<string, unknown>
    if (!code) return { ...usual, discount: '0.00' }
    if (code === 'GRATUIT') return { ...usual, amount: '0.00', discount: '50.00' }
    if (code === 'AMIS') return { ...usual, amount: '40.00', discount: '10.00' }
    return json(400, { promo_code: ["Ce code promo n'existe pas."] })
  }
})
afterEach(closeBoxOffice)

async function apply(code: string) {
  if (screen.queryByRole('button', { name: "J'ai un code promo" })) await press("J'ai un code promo")
  fireEvent.change(screen.getByLabelText('Code promo'), { target: { value: code } })
  await press('Appliquer')
}

test('a code lowers the total, which is then paid', async () => {
  stubPopup()
  await open()
  await apply(' amis ')
  expect(seen('Réduction (AMIS)')).toBe(true)
  expect(seen('−10 USD')).toBe(true)
  expect(seen('40 USD')).toBe(true)
  await press('Confirmer et payer')
  expect(asked(INIT)[0]?.body).toMatchObject({ promo_code: 'AMIS', amount: '40.00' })
})

test('a code that is not taken says why and changes nothing', async () => {
  await open()
  await apply('RIEN')
  expect(seen("Ce code promo n'existe pas.")).toBe(true)
  expect(seen('50 USD')).toBe(true)
  await apply('AMIS')
  expect(seen('40 USD')).toBe(true)
  await press('Retirer le code promo')
  expect(seen('50 USD')).toBe(true)
  expect(document.activeElement?.textContent).toBe("J'ai un code promo")
})

test('Enter in the field applies the code and pays nothing', async () => {
  const { open: popup } = stubPopup()
  await open()
  await press("J'ai un code promo")
  fireEvent.change(screen.getByLabelText('Code promo'), { target: { value: 'AMIS' } })
  fireEvent.keyDown(screen.getByLabelText('Code promo'), { key: 'Enter' })
  await pass()
  expect(seen('40 USD')).toBe(true)
  expect(popup).not.toHaveBeenCalled()
  expect(asked(INIT)).toEqual([])
})

test('nothing left to pay: no window, and the tickets are there at once', async () => {
  const { open: popup } = stubPopup()
  server.init = () => ({ ...started, status: 'success', amount: '0.00', discount: '50.00' })
  await open()
  await apply('GRATUIT')
  await press('Confirmer')
  expect(popup).not.toHaveBeenCalled()
  expect(asked(INIT)[0]?.body).not.toHaveProperty('amount')
  expect(seen('Paiement réussi !')).toBe(true)
  expect(sessionStorage.length).toBe(0)
})

test('a code that is used up meanwhile goes, and the total is asked for anew', async () => {
  stubPopup()
  server.init = () => json(400, { promo_code: ['Ce code promo a été utilisé autant de fois que permis.'] })
  await open()
  await apply('AMIS')
  await press('Confirmer et payer')
  expect(seen('Ce code promo a été utilisé autant de fois que permis.')).toBe(true)
  expect(seen('50 USD')).toBe(true)
  expect(screen.queryByText('Réduction (AMIS)')).toBeNull()
})
