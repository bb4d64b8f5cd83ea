import { sql } from 'kysely'
import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import {
  aiud,
  answerOf,
  dej,
  everything,
  filledIn,
  send,
  summary,
} from '#features/answers/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { sealAll } from '#features/history/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { listed } from '#features/notes/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { infoOf, observerIdOf } from '#features/visits/server/testing.ts'
import { nothingFound, prove } from '#testing/evening/verified.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { telephone } from '../contract.ts'
import { answerByTelephone, idOf } from './testing.ts'

const set = stage()

const later = ({ clock }: Stage, minutes = 1) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

const ofBogdan = async (cast: Stage) => ({ params: { observerId: await observerIdOf(cast) } })

/** All that staff write down in one call by telephone, and all that a phone sends instead. */
async function answerAll(cast: Stage) {
  const call = await ofBogdan(cast)
  const at = { pollingStationId: idOf(cast, aiud) }
  await answerByTelephone(cast, [aiud, 'A1.1', 'Nu'])
  await answerByTelephone(cast, [aiud, 'A1.2', 'Coadă', 'Altceva=un câine'])
  await cast.rodica.call(telephone.inform, {
    ...call,
    body: { ...at, observerArrivalTime: '2026-11-22 07:30', urbanArea: true },
  })
  await cast.rodica.call(telephone.note, { ...call, body: { ...at, text: 'Ușa e încuiată' } })
}

async function sendAll(cast: Stage) {
  const { bogdan } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(bogdan, answerOf(cast, aiud, 'A1.2', 'Coadă', 'Altceva=un câine'))
  await bogdan.call(visits.report, {
    body: { ...aiud, observerArrivalTime: '2026-11-22 07:30', urbanArea: true },
  })
  await bogdan.call(notes.write, { body: { ...aiud, text: 'Ușa e încuiată' } })
}

/** Everything stored and counted of reports, except who sent them. */
async function stored(cast: Stage) {
  const { history: _lines, ...rows } = await everything(cast)
  const { rows: written } = await sql`
    select text, question_id, encode(digest, 'hex') as digest, received_at from notes`.execute(
    cast.database.primary,
  )
  return { ...rows, written }
}

test('stores and counts a report by telephone as the same report from a phone', async () => {
  const [told, sent] = [await set(), await set()]

  await answerAll(told)
  await sendAll(sent)

  expect(await stored(told)).toEqual(await stored(sent))
})

test('says who wrote down answers, station info and notes; says nothing of what the phone sent', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.1', 'Urne'))
  later(cast)

  await answerAll(cast)

  const clerks = (await filledIn(cast, aiud)).map((one) => [one.questionCode, one.clerk])
  expect(clerks).toEqual([
    ['A1.1', 'rodica'],
    ['A1.2', 'rodica'],
    ['A2.1', null],
  ])
  expect(await infoOf(cast, 'AB1')).toMatchObject({ clerk: 'rodica', urbanArea: true })
  expect(await listed(cast)).toMatchObject([{ clerk: 'rodica', text: 'Ușa e încuiată' }])
  const query = { observerId: await observerIdOf(cast), pollingStationId: idOf(cast, aiud) }
  const { data } = await cast.ana.call(history.list, { query })
  expect(data.map(({ act, actorName }) => [act, actorName]).toSorted()).toEqual([
    ['answers.received', 'Bogdan Pop'],
    ['answers.telephoned', 'rodica'],
    ['answers.telephoned', 'rodica'],
    ['notes.telephoned', 'rodica'],
    ['visits.telephoned', 'rodica'],
  ])
})

test('lets the observer’s phone replace what was told, and no longer names the account', async () => {
  const cast = await set()
  await answerAll(cast)
  later(cast)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await cast.bogdan.call(visits.report, { body: { ...aiud, urbanArea: false } })

  const [first, second] = await filledIn(cast, aiud)
  expect(first).toMatchObject({ clerk: null, answers: [{ text: 'Da' }] })
  expect(second).toMatchObject({ clerk: 'rodica' })
  expect(await infoOf(cast, 'AB1')).toMatchObject({ clerk: null, urbanArea: false })
  later(cast)
  await answerByTelephone(cast, [aiud, 'A1.1', 'Nu'], { clerk: cast.ana })
  expect((await filledIn(cast, aiud))[0]).toMatchObject({ clerk: 'ana', answers: [{ text: 'Nu' }] })
})

