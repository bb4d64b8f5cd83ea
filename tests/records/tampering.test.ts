import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { proveFiles } from '#apps/cli/verify-files.ts'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { sealAll, tamper } from '#features/history/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { png } from '#features/notes/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { words } from '#features/notifications/server/testing.ts'
import { newest, nowhere, place, unplace } from '#features/unplaced/server/testing.ts'
import { inMunicipality, report } from '#features/visits/server/testing.ts'
import { filesInBucket } from '#kit/server/files/bucket.ts'
import { buckets, type TestBucket } from '#kit/server/files/testing-bucket.ts'
import { nothingFound, prove } from '#testing/evening/verified.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()
const open = buckets()
let bucket: TestBucket | undefined
const setWithBucket = stage(async (folder) => {
  bucket = await open()
  return filesInBucket(bucket.settings, folder, () => 0)
})

/** Two observers have sent reports of all kinds, staff have sent a message, and everything is sealed. */
async function evening(begin = set): Promise<Stage> {
  const cast = await begin()
  const { ana, bogdan, dana, clock } = cast
  await send(
    bogdan,
    answerOf(cast, aiud, 'A1.1', 'Nu'),
    answerOf(cast, aiud, 'A2.2', 'Nu, la=7:40'),
  )
  await send(dana, answerOf(cast, blaj, 'A1.1', 'Da'))
  clock.now = new Date(clock.now.getTime() + 60_000)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await report(bogdan, { ...inMunicipality, urbanArea: true })
  const picture = { name: 'a.png', bytes: png() }
  await bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă' } }, [picture])
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  await ana.call(notifications.sendAll, { body: { channel: 'Firebase', ...words } })
  const { id } = (await ana.call(notifications.list, { query: {} })).data[0]!
  await bogdan.call(notifications.open, { body: { notificationId: id } })
  await sealAll(cast)
  return cast
}

test('agrees with history row by row after an evening of reports', { tags: 'slow' }, async () => {
  const cast = await evening()

  const verified = await prove(cast)

  expect(verified).toMatchObject(nothingFound)
  expect(verified).toMatchObject({ compared: 5, waiting: 0 })
})

test('detects an undone placement that was put back in the database', async () => {
  const cast = await evening()
  await cast.dana.call(notes.write, { body: { ...nowhere, text: 'Coadă' } })
  const id = await newest(cast.ana)
  await place(cast.ana, { station: dej })
  await unplace(cast.ana, id)
  await sealAll(cast)
  expect(await prove(cast)).toMatchObject(nothingFound)

  await tamper(
    cast.database,
    sql`with v as (
          insert into visits (election_id, id, observer_id, polling_station_id, ngo_id, county_id, notes,
                              last_modified)
          overriding system value
          select v.election_id, h.subject_id, v.observer_id, s.id, v.ngo_id, v.county_id, 1, v.last_modified
            from history h, visits v, polling_stations s
           where h.act = 'visits.unplaced' and v.notes > 0
             and s.id not in (select polling_station_id from visits)
           order by s.id limit 1
          returning election_id, id)
        insert into notes (election_id, id, visit_id, text, digest, received_at)
        overriding system value
        select v.election_id, h.subject_id, v.id, 'Coadă', n.digest, n.received_at
          from v, history h, notes n where h.act = 'notes.placing-undone'`,
  )

  const { rows } = await prove(cast)
  expect(rows).toEqual([
    expect.stringContaining('history says that the report is gone'),
    expect.stringContaining('history says that it is aside again'),
  ])
})

