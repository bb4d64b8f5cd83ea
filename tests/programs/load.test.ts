import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { pollOptions } from '#testing/polling.ts'
import {
  type Installation,
  installations,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { type Files, folderOf } from '#testing/programs/load.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each of these.
vi.setConfig({ testTimeout: 120_000 })

const install = installations()
const { folder, start, run, fail, sit } = programs()

/** Renames the county of Bogdan's station, and nothing else. */
const corrections = {
  'provinces.csv': 'Code,Name\nT,Transilvania\n',
  'counties.csv': 'Code,Name,Province code\nAB,Alba Iulia,T\n',
  'municipalities.csv': 'Code,Name,County code\nAB1,Aiud,AB\n',
}

const bogdan = { user: '0700 000 001', password: '1111', uniqueId: 'bogdan' }

async function given(files: Files = corrections) {
  const installation = await install()
  const environment = { ...installation.environment, DATA_DIR: await folder() }
  return { installation, environment, from: await folderOf(files) }
}

const namesOf = async ({ database }: Installation) => {
  const { rows } = await sql<{ name: string }>`
    select a.name from areas a join elections e on e.id = a.election_id and e.is_current
     where a.code = 'AB'`.execute(database.primary)
  return rows.map(({ name }) => name)
}

const rehearse = ({ database }: Installation) =>
  sql`update elections set name = 'Repetiție', state = 'rehearsal' where is_current`.execute(
    database.primary,
  )

test('lists changes, and applies them only when agreed', {
  tags: 'slow',
}, async () => {
  const { installation, environment, from } = await given()

  const listed = await run('load', [from, '--dry-run'], environment)
  expect(listed).toContain('  area AB, name: "Alba" → "Alba Iulia"\n')
  expect(listed).toContain('nothing was changed')
  const refused = await fail('load', [from], environment)
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('"Alba" → "Alba Iulia"'),
  })
  expect(refused.output).toMatch(/--yes is missing\n$/)
  expect(await namesOf(installation)).toEqual(['Alba'])

  expect(await run('load', [from, '--yes'], environment)).toContain('areas: 0 new, 1 changed')
  expect(await namesOf(installation)).toEqual(['Alba Iulia'])
  expect(await run('load', [from], environment)).toContain('nothing is to be done')
})

test('lists ignored columns with the changes', {
  tags: 'slow',
}, async () => {
  const { environment, from } = await given({
    ...corrections,
    'observers.csv': 'Phone,Pin,Name,Email\n0700 000 001,1111,Bogdan Popa,b@x.ro\n',
  })

  const listed = await run('load', [from, '--dry-run'], environment)

  expect(listed).toContain('  observer 0700 000 001, name: "Bogdan Pop" → "Bogdan Popa"\n')
  expect(listed).toContain('  columns that are not read: observers.csv: Email\n')
  const nowhere = { DATA_DIR: await folder() }
  expect(await run('load', [from, '--dry-run'], nowhere)).toContain('observers.csv: Email\n')
})

test('accepts the country of phones as an option, and names options with invalid values', {
  tags: 'slow',
}, async () => {
  const { installation, environment, from } = await given()
  const misused = (text: string) => ({
    code: 1,
    output: `${text}: npm run load -- --help tells how\n`,
  })

  expect(await fail('load', [from, '--country', 'Moldova'], environment)).toEqual(
    misused('--country: Must be the two letters of a country'),
  )
  expect(await fail('load', [from, '--timezone', 'Orhei'], environment)).toEqual(
    misused('--timezone: Must be a time zone such as Europe/Bucharest'),
  )
  expect(await run('load', [from, '--country', 'MD', '--yes'], environment)).toContain('Loaded')

  const { rows } = await sql`
    select e.country, array_agg(distinct o.phone_read_in) as read_in
      from elections e join observers o on o.election_id = e.id
     where e.is_current group by e.id`.execute(installation.database.primary)
  expect(rows).toEqual([{ country: 'MD', readIn: ['MD'] }])
})

test('asks for confirmation at a terminal, and reports keep arriving meanwhile', {
  tags: 'slow',
}, async () => {
  const { installation, environment, from } = await given()
  const server = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(server.url, bogdan)

  const first = sit('load', [from], environment)
  await vi.waitFor(() => expect(first.output()).toContain('Load it? (yes/no)'), pollOptions)
  const began = performance.now()
  await sendReport(server.url, token, reportOf(installation, 1))
  expect(performance.now() - began).toBeLessThan(1000)
  // A working transaction is also idle between statements; one that stays idle holds its locks.
  const held = () =>
    sql`
      select pid from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`.execute(
      installation.database.primary,
    )
  await vi.waitFor(async () => expect((await held()).rows).toEqual([]), pollOptions)
  first.type('no')
  expect(await first.exited).toBe(1)
  expect(first.output()).toContain('Nothing was changed')
  expect(await namesOf(installation)).toEqual(['Alba'])

  const second = sit('load', [from], environment)
  await vi.waitFor(() => expect(second.output()).toContain('Load it?'), pollOptions)
  second.type('yes')
  expect(await second.exited).toBe(0)
  expect(await namesOf(installation)).toEqual(['Alba Iulia'])
})

