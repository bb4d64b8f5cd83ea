// @module-tag slow
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { findEmbedded } from '#database/embedded/embedded.ts'
import { isAlive } from '#database/embedded/processes.ts'
import { openDatabase } from '#database/open.ts'
import { accounts } from '#features/accounts/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { places } from '#features/places/contract.ts'
import { signIn } from '#testing/programs/installation.ts'
import { embeddedPid, programs } from '#testing/programs/process.ts'

// A first start creates a database, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const { folder, start, started, launch, refuse, run } = programs()

/** The output of a first start. */
const printedIn = (output: string) => {
  const [, user = '', password = ''] = /account: {2}(\S+)\s+password: (\S+)/.exec(output) ?? []
  return { user, password }
}

const own = 'o parolă aleasă singur'

/** The token of a first start's organiser, who has already chosen a password. */
async function organiserOf(url: string, output: string) {
  const { user, password } = printedIn(output)
  const token = await signIn(url, { user, password }).catch(() => undefined)
  if (token === undefined) return signIn(url, { user, password: own })
  await phoneAt(url, { forMs: 0 })(accounts.choosePassword, { body: { password: own } }, token)
  return token
}

/** The counties that a first start's organiser sees, by the printed password. */
async function countiesOf(url: string, output: string) {
  return phoneAt(url, { forMs: 0 })(places.counties, {}, await organiserOf(url, output))
}

test('prints its address, and on the first start only the organiser’s password', async () => {
  const { DATA_DIR, output } = await started({ DEMO: 'off' })
  const second = await start({ DATA_DIR, DEMO: 'off' })
  const counties = await countiesOf(second.url, output)
  const pid = await embeddedPid(DATA_DIR)
  const code = await second.stop()

  expect(counties).toEqual([])
  // Its whole output: no warning, no stack.
  expect(output).toMatch(
    /^Veghe is at http:\/\/127\.0\.0\.1:\d+\n {2}account: {2}organizator-[\da-f]{6}\n {2}password: [\w-]{16}\n {2}Sign in within three days, and choose a password of your own\.\n$/,
  )
  expect(second.output()).toBe(`Veghe is at ${second.url}\n`)
  expect(code).toBe(0)
  expect(pid && (await isAlive(pid))).toBe(false)
  expect(await embeddedPid(DATA_DIR)).toBe(undefined)
})

test('makes secrets readable only by their owner', async () => {
  const { DATA_DIR } = await started({ DEMO: 'off' })

  const secrets = join(DATA_DIR, 'secrets')
  const names = (await readdir(secrets)).sort()
  const modes = await Promise.all(
    ['.', ...names].map(async (name) => (await stat(join(secrets, name))).mode & 0o777),
  )

  expect(names).toEqual(['database-password', 'secret'])
  expect(modes).toEqual([0o700, 0o600, 0o600])
})

test('prepares the demonstration once in an empty installation', async () => {
  const { DATA_DIR, output } = await started({ DEMO: 'small' })

  const second = await start({ DATA_DIR })
  const counties = await countiesOf(second.url, output)
  await second.stop()

  expect(output).toMatch(/^Preparing the demonstration…\nVeghe is at /)
  expect(counties.length).toBeGreaterThan(40)
  expect(second.output()).toBe(`Veghe is at ${second.url}\n`)
})

test('prepares the demonstration by default on the first start with an embedded database', async () => {
  const program = launch({ DATA_DIR: await folder() })

  await vi.waitFor(() => expect(program.output()).toMatch(/^Preparing the demonstration…\n$/), {
    timeout: 60_000,
  })

  expect(await program.stop()).toBe(0)
})

test('never turns a user’s election into the demonstration, even while empty', async () => {
  const { DATA_DIR, output } = await started({ DEMO: 'off' })
  const mine = { name: 'Turul I', day: '2026-11-29', timezone: 'Europe/Bucharest' }
  const first = await start({ DATA_DIR, DEMO: 'off' })
  const token = await organiserOf(first.url, output)
  const call = phoneAt(first.url, { forMs: 0 })
  const id = await call(elections.add, { body: mine }, token)
  await call(elections.makeCurrent, { params: { id } }, token)
  await first.stop()

  const second = await start({ DATA_DIR, DEMO: 'on' })
  const current = await phoneAt(second.url, { forMs: 0 })(elections.list, { query: {} }, token)
  await second.stop()

  expect(second.output()).toBe(`Veghe is at ${second.url}\n`)
  expect(current[0]).toMatchObject({ ...mine, isCurrent: true, counties: 0, observers: 0 })
})