/** Manipulations of rows, with the proof's findings. */
const onRows: readonly (readonly [string, RawBuilder<unknown>, readonly string[]])[] = [
  [
    'an answer is changed',
    sql`update answers set is_flagged = not is_flagged where text is not null`,
    [
      expect.stringMatching(
        /report \d+ of observer \d+: answer to question \d+, option \d+: flag differs$/,
      ),
    ],
  ],
  [
    'what was written beside it is changed',
    sql`update answers set text = '9:40' where text = '7:40'`,
    [expect.stringContaining(': text differs')],
  ],
  [
    'form version is changed',
    sql`update answers set form_version = form_version + 1 where text = '7:40'`,
    [expect.stringContaining(': form version differs')],
  ],
  [
    'an answer is taken away',
    sql`delete from answers where text = '7:40'`,
    [expect.stringContaining(': it is missing')],
  ],
  [
    'an answer is put in',
    sql`insert into answers select election_id, visit_id, question_id, (select max(id) from options),
               form_id, form_version, null, false, received_at from answers where text = '7:40'`,
    [expect.stringContaining(': no line of history tells of it')],
  ],
  [
    'when it was said is changed',
    sql`update answers set received_at = received_at - interval '1 hour' where text = '7:40'`,
    [expect.stringContaining(': time of arrival differs')],
  ],
  [
    'a report goes to another station',
    sql`update visits set polling_station_id =
          (select max(id) from polling_stations) where observer_id = (select max(observer_id) from visits)`,
    [expect.stringContaining('its polling station differs')],
  ],
  [
    'a report is moved to another observer',
    sql`update visits v set observer_id = (select min(o.id) from observers o where o.id <> v.observer_id)
         where polling_station_id = (select max(polling_station_id) from visits)`,
    [expect.stringContaining('observer differs')],
  ],
  [
    'a fact of a station is changed',
    sql`update visits set is_urban_area = false where is_urban_area`,
    [expect.stringContaining('station info differs')],
  ],
  [
    'a report is taken away with all that is in it',
    sql`with v as (delete from visits where notes = 0 returning election_id, id)
        delete from answers a using v where a.election_id = v.election_id and a.visit_id = v.id`,
    [expect.stringMatching(/^election \d+, report \d+ of observer \d+: the report is missing$/)],
  ],
  [
    'a report is made up',
    sql`insert into visits (election_id, observer_id, polling_station_id, ngo_id, county_id, last_modified)
        select v.election_id, v.observer_id, s.id, v.ngo_id, v.county_id, v.last_modified
          from visits v, polling_stations s
         where s.id not in (select polling_station_id from visits) order by s.id limit 1`,
    [expect.stringContaining('no line of history tells of this report')],
  ],
  [
    'a note is reworded',
    sql`update notes set text = 'Nimic'`,
    [expect.stringContaining('note 1: text differs')],
  ],
  [
    'a note is taken away',
    sql`with a as (delete from attachments) delete from notes`,
    [expect.stringContaining('note 1: it is missing')],
  ],
  [
    'a photograph becomes another one’s',
    sql`update attachments set sha256 = sha256('other')`,
    [expect.stringContaining('note 1: what is attached differs')],
  ],
  [
    'a photograph is taken from its note',
    sql`delete from attachments`,
    [expect.stringContaining('note 1: what is attached differs')],
  ],
  [
    'a photograph is put to a note',
    sql`insert into attachments (election_id, note_id, position, file_name, media_type, extension, size_bytes, sha256)
        select election_id, note_id, position + 1, file_name, media_type, extension, size_bytes, sha256('other')
          from attachments`,
    [expect.stringContaining('note 1: what is attached differs')],
  ],
  [
    'what was kept aside is taken away',
    sql`delete from unplaced`,
    [expect.stringContaining('unplaced report 1: it is missing')],
  ],
  [
    'what was kept aside is changed',
    sql`update unplaced set sent = jsonb_set(sent, '{pollingStationNumber}', '8')`,
    [expect.stringContaining('unplaced report 1: what was sent differs')],
  ],
  [
    'what was kept aside is set aside for good',
    sql`update unplaced set dismissed_at = now(), settled_by = 'ana'`,
    [expect.stringContaining('unplaced report 1: what became of it differs')],
  ],
  [
    'a message says something else',
    sql`update notifications set body = 'Nimic'`,
    [expect.stringContaining('message 1: content differs')],
  ],
  [
    'a message went to another observer',
    sql`update deliveries set observer_id = observer_id + 1000 where state <> 'opened'
           and observer_id = (select max(observer_id) from deliveries)`,
    [expect.stringContaining('message 1: list of recipients differs')],
  ],
  [
    'a message is taken away',
    sql`with d as (delete from deliveries) delete from notifications`,
    [expect.stringContaining('message 1: it is missing')],
  ],
  [
    'a message was never opened',
    sql`update deliveries set state = 'sent' where state = 'opened'`,
    [expect.stringMatching(/message 1: whether observer \d+ opened it differs/)],
  ],
]

test.each(onRows)('names a row that the database’s owner changed: %s', async (_, act, rows) => {
  const cast = await evening()

  await tamper(cast.database, act)

  const verified = await prove(cast)
  expect(verified).toMatchObject({ chain: [], structure: [] })
  expect(verified.rows).toEqual(rows)
})

