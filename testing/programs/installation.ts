import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createParser } from 'eventsource-parser'
import { afterEach } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { type FreshDatabase, freshDatabase } from '#database/testing.ts'
import { ensureOrganiser } from '#features/accounts/server/setup-queries.ts'
import { answers } from '#features/answers/contract.ts'
import { upsertObservers } from '#features/observers/server/import/import-queries.ts'
import { session } from '#features/session/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { liveStream } from '#kit/contract/live.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import { type Field, setField } from '../evening/election.ts'
import { secret } from '../secret.ts'
import type { Ends } from './process.ts'

export const admin = { user: 'ana', password: 'parola lui Ana' } as const
export const bogdan = { user: '0700 000 001', password: '1111', uniqueId: 'bogdan' } as const

/** A database with a small election and one observer, ready for any number of servers. */
export type Installation = {
  readonly database: Database
  readonly field: Field
  /** The environment of every server, except its own port and folder. */
  readonly environment: {
    readonly DATABASE_URL: string
    readonly SECRET: string
    readonly ADMIN_ACCOUNT: string
    readonly ADMIN_PASSWORD: string
  }
}

/** The database of an installation, migrated already. */
type Place = Pick<FreshDatabase, 'url' | 'drop'>

/**
 * `const install = installations()`, then `const { environment } = await install()`, in a new database unless
 * one is given.
 */
export function installations(ends: Ends = afterEach): (place?: Place) => Promise<Installation> {
  const undo: (() => Promise<unknown>)[] = []
  ends(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })
  return async (place) => {
    const fresh = place ?? (await freshDatabase())
    undo.push(() => fresh.drop())
    const database = openDatabase({ url: fresh.url, connections: 2 })
    undo.push(() => database.close())
    const secrets = openSecrets(secret)
    const now = new Date()
    const field = await setField(database, secrets, 'nested', now)
    const draft = { phone: bogdan.user, pin: bogdan.password, name: 'Bogdan Pop', isTest: false }
    await database.write(async (tx) => {
      const { id } = await tx.selectFrom('elections').select('id').executeTakeFirstOrThrow()
      const ngoId = await ensureOrganiser(tx)
      await upsertObservers(tx, { electionId: id, ngoId, secrets, now }, [draft])
    })
    const environment = {
      DATABASE_URL: fresh.url,
      SECRET: secret,
      ADMIN_ACCOUNT: admin.user,
      ADMIN_PASSWORD: admin.password,
    }
    return { database, field, environment }
  }
}

/** A token for these credentials. */
export async function signIn(
  url: string,
  body: CallInput<typeof session.authorize>['body'],
): Promise<string> {
  const { access_token: token } = await phoneAt(url, { forMs: 0 })(session.authorize, { body })
  return token
}

/** Bogdan's report: one answer, at one of several stations. */
export const reportOf = ({ field }: Installation, pollingStationNumber: number) => ({
  body: {
    answers: [
      {
        countyCode: 'AB',
        municipalityCode: 'AB1',
        pollingStationNumber,
        questionId: field.questionId('A1.1'),
        options: [{ optionId: field.optionId('A1.1', 'Nu') }],
      },
    ],
  },
})

/** Sends a report of Bogdan's; resolves when it is acknowledged. */
export async function sendReport(
  url: string,
  token: string,
  body: ReturnType<typeof reportOf>,
): Promise<void> {
  await phoneAt(url, { forMs: 0 })(answers.send, body, token)
}

/** An open screen: the events it got, by name, and when its stream ended. */
export type Screen = {
  readonly heard: readonly string[]
  readonly ended: Promise<void>
  close(): void
}

/**
 * Opens an event stream as a screen does.
 * @param since the server time after which it has missed events, in milliseconds
 */
export async function openScreen(url: string, token: string, since?: number): Promise<Screen> {
  const heard: string[] = []
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const address = url + addressOf(liveStream, { query: { since } })
  const { status, body } = await fetch(address, { headers, signal: stop.signal })
  if (status !== 200 || !body) throw new Error(`The event stream answered ${status}`)
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  const parser = createParser({
    onEvent: ({ event }) => void heard.push(event ?? ''),
    // The server sends one as soon as the stream is complete from here on.
    onComment: open,
  })
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }))
  }
  // A broken stream has ended as well.
  const ended = read().catch(() => undefined)
  await Promise.race([isOpen, ended])
  return { heard, ended, close: () => stop.abort() }
}

/** A proxy to the database that can be cut, as when its machine is away. */
export type Relay = {
  readonly url: string
  cut(): Promise<void>
  restore(): Promise<void>
  /** From now on nothing passes, and connections stay open; it ends with `cut`. */
  freeze(): void
}

/** A proxy between a server and its database, on a port of its own; with the given latency. */
export async function relayTo(databaseUrl: string, delayMs = 0): Promise<Relay> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    if (isFrozen) return void sockets.add(near)
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => other.destroy())
      if (delayMs === 0) one.pipe(other)
      else one.on('data', (chunk) => setTimeout(() => other.write(chunk), delayMs / 2))
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      isFrozen = false
      await closed
    },
    restore: () => listen(port),
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}
