// A mail as the server writes it, taken apart into what is read. Only its text is shown: a page must not run nor fetch
// anything that stands in a mail, and its own policy allows no styles of others.

export type MailPart = { id: string; text: string; isButton: boolean }

export function readMail(html: string): MailPart[] {
  // Without styles: the browser would report each as one that the page's policy forbids, even in a page it never shows.
  const mail = new DOMParser().parseFromString(html.replace(/ style="[^"]*"/g, ''), 'text/html')
  return [...mail.querySelectorAll('p')].flatMap((paragraph, place) => {
    for (const end of paragraph.querySelectorAll('br')) end.replaceWith('\n')
    const text = (paragraph.textContent ?? '').replace(/\n+/g, '\n').trim()
    return text ? [{ id: `${place}`, text, isButton: paragraph.querySelector('a') !== null }] : []
  })
}
