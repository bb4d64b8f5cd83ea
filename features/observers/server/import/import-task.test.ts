import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { exports } from '#features/export/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { countParts, gate, processes, taskThat } from '#features/tasks/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, phones, type Stage, stage } from '#testing/stage.ts'
import { observers } from '../../contract.ts'
import { observerKinds } from '../jobs.ts'

const set = stage()
const startTasks = processes()

const leave = (person: Person, text: string, body: object = {}) =>
  person.call(observers.startImport, { body }, [
    { name: 'observatori.csv', bytes: new TextEncoder().encode(text) },
  ])

const namesSeenBy = async (person: Person) =>
  (await person.call(observers.list, { query: {} })).data.map(({ name }) => name)

const errorsOf = async (person: Person, id: Id<'tasks'>) =>
  person.send({ url: addressOf(tasks.errors, { params: { id }, query: { language: 'en' } }) })

const cast = ['Bogdan Pop', 'Dana Ionescu', 'Emil Test']

const wrong = 'Telefon;Pin;Nume\n0711 1;1234;Bun\n;4321;=1+1\n0711 3;12;Scurt\n'

test('waits while an earlier import is undone, then adds the deleted observers', {
  tags: 'slow',
}, async () => {
  const stage = await set()
  const { ana } = stage
  const file = 'Phone,Pin,Name\n0711 1,1234,Ioana\n'
  await ana.call(observers.import, { body: {} }, [
    { name: 'o.csv', bytes: new TextEncoder().encode(file) },
  ])
  const [imported] = await ana.call(observers.listImports)
  await ana.call(observers.undoImport, { params: { id: imported!.id } })

  const task = await leave(ana, file)
  await startTasks(stage, observerKinds(stage.outside.secrets))
  await taskThat(ana, task, { state: 'running' })
  await stage.startJobs()

  await taskThat(ana, task, { state: 'done', counts: { added: 1, changed: 0, unchanged: 0 } })
  expect(await namesSeenBy(ana)).toEqual([...cast, 'Ioana'])
})

test('imports a queued file, and records it in history', async () => {
  const stage = await set()
  const { ana } = stage
  const task = await leave(ana, 'Phone,Pin,Name\n0711 1,1234,Ioana\n0711 2,1234,Petru\n')
  expect(task).toMatchObject({
    kind: 'import.observers',
    state: 'queued',
    fileName: 'observatori.csv',
  })
  expect(await namesSeenBy(ana)).toEqual(cast)

  await stage.startJobs()
  const done = await taskThat(ana, task, { state: 'done' })

  expect(done).toMatchObject({
    done: 2,
    total: 2,
    counts: { added: 2, changed: 0, unchanged: 0 },
    refused: 0,
    why: null,
    result: null,
  })
  expect(await namesSeenBy(ana)).toEqual([...cast, 'Ioana', 'Petru'])
  expect((await errorsOf(ana, task.id)).statusCode).toBe(404)
  const history = await stage.database.primary
    .selectFrom('history')
    .select(['actorName', 'after'])
    .where('act', '=', 'observers.imported')
    .execute()
  expect(history).toEqual([
    { actorName: 'ana', after: { fileName: 'observatori.csv', added: 2, changed: 0, refused: 0 } },
  ])
})

test('deletes the file and its PINs after the run', async () => {
  const stage = await set()
  const task = await leave(stage.ana, 'Phone,Pin,Name\n0711 1,90817,Ioana\n')
  expect(await countParts(stage)).toBe(1)

  await stage.startJobs()
  await taskThat(stage.ana, task, { state: 'done' })

  expect(await countParts(stage)).toBe(0)
  const { rows } = await sql`
    select 1 from tasks where tasks::text like '%90817%'
    union all select 1 from history where history::text like '%90817%'`.execute(
    stage.database.primary,
  )
  expect(rows).toEqual([])
})

test('refuses a file with wrong rows, lists them with their values, and stores nothing', async () => {
  const stage = await set()
  const { ana } = stage
  await stage.startJobs()
  const task = await leave(ana, wrong)

  const { why, refused } = await taskThat(ana, task, { state: 'failed', counts: null })

  expect(refused).toBe(2)
  expect(why).toMatchObject({
    code: 'import.refused',
    rows: [
      { file: 'observatori.csv', line: 3, reason: expect.stringContaining('phone') },
      { file: 'observatori.csv', line: 4, reason: expect.stringContaining('pin') },
    ],
  })
  expect(await namesSeenBy(ana)).toEqual(cast)
  // The rows hold PINs, and no table may store them in the clear.
  const { rows: stored } = await sql`select 1 from tasks where tasks::text like '%4321%'`.execute(
    stage.database.primary,
  )
  expect(stored).toEqual([])
  const { headers, body } = await errorsOf(ana, task.id)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const [headings, ...rows] = body.trimEnd().split('\r\n')
  expect(headings).toBe('\uFEFFWhy it was refused;Telefon;Pin;Nume')
  // A name that looks like a formula stays text.
  expect(rows).toEqual([
    "Enter a phone number in digits.;;4321;'=1+1",
    'A PIN has at least 4 characters.;0711 3;12;Scurt',
  ])
  expect((await errorsOf(stage.calin, task.id)).statusCode).toBe(404)
})

