import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { castParts } from '#apps/cli/evening/cast.ts'
import { phoneAt } from '#apps/cli/phone.ts'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { admin, installations, signIn } from '#testing/programs/installation.ts'
import { folderOf } from '#testing/programs/load.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each of these.
vi.setConfig({ testTimeout: 120_000 })

const install = installations()
const { folder, start, run, fail } = programs()

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const phoneOf = (observer: number) => `07220${String(observer).padStart(5, '0')}`

/** How many came late, went elsewhere, fell silent and did not come, at the end. */
function mannersIn(
  output: string,
): [late: number, elsewhere: number, silent: number, absent: number] {
  const end =
    /0 s left: .*; (\d+) came late, (\d+) went elsewhere, (\d+) fell silent, (\d+) did not come$/gm
  // A slow server takes longer than the evening, and the same is said again until it is over.
  const [, ...counts] = [...output.matchAll(end)].at(-1) ?? []
  return counts.map(Number) as ReturnType<typeof mannersIn>
}

/** Stations have whatever numbers a country gives them. */
const files = {
  'counties.csv': 'Code,Name\nDI,Diaspora\nAB,Alba\n',
  'polling-stations.csv': 'County code,Number\nDI,101\nDI,110\nAB,7\n',
  'observers.csv':
    'Phone,Pin,Name\n0722000001,1111,Oana\n0722000002,2222,Radu\n0722000003,3333,Ion\n',
  'A.json': {
    code: 'A',
    formSections: [
      {
        questions: [
          { code: '1', text: 'Da?', questionType: 1, optionsToQuestions: [{ text: 'Da' }] },
        ],
      },
    ],
  },
}

test('rehearses a loaded folder at existing stations, on the configured port', {
  tags: 'slow',
}, async () => {
  const { database, environment } = await install()
  const settings = { ...environment, DATA_DIR: await folder() }
  await sql`update elections set state = 'rehearsal'`.execute(database.primary)
  const from = await folderOf(files)
  await run('load', [from, '--yes'], settings)
  const { url } = await start(settings)
  const { port: PORT } = new URL(url)

  const output = await run('rehearse', [from, '--minutes', '0.02'], { ...settings, PORT })

  expect(output).toMatch(/0 s left: 3 observers, \d+ reports acknowledged, 0 observers gave up/)
  const { rows: visited } = await sql<{ number: number }>`
    select distinct s.number from visits v join polling_stations s on s.id = v.polling_station_id`.execute(
    database.primary,
  )
  expect(visited.length).toBeGreaterThan(0)
  const { rows: aside } = await sql`select id from unplaced`.execute(database.primary)
  expect(aside).toEqual([])
})

/** Sixty observers of a county; each but the last five has a station of their own, and the first goes on to another. */
const county = {
  ...files,
  'counties.csv': 'Code,Name\nAB,Alba\n',
  'polling-stations.csv': ['County code,Number', ...numbers(80).map((one) => `AB,${one}`)].join(
    '\n',
  ),
  'observers.csv': [
    'Phone,Pin,Name',
    ...numbers(60).map((one) => `${phoneOf(one)},1111,Observator ${one}`),
  ].join('\n'),
}
const shift = (observer: number, station: number, from: string, until: string, isMobile = 'no') =>
  `${phoneOf(observer)},AB,${station},2026-11-22 ${from},2026-11-22 ${until},${isMobile}`
const plan = [
  'Phone,County code,Station number,From,Until,Mobile',
  // The later one first: shifts are followed in the order of time.
  shift(1, 56, '13:00', '21:00', 'yes'),
  shift(1, 1, '06:30', '13:00', 'yes'),
  ...numbers(55)
    .slice(1)
    .map((one) => shift(one, one, '06:30', '21:00')),
].join('\n')

