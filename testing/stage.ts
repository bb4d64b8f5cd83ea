import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { hash } from '@node-rs/argon2'
import type { LightMyRequestResponse as Injected, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, inject } from 'vitest'
import { type Database, openDatabase } from '#database/open.ts'
import { type FreshDatabase, freshDatabase, warm } from '#database/testing.ts'
import { ensureOrganiser } from '#features/accounts/server/setup-queries.ts'
import { ensureFingerprint } from '#features/installation/server/installation-queries.ts'
import { upsertObservers } from '#features/observers/server/import/import-queries.ts'
import { session } from '#features/session/contract.ts'
import { accountKey } from '#features/session/domain.ts'
import type { CallInput, Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { addressOf, bodyOf, readReply } from '#kit/contract/wire.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { type Files, filesIn } from '#kit/server/files/files.ts'
import type { Stoppable } from '#kit/server/jobs/jobs.ts'
import { openLog } from '#kit/server/log.ts'
import { noMail } from '#kit/server/mail/mail.ts'
import { projectAll } from '#kit/server/projections/projector.ts'
import { openPush } from '#kit/server/push/push.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import { careOf } from '../apps/doctor/care.ts'
import { type App, createApp, type ServerDependencies } from '../apps/server/app.ts'
import { readConfig } from '../apps/server/config.ts'
import { startJobs } from '../apps/server/jobs.ts'
import { projections } from '../apps/server/projections.ts'
import type {} from './built.ts'
import { type Field, type Places, setField } from './evening/election.ts'
import { buildOnce } from './programs/build-once.ts'

/** A file that a phone sends. */
export type TestFile = { readonly name: string; readonly bytes: Uint8Array }

/** A caller of the server, through the front door. */
export type Person = {
  /** Calls an endpoint; the reply is parsed by the same code as in the web app. */
  call<E extends Endpoint>(
    endpoint: E,
    ...sent: Record<never, never> extends CallInput<E>
      ? [sent?: CallInput<E>, files?: readonly TestFile[]]
      : [sent: CallInput<E>, files?: readonly TestFile[]]
  ): Promise<Reply<E>>
  /** Sends a raw request that no endpoint would produce. */
  send(request: InjectOptions): Promise<Injected>
  token(): Promise<string | undefined>
}

export type Stage = {
  readonly app: App
  readonly database: Database
  readonly outside: ServerDependencies
  /** The folder of its attachments. */
  readonly folder: string
  /** Runs an organisation, and the whole observation. */
  readonly ana: Person
  /** Reviews for Ana's organisation, and sets nothing up. */
  readonly rodica: Person
  /** Organises for Ana in county CJ alone. */
  readonly sanda: Person
  /** Looks in as a guest of Ana's, at county CJ alone. */
  readonly gelu: Person
  /** Observes for Ana's organisation. */
  readonly bogdan: Person
  /** Runs another organisation. */
  readonly calin: Person
  /** Observes for Călin's. */
  readonly dana: Person
  /** Tries the phone out for Ana's organisation: a test observer. */
  readonly emil: Person
  readonly stranger: Person
  /** Forms, questions and options by name. */
  readonly field: Field
  /** The current time; the tests move it. */
  readonly clock: { now: Date }
  /** Waits until everything that was reported and changed is in the figures. */
  figures(): Promise<void>
  /** Starts the features' jobs. */
  startJobs(): Promise<Stoppable>
  /** The server's URL, once a test needs a real connection. */
  listen(): Promise<string>
}

const anas = 'parola lui Ana'

export const passwords = {
  ana: anas,
  rodica: anas,
  sanda: anas,
  gelu: anas,
  calin: 'parola lui Călin',
} as const
export const pins = { bogdan: '1111', dana: '2222', emil: '3333' } as const
export const phones = {
  bogdan: '0700 000 001',
  dana: '0700 000 002',
  emil: '0700 000 003',
} as const

/** Built on first use: running from source takes more than twice as long. */
const renditionProgram = {
  get command() {
    return [join(buildOnce(inject('builds')), 'rendition.js')]
  },
  longestMs: 30_000,
}

const secrets = openSecrets('a secret that is only ever used by tests')
/** Fast hashes: otherwise sign-in would take longer than many a test. A hash contains its parameters. */
const hashed = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const hashes = Promise.all([hashed(passwords.ana), hashed(passwords.calin)])

/**
 * A real server on a real database, with the cast and a small election, created anew for each test: `const
 * set = stage()`, then `const { ana, bogdan } = await set()`. Attachments are in a folder, unless they are
 * opened elsewhere; there are no providers of messages or mail, unless given.
 */
export function stage(
  open: (folder: string) => Promise<Files> = filesIn,
  carriers: () => Promise<
    Partial<Pick<AppDependencies, 'push' | 'mail' | 'outgoing' | 'publicUrl' | 'trustProxy'>>
  > = async () => ({}),
): (places?: Places) => Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })
  afterAll(async () => {
    for (const scene of scenes.values()) await (await scene).fresh.drop()
    scenes.clear()
  })
  return async (places = 'nested') => {
    const scene = await sceneOf(places)
    const fresh = await freshDatabase(scene.fresh.name)
    undo.push(() => fresh.drop())
    const folder = await mkdtemp(join(tmpdir(), 'veghe-stage-'))
    await chmod(folder, 0o755)
    undo.push(() => rm(folder, { recursive: true, force: true }))
    const database = openDatabase({ url: fresh.url, connections: 5 })
    undo.push(() => database.close())

    const clock = { now: morning }
    const outside: ServerDependencies = {
      database,
      clock: () => clock.now,
      // Heads stored outside the database are tested with programs that have a folder.
      lastHead: { read: async () => undefined, write: async () => undefined },
      elapsedMs: () => clock.now.getTime(),
      files: await open(folder),
      renditionProgram,
      secrets,
      logger: openLog('silent'),
      push: openPush({}),
      mail: noMail,
      outgoing: { privateNetworks: false },
      publicUrl: '',
      trustProxy: false,
      ...(await carriers()),
      observerGuideUrl: '',
      answersRefreshMs: 60_000,
      mapTilesFile: '',
      mapStyleUrl: '',
      version: 'test',
      ...careOf(readConfig({ DATA_DIR: folder }), fresh.url),
    }
    const app = await createApp(outside)
    const figures = () => projectAll(database, projections)
    undo.push(() => app.close())
    return {
      app,
      database,
      outside,
      folder,
      clock,
      field: scene.field,
      ana: staff(app, 'ana', figures),
      rodica: staff(app, 'rodica', figures),
      sanda: staff(app, 'sanda', figures),
      gelu: staff(app, 'gelu', figures),
      calin: staff(app, 'calin', figures),
      bogdan: observer(app, 'bogdan'),
      dana: observer(app, 'dana'),
      emil: observer(app, 'emil'),
      stranger: person(app, async () => undefined, figures),
      figures,
      startJobs: async () => {
        const jobs = await startJobs(outside)
        undo.push(() => jobs.stop())
        return jobs
      },
      listen: async () => {
        await app.http.listen({ host: '127.0.0.1', port: 0 })
        return `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
      },
    }
  }
}

/** When every test begins, and its initial data was stored: independent of the wall clock. */
const morning = new Date('2026-11-22T09:00:00Z')

/** The initial state of the tests of a file, created once and copied for each. */
const scenes = new Map<Places, Promise<{ readonly fresh: FreshDatabase; readonly field: Field }>>()

function sceneOf(places: Places) {
  const made = scenes.get(places) ?? makeScene(places)
  scenes.set(places, made)
  return made
}

async function makeScene(places: Places) {
  const fresh = await freshDatabase()
  const database = openDatabase({ url: fresh.url, connections: 1 })
  const field = await setField(database, secrets, places, morning)
  await cast(database)
  // As autovacuum does later. Without statistics PostgreSQL overestimates tables, and starts parallel workers for ten
  // rows.
  await sql`analyze`.execute(database.primary)
  // The template must not have connections while it is copied.
  await database.close()
  await warm(fresh.url)
  return { fresh, field }
}

/** Ana's and Călin's organisations, their accounts, and their observers. */
async function cast(database: Database): Promise<void> {
  const [anas, calins] = await hashes
  await database.write(async (tx) => {
    const { id: electionId } = await tx
      .selectFrom('elections')
      .select('id')
      .where('isCurrent', '=', true)
      .executeTakeFirstOrThrow()
    await ensureFingerprint(tx, secrets.fingerprint)
    const own = await ensureOrganiser(tx)
    const { id: other } = await tx
      .insertInto('ngos')
      .values({ name: 'Vot Curat', shortName: 'VC' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ofAnas = { ngoId: own, passwordHash: anas, countyCodes: null }
    await tx
      .insertInto('staff')
      .values(
        [
          { ...ofAnas, account: 'ana', role: 'organiser' },
          {
            ...ofAnas,
            ngoId: other,
            account: 'calin',
            passwordHash: calins,
            role: 'ngo-administrator',
          },
          { ...ofAnas, account: 'rodica', role: 'reviewer' },
          { ...ofAnas, account: 'sanda', role: 'organiser', countyCodes: ['CJ'] },
          { ...ofAnas, account: 'gelu', role: 'guest', countyCodes: ['CJ'] },
        ].map((row) => ({ ...row, accountKey: accountKey(row.account) })),
      )
      .execute()
    const draft = (who: keyof typeof pins, name: string, isTest = false) => ({
      phone: phones[who],
      pin: pins[who],
      name,
      isTest,
    })
    const anaPeople = [draft('bogdan', 'Bogdan Pop'), draft('emil', 'Emil Test', true)]
    const into = { electionId, secrets, now: morning }
    await upsertObservers(tx, { ...into, ngoId: own }, anaPeople)
    await upsertObservers(tx, { ...into, ngoId: other }, [draft('dana', 'Dana Ionescu')])
  })
}

const staff = (app: App, who: keyof typeof passwords, figures: Stage['figures']) =>
  person(app, () => signIn(app, { user: who, password: passwords[who] }), figures)

const observer = (app: App, who: keyof typeof pins) =>
  person(app, () => signIn(app, { user: phones[who], password: pins[who], uniqueId: who }))

const signIn = async (app: App, body: CallInput<typeof session.authorize>['body']) =>
  (await person(app, async () => undefined).call(session.authorize, { body })).access_token

/**
 * Signs in at the first call.
 * @param figures awaited before each call that answers with figures
 */
export function person(
  app: App,
  signIn: () => Promise<string | undefined>,
  figures?: Stage['figures'],
): Person {
  let signedIn: Promise<string | undefined> | undefined
  const token = () => (signedIn ??= signIn())
  const send = async (request: InjectOptions) => {
    const own = await token()
    const headers = { ...(own && { authorization: `Bearer ${own}` }), ...request.headers }
    const reply = await app.http.inject({ ...request, headers })
    // As in a browser: a confirmation brings a new token.
    if (
      reply.statusCode === 200 &&
      request.url === session.confirm.path &&
      request.method === 'POST'
    )
      signedIn = Promise.resolve(reply.json().access_token)
    return reply
  }
  return {
    token,
    send,
    call: async (endpoint, ...[sent = {} as never, files = []]) => {
      const payload = endpoint.files
        ? await formOf(sent, files)
        : { json: bodyOf(endpoint, sent), type: 'application/json' }
      if (endpoint.hasFigures) await figures?.()
      const { statusCode, body } = await send({
        method: endpoint.method,
        url: addressOf(endpoint, sent),
        ...('json' in payload
          ? payload.json !== undefined && {
              payload: payload.json,
              headers: { 'content-type': payload.type },
            }
          : { payload: payload.bytes, headers: { 'content-type': payload.type } }),
      })
      return readReply(endpoint, statusCode, body)
    },
  }
}

/** Multipart form data, as a phone sends it. */
export async function formOf(sent: { body?: object }, files: readonly TestFile[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(sent.body ?? {})) form.append(name, String(value))
  for (const { name, bytes } of files)
    form.append('Files', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const request = new Response(form)
  const type = request.headers.get('content-type') ?? ''
  return { bytes: Buffer.from(await request.arrayBuffer()), type }
}
