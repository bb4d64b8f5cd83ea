import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach } from 'vitest'
import type { Mailer } from '#kit/server/mail/mail.ts'
import { openMail } from '#kit/server/mail/mail-smtp.ts'

/** A mail server on this machine, and the emails it got. */
export type FakeMailServer = {
  readonly url: string
  readonly mail: Mailer
  readonly letters: readonly { readonly to: readonly string[]; readonly text: string }[]
  /** How many emails it was asked to accept. */
  tries(): number
  /** From here on recipients are refused with this code. */
  refuse(code: number | undefined): void
}

/** Opens mail servers for one test; they end with it. */
export function fakeMailServers(): () => Promise<FakeMailServer> {
  const undo: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0)) await step()
  })
  return async () => {
    const letters: { to: string[]; text: string }[] = []
    let refusal: number | undefined
    let tries = 0
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => {
        tries += 1
        done(refusal ? Object.assign(new Error('No'), { responseCode: refusal }) : null)
      },
      onData: (stream, session, done) => {
        void text(stream).then((raw) => {
          letters.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: readable(raw),
          })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    undo.push(() => new Promise((resolve) => server.close(() => resolve())))
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    return {
      url,
      letters,
      tries: () => tries,
      mail: openMail(url, 'Veghe <veghe@example.org>'),
      refuse: (code) => {
        refusal = code
      },
    }
  }
}

/** An email's text without its headers, decoded from quoted-printable. */
function readable(raw: string): string {
  const bytes = raw
    .slice(raw.indexOf('\r\n\r\n') + 4)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