test('rehearses an exported plan: observers on plan have arrived where expected', {
  tags: 'slow',
}, async () => {
  const { database, environment } = await install()
  const settings = { ...environment, DATA_DIR: await folder() }
  await sql`update elections set state = 'rehearsal'`.execute(database.primary)
  await run('load', [await folderOf(county), '--yes'], settings)
  const { url } = await start(settings)
  const token = await signIn(url, admin)
  const office = phoneAt(url, { forMs: 0 })
  const file = { name: 'plan.csv', bytes: new TextEncoder().encode(plan) }
  await office(assignments.import, { body: {} }, token, [file])
  const arrival = { name: 'Sosire', kind: 'arrival', dueAfterMinutes: 30 } as const
  await office(milestones.add, { body: arrival }, token)
  const isCounted = async () =>
    (await office(milestones.list, {}, token)).map(({ expected, isCounting }) => [
      expected,
      isCounting,
    ])
  await expect.poll(isCounted).toEqual([[56, false]])
  const exported = await fetch(`${url}${assignments.export.path}?format=csv&language=ro`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const from = await folderOf({ ...county, 'plan.txt': await exported.text() })

  const args = ['--plan', join(from, 'plan.txt'), '--minutes', '0.1', '--seed', '7']
  const output = await run('rehearse', [from, ...args], { ...settings, PORT: new URL(url).port })

  expect(output).toContain(
    'Seed 7; 55 of 60 observers are in the plan, whose 14.5 hours take 0.1 minutes\n',
  )
  const [late, elsewhere, silent, absent] = mannersIn(output)
  for (const count of [late, elsewhere, silent, absent]) expect(count).toBeGreaterThan(0)
  expect(output).toContain(`0 s left: ${60 - absent} observers, `)
  const listArrived = async () =>
    (await office(milestones.expected, { query: { pageSize: 100 } }, token)).data.filter(
      ({ milestones: [own] }) => own?.doneAt,
    )
  // The figures follow the reports: on a slow machine seconds later.
  await expect
    .poll(async () => new Set((await listArrived()).map((one) => one.observerId)).size)
    .toBe(55 - absent - elsewhere)
  const arrived = await listArrived()
  const { rows } = await office(milestones.deployment, { query: {} }, token)
  expect(rows.map((row) => row.milestones[0]?.counts.done)).toEqual([arrived.length])
  // The team has been at its two stations in their order, and has left the first of them.
  const { rows: team } = await sql<{ number: number; left: boolean }>`
    select s.number, v.left_at is not null as left
      from visits v join polling_stations s on s.id = v.polling_station_id
      join observers o on o.id = v.observer_id
     where o.name = 'Observator 1' order by v.arrived_at`.execute(database.primary)
  expect(team.map(({ number }) => number)).toEqual([1, 56])
  expect(team[0]).toMatchObject({ left: true })
  const { rows: aside } = await sql`select id from unplaced`.execute(database.primary)
  expect(aside).toEqual([])
})

test('simulates late, misplaced, silent and absent observers as documented, repeatably by seed', () => {
  const hour = 3_600_000
  const stations = numbers(1100).map((pollingStationNumber) => ({
    countyCode: pollingStationNumber > 1000 ? 'CJ' : 'AB',
    municipalityCode: 'AB1',
    pollingStationNumber,
  }))
  const people = numbers(1000).map((one) => ({
    own: { phone: phoneOf(one), pin: '1111' },
    shifts: [
      {
        phone: phoneOf(one),
        ...{ countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: one },
        ...{ from: new Date(6 * hour), until: new Date(24 * hour), isMobile: false },
      },
    ],
  }))
  // The first hour is for signing in, and each of the plan's eighteen takes half of one.
  const setting = { stations, evening: { from: 0, until: 10 * hour } }
  const cast = castParts(people, { ...setting, seed: 1 })

  const count = (manner: string) => cast.filter(({ part }) => part.manner === manner).length
  for (const [manner, share] of [
    ['absent', 25],
    ['elsewhere', 30],
    ['late', 60],
    ['falls silent', 40],
  ] as const)
    expect(Math.abs(count(manner) - share), manner).toBeLessThan(share / 2)
  for (const [index, { part, signsInAt }] of cast.entries()) {
    const [stay] = part.stays
    const minutes = ((stay!.arrivesAt - hour) / hour) * 2 * 60
    expect(signsInAt).toBeLessThan(hour)
    expect(minutes >= 50, part.manner).toBe(part.manner === 'late')
    expect(stay!.station.pollingStationNumber !== index + 1).toBe(part.manner === 'elsewhere')
    expect(stay!.station.countyCode).toBe('AB')
    expect(stay!.until < 10 * hour).toBe(part.manner === 'falls silent')
  }
  const parts = (seed: number) => castParts(people, { ...setting, seed }).map(({ part }) => part)
  expect(parts(1)).toEqual(cast.map(({ part }) => part))
  expect(parts(2)).not.toEqual(parts(1))
})

test('refuses an invalid plan, or one of other observers, in a sentence', async () => {
  const from = await folderOf({
    ...county,
    'wrong.csv': plan.replace('2026-11-22 13:00', 'la prânz'),
    'others.csv': `${plan.split('\n')[0]}\n0799999999,AB,1,2026-11-22 06:30,2026-11-22 21:00,no`,
  })
  const rehearse = (file: string) => fail('rehearse', [from, '--plan', join(from, file)], {})

  const wrong = await rehearse('wrong.csv')
  expect(wrong.code).toBe(1)
  expect(wrong.output).toMatch(/^wrong\.csv:2: from: Must be a date and a time/)
  expect(await rehearse('others.csv')).toEqual({
    code: 1,
    output: `${join(from, 'others.csv')}: none of these observers is in it\n`,
  })
})

test('reports a missing server, or one with another election, in a sentence', {
  tags: 'slow',
}, async () => {
  const { environment } = await install()
  const settings = { ...environment, DATA_DIR: await folder() }
  const server = await start(settings)
  const { port: PORT } = new URL(server.url)

  const foreign = await fail('rehearse', ['--minutes', '0.01', '--observers', '2'], {
    ...settings,
    PORT,
  })
  expect(foreign.code).toBe(1)
  expect(foreign.output).toContain('is the election of this folder loaded there?')
  await server.stop()
  expect(await fail('rehearse', [], { ...settings, PORT })).toEqual({
    code: 1,
    output: `No server answers at http://127.0.0.1:${PORT}: npm start starts one, --url names another\n`,
  })
})
