// The line above a page that was kept: how old it is, and the way to a newer one. It is part of the page's HTML, so that
// it is there when the scripts of the page are gone.
import { timeAgo } from '../time-ago'
import { KEPT_AT } from './names'

export const NOTE_ID = 'kept-note'

export function noteText(at: number, now: number): string {
  return `Enregistré ${timeAgo(at, now)} · sans connexion`
}

export function withNote(html: string, at: number, now: number): string {
  const note = `<div id="${NOTE_ID}" role="status" class="flex flex-wrap items-center justify-center gap-x-4 bg-amber-soft px-4 py-1 text-[0.9375rem] font-medium text-amber"><p>${noteText(at, now)}</p><a href="" class="flex min-h-11 items-center underline underline-offset-4">Actualiser</a></div>`
  return html
    .replace(/<html\b/, `<html ${KEPT_AT}="${at}"`)
    .replace(/<body[^>]*>/, (body) => `${body}\n    ${note}`)
}
