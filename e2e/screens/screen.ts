// What a screen of the product is, for its pictures and for axe, and the steps that lead to one.
import type { Page } from '@playwright/test'

export type Step = (page: Page) => Promise<unknown>

/** Accounts of the demo. */
export type Account = 'organisateur' | 'participant' | 'prestataire'

export interface Screen {
  name: string
  /** With `{paid}` and the like where it differs from one demo to the next (demo.ts). */
  address: string
  /** Who is signed in. */
  as?: Account
  /** What has to be so before the page opens: most often, what is answered in the server's place. */
  before?: Step
  /** What to do on the page. */
  prepare?: Step
  /** Its colours are its own in both themes. */
  isSameByNight?: boolean
  /** The width it exists at, where it is one of them only. */
  only?: 'phone' | 'desk'
}

export const press =
  (role: 'button' | 'tab' | 'link' | 'menuitem', name: string): Step =>
  (page) =>
    page.getByRole(role, { name, exact: true }).click()

/** The first of several that are called alike. */
export const pressFirst =
  (role: 'button' | 'link', name: string | RegExp): Step =>
  (page) =>
    page.getByRole(role, { name }).first().click()

export const type =
  (label: string, text: string): Step =>
  (page) =>
    page.getByLabel(label, { exact: true }).fill(text)

export const seen =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('heading', { name }).first().waitFor()

export const read =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByText(text).first().waitFor()

export const inTurn =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page)
  }

/** Answers in the server's place. */
export const answer =
  (path: string, json: object, status = 200): Step =>
  (page) =>
    page.route(`**/api/${path}`, (route) => route.fulfill({ status, json }))

export const withoutNetwork: Step = (page) => page.route('**/api/**', (route) => route.abort())
