// @module-tag slow
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { history } from '#features/history/contract.ts'
import { tamper, writeLines } from '#features/history/server/testing.ts'
import { record } from '#kit/server/history/history.ts'
import { pollOptions } from '#testing/polling.ts'
import { admin, type Installation, installations, signIn } from '#testing/programs/installation.ts'
import { type Program, programs } from '#testing/programs/process.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 120_000 })

const install = installations()
const { folder, start, run, fail } = programs()

type Place = Installation & { readonly given: Readonly<Record<string, string>> }

async function open(): Promise<Place> {
  const installation = await install()
  return { ...installation, given: { ...installation.environment, DATA_DIR: await folder() } }
}

/** The chain as its page gets it. */
async function chainAt({ url }: Program) {
  const token = await signIn(url, admin)
  return () => phoneAt(url, { forMs: 0 })(history.head, {}, token)
}

/** Where the chain ends, once everything is sealed. */
async function sealedHead(server: Program) {
  const ask = await chainAt(server)
  return vi.waitFor(async () => {
    const { head, waiting } = await ask()
    expect(waiting).toBe(0)
    return head!
  }, pollOptions)
}

/** A line is changed, and every seal from it on removed. */
const sealsGone = async ({ database }: Place) => {
  await tamper(
    database,
    sql`update history set subject_id = 99 where act = 'test.written' and subject_id = 5`,
  )
  await tamper(
    database,
    sql`delete from history_seals where history_id >= (select id from history where subject_id = 99)`,
  )
}

const countSeals = async ({ database }: Place) => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from history_seals`.execute(database.primary)
  return rows[0]!.total
}

test('continues only from its own head, and otherwise warns log, screens and monitoring', async () => {
  const place = await open()
  const server = await start(place.given)
  await writeLines(place.database, 20)
  const head = await sealedHead(server)

  await sealsGone(place)

  const left = await countSeals(place)
  const ask = await chainAt(server)
  await vi.waitFor(async () => {
    const { refused } = await ask()
    expect(refused).toMatchObject({
      remembered: { position: head.position, hash: head.hash },
      found: { position: left },
    })
  }, pollOptions)
  expect(server.output()).toContain('history is not sealed any more')
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('veghe_history_sealing_refused 1')
  expect(await countSeals(place)).toBe(left)
})

test('remembers the end of the chain in its folder after a restart', async () => {
  const place = await open()
  const server = await start(place.given)
  await writeLines(place.database, 20)
  const head = await sealedHead(server)
  await server.stop()

  await sealsGone(place)

  const left = await countSeals(place)
  const again = await start(place.given)
  const ask = await chainAt(again)
  await vi.waitFor(async () => {
    expect((await ask()).refused?.remembered.position).toBe(head.position)
  }, pollOptions)
  expect(await countSeals(place)).toBe(left)
  const failure = await fail('verify', [], place.given)
  expect(failure).toMatchObject({ code: 1, output: expect.stringContaining('history-head.json: ') })
  expect(failure.output).toContain('it was cut')
})

test('history remembers removed heads, also without that folder', async () => {
  const place = await open()
  const server = await start(place.given)
  await writeLines(place.database, 20)
  const head = await sealedHead(server)
  const authorization = `Bearer ${await signIn(server.url, admin)}`
  await sealedHead(server)
  const file = await fetch(`${server.url}/api/v1/history/head/file`, { headers: { authorization } })
  const taken = (await file.json()) as typeof head
  await sealedHead(server)
  await server.stop()
  await rm(join(place.given['DATA_DIR']!, 'history-head.json'))

  await sealsGone(place)

  const again = await start(place.given)
  const ask = await chainAt(again)
  await vi.waitFor(async () => {
    expect((await ask()).refused?.remembered).toEqual({
      position: taken.position,
      hash: taken.hash,
    })
  }, pollOptions)
  const failure = await fail('verify', [], place.given)
  expect(failure.output).toMatch(
    /line \d+ of history: the chain ends before its link \d+: it was cut/,
  )
})

test('treats entirely rebuilt seals as another chain when it remembers the old one', async () => {
  const place = await open()
  const server = await start(place.given)
  await writeLines(place.database, 20)
  const head = await sealedHead(server)
  await server.stop()
  const path = join(place.given['DATA_DIR']!, 'history-head.json')
  const kept = await readFile(path, 'utf8')
  await sealsGone(place)
  await rm(path)
  const stranger = await start(place.given)
  await sealedHead(stranger)
  await stranger.stop()
  await writeFile(path, kept)

  const failure = await fail('verify', [], place.given)

  expect(failure.output).toContain(
    `the chain had another link at ${head.position}: all of it was made anew`,
  )
  const again = await start(place.given)
  const ask = await chainAt(again)
  await vi.waitFor(async () => {
    expect((await ask()).refused?.remembered.hash).toBe(head.hash)
  }, pollOptions)
})

test('continues a shorter chain once it is accepted, and records that', async () => {
  const place = await open()
  const server = await start(place.given)
  await writeLines(place.database, 20)
  const head = await sealedHead(server)
  await server.stop()
  await tamper(place.database, sql`delete from history_seals where position > 10`)

  const failure = await run('verify', ['--accept-head'], place.given)

  expect(failure).toContain('at link 10')
  const again = await start(place.given)
  const { position } = await sealedHead(again)
  expect(position).toBeGreaterThan(head.position)
  expect((await (await chainAt(again))()).refused).toBeNull()
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    select before, after from history where act = 'history.head-accepted'`.execute(
    place.database.primary,
  )
  expect(rows).toEqual([
    {
      before: { position: head.position, hash: head.hash },
      after: { position: 10, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ])
})

/** Remains of the file after a power failure during writing, and texts that were never a head. */
const spoiled = ['\0'.repeat(2), '{"position":1,"historyId":1,"hash":"x"}']

test.each(spoiled)('ignores %j as a head file and goes on sealing', async (text) => {
  const place = await open()
  const path = join(place.given['DATA_DIR']!, 'history-head.json')
  await mkdir(place.given['DATA_DIR']!, { recursive: true })
  await writeFile(path, text)

  const server = await start(place.given)
  await writeLines(place.database, 20)

  const { position, hash } = await sealedHead(server)
  await vi.waitFor(async () => {
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ position, hash })
  }, pollOptions)
})

test('ignores a history line with an impossible head', async () => {
  const place = await open()
  await place.database.write((tx) =>
    record(tx, {
      electionId: null,
      at: new Date(),
      actor: { role: 'administrator', id: 1, name: 'Ana Ionescu' },
      act: 'history.head-downloaded',
      subject: 'history',
      subjectId: null,
      before: null,
      after: { position: 7, hash: 'abc' },
    }),
  )

  const server = await start(place.given)
  await writeLines(place.database, 20)

  expect((await sealedHead(server)).position).toBeGreaterThan(20)
})
