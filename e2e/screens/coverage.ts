// What the product has, read from its sources, so that a page or a dialog without a screen is noticed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** Pages that are left as soon as they are opened. */
const LEFT_AT_ONCE = ['/logout']

/** Addresses of the server that are no pages, and pages for developers. */
const NO_PAGES =
  /^\/(api|dev|admin|phones|pictures|media|sitemaps|healthz|readyz|metrics|robots\.txt|sitemap\.xml)\b|\.ics$/

/** Where something opens over the page, and the screens on which it is open. */
export const DIALOGS: Record<string, string[]> = {
  'ui/header.tsx': ['menu'],
  'ui/theme-toggle.tsx': ['theme-menu'],
  'ui/leave-question.tsx': ['settings-leave', 'my-event-types-leave'],
  'features/accounts/account-changes.tsx': ['account-changed'],
  'features/accounts/account-menu.tsx': ['account-menu'],
  'features/accounts/settings/avatar-field.tsx': ['settings-photo-remove'],
  'features/accounts/settings/delete-account.tsx': ['settings-delete'],
  'features/accounts/settings/portfolio-card.tsx': ['settings-portfolio-remove'],
  'features/box-office/payment/payment-dialog.tsx': [
    ...['buying-summary', 'buying-processing', 'buying-pending', 'buying-pending-blocked'],
    ...['buying-success', 'buying-failed', 'buying-too-late', 'buying-not-begun'],
  ],
  'features/box-office/tickets/refund/refund-request-dialog.tsx': ['tickets-refund-ask'],
  'features/box-office/tickets/transfer-dialog.tsx': ['tickets-pass-on', 'tickets-pass-on-sure'],
  'features/door/exchange/show-dialog.tsx': ['door-show'],
  'features/door/sales/sell-dialog.tsx': ['door-sell', 'door-sell-receipt', 'door-sell-block'],
  'features/door/screen/gate-dialog.tsx': ['door-name'],
  'features/door/screen/log-dialog.tsx': ['door-log', 'door-log-scans', 'door-conflicts'],
  'features/door/screen/search-dialog.tsx': ['door-search', 'door-search-found', 'door-search-none'],
  'features/door/screen/typed-code-dialog.tsx': ['door-code', 'door-code-wrong'],
  'features/events/organising/copy-dialog.tsx': ['my-event-copy'],
  'features/events/organising/disruptions/cancel-question.tsx': ['my-event-cancel'],
  'features/events/organising/disruptions/postpone-dialog.tsx': ['my-event-postpone'],
  'features/events/organising/event-actions.tsx': ['my-event-menu', 'my-draft-delete', 'my-event-leave'],
  'features/events/organising/publish-button.tsx': ['my-draft-publish'],
  'features/events/organising/question.tsx': ['my-draft-delete'],
  'features/organiser/invitations/guest-row.tsx': ['my-event-guest-withdraw'],
  'features/organiser/messages/message-preview.tsx': ['my-event-message-preview'],
  'features/organiser/payments/payment-dialog.tsx': ['my-event-payment'],
  'features/organiser/promo-codes/promo-card.tsx': ['my-event-promo-code-stop', 'my-event-promo-code-delete'],
  'features/organiser/promo-codes/promo-dialog.tsx': ['my-event-promo-code-new'],
  'features/organiser/refunds/answer-dialog.tsx': ['my-event-refund-accept', 'my-event-refund-refuse'],
  'features/organiser/refunds/hand-back-dialog.tsx': ['my-event-refund-by-hand'],
  'features/organiser/refunds/refund-question.tsx': ['my-event-payment-refund'],
  'features/organiser/team/invitations.tsx': ['my-event-team-withdraw'],
  'features/organiser/team/leave.tsx': ['my-event-team-leave'],
  'features/organiser/team/members.tsx': ['my-event-team-remove'],
}

/** Every page of the app and every plain page of the server, as `/events/*`. */
export function pagesOfProduct(): string[] {
  const routes = readdirSync(join(REPOSITORY, 'web/src/routes'))
    .map((file) => /^(?!__|-)(.*)\.tsx$/.exec(file)?.[1] ?? '')
    .filter((name) => name !== '' && name !== 'dash')
    .map(
      (name) =>
        `/${name
          .replace(/(^|\.)index$/, '')
          .replaceAll('.', '/')
          .replace(/\$\w+/g, '*')}`,
    )
  const served = filesBelow('crates', '.rs')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\.route\(\s*"(\/[^"]*)"/g)])
    .map(([, path = '']) => path)
    .filter((path) => !NO_PAGES.test(path))
    .map((path) => path.replace(/\{\w+\}/g, '*'))
  return [...routes, ...served].filter((page) => !LEFT_AT_ONCE.includes(page))
}

/** The page that an address opens: the one with the fewest wildcards. */
export function pageOf(address: string, pages: readonly string[]): string | undefined {
  const { pathname } = new URL(address.replace(/\{\w+\}/g, '1'), 'http://localhost')
  const fits = (page: string) => new RegExp(`^${page.replace(/\*/g, '[^/]+')}$`).test(pathname)
  return pages.filter(fits).sort((one, other) => wildcards(one) - wildcards(other))[0]
}

const wildcards = (page: string) => page.split('*').length

/** The files of the web app in which a dialog, a sheet or a menu is opened. */
export function dialogsOfProduct(): string[] {
  const root = join(REPOSITORY, 'web/src/')
  return filesBelow('web/src', '.tsx')
    .filter((file) => !file.endsWith('.test.tsx'))
    .filter((file) => /from '(@\/ui|\.)\/(dialog|sheet|menu)'/.test(readFileSync(file, 'utf8')))
    .map((file) => file.slice(root.length))
}

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(REPOSITORY, folder, file))
}
