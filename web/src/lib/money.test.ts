import { describe, expect, it } from 'vitest'
import { formatPrice, lowestPrice, whyNotOnSale } from './money'

const type = (price: number, devise: string, available_tickets = 10) => ({
  ...{ price, devise, available_tickets },
  state: available_tickets > 0 ? 'on_sale' : 'sold_out',
})

describe('formatPrice', () => {
  it('puts the code after the amount', () => {
    expect(formatPrice(25, 'USD')).toBe('25 USD')
  })

  it('groups thousands with a narrow no-break space', () => {
    expect(formatPrice(70000, 'CDF')).toBe('70\u202f000 CDF')
    expect(formatPrice(1234567, 'CDF')).toBe('1\u202f234\u202f567 CDF')
    expect(formatPrice(999, 'CDF')).toBe('999 CDF')
  })

  it('shows two decimals or none', () => {
    expect(formatPrice(10.5, 'USD')).toBe('10,50 USD')
    expect(formatPrice(0.07, 'USD')).toBe('0,07 USD')
    expect(formatPrice(1.005, 'USD')).toBe('1 USD')
    expect(formatPrice(-3, 'USD')).toBe('-3 USD')
  })
})

describe('lowestPrice', () => {
  it('is null for a free event', () => {
    expect(lowestPrice([])).toBeNull()
  })

  it('prefers what can still be had', () => {
    expect(lowestPrice([type(10, 'USD', 0), type(25, 'USD'), type(40, 'USD')])).toEqual({
      price: 25,
      devise: 'USD',
    })
    expect(lowestPrice([type(10, 'USD', 0), type(25, 'USD', 0)])).toEqual({ price: 10, devise: 'USD' })
  })

  it('never compares two currencies', () => {
    expect(lowestPrice([type(25, 'USD'), type(5, 'CDF'), type(20, 'USD')])).toEqual({
      price: 20,
      devise: 'USD',
    })
  })
})

describe('whyNotOnSale', () => {
  const closed = { ...type(25, 'USD'), state: 'closed' }

  it('is silent where something can be had, or nothing is needed', () => {
    expect(whyNotOnSale([])).toBeUndefined()
    expect(whyNotOnSale([type(10, 'USD', 0), closed, type(25, 'USD')])).toBeUndefined()
  })

  it('tells what is gone from what is not sold any more', () => {
    expect(whyNotOnSale([type(10, 'USD', 0), { ...closed, available_tickets: 0 }])).toBe('Complet')
    expect(whyNotOnSale([type(10, 'USD', 0), closed])).toBe('Vente fermée')
    expect(whyNotOnSale([closed, { ...closed, state: 'soon' }])).toBe('Bientôt')
  })
})