test('explains refused rows in the reader’s language', async () => {
  const stage = await set()
  const { ana } = stage
  await stage.startJobs()
  const task = await leave(ana, wrong)
  await taskThat(ana, task, { state: 'failed' })
  const reasonsIn = async (language: string) => {
    const headers = { 'accept-language': language }
    const of = { params: { id: task.id } }
    const one = await ana.send({ url: addressOf(tasks.get, of), headers })
    const all = await ana.send({ url: addressOf(tasks.list, { query: {} }), headers })
    const over = await ana.send({ method: 'POST', url: addressOf(tasks.cancel, of), headers })
    return [one.json(), all.json().data[0], over.json()].map(({ why }) =>
      why.rows.map(({ line, reason }: { line: number; reason: string }) => `${line}: ${reason}`),
    )
  }

  const ro = ['3: Scrie un număr de telefon, cu cifre.', '4: PIN-ul are cel puțin 4 caractere.']
  expect(await reasonsIn('ro-RO')).toEqual([ro, ro, ro])
  const en = ['3: Enter a phone number in digits.', '4: A PIN has at least 4 characters.']
  expect(await reasonsIn('fr, en;q=0.5')).toEqual([en, en, en])
})

test('names a missing column in the reader’s language', async () => {
  const stage = await set()
  const { ana } = stage
  await stage.startJobs()
  const task = await taskThat(ana, await leave(ana, 'PIN,Nume\n1234,Ion\n'), {
    state: 'failed',
  })
  const reasonIn = async (language: string) => {
    const url = addressOf(tasks.get, { params: { id: task.id } })
    const { why } = (await ana.send({ url, headers: { 'accept-language': language } })).json()
    return why.rows[0].reason
  }

  expect(await reasonIn('ro')).toBe('Lipsește coloana Telefon.')
  expect(await reasonIn('en')).toBe('There is no column Phone.')
})

test('returns the expiry of refused rows, or null when they cannot be downloaded', async () => {
  const stage = await set()
  const { ana } = stage
  await stage.startJobs()
  const task = await taskThat(ana, await leave(ana, wrong), { state: 'failed' })
  expect(task).toMatchObject({ refused: 2, refusedUntil: new Date('2026-11-29T09:00:00Z') })

  // The format before version 0.2.
  await stage.database.write((tx) =>
    sql`update tasks set refused_rows = '[{"line": 3}]'::jsonb`.execute(tx),
  )

  const { id } = task
  expect(await ana.call(tasks.get, { params: { id } })).toMatchObject({
    refused: 2,
    refusedUntil: null,
  })
  expect((await errorsOf(ana, id)).statusCode).toBe(404)
})