test('names a row changed between two reports although the second restored it', async () => {
  const cast = await evening()
  await tamper(cast.database, sql`update answers set text = '9:40' where text = '7:40'`)
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.2', 'Nu, la=7:40'))
  await sealAll(cast)

  const { rows } = await prove(cast)

  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(/before line \d+ its values were not the recorded ones/)
})

test('names values added to a report that only has a note', async () => {
  const cast = await evening()
  await cast.dana.call(notes.write, { body: { ...dej, text: 'Liniște' } })
  const intact = await prove(cast)
  const ofNote = sql`id = (select max(id) from visits)`
  await tamper(cast.database, sql`update visits set is_urban_area = true where ${ofNote}`)
  const later = sql`update visits set last_modified = last_modified + interval '1 hour' where ${ofNote}`
  await tamper(cast.database, later)

  const { rows } = await prove(cast)

  expect(intact.rows).toEqual([])
  expect(rows).toEqual([
    expect.stringMatching(/CJ1 1, report \d+ .*: station info differs; when it was last changed/),
  ])
})

test('compares notes of before version 0.2, whose lines do not tell the station', async () => {
  const cast = await set()
  const { rows: questions } = await sql<{ newest: number }>`
    select max(id) as newest from questions`.execute(cast.database.primary)
  const { newest: known } = questions[0]!
  for (const filter of [{ questionId: known }, { questionId: known + 1 }, {}])
    await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă', ...filter } })
  await tamper(
    cast.database,
    sql`update history set after = after - 'pollingStationId' - 'isQuestionUnknown'
         where act = 'notes.received'`,
  )
  const intact = await prove(cast)
  await tamper(cast.database, sql`update notes set question_id = null`)

  const { rows } = await prove(cast)

  expect(intact.rows).toEqual([])
  expect(rows).toEqual([expect.stringContaining('note 1: its question differs')])
})

test('names a changed count', async () => {
  const cast = await evening()
  await cast.figures()
  await tamper(cast.database, sql`update station_counts set flagged = flagged + 1`)

  const { counts, ...verified } = await prove(cast)

  expect(verified).toMatchObject({ chain: [], structure: [], rows: [] })
  expect(counts.join('\n')).toContain('flagged is not what counting gives')
})

test('names rows that differ in the order of stations, not of reports', async () => {
  const cast = await evening()
  await tamper(cast.database, sql`update visits set left_at = now()`)

  const { rows } = await prove(cast)

  expect(rows.map((row) => /station (\S+ \d+)/.exec(row)?.[1])).toEqual(['AB1 1', 'AB2 1'])
})

/** Ways to change the file of a note, and to remove it. */
type Spoiling = { change(to: Buffer): Promise<unknown>; takeAway(): Promise<unknown> }

async function inFolder({ folder }: Stage): Promise<Spoiling> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const [file] = entries.filter((entry) => entry.isFile() && /^[0-9a-f]{64}/.test(entry.name))
  const path = join(file!.parentPath, file!.name)
  return { change: (to) => writeFile(path, to), takeAway: () => rm(path) }
}

async function inBucket(): Promise<Spoiling> {
  const { objects } = bucket!
  const key = [...objects.keys()].find((one) => /[0-9a-f]{64}/.test(one))!
  return {
    change: async (to) => objects.set(key, to),
    takeAway: async () => objects.delete(key),
  }
}

test.each([
  ['on the disk', set, inFolder],
  ['in a bucket', setWithBucket, inBucket],
])('names an attachment that was changed or removed %s', async (_where, begin, reach) => {
  const cast = await evening(begin)
  const { database, outside } = cast
  const following = { report: () => undefined, signal: new AbortController().signal }
  const intact = await proveFiles(database.db, outside.files, following)
  const file = await reach(cast)

  await file.change(png().fill(7, 20, 30))
  const changed = await proveFiles(database.db, outside.files, following)
  await file.takeAway()
  const gone = await proveFiles(database.db, outside.files, following)

  expect(intact).toEqual({ read: 1, wrong: [] })
  expect(changed.wrong).toEqual([
    expect.stringMatching(/^election 1, note 1: [0-9a-f]{64} has other bytes$/),
  ])
  expect(gone.wrong).toEqual([expect.stringContaining('is not there, or not all of it')])
})
