import { sql } from 'kysely'
import { currentId, type ElectionBody, prepare } from '#features/elections/server/testing.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Stage } from '#testing/stage.ts'
import { assignments } from '../contract.ts'

/** Plans an observer at a station for the whole day; answers with the assignment. */
export async function plan(
  cast: Stage,
  name: string,
  [area, number]: readonly [string, number],
): Promise<Id<'assignments'>> {
  const shift = {
    observerId: await observerIdOf(cast, name),
    pollingStationId: cast.field.stationId(area, number) as Id<'pollingStations'>,
    from: '2026-11-22 06:00',
    until: '2026-11-22 23:59',
  }
  const [id] = await cast.ana.call(assignments.add, { body: { assignments: [shift] } })
  return id!
}

/** A plan as a file. */
export const planFile = (...rows: readonly string[]) => [
  {
    name: 'plan.csv',
    bytes: new TextEncoder().encode(
      ['Phone,Municipality code,Station number,From,Until', ...rows].join('\n'),
    ),
  },
]

/** A row in the plan of another election: observer, station, and shift in UTC. */
export type PlannedElsewhere = readonly [
  phone: string,
  area: string,
  number: number,
  from: string,
  until: string,
]

/** Another election with the same places, and these shifts of Ana's observers in its plan. */
export async function planElsewhere(
  cast: Stage,
  shifts: readonly PlannedElsewhere[],
  but: Partial<ElectionBody> = {},
): Promise<Id<'elections'>> {
  const copyFrom = await currentId(cast)
  const electionId = await prepare(cast, { copyFrom, ...but })
  await cast.database.write(async (tx) => {
    for (const phone of new Set(shifts.map(([one]) => one)))
      await sql`
        insert into observers (election_id, ngo_id, name, phone, phone_digits, phone_e164, pin_hash)
        select ${electionId}, o.ngo_id, 'Din alt an', ${phone}, ${phone.replaceAll(/\D/g, '')},
               (select n.phone_e164 from observers n where n.phone = ${phone} limit 1), 'none'
          from observers o where o.name = 'Bogdan Pop'`.execute(tx)
    for (const [phone, area, number, from, until] of shifts)
      await sql`
        insert into assignments (election_id, observer_id, polling_station_id, from_at, until_at)
        select ${electionId}, o.id, s.id, ${from}::timestamptz, ${until}::timestamptz
          from observers o, polling_stations s join areas m on m.election_id = s.election_id and m.id = s.area_id
         where o.election_id = ${electionId} and o.phone = ${phone}
           and s.election_id = ${electionId} and m.code = ${area} and s.number = ${number}`.execute(
        tx,
      )
  })
  return electionId
}
