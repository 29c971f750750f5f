import { chromium } from '@playwright/test'
const launchOptions = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] }
const base = 'http://127.0.0.1:18193'
const login = await (await fetch('http://127.0.0.1:18091/api/login/', {method:'POST', headers:{'Content-Type':'application/json'}, body: JSON.stringify({query:'organisateur', password:'tukio-demo'})})).json()
const browser = await chromium.launch(launchOptions)
const mine = await (await fetch('http://127.0.0.1:18091/api/my-events/', {headers:{Authorization:`Bearer ${login.access}`}})).json()
const paid = mine.results.find(e => !e.is_free) ?? mine.results[0]
console.log(mine.count, paid.id)
const store = JSON.stringify({state:{user: login.user, token:{access:login.access, refresh:login.refresh}}, version:0})
const which = process.argv.slice(2)
for (const [w, h, size] of [[360,800,'phone'],[1280,800,'desk']]) for (const scheme of ['light','dark']) {
  if (which.length && !which.includes(`${size}-${scheme}`)) continue
  const context = await browser.newContext({ viewport:{width:w,height:h}, colorScheme: scheme, locale:'fr-FR', serviceWorkers:'block', timezoneId: 'Africa/Lubumbashi' })
  await context.addInitScript((s) => { if (!localStorage.getItem('AuthStore')) localStorage.setItem('AuthStore', s) }, store)
  const page = await context.newPage()
  page.on('console', m => ['error','warning'].includes(m.type()) && console.log(size, m.text().slice(0,400)))
  page.on('response', r => r.status()>=400 && console.log(r.status(), r.request().method(), r.url()))
  page.on('pageerror', e => console.log('PAGEERROR', e.message.slice(0,500)))
  for (const [name, address] of [['list','/dash/events'],['detail',`/dash/events/${paid.id}`],['edit',`/dash/events/${paid.id}/edit`],['add','/dash/events/add'],['dead','/invitations/nope'],['foreign','/dash/events/123456789012/edit'],['space','/dash']]) {
    await page.goto(base + address)
    await page.waitForTimeout(1500)
    if (name === 'add') {
      await page.getByRole('button', { name: 'Placer sur la carte' }).click()
      await page.getByRole('button', { name: 'Ajouter un type de billet' }).click()
      await page.getByRole('button', { name: "Créer l'évènement" }).click()
      await page.waitForTimeout(1200)
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    if (over) console.log('SIDEWAYS', size, name)
    await page.screenshot({ path: `/tmp/e-shots/${name}-${size}-${scheme}.png`, fullPage: true })
  }
  await context.close()
}
await browser.close()
