import { expect, test } from 'vitest'
import { type Person, stage } from '#testing/stage.ts'
import { type AnswerThread, answers } from '../../contract.ts'
import { aiud, answerOf, dej, list, send } from '../testing.ts'

const set = stage()

/** The flagged reports that a person has not seen, as `Alba Aiud 1: Bogdan Pop`. */
async function unseen(person: Person): Promise<string[]> {
  const { threads, totalItems } = await list(person, { urgent: true, unseen: true })
  expect(totalItems).toBe(threads.length)
  return threads.map(
    ({ pollingStationName, observerName }) => `${pollingStationName}: ${observerName}`,
  )
}

const open = (person: Person, { observerId, pollingStationId, lastModified }: AnswerThread) =>
  person.call(answers.markSeen, {
    body: { observerId, pollingStationId, lastModified: lastModified.toISOString() },
  })

test('lists a flagged report as unseen for each account until that account opens it', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  expect(await unseen(cast.ana)).toEqual(['Cluj Dej 1: Dana Ionescu', 'Alba Aiud 1: Bogdan Pop'])
  const [ofDana] = (await list(cast.ana, { urgent: true })).threads

  await open(cast.ana, ofDana!)

  expect(await unseen(cast.ana)).toEqual(['Alba Aiud 1: Bogdan Pop'])
  // Sanda sees Cluj alone, and has opened nothing.
  expect(await unseen(cast.sanda)).toEqual(['Cluj Dej 1: Dana Ionescu'])
})

test('lists an opened report as unseen again once it changes', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const [before] = (await list(cast.ana)).threads
  await open(cast.ana, before!)
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Afișe electorale'))

  expect(await unseen(cast.ana)).toEqual(['Alba Aiud 1: Bogdan Pop'])
  // A second tab still shows the report as it was: what changed since was not read.
  await open(cast.ana, before!)
  expect(await unseen(cast.ana)).toEqual(['Alba Aiud 1: Bogdan Pop'])
  const [after] = (await list(cast.ana)).threads
  await open(cast.ana, after!)
  await open(cast.ana, before!)
  expect(await unseen(cast.ana)).toEqual([])
})

test('marks a report as seen no later than its own last change', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const [before] = (await list(cast.ana)).threads
  await open(cast.ana, { ...before!, lastModified: new Date('2099-01-01') })
  expect(await unseen(cast.ana)).toEqual([])
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.2', 'Afișe electorale'))

  expect(await unseen(cast.ana)).toEqual(['Alba Aiud 1: Bogdan Pop'])
})

test('refuses to mark a report that the caller may not read', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const [ofAlba] = (await list(cast.ana)).threads

  await expect(open(cast.sanda, ofAlba!)).rejects.toMatchObject({ code: 'thing.not-found' })
})
