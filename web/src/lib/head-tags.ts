// What search engines, messengers and the browser's own "share" read of a page, after a move without a reload. The server
// writes the first page's tags (pages/head.rs) in the same words; a journey compares the two.
import { shortDate } from './dates'

/** What the page is about, where it is about one thing. */
export type HeadSubject = EventSubject | PersonSubject

type EventSubject = {
  id: number
  started_at: string
  hour: string
  town: string
  address: string
  description?: string | null
  cancelled: boolean
  is_public: boolean
}

type PersonSubject = {
  profile: { activity?: string | null }
  provider?: { presentation?: string | null } | null
}

const SITE =
  "Concerts, conférences, théâtre, soirées : trouvez l'évènement de ce soir à Lubumbashi, Kinshasa, Kolwezi, Likasi, Goma et Mbuji-mayi, et achetez vos billets."
const DIRECTORY =
  "Traiteurs, DJ, photographes, orateurs, décorateurs : les professionnels de l'évènement en RD Congo, à appeler et à suivre."

/** Pages that say the same to everybody, and the parameters that belong to their address. */
const PAGES: Record<string, { description: string; params: string[] }> = {
  '/': { description: SITE, params: [] },
  '/events': {
    description: SITE,
    params: [
      'name',
      'category',
      'town',
      'date_range',
      'month',
      'is_free',
      'recent',
      'near',
      'location',
      'limit',
    ],
  },
  '/users': { description: DIRECTORY, params: ['search', 'activity'] },
  '/calendar': {
    description:
      "Le mois en un coup d'œil : concerts, conférences, soirées et fêtes des six villes, jour par jour, à filtrer et à suivre dans votre propre calendrier.",
    params: ['month', 'day', 'view', 'category', 'town'],
  },
  '/card': {
    description:
      'Les évènements à venir sur la carte : ce qui se passe près de vous, à Lubumbashi, Kinshasa, Kolwezi, Likasi, Goma et Mbuji-mayi.',
    params: ['category', 'town'],
  },
  '/about': {
    description:
      'Tukio relie ceux qui font vivre la fête et ceux qui la cherchent, en RD Congo, depuis 2023. Notre mission, notre équipe, et les réponses à vos questions.',
    params: [],
  },
  '/contact': {
    description:
      "Parlez-nous : par téléphone, par e-mail ou lors d'un rendez-vous en vidéo avec l'équipe de Tukio.",
    params: [],
  },
}

const WRITTEN =
  'meta[name=description],meta[name=robots],meta[property^="og:"],meta[name^="twitter:"],link[rel=canonical],script[type="application/ld+json"]'

/** Writes the tags of the page at this address, whose title stands already. */
export function writeHead(href: string, subject?: HeadSubject): void {
  const { title, head } = document
  const { description, canonical, isIndexed, picture } = describePage(new URL(href, location.origin), subject)
  const social = cut(description, 100)
  const tags = {
    description: cut(description, 150),
    robots: isIndexed ? undefined : 'noindex',
    'og:site_name': 'Tukio',
    'og:locale': 'fr_CD',
    'og:type': picture ? 'event' : 'website',
    'og:title': title,
    'og:description': social,
    'twitter:title': title,
    'twitter:description': social,
    ...(picture && {
      'og:image': picture,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
    }),
    'twitter:card': picture ? 'summary_large_image' : 'summary',
    'twitter:image': picture,
    'og:url': canonical,
  }
  for (const old of head.querySelectorAll(WRITTEN)) old.remove()
  for (const [name, content] of Object.entries(tags)) {
    if (content !== undefined) head.append(meta(name, content))
  }
  if (canonical)
    head.append(Object.assign(document.createElement('link'), { rel: 'canonical', href: canonical }))
}

type PageHead = { description: string; canonical?: string; isIndexed: boolean; picture?: string }

function describePage({ origin, pathname, searchParams }: URL, subject?: HeadSubject): PageHead {
  const path = pathname.replace(/(?<=.)\/$/, '')
  const page = PAGES[path]
  if (page) {
    const { description, params } = page
    const query = new URLSearchParams(
      params.flatMap((name) => searchParams.getAll(name).map((value) => [name, value])),
    )
    return { description, isIndexed: true, canonical: origin + path + (query.size ? `?${query}` : '') }
  }
  // Without what it is about, nothing that a search engine should keep.
  if (!subject) return { description: SITE, isIndexed: false }
  const canonical = origin + path
  if ('profile' in subject) {
    const { profile, provider } = subject
    const description = `${profile.activity ?? 'Membre de Tukio'}. ${provider?.presentation ?? DIRECTORY}`
    return { description, canonical, isIndexed: true }
  }
  const picture = `${origin}/pictures/social/${subject.id}.jpg`
  return { description: describeEvent(subject), canonical, isIndexed: subject.is_public, picture }
}

/** When and where first: a preview is cut after a hundred characters. */
function describeEvent({ cancelled, started_at, hour, town, address, description }: EventSubject): string {
  const facts = `${cancelled ? 'Annulé · ' : ''}${shortDate(started_at)} à ${hour} · ${town}`
  if (description?.trim()) return `${facts}. ${description.trim()}`
  return address ? `${facts} · ${address}` : facts
}

/** At most so many characters, ending on a whole word and an ellipsis when something was cut. */
function cut(text: string, most: number): string {
  const characters = Array.from(text.trim().replace(/\s+/g, ' '))
  if (characters.length <= most) return characters.join('')
  const kept = characters.slice(0, most - 1).join('')
  const whole = characters[most - 1] === ' ' ? kept : kept.replace(/ [^ ]*$/, '')
  return `${whole.replace(/[,;:. ]+$/, '')}…`
}

function meta(name: string, content: string): HTMLMetaElement {
  const element = document.createElement('meta')
  element.setAttribute(name.startsWith('og:') ? 'property' : 'name', name)
  element.content = content
  return element
}
