import { expect, test } from 'vitest'
import { aiud, answerOf, send, summary } from '#features/answers/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { infoOf } from '#features/visits/server/testing.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { unplaced } from '../contract.ts'
import { listed, newest, nowhere, place, wait } from './testing.ts'

const set = stage()

/** The observer sends answers at the unknown station, a minute apart. */
async function sayThere(cast: Stage, ...texts: readonly string[]) {
  for (const text of texts) {
    await send(cast.bogdan, answerOf(cast, nowhere, 'A1.1', text))
    wait(cast, 1)
  }
}

const urban = (cast: Stage, at: object, urbanArea: boolean) =>
  cast.bogdan.call(visits.report, { body: { ...at, urbanArea } as never })

test('keeps “No” after “No”, “Yes”, “No” at an unknown station', async () => {
  const cast = await set()
  await sayThere(cast, 'Nu', 'Da', 'Nu')
  expect(await listed(cast.ana)).toHaveLength(3)

  expect(await place(cast.ana, { station: aiud, alike: true })).toEqual({ placed: 3, left: 0 })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('keeps the last of alternating station info at an unknown station', async () => {
  const cast = await set()
  for (const flag of [true, false, true]) {
    await urban(cast, nowhere, flag)
    wait(cast, 1)
  }
  expect(await listed(cast.ana)).toHaveLength(3)

  await place(cast.ana, { station: aiud, alike: true })

  expect(await infoOf(cast, 'AB1')).toMatchObject({ urbanArea: true })
})

test('stores repeated reports once, with the moment of the last one', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const first = cast.clock.now
  await sayThere(cast, 'Nu', 'Nu')
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  wait(cast, 1)
  const last = cast.clock.now
  await sayThere(cast, 'Nu')

  expect(await listed(ana)).toMatchObject([{ receivedAt: first, saidAt: last }])
  await place(ana, { station: aiud })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
})

test('stores a repeated call with several answers to one question once, in order', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const sayings = ['Nu', 'Da', 'Nu', 'Da'].map((text) => answerOf(cast, nowhere, 'A1.1', text))
  for (let time = 0; time < 3; time++) {
    await send(bogdan, ...sayings)
    wait(cast, 1)
  }
  const rows = await listed(ana)
  expect(rows).toHaveLength(4)

  for (const { id } of rows)
    await ana.call(unplaced.place, { params: { id }, body: { station: aiud } })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Da'])
})

test('stores eight concurrent submissions of one report once', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await bogdan.token()

  await Promise.all(
    Array.from({ length: 8 }, () =>
      Promise.all([
        send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu')),
        urban(cast, nowhere, true),
        bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } }),
      ]),
    ),
  )

  const kinds = (await listed(ana)).map(({ kind }) => kind).sort()
  expect(kinds).toEqual(['answer', 'note', 'station-info'])
})

test('ignores a retry of a placed report, but counts it as repeated there', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await sayThere(cast, 'Nu')
  await urban(cast, nowhere, true)
  await place(ana, { station: aiud, alike: true })
  const other = { ...nowhere, pollingStationNumber: 8 }
  await send(bogdan, answerOf(cast, other, 'A1.1', 'Da'))
  await urban(cast, other, false)
  wait(cast, 1)
  const again = cast.clock.now
  await sayThere(cast, 'Nu')
  await urban(cast, nowhere, true)
  expect(await listed(ana)).toMatchObject([{ sent: other }, { sent: other }])

  expect(await place(ana, { station: aiud, alike: true })).toMatchObject({ superseded: 2 })

  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
  expect(await infoOf(cast, 'AB1')).toMatchObject({ urbanArea: true })
  const rows = await listed(ana, 'superseded')
  expect(rows.find(({ kind }) => kind === 'answer')?.superseded).toEqual([
    { what: 'answer', saidAt: again },
  ])
})

test('keeps an option that staff added when a report is retried', async () => {
  const cast = await set()
  const { ana, bogdan, field } = cast
  const strange = { optionId: 99_999, value: 'un tricou' }
  const report = answerOf(cast, aiud, 'A1.2', 'Coadă')
  const both = { ...report, options: [...report.options, strange] }
  await send(bogdan, both)
  await place(ana, { optionId: field.optionId('A1.2', 'Altceva') })
  const placed = await summary(cast, aiud)
  expect(placed).toEqual(['A1.2: Coadă, Altceva=un tricou'])

  wait(cast, 1)
  await send(bogdan, both)

  expect(await summary(cast, aiud)).toEqual(placed)
  expect(await listed(ana)).toEqual([])
})

test('stores a changed answer beside a placed option, and reopens the option', async () => {
  const cast = await set()
  const { ana, bogdan, field } = cast
  const strange = { optionId: 99_999, value: 'un tricou' }
  const report = answerOf(cast, aiud, 'A1.2', 'Coadă')
  await send(bogdan, { ...report, options: [...report.options, strange] })
  await place(ana, { optionId: field.optionId('A1.2', 'Altceva') })

  wait(cast, 1)
  const other = answerOf(cast, aiud, 'A1.2', 'Afișe electorale')
  await send(bogdan, { ...other, options: [...other.options, strange] })

  expect(await summary(cast, aiud)).toEqual(['A1.2: Afișe electorale'])
  expect(await listed(ana)).toHaveLength(1)
})

test('reopens a report that returns after a different answer at its place', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await sayThere(cast, 'Nu')
  await urban(cast, nowhere, true)
  await place(ana, { station: aiud, alike: true })
  wait(cast, 1)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await urban(cast, aiud, false)
  wait(cast, 1)

  await sayThere(cast, 'Nu')
  await urban(cast, nowhere, true)

  expect(await listed(ana)).toHaveLength(2)
  await place(ana, { station: aiud, alike: true })
  expect(await summary(cast, aiud)).toEqual(['A1.1: Nu'])
  expect(await infoOf(cast, 'AB1')).toMatchObject({ urbanArea: true })
})

test('keeps a dismissed report dismissed on retry, and reopens it when it returns', async () => {
  const cast = await set()
  const { ana } = cast
  await sayThere(cast, 'Nu')
  await ana.call(unplaced.dismiss, { params: { id: await newest(ana) } })

  await sayThere(cast, 'Nu')
  expect(await listed(ana)).toEqual([])

  await sayThere(cast, 'Da', 'Nu')
  expect(await listed(ana)).toHaveLength(2)
  expect(await listed(ana, 'dismissed')).toHaveLength(1)
})

test('reopens a dismissed unknown option when it returns after another answer', async () => {
  const cast = await set()
  const { ana, bogdan, field } = cast
  const strange = { ...aiud, questionId: field.questionId('A1.1'), options: [{ optionId: 99_999 }] }
  await send(bogdan, strange)
  await ana.call(unplaced.dismiss, { params: { id: await newest(ana) } })
  wait(cast, 1)
  await send(bogdan, strange)
  expect(await listed(ana)).toEqual([])

  wait(cast, 1)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  wait(cast, 1)
  await send(bogdan, strange)

  expect(await listed(ana)).toHaveLength(1)
})