test('never brings back a cleared demonstration', async () => {
  const { DATA_DIR, output } = await started({ DEMO: 'small' })
  const first = await start({ DATA_DIR })
  const token = await organiserOf(first.url, output)
  await phoneAt(first.url, { forMs: 0 })(elections.clearRehearsal, {}, token)
  await first.stop()

  const second = await start({ DATA_DIR })
  const current = await phoneAt(second.url, { forMs: 0 })(elections.current, {}, token)

  expect(output).toContain('Preparing the demonstration…')
  expect(second.output()).toBe(`Veghe is at ${second.url}\n`)
  expect(current).toMatchObject({ name: 'Alegeri', state: 'live' })
})

test('refuses a second start on the same data folder in one line', async () => {
  const { DATA_DIR } = await started({ DEMO: 'off' })
  const first = await start({ DATA_DIR, DEMO: 'off' })

  const { code, output } = await refuse({ DATA_DIR, DEMO: 'off' })

  expect(output).toBe(
    `DATA_DIR: ${DATA_DIR} is in use by another Veghe (pid ${first.pid}, see ${DATA_DIR}/lock)\n`,
  )
  expect(code).toBe(1)
  expect((await fetch(`${first.url}/health`)).status).toBe(200)
})

test('leaves no database running when stopped before it serves', async () => {
  const DATA_DIR = await folder()
  const program = launch({ DATA_DIR, DEMO: 'off' })
  const pid = await vi.waitFor(
    async () => (await embeddedPid(DATA_DIR)) ?? Promise.reject(new Error('not yet')),
    { timeout: 45_000, interval: 5 },
  )

  expect(await program.stop()).toBe(0)

  expect(await isAlive(pid)).toBe(false)
  expect(program.output()).not.toContain('Veghe is at')
})

test('shows an election that was loaded before the first start', async () => {
  const DATA_DIR = await folder()
  await run('load', [fileURLToPath(new URL('../../e2e/election/', import.meta.url))], { DATA_DIR })

  const program = await start({ DATA_DIR })

  expect(program.output()).not.toContain('demonstration')
  const names = (await countiesOf(program.url, program.output())).map(({ name }) => name)
  expect(names).toEqual(['Cluj', 'Brașov', 'Argeș'])
  // Loading has closed its secrets, not the folder that the database's user must get into.
  expect(await readdir(DATA_DIR)).toContain('postgres')
})

test('limits the printed password to choosing a new one, and replaces it when expired', async () => {
  const { DATA_DIR, output } = await started({ DEMO: 'off' })
  const first = await start({ DATA_DIR, DEMO: 'off' })
  const printed = printedIn(output)
  const token = await signIn(first.url, printed)
  const asked = phoneAt(first.url, { forMs: 0 })(places.counties, {}, token)
  await expect(asked).rejects.toMatchObject({ code: 'session.owes' })
  const database = openDatabase({ url: (await findEmbedded(DATA_DIR)) ?? '', connections: 1 })
  await database.write((tx) => sql`update staff set password_until = now()`.execute(tx))
  await database.close()
  await first.stop()

  const second = await start({ DATA_DIR, DEMO: 'off' })
  const another = printedIn(second.output())
  await organiserOf(second.url, second.output())
  await second.stop()
  const third = await start({ DATA_DIR, DEMO: 'off' })

  expect(another.user).toBe(printed.user)
  await expect(signIn(third.url, printed)).rejects.toThrow()
  await expect(signIn(third.url, another)).rejects.toThrow()
  expect(await signIn(third.url, { user: printed.user, password: own })).toBeTruthy()
  expect(third.output()).toBe(`Veghe is at ${third.url}\n`)
})