test('accepts the corrected file of refused rows without other changes', async () => {
  const stage = await set()
  const { ana } = stage
  await stage.startJobs()
  const file = 'Nume;Observații;Telefon;PIN\nPop; Ion;nou;0711 1;1234\nScurt;x;0711 3;12\n'
  const refused = await taskThat(ana, await leave(ana, file), { state: 'failed', counts: null })
  const url = addressOf(tasks.errors, { params: { id: refused.id }, query: { language: 'ro' } })
  const { body } = await ana.send({ url })
  expect(body.trimEnd().split('\r\n')).toEqual([
    '\uFEFFDe ce a fost refuzat;Nume;Observații;Telefon;PIN',
    expect.stringMatching(/^"?Rândul are 5 celule sub 4 titluri.*;Pop;Ion;nou;0711 1;1234$/),
    'PIN-ul are cel puțin 4 caractere.;Scurt;x;0711 3;12',
  ])

  const corrected = body.replace('Pop;Ion', '"Pop; Ion"').replace(';12\r\n', ';1278\r\n')
  await taskThat(ana, await leave(ana, corrected), {
    state: 'done',
    counts: { added: 2, changed: 0, unchanged: 0 },
  })
  // A second refusal replaces the column of reasons instead of adding another.
  const again = await taskThat(ana, await leave(ana, body), { state: 'failed', counts: null })
  const second = await ana.send({
    url: addressOf(tasks.errors, { params: { id: again.id }, query: { language: 'en' } }),
  })
  expect(second.body.split('\r\n')[0]).toBe('\uFEFFWhy it was refused;Nume;Observații;Telefon;PIN')
})

test('skips wrong rows on request, and lists them', async () => {
  const stage = await set()
  const { ana } = stage
  await stage.startJobs()
  const task = await leave(ana, wrong, { skipInvalid: true })

  await taskThat(ana, task, { state: 'done', counts: { added: 1, changed: 0, unchanged: 0 } })

  expect(await namesSeenBy(ana)).toEqual([...cast.slice(0, 1), 'Bun', ...cast.slice(1)])
  const { body } = await errorsOf(ana, task.id)
  expect(body.trimEnd().split('\r\n')).toHaveLength(3)
})

test('reads columns with other headings as assigned', async () => {
  const stage = await set()
  const { ana } = stage
  await stage.startJobs()
  const columns = JSON.stringify({ Contact: 'phone', Cine: 'name' })
  const task = await leave(ana, 'Contact,Pin,Cine\n0711 1,1234,Ioana\n', { columns })

  await taskThat(ana, task, { state: 'done', counts: { added: 1, changed: 0, unchanged: 0 } })
})

test('refuses a file that is not a list of observers, with the reasons', async () => {
  const stage = await set()
  const { ana } = stage
  await stage.startJobs()

  for (const [text, code] of [
    ['Phone,Pin,Name\n"0711 1,1234,Ioana\n', 'cell.quotes'],
    ['Județ,Secția\nCJ,1\n', 'column.missing'],
  ] as const) {
    const { why } = await taskThat(ana, await leave(ana, text), { state: 'failed' })
    expect(why).toMatchObject({ code: 'import.refused' })
    expect(why?.['rows']).toContainEqual({
      file: 'observatori.csv',
      line: expect.any(Number),
      reason: expect.any(String),
      faults: [expect.objectContaining({ code })],
    })
  }
})

test('refuses a background import without a file', async () => {
  const { ana } = await set()

  await expect(ana.call(observers.startImport, { body: {} }, [])).rejects.toMatchObject({
    code: 'request.invalid',
  })

  expect(await ana.call(tasks.list, { query: {} })).toMatchObject({ totalItems: 0 })
})

test('imports only into an administrator’s own organisation', async () => {
  const stage = await set()
  const { ana, calin } = stage
  await stage.startJobs()
  const { ngoId } = (await ana.call(observers.list, { query: { name: 'Bogdan' } })).data[0]!
  const file = `Phone,Pin,Name\n0711 1,1234,Ioana\n${phones.bogdan},1234,Furat\n`

  await expect(leave(calin, file, { ngoId })).rejects.toMatchObject({ code: 'thing.not-found' })
  const task = await leave(calin, file, { skipInvalid: true })
  await taskThat(calin, task, { state: 'done', refused: 1 })

  expect(await namesSeenBy(calin)).toEqual(['Dana Ionescu', 'Ioana'])
  expect(await namesSeenBy(ana)).toContain('Bogdan Pop')
})

/** Locks the phone in an open transaction, so that other writers wait for it. */
async function holdPhone({ database }: Stage, phone: string) {
  const [held, letGo] = [gate(), gate()]
  const holding = database
    .write(async (tx) => {
      await sql`
        insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
        select election_id, ngo_id, 'Altcineva', ${phone}, ${phone}, '' from observers limit 1`.execute(
        tx,
      )
      held.open()
      await letGo.isOpen
      throw new Error('let go')
    })
    .catch(() => undefined)
  await held.isOpen
  return async () => {
    letGo.open()
    await holding
  }
}

test('stores nothing when an import is cancelled midway', { tags: 'slow' }, async () => {
  const stage = await set()
  const { ana, database } = stage
  await stage.startJobs()
  const rows = Array.from({ length: 5000 }, (_, n) => `0${711_000_000 + n},1234,Observator ${n}`)
  const letGo = await holdPhone(stage, `0${711_000_000 + 4999}`)
  const task = await leave(ana, ['Phone,Pin,Name', ...rows].join('\n'))
  await taskThat(ana, task, { state: 'running' })
  await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)

  await ana.call(tasks.cancel, { params: { id: task.id } })
  await letGo()

  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from jobs where name = 'tasks.run'`.execute(database.primary)
    expect(rows).toEqual([])
  }, pollOptions)
  expect(await namesSeenBy(ana)).toEqual(cast)
  expect(await countParts(stage)).toBe(0)
  await taskThat(ana, task, { state: 'cancelled', counts: null })
})

test('stops a waiting import when it is cancelled, and frees its slot', {
  tags: 'slow',
}, async () => {
  const stage = await set()
  const { ana, database } = stage
  await stage.startJobs()
  const letGo = await holdPhone(stage, '0711000000')
  const first = await leave(ana, 'Phone,Pin,Name\n0711000000,1234,Unu\n')
  await taskThat(ana, first, { state: 'running' })
  const second = await leave(ana, 'Phone,Pin,Name\n0711000001,1234,Doi\n')
  await taskThat(ana, second, { state: 'running' })

  await ana.call(tasks.cancel, { params: { id: second.id } })

  // Two tasks run at a time, so the third starts only after the second has stopped.
  const third = await ana.call(exports.start, { body: { what: 'observers' } })
  await taskThat(ana, third, { state: 'done' })
  await taskThat(ana, first, { state: 'running' })
  await letGo()
  await taskThat(ana, first, { state: 'done', counts: { added: 1, changed: 0, unchanged: 0 } })
  await taskThat(ana, second, { state: 'cancelled', counts: null })
  const { rows } = await sql`select 1 from observers where name = 'Doi'`.execute(database.primary)
  expect(rows).toEqual([])
})

test('refuses observers and callers without a session', async () => {
  const { bogdan, stranger } = await set()
  const url = '/api/v1/observer/import/task'

  expect((await bogdan.send({ method: 'POST', url })).statusCode).toBe(403)
  expect((await stranger.send({ method: 'POST', url })).statusCode).toBe(401)
})
