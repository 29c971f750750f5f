// The demo's accounts: signed in on the login page, or by their tokens.
import { press, type Step } from '../screens/screen.ts'

/** One of the demo's accounts, on the login page that leads to the address. */
export const signInAs =
  (username: string): Step =>
  async (page) => {
    await page.getByLabel("Nom d'utilisateur").fill(username)
    await page.getByLabel('Mot de passe', { exact: true }).fill('tukio-demo')
    await press('button', 'Se connecter')(page)
    await page.waitForURL((address) => address.pathname !== '/login')
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Connexion' }).first().waitFor()
    await settled(page)
  }

/** Everything is there that the page waits for. An event's live figures keep a connection open as long as one looks. */
const settled: Step = (page) => page.waitForFunction(() => document.querySelector('.skeleton') === null)

/** The access token of one of the demo's accounts. */
export async function accessOf(site: string, query: string): Promise<string> {
  const login = { query, password: 'tukio-demo' }
  return (await send<{ access: string }>(`${site}/api/login/`, login)).access
}

async function send<Answer>(url: string, body: object, access?: string): Promise<Answer> {
  const headers = {
    'Content-Type': 'application/json',
    ...(access && { Authorization: `Bearer ${access}` }),
  }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as Answer
}
