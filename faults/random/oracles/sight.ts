import { type RawBuilder, sql } from 'kysely'
import { phoneAt } from '#apps/cli/phone.ts'
import type { Db } from '#database/open.ts'
import { alerts } from '#features/alerts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { session } from '#features/session/contract.ts'
import { stations } from '#features/stations/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { rowsOf } from '#testing/evening/stored.ts'
import { password } from '../../../bench/data/people.ts'
import type { Finding } from '../trace.ts'
import { isReadAsOne, seesNoMore, seesTheirs } from './reading-oracles.ts'

/** One account of each kind: sees all, sees some counties, sees its own organisation's. */
const looking = ['ana', 'sanda', 'calin'] as const

/** Every thread of the review list, page by page, as seen by an account. */
async function listSeen(url: string, account: string): Promise<string[]> {
  const call = phoneAt(url, { forMs: 10_000 })
  const body = { user: account, password }
  const { access_token: token } = await call(session.authorize, { body })
  const seen: string[] = []
  for (let page = 1; ; page++) {
    const { threads } = await call(answers.list, { query: { page, pageSize: 500 } }, token)
    if (threads.length === 0) return seen
    seen.push(...threads.map((one) => `${one.observerId} at ${one.pollingStationId}`))
  }
}

/** The reports that an account has alerts about. */
async function listAlerted(url: string, account: string): Promise<string[]> {
  const call = phoneAt(url, { forMs: 10_000 })
  const body = { user: account, password }
  const { access_token: token } = await call(session.authorize, { body })
  const { groups } = await call(alerts.list, {}, token)
  return groups
    .filter((one) => one.observerId !== undefined && one.pollingStationId !== undefined)
    .map((one) => `${one.observerId} at ${one.pollingStationId}`)
}

/** The reports that an account may see, according to the database; as threads, those with content. */
async function listAllowed(
  db: Db,
  account: string,
  isListed: RawBuilder<unknown> = sql`(v.answered > 0 or v.notes > 0)`,
): Promise<string[]> {
  const rows = await rowsOf<{ thread: string }>(
    db,
    sql`select v.observer_id || ' at ' || v.polling_station_id as thread
          from visits v
          join elections e on e.id = v.election_id and e.is_current
          join areas c on c.election_id = v.election_id and c.id = v.county_id
          join staff s on s.account = ${account}
          join ngos n on n.id = s.ngo_id
         where ${isListed} and (n.is_organiser or v.ngo_id = n.id)
           and (s.county_codes is null or c.code = any(s.county_codes))`,
  )
  return rows.map(({ thread }) => thread)
}

/** The pages of merged stations show all reports of all of them. */
export async function judgeMerged(url: string, db: Db): Promise<Finding[]> {
  const call = phoneAt(url, { forMs: 10_000 })
  const body = { user: 'ana', password }
  const { access_token: token } = await call(session.authorize, { body })
  const merged = await rowsOf<{ id: Id<'pollingStations'>; reports: string[] }>(
    db,
    sql`select s.id, array(select v.observer_id || ' at ' || v.polling_station_id
                             from polling_stations p
                             join visits v on v.election_id = p.election_id and v.polling_station_id = p.id
                            where p.election_id = s.election_id and p.counted_as = s.counted_as) as reports
          from polling_stations s
          join elections e on e.id = s.election_id and e.is_current
         where s.merged_into is not null`,
  )
  const found: Finding[] = []
  for (const { id: pollingStationId, reports } of merged) {
    const { visits } = await call(stations.visits, { params: { pollingStationId } }, token)
    const shown = visits.map((one) => `${one.observerId} at ${one.pollingStationId}`)
    found.push(...isReadAsOne(`station row ${pollingStationId}`, shown, reports))
  }
  return found
}

/** Checks that the list shows each account what it may see, all of it, once, and that alerts show nothing else. */
export async function judgeSight(url: string, db: Db): Promise<Finding[]> {
  const found: Finding[] = []
  for (const account of looking) {
    const seen = await listSeen(url, account)
    found.push(...seesTheirs(account, seen, await listAllowed(db, account)))
    const codes = await listAllowed(db, account, sql`true`)
    found.push(...seesNoMore(account, await listAlerted(url, account), { codes }))
  }
  return found
}
