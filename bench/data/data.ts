import { Client } from 'pg'
import { countAgain } from '#apps/server/projections.ts'
import { migrate } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { replaceElection } from '#features/elections/server/queries.ts'
import { FormDraft } from '#features/forms/contract.ts'
import { saveForm } from '#features/forms/server/load-queries.ts'
import { sealing } from '#features/history/server/jobs.ts'
import { groupBy } from '#kit/contract/group.ts'
import { parse } from '#kit/contract/parse.ts'
import { hashPassword } from '#kit/server/security/password.ts'
import { copyInto } from './copy.ts'
import * as evening from './evening.ts'
import * as people from './people.ts'
import { project } from './project.ts'
import { answersPerReport, type Shape } from './shape.ts'

/** Fills an empty database with an evening that ended at a moment, as its reports would have left it. */
export async function fill(url: string, shape: Shape, until: Date): Promise<void> {
  await migrate(url)
  const forms = await setUp(url)
  await copyInto(url, 'areas', people.areaRows(shape))
  await copyInto(url, 'polling_stations', people.stationRows(shape))
  await copyInto(url, 'observers', people.observerRows(shape, until))
  await copyInto(url, 'devices', people.deviceRows(shape, until))
  const key = { shape, until, forms }
  await copyInto(url, 'visits', evening.visitRows(key))
  await copyInto(url, 'answers', evening.answerRows(key))
  await copyInto(url, 'notes', evening.noteRows(key))
  await copyInto(url, 'history', evening.historyRows(key))
  await seal(url)
  await ask(url, completion)
  await project(url, countAgain)
  await ask(url, 'vacuum (analyze)', 'checkpoint')
}

/** The chain of history, which every server that is measured would otherwise make beside its work. */
async function seal(url: string): Promise<void> {
  const database = openDatabase({ url, connections: 2 })
  try {
    const sealSome = sealing({
      database,
      clock: () => new Date(),
      logger: console,
      lastHead: { read: async () => undefined, write: async () => undefined },
    })
    while ((await sealSome()) > 0);
  } finally {
    await database.close()
  }
}

/** What forms, questions and options got for keys. */
export async function listChoices(database: Database): Promise<evening.FormChoices[]> {
  const options = await database.primary
    .selectFrom('publishedOptions')
    .select(['formId', 'questionId', 'optionId', 'isFlagged'])
    .orderBy('optionId')
    .execute()
  return [...groupBy(options, ({ formId }) => formId)].map(([formId, ofForm]) => ({
    formId,
    questions: [...groupBy(ofForm, ({ questionId }) => questionId)].map(([questionId, own]) => ({
      questionId,
      options: own,
    })),
  }))
}

/** The election, its forms, organisations and staff: few enough to go in by the usual way. */
async function setUp(url: string): Promise<evening.FormChoices[]> {
  const database = openDatabase({ url, connections: 1 })
  try {
    await database.write(async (tx) => {
      const { id } = await replaceElection(tx, {
        name: 'Alegeri mari',
        day: '2026-11-22',
        timezone: 'Europe/Bucharest',
        country: null,
        callPauseMinutes: 15,
        state: 'live',
        levelNames: ['Județ', 'Localitate'],
        countyLevel: 1,
      })
      for (const code of ['A', 'B', 'C']) await saveForm(tx, id, formOf(code))
    })
    await copyInto(url, 'ngos', people.ngoRows())
    await copyInto(url, 'staff', people.staffRows(await hashPassword(people.password)))
    return await listChoices(database)
  } finally {
    await database.close()
  }
}

/** Single choices of four options each, with the last one flagged. */
const formOf = (code: string) =>
  parse(FormDraft, {
    code,
    description: `Formularul ${code}`,
    formSections: [1, 2].map((section) => ({
      code: `${code}${section}`,
      description: `Secțiunea ${section}`,
      questions: Array.from({ length: answersPerReport / 2 }, (_, place) => ({
        code: `${code}${section}.${place + 1}`,
        text: `Întrebarea ${place + 1}: s-a respectat procedura?`,
        questionType: 1,
        optionsToQuestions: ['Da', 'În parte', 'Nu știu', 'Nu'].map((text) => ({
          text,
          flagged: text === 'Nu',
        })),
      })),
    })),
  })

/** A row of counts for each observer, as adding one makes it; new rows get keys after the copied ones. */
const completion = `
  insert into observer_counts (election_id, observer_id, device_registered_at)
  select o.election_id, o.id, max(d.registered_at)
    from observers o
    left join devices d on d.election_id = o.election_id and d.observer_id = o.id
   group by o.election_id, o.id;
  select setval(pg_get_serial_sequence(t, 'id'), top) from (
    select 'areas' as t, max(id) as top from areas
    union all select 'ngos', max(id) from ngos
    union all select 'polling_stations', max(id) from polling_stations
    union all select 'observers', max(id) from observers
    union all select 'visits', max(id) from visits
    union all select 'notes', max(id) from notes) s`

async function ask(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
