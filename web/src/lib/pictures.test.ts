import { describe, expect, it } from 'vitest'
import { categorySlug, eventPicture, initial } from './pictures'

describe('categorySlug', () => {
  it.each([
    ['Concerts', 'concerts'],
    ['Conférences', 'conferences'],
    ['Cours en ligne', 'cours-en-ligne'],
    ['Livres et littérature', 'livres-et-litterature'],
    ['Activités en plein air', 'activites-en-plein-air'],
    ['Dîners', 'diners'],
  ])('%s → %s', (category, slug) => {
    expect(categorySlug(category)).toBe(slug)
  })
})

describe('eventPicture', () => {
  it('falls back to the bands of the event', () => {
    expect(eventPicture({ id: 7, category: 'Théâtre', img_url: null })).toBe('/pictures/bands/theatre/7.svg')
    expect(eventPicture({ id: 7, category: 'Théâtre', img_url: '' })).toBe('/pictures/bands/theatre/7.svg')
    expect(eventPicture({ id: 7, category: 'Théâtre', img_url: '/m/1.webp' })).toBe('/m/1.webp')
  })
})

describe('initial', () => {
  it.each([
    ['Grâce Mbuyi', 'G'],
    ['organisateur', 'O'],
    [' élodie.kabila', 'É'],
    ['', ''],
  ])('one letter stands for %j: %s', (name, letter) => {
    expect(initial(name)).toBe(letter)
  })
})
