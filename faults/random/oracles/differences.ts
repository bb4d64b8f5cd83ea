import { sql } from 'kysely'
import { phoneAt } from '#apps/cli/phone.ts'
import { becomesTrue } from '#database/embedded/postmaster.ts'
import type { Db } from '#database/open.ts'
import { session } from '#features/session/contract.ts'
import { stations } from '#features/stations/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { listMarked } from '#kit/server/projections/project.ts'
import { rowsOf } from '#testing/evening/stored.ts'
import { password } from '../../../bench/data/people.ts'
import type { Finding } from '../trace.ts'
import { type ListedDifference, listsWhatPagesShow } from './reading-oracles.ts'

/** One account of each kind: sees all, sees some counties, sees its own organisation's. */
const looking = ['ana', 'sanda', 'calin'] as const

/** How long the projector may take to compare the last answers, in milliseconds. */
const patienceMs = 60_000

type Call = ReturnType<typeof phoneAt>

/** Checks for each account that the list of differences equals the stations' pages, after the projector has compared all. */
export async function judgeDifferences(url: string, db: Db): Promise<Finding[]> {
  const [election] = await rowsOf<{ id: Id<'elections'> }>(
    db,
    sql`select id from elections where is_current`,
  )
  if (!election) return []
  const isCompared = async () => !(await listMarked(db)).includes(election.id)
  if (!(await becomesTrue(isCompared, patienceMs)))
    return [{ oracle: 'differences are compared', what: 'something is left', about: [] }]
  const shared = await listShared(db, election.id)
  const call = phoneAt(url, { forMs: 10_000 })
  const found: Finding[] = []
  for (const account of looking) {
    const body = { user: account, password }
    const { access_token: token } = await call(session.authorize, { body })
    const listed = await listDifferences(call, token)
    const shown: ListedDifference[] = []
    for (const id of shared) shown.push(...(await readPage(call, token, id)))
    found.push(...listsWhatPagesShow(account, listed, shown))
  }
  return found
}

/** The stations with several visits; merged stations count as one. */
async function listShared(db: Db, electionId: Id<'elections'>): Promise<Id<'pollingStations'>[]> {
  const rows = await rowsOf<{ id: Id<'pollingStations'> }>(
    db,
    sql`select s.counted_as as id
          from visits v
          join polling_stations s on s.election_id = v.election_id and s.id = v.polling_station_id
         where v.election_id = ${electionId}
         group by s.counted_as having count(*) > 1 order by 1`,
  )
  return rows.map(({ id }) => id)
}

async function listDifferences(call: Call, token: string): Promise<ListedDifference[]> {
  const listed: ListedDifference[] = []
  for (let page = 1; ; page++) {
    const query = { state: 'all', page, pageSize: 500 } as const
    const { data } = await call(stations.differences, { query }, token)
    if (data.length === 0) return listed
    for (const { pollingStationId, questionId, state } of data)
      listed.push({ stationId: pollingStationId, questionId, state })
  }
}

/** The differences on one station's page; none where the account may not see it. */
async function readPage(
  call: Call,
  token: string,
  pollingStationId: Id<'pollingStations'>,
): Promise<ListedDifference[]> {
  const read = await call(stations.visits, { params: { pollingStationId } }, token).catch(
    () => null,
  )
  return (read?.questions ?? [])
    .filter(({ state }) => state !== 'alike')
    .map(({ id, state }) => ({ stationId: pollingStationId, questionId: id, state }))
}
