// A real SMTP server for the journeys: it takes every mail and lets a journey wait for the one it expects.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface Mail {
  to: string[]
  raw: string
}

export interface Mailbox {
  url: string
  /** The path and query of the newest link that was sent to somebody and leads to this page. */
  linkFor: (address: string, page: string) => Promise<string>
  /** The newest mail to somebody whose subject begins like this, taken apart by another hand than ours. */
  mailTo: (address: string, subject: string) => Promise<Email>
  stop: () => Promise<void>
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        raw += chunk
      })
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    linkFor: async (address, page) => {
      const newest = () =>
        mails.filter((mail) => mail.to.includes(address)).flatMap((mail) => links(mail.raw, page))
      await expect.poll(newest, { message: `a mail to ${address} with a link to ${page}` }).not.toEqual([])
      const { pathname, search } = new URL(newest().at(-1) as string)
      return pathname + search
    },
    mailTo: async (address, subject) => {
      const read = async () => {
        const sent = mails.filter((mail) => mail.to.includes(address))
        const all = await Promise.all(sent.map(({ raw }) => PostalMime.parse(raw)))
        return all.filter((mail) => mail.subject?.startsWith(subject))
      }
      await expect.poll(read, { message: `a mail to ${address}: ${subject}…` }).not.toEqual([])
      return (await read()).at(-1) as Email
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Links in the readable parts of a mail, however those were packed for the way. */
function links(raw: string, page: string): string[] {
  const parts = raw.split(/\r?\n\r?\n/).flatMap((part, index, all) => {
    const packing = /Content-Transfer-Encoding: *(\S+)/i.exec(all[index - 1] ?? '')?.[1]?.toLowerCase()
    return packing ? [unpacked(part, packing)] : []
  })
  return parts.flatMap(
    (text) => text.match(new RegExp(`https?://[^\\s"<]+${page}\\?token=[\\w-]+`, 'g')) ?? [],
  )
}

function unpacked(text: string, packing: string): string {
  if (packing === 'base64') return Buffer.from(text, 'base64').toString()
  if (packing !== 'quoted-printable') return text
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
