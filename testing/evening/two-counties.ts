import { sql } from 'kysely'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { phones, type Stage } from '../stage.ts'
import {
  employ,
  finishTheirs,
  observerIdOf,
  order,
  ours,
  secret,
  setMilestone,
  startExport,
  startIdsAt,
  type Theirs,
  theirIds,
  writeAll,
} from './two-organisations.ts'

/** A station that county AB does not have: reports from it become unplaced items. */
const nowhereInAlba = { ...aiud, pollingStationNumber: 99 }

/**
 * Bogdan reports from Cluj, which Sanda and Gelu see; then he goes on to Alba, where Dana is as well, and
 * everything from there has the secret word or an id of the other range.
 */
export async function setTwoCounties(cast: Stage): Promise<Theirs> {
  const { ana, sanda, bogdan, dana, database, field } = cast
  await setMilestone(cast)
  await writeAll(cast, bogdan, dej, ours)
  await order(sanda, await observerIdOf(ana, phones.bogdan), ours)
  await startIdsAt(cast, theirIds)
  await database.write(async (tx) => {
    await sql`update observers set id = default, name = ${secret} || ' ' || name
               where name = 'Dana Ionescu'`.execute(tx)
    await sql`update areas set name = ${secret} || ' ' || name where code like 'AB%'`.execute(tx)
    await sql`update polling_stations set address = ${secret}
               where county_id = (select id from areas where code = 'AB')`.execute(tx)
  })
  await report(cast, secret)
  for (const [person, option] of [
    [bogdan, 'Nu, la=7:30'],
    [dana, 'Da'],
  ] as const)
    await send(person, answerOf(cast, aiud, 'A2.2', option))
  await cast.figures()
  const [own] = (await sanda.call(observers.list, { query: {} })).data
  return finishTheirs(cast, {
    ...{ by: sanda, ownObserverId: own!.id },
    ownStationId: field.stationId('CJ1', 1) as Id<'pollingStations'>,
    pollingStationId: field.stationId('AB2', 1) as Id<'pollingStations'>,
    phone: phones.dana,
    isTheirs: (sent) => JSON.stringify(sent).includes('"AB"'),
  })

  async function report(of: Stage, word: string) {
    await writeAll(of, dana, blaj, word)
    await writeAll(of, bogdan, aiud, word)
    for (const text of [word, `${word} iar`, `${word} încă`])
      await dana.call(notes.write, { body: { ...nowhereInAlba, text } })
  }
}

/** More of everything, none of it in Cluj. */
export async function workInAlba(cast: Stage): Promise<void> {
  const word = `${secret} iar`
  await writeAll(cast, cast.dana, aiud, word)
  await writeAll(cast, cast.bogdan, blaj, word)
  await cast.dana.call(notes.write, { body: { ...nowhereInAlba, text: `${word} și iar` } })
  await employ(cast.ana, undefined, word, '0798')
  await order(cast.ana, await observerIdOf(cast.ana, phones.dana), word)
  await startExport(cast.ana)
  const left = { ...aiud, observerLeaveTime: '2026-11-22 21:00' }
  await cast.bogdan.call(visits.leave, { body: left })
  await cast.figures()
}

/** The county that Sanda and Gelu do not see. */
export const albaOf = async ({ ana }: Stage): Promise<Id<'areas'>> =>
  (await ana.call(places.counties)).find(({ code }) => code === 'AB')!.id as Id<'areas'>
