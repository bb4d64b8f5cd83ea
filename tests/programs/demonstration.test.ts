// @module-tag slow
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { freshDatabase } from '#database/testing.ts'
import { readShipped } from '#features/map/server/shape-queries.ts'
import { milestones, type State, states } from '#features/milestones/contract.ts'
import { isInside } from '#features/places/whereabouts-domain.ts'
import { stations } from '#features/stations/contract.ts'
import { findLag } from '#kit/server/projections/mark.ts'
import { pollOptions } from '#testing/polling.ts'
import { admin, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'
import { secret } from '#testing/secret.ts'

// Preparing a demonstration, a small one, takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const { folder, start, run } = programs(afterAll)

/** A server with the demonstration, for all of these. */
async function demonstrate() {
  const place = await freshDatabase()
  const database = openDatabase({ url: place.url, connections: 1 })
  const settings = {
    ...{ DATABASE_URL: place.url, SECRET: secret, DATA_DIR: await folder(), DEMO: 'small' },
    ...{ ADMIN_ACCOUNT: admin.user, ADMIN_PASSWORD: admin.password },
  }
  const server = await start(settings)
  const token = await signIn(server.url, admin)
  const end = async () => {
    await database.close()
    await place.drop()
  }
  return { database, settings, token, phone: phoneAt(server.url, { forMs: 0 }), end }
}

let shown: Awaited<ReturnType<typeof demonstrate>>
beforeAll(async () => {
  shown = await demonstrate()
})
afterAll(() => shown?.end())

const rowOf = async <Row>({ primary }: Database, query: RawBuilder<Row>): Promise<Row> => {
  const [row] = (await query.execute(primary)).rows
  if (!row) throw new Error('There is no row')
  return row
}

test('prepares a day with a plan, partly done, partly late, partly still to come', async () => {
  const { database, token, phone } = shown

  await vi.waitFor(async () => {
    const { waiting } = await findLag(database.primary)
    expect(waiting).toBe(0)
  }, pollOptions)
  const due = await phone(milestones.list, {}, token)
  const { rows } = await phone(milestones.deployment, { query: {} }, token)

  expect(rows).toHaveLength(43)
  expect(new Set(due.map(({ kind }) => kind))).toEqual(new Set(['arrival', 'form', 'question']))
  const total = Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>
  for (const { counts } of rows.flatMap((row) => row.milestones))
    for (const state of states) total[state] += counts[state]
  for (const state of ['not-yet', 'done', 'late', 'excused'] as const)
    expect({ state, many: total[state] > 0 }).toEqual({ state, many: true })
  expect(total.done).toBeGreaterThan(5 * total.late)
  const stored = await rowOf(
    database,
    sql`
      select (select count(*) > 400 from visits) as visits, (select count(*) > 50 from notes) as notes,
             (select count(*) > 5 from attachments) as photographs,
             (select sum(flagged) > 10 from visits) as flagged,
             (select count(*) > 0 from excuses) as excused,
             (select count(*) > 3 from notifications where opened > 0) as opened,
             (select count(*) > 0 from reminded) as reminded,
             (select count(*) > 0 from unplaced) as unplaced,
             -- Some reports are of the last minutes, and none of the future.
             (select max(last_modified) between now() - interval '30 minutes' and now() from visits) as now,
             (select array_agg(distinct f.code order by f.code) from forms f
                join answers a on a.election_id = f.election_id and a.form_id = f.id) as forms`,
  )
  expect(stored).toEqual({
    ...{ visits: true, notes: true, photographs: true, flagged: true, excused: true },
    ...{ opened: true, reminded: true, unplaced: true, now: true, forms: ['A', 'B', 'D', 'E'] },
  })
})

test('prepares reviews, incidents in several states, comments and calls', async () => {
  const { database } = shown

  const made = await rowOf(
    database,
    sql`
      select (select count(distinct state) from reviews)::integer as states,
             (select array_agg(distinct state order by state) from incidents) as incidents,
             (select count(*) > 0 from incident_reports) as linked, (select count(*) > 0 from comments) as comments,
             (select count(*) > 5 from calls) as calls`,
  )

  const incidents = ['closed', 'confirmed', 'open', 'referred']
  expect(made).toEqual({ states: 3, incidents, linked: true, comments: true, calls: true })
})

test('makes observers at one station differ, and settles one difference', async () => {
  const { database, token, phone } = shown
  const { rows: shared } = await sql<{ id: number }>`
    select polling_station_id as id from visits group by 1 having count(*) > 1`.execute(
    database.primary,
  )

  const seen = new Set<string>()
  for (const { id: pollingStationId } of shared) {
    const params = { pollingStationId: pollingStationId as never }
    const { questions } = await phone(stations.visits, { params }, token)
    for (const { state } of questions) seen.add(state)
  }

  expect(seen).toEqual(new Set(['alike', 'open', 'settled']))
})

test('places every demonstration station in its county, with name and address', async () => {
  const { database } = shown
  const shapes = await readShipped()
  const outlines = new Map(shapes.map((one) => [one.properties['code'], one.polygons]))
  const { rows } = await sql<{ code: string; latitude: number | null; longitude: number | null }>`
    select a.code, s.latitude, s.longitude
      from polling_stations s join areas a on a.election_id = s.election_id and a.id = s.area_id
     where s.name <> '' and s.address <> ''`.execute(database.primary)

  const without = new Set(rows.flatMap(({ code, latitude }) => (latitude === null ? [code] : [])))
  const outside = rows.filter(({ code, latitude, longitude }) => {
    const outline = outlines.get(code)
    if (latitude === null || longitude === null || !outline) return false
    return !isInside(outline, { latitude, longitude })
  })

  expect(rows.length).toBeGreaterThan(18_000)
  expect([...without]).toEqual(['D'])
  expect(outside).toEqual([])
})

test('prepares data that agrees with history and with a recount', async () => {
  const { settings } = shown

  expect(await run('recount', [], settings)).toMatch(/./)
  const output = await run('verify', ['--without-files'], settings)
  expect(output).toMatch(/chain intact[\s\S]*as history says/)
})
