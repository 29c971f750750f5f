// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AboutPage } from './about-page'
import { FAQ, TEAM } from './content'

beforeEach(async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: AboutPage }),
    history: createMemoryHistory(),
  })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { level: 1 })
})
afterEach(cleanup)

it('states mission, vision and the year it began', () => {
  expect(screen.getByText(/Connecter les passionnés d'évènements/)).toBeTruthy()
  expect(screen.getByText(/communauté de 100\s000 utilisateurs/)).toBeTruthy()
  expect(screen.getByText('2023')).toBeTruthy()
})

it.each(TEAM)('lets one call and write to $name', ({ name, contact, email }) => {
  const card = screen.getByRole('heading', { name }).closest('li') as HTMLElement
  const [call, write] = within(card).getAllByRole('link')
  expect(call?.getAttribute('href')).toMatch(/^tel:\+\d+$/)
  expect(write?.getAttribute('href')).toBe(`mailto:${email}`)
  // Also to be read: from another telephone one can't tap it.
  expect([call?.textContent, write?.textContent]).toEqual([contact, email])
})

it('shows the number and the address of the support', () => {
  const help = screen.getByRole('region', { name: "Besoin d'aide ?" })
  expect(within(help).getByText(/\+243 000 000 000/)).toBeTruthy()
  expect(within(help).getByText('support@tukio.example')).toBeTruthy()
})

it('names the version', () => {
  expect(screen.getByText(/^Tukio, version \d+\.\d+\.\d+/)).toBeTruthy()
})

it('opens one question at a time, none at first', () => {
  const questions = [...document.querySelectorAll<HTMLDetailsElement>('details[name=faq]')]
  expect(questions).toHaveLength(FAQ.length)
  // Elements of one name exclude each other in every browser of today; here only the name can be seen.
  expect(questions.map((question) => question.open)).toEqual([false, false, false])
})

it('shows each answer in three drawn steps', () => {
  for (const question of document.querySelectorAll('details[name=faq]')) {
    expect(question.querySelectorAll('ol > li > div > svg')).toHaveLength(3)
  }
})

it.each(FAQ)('offers the film of "$question" and what it says', ({ question, video }) => {
  const entry = screen.getByRole('heading', { name: question }).closest('details') as HTMLElement
  // Nothing in a closed question is to be seen.
  const link = within(entry).getByRole('link', { hidden: true })
  expect(link.textContent).toContain(`Voir la vidéo : ${question}`)
  expect(link.getAttribute('href')).toBe(video.source)
  expect(link.querySelector('img')?.getAttribute('loading')).toBe('lazy')
  for (const text of video.transcript) expect(within(entry).getByText(text)).toBeTruthy()
  expect(entry.querySelector('video')).toBeNull()
})

it('leads to an appointment', () => {
  const help = screen.getByRole('region', { name: "Besoin d'aide ?" })
  expect(within(help).getByRole('link', { name: 'Visio sur rendez-vous' }).getAttribute('href')).toBe(
    '/contact',
  )
})