test('keeps what another user changed while the question was open', {
  tags: 'slow',
}, async () => {
  const { installation, environment, from } = await given()

  const program = sit('load', [from], environment)
  await vi.waitFor(() => expect(program.output()).toContain('Load it?'), pollOptions)
  await sql`update areas set name = 'Alba de Jos' where code = 'AB'`.execute(
    installation.database.primary,
  )
  program.type('yes')

  expect(await program.exited).toBe(1)
  expect(program.output()).toContain('The election has changed meanwhile')
  expect(await namesOf(installation)).toEqual(['Alba de Jos'])
})

test('names a rehearsal and its content, and removes it only on agreement', {
  tags: 'slow',
}, async () => {
  const { installation, environment, from } = await given()
  await rehearse(installation)
  const states = async () => {
    const { rows } = await sql`select name, state, is_current from elections order by id`.execute(
      installation.database.primary,
    )
    return rows
  }
  const before = await states()

  const { code, output } = await fail('load', [from, '--name', 'Turul I'], environment)
  expect(code).toBe(1)
  expect(output).toMatch(
    /^The rehearsal "Repetiție" of \d{4}-\d\d-\d\d is emptied and archived, with its 2 counties, 7 stations, 1 observers,/,
  )
  expect(output).toContain('A new election takes its place: Turul I')
  expect(await states()).toEqual(before)

  await run('load', [from, '--name', 'Turul I', '--yes'], environment)
  expect(await states()).toEqual([
    { name: 'Repetiție', state: 'archived', isCurrent: false },
    { name: 'Turul I', state: 'live', isCurrent: true },
  ])
})

test('keeps a rehearsal that was started for real while the question was open', async () => {
  const { installation, environment, from } = await given()
  await rehearse(installation)

  const program = sit('load', [from], environment)
  await vi.waitFor(() => expect(program.output()).toContain('Load it?'), pollOptions)
  await sql`update elections set state = 'live' where is_current`.execute(
    installation.database.primary,
  )
  program.type('yes')

  expect(await program.exited).toBe(1)
  expect(await namesOf(installation)).toEqual(['Alba'])
})

test('stops running tasks of a rehearsal that it replaces', { tags: 'slow' }, async () => {
  const { installation, environment, from } = await given()
  await rehearse(installation)
  const { rows: queued } = await sql<{ id: number }>`
    insert into tasks (election_id, ngo_id, kind, asked, started_by, created_at)
    select e.id, n.id, 'export.answers', '{}', 'ana', now() from elections e, ngos n
     where e.is_current limit 1
    returning id`.execute(installation.database.primary)

  await run('load', [from, '--yes'], environment)

  const { rows } = await sql`select state from tasks where id = ${queued[0]?.id}`.execute(
    installation.database.primary,
  )
  expect(rows).toEqual([{ state: 'cancelled' }])
})

test('loads an empty installation without asking, and only tries where none exists', {
  tags: 'slow',
}, async () => {
  const DATA_DIR = await folder()
  const from = await folderOf(corrections)

  expect(await run('load', [from, '--dry-run'], { DATA_DIR })).toContain('There is no data yet')
  expect(existsSync(DATA_DIR)).toBe(false)
  expect(await run('load', [from], { DATA_DIR })).toContain('areas: 3 new, 0 changed')
})

test('verify, recount and backup report missing data and create nothing', {
  tags: 'slow',
}, async () => {
  const DATA_DIR = await folder()
  const text = `DATA_DIR: no server was ever started in ${DATA_DIR}, there is no data\n`
  const secret = 'a secret that is long enough for everybody'

  const file = `${DATA_DIR}.backup`

  expect(await fail('verify', [], { DATA_DIR })).toEqual({ code: 1, output: text })
  expect(await fail('recount', [], { DATA_DIR })).toEqual({ code: 1, output: text })
  expect(await fail('backup', [file], { DATA_DIR, SECRET: secret })).toEqual({
    code: 1,
    output: text,
  })
  expect(existsSync(DATA_DIR) || existsSync(file)).toBe(false)

  await mkdir(DATA_DIR)
  await writeFile(join(DATA_DIR, 'notes.txt'), 'not a database')
  expect(await fail('verify', [], { DATA_DIR })).toEqual({ code: 1, output: text })
})
