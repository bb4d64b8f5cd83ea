import { expect, test } from 'vitest'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { type AnswerThread, answers } from '../../contract.ts'
import { aiud, answerOf, dej, list, send } from '../testing.ts'

const set = stage()

const minutesLater = ({ clock }: Stage, minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

/** Bogdan reports from Alba, and Dana, of Călin's organisation, from Cluj. */
async function reported(cast: Stage) {
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  minutesLater(cast, 1)
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  const [ofDana, ofBogdan] = (await list(cast.ana)).threads
  return { ofDana: ofDana!, ofBogdan: ofBogdan! }
}

const read = (person: Person, report: AnswerThread, isOpen = true) =>
  person.call(answers.markSeen, {
    body: {
      ...{ observerId: report.observerId, pollingStationId: report.pollingStationId, isOpen },
      lastModified: report.lastModified.toISOString(),
    },
  })

const readers = async (person: Person) =>
  (await person.call(answers.listOpen)).reports.map(({ account }) => account)

test('lists who has a report open until they leave it', async () => {
  const cast = await set()
  const { ofDana, ofBogdan } = await reported(cast)
  await read(cast.rodica, ofDana)
  await read(cast.rodica, ofBogdan)
  const { reports } = await cast.ana.call(answers.listOpen)
  expect(reports).toContainEqual({
    ...{ observerId: ofDana.observerId, pollingStationId: ofDana.pollingStationId },
    account: 'rodica',
  })
  expect(reports).toHaveLength(2)

  await read(cast.rodica, ofDana, false)
  await read(cast.rodica, ofBogdan, false)
  expect(await readers(cast.ana)).toEqual([])
  // Leaving a report does not make it unseen again.
  expect((await list(cast.rodica, { urgent: true, unseen: true })).threads).toEqual([])
})

test('forgets a reader eight minutes after the last sign of life', async () => {
  const cast = await set()
  const { ofDana } = await reported(cast)
  await read(cast.rodica, ofDana)
  minutesLater(cast, 7)
  await read(cast.rodica, ofDana)
  minutesLater(cast, 7)
  expect(await readers(cast.ana)).toEqual(['rodica'])

  minutesLater(cast, 2)
  expect(await readers(cast.ana)).toEqual([])
})

test('names only accounts of the own organisation that have a report open which the caller sees', async () => {
  const cast = await set()
  const { ofDana, ofBogdan } = await reported(cast)
  await read(cast.rodica, ofDana)
  await read(cast.calin, ofDana)
  await read(cast.ana, ofBogdan)

  expect((await readers(cast.ana)).toSorted()).toEqual(['ana', 'calin', 'rodica'])
  expect(await readers(cast.calin)).toEqual(['calin'])
  // Sanda sees Cluj alone.
  expect((await readers(cast.sanda)).toSorted()).toEqual(['calin', 'rodica'])
  await expect(read(cast.sanda, ofBogdan)).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('announces to an account once that it has seen a report', async () => {
  const cast = await set()
  const { ofDana } = await reported(cast)
  const url = await cast.listen()
  const headers = { authorization: `Bearer ${await cast.rodica.token()}` }
  const stream = await fetch(`${url}/api/live`, { headers })

  await read(cast.rodica, ofDana)
  await read(cast.rodica, ofDana, false)

  let heard = ''
  for await (const chunk of stream.body!) {
    heard += new TextDecoder().decode(chunk as Uint8Array)
    if (heard.split('event: answers.opened').length > 2) break
  }
  expect(heard.match(/event: answers\.seen/g)).toHaveLength(1)
})
