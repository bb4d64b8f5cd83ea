import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { exports } from '#features/export/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { history } from '../contract.ts'
import { sealAll, writeLines } from './testing.ts'

const set = stage()

/** The facts on the last sheet. */
const sourceOf = async (bytes: Buffer) =>
  new Map((await readExcel(bytes)).at(-1)!.data.map(([fact, value]) => [String(fact), value]))

const headOf = async ({ ana }: Stage) => (await ana.call(history.head)).head!

test('every workbook ends with its source and the head of the chain at its creation', async () => {
  const cast = await set()
  cast.clock.now = new Date('2026-11-22T10:00:00Z')
  await cast.ana.token()
  await writeLines(cast.database, 5)
  await sealAll(cast)
  const { position, hash } = await headOf(cast)

  for (const url of [
    '/api/v1/export/all?language=en&county=AB&urgent=true',
    '/api/v1/export/all/notes?language=en&county=AB&urgent=true',
  ]) {
    const reply = await cast.ana.send({ url })
    const source = await sourceOf(reply.rawPayload)
    expect(Object.fromEntries(source)).toEqual({
      'About this file': 'Value',
      Election: 'Alegeri de probă',
      // Bucharest is two hours ahead in November.
      Made: new Date('2026-11-22T12:00:00Z'),
      By: 'ana',
      Filter: 'county = AB; urgent = true',
      Rows: 0,
      'History: lines sealed': position,
      'History: latest seal': hash,
      'History: sealed at': new Date('2026-11-22T12:00:00Z'),
    })
    expect(reply.headers['veghe-history-head']).toBe(`${position} ${hash}`)
  }
})

test('puts the head into header and history of a CSV export, not its rows', async () => {
  const cast = await set()
  await cast.ana.token()
  await sealAll(cast)
  const { position, hash } = await headOf(cast)

  const reply = await cast.ana.send({ url: '/api/v1/observer/export?format=csv&language=en' })
  const [line] = (await cast.ana.call(history.list, { query: { act: 'observers.exported' } })).data

  expect(reply.body.trimEnd().split('\r\n')).toHaveLength(4)
  expect(reply.body).not.toContain(hash)
  expect(reply.headers['veghe-history-head']).toBe(`${position} ${hash}`)
  expect(line!.after).toMatchObject({ rows: 3, chain: { position, hash } })
})

test('includes the head in an export that runs in the background', async () => {
  const cast = await set()
  await cast.ana.token()
  await sealAll(cast)
  const { hash } = await headOf(cast)
  await cast.startJobs()

  const started = await cast.ana.call(exports.start, { body: { what: 'observers', name: 'Dana' } })
  const { id } = await taskThat(cast.ana, started, { state: 'done' })
  const { rawPayload } = await cast.ana.send({ url: addressOf(tasks.result, { params: { id } }) })

  const source = await sourceOf(rawPayload)
  expect(source.get('Istoric: ultimul sigiliu')).toMatch(/^[0-9a-f]{64}$/)
  expect(source.get('Istoric: linii sigilate')).toBeGreaterThanOrEqual(2)
  expect(source.get('Filtru')).toContain('name = Dana')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
})