test('changes nothing when an account writes the same again', async () => {
  const cast = await set()
  await answerAll(cast)
  const once = await stored(cast)
  const lines = () => cast.database.primary.selectFrom('history').selectAll().execute()
  const before = await lines()
  later(cast)

  await answerAll(cast)

  const { visits: seen, ...rest } = await stored(cast)
  expect(rest).toEqual({ ...once, visits: undefined, ...rest })
  expect(seen.map(({ lastModified }) => lastModified)).toEqual(
    once.visits.map(({ lastModified }) => lastModified),
  )
  expect((await lines()).slice(before.length).map(({ act }) => act)).toEqual([])
})

test('proves a report by telephone from history', async () => {
  const cast = await set()
  await answerAll(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await answerByTelephone(cast, [dej, 'A1.1', 'Nu'])

  await sealAll(cast)

  expect(await prove(cast)).toMatchObject(nothingFound)
})

test('keeps to observers and stations that the caller sees', async () => {
  const cast = await set()
  const elsewhere = {
    code: 'request.invalid',
    details: { errors: { pollingStationId: [expect.any(String)] } },
  }
  const missing = { code: 'thing.not-found' }
  await expect(
    answerByTelephone(cast, [aiud, 'A1.1', 'Nu'], { clerk: cast.calin }),
  ).rejects.toMatchObject(missing)
  await expect(
    answerByTelephone(cast, [dej, 'A1.1', 'Nu'], { clerk: cast.sanda }),
  ).rejects.toMatchObject(missing)
  await expect(
    answerByTelephone(cast, [dej, 'A1.1', 'Nu'], { clerk: cast.gelu }),
  ).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await answerByTelephone(cast, [dej, 'A1.1', 'Nu'])

  await answerByTelephone(cast, [dej, 'A1.1', 'Da'], { clerk: cast.sanda })
  await expect(
    answerByTelephone(cast, [aiud, 'A1.1', 'Nu'], { clerk: cast.sanda }),
  ).rejects.toMatchObject(elsewhere)
  expect(await summary(cast, dej)).toEqual(['A1.1: Da'])
  expect(await summary(cast, aiud)).toEqual([])
})

test('refuses an answer that fits no form, an empty note, a deleted observer and an archived election', async () => {
  const cast = await set()
  const { rodica, ana, field } = cast
  const call = await ofBogdan(cast)
  const pollingStationId = idOf(cast, aiud)
  const foreign = { optionId: field.optionId('C1.1', 'Nu') }
  const both = ['Da', 'Nu'].map((text) => ({ optionId: field.optionId('A1.1', text) }))
  for (const options of [[foreign], both])
    await expect(
      rodica.call(telephone.answer, {
        ...call,
        body: { pollingStationId, answers: [{ questionId: field.questionId('A1.1'), options }] },
      }),
    ).rejects.toMatchObject({
      code: 'request.invalid',
      details: { errors: { 'answers.0.options': [expect.any(String)] } },
    })
  await expect(
    rodica.call(telephone.note, { ...call, body: { pollingStationId, text: '  ' } }),
  ).rejects.toMatchObject({ details: { errors: { text: [expect.any(String)] } } })
  const { observerId } = call.params
  await ana.call(observers.remove, { query: { id: observerId } })
  await expect(answerByTelephone(cast, [aiud, 'A1.1', 'Nu'])).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await ana.call(observers.restore, { params: { id: observerId } })
  await answerByTelephone(cast, [aiud, 'A1.1', 'Nu'])
})

test('exports who wrote down an answer, station info and a note', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.1', 'Urne'))
  later(cast)
  await answerAll(cast)

  const { rawPayload } = await cast.ana.send({ url: '/api/v1/export/all?language=en' })

  const sheets = (await readExcel(rawPayload)).map(({ sheet, data: [headings, ...rows] }) => {
    const column = headings?.findIndex((one) => /by telephone/i.test(String(one))) ?? -1
    return [sheet, rows.map((row) => row[column] ?? 'phone').toSorted()] as const
  })
  expect(Object.fromEntries(sheets)).toMatchObject({
    Answers: ['phone', 'rodica', 'rodica', 'rodica'],
    Visits: ['rodica'],
    Notes: ['rodica'],
  })
})
