import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { ourName } from './connection.ts'
import type { ConnectionQueue } from './connection-queue.ts'

/** This process's fair share of the database's connections. */
export type Share = {
  /** All connections available to us: without PostgreSQL's reserve for its owner, and what others hold. */
  readonly room: number
  /** How many of our processes share them. */
  readonly processes: number
  /** What this one may hold, and what it would hold if there were enough. */
  readonly most: number
  readonly wanted: number
  readonly isTight: boolean
}

/** Headroom for short-lived connections: a backup, a psql session, a process that is starting. */
const spare = 3

/** The name by which PostgreSQL tells the connections of this process from those of others. */
export const nameOfProcess = () => `${ourName}-${randomBytes(4).toString('hex')}`

/**
 * How many connections there are for all our processes, and how many of these exist. Those of another
 * installation on the same PostgreSQL share as well: each would otherwise take what the other leaves.
 */
const question = `
  with held as (
    select application_name as name, datid, usesysid from pg_stat_activity
     where backend_type = 'client backend'
  ), others as (
    select count(*) as anywhere,
           count(*) filter (where d.oid = held.datid) as here,
           count(*) filter (where r.oid = held.usesysid) as by_role
      from pg_database d, pg_roles r, held
     where d.datname = current_database() and r.rolname = current_user
       and held.name not like '${ourName}-%'
  )
  select least(
           current_setting('max_connections')::integer
             - current_setting('superuser_reserved_connections')::integer
             - coalesce(current_setting('reserved_connections', true)::integer, 0) - o.anywhere,
           (select datconnlimit - o.here from pg_database
             where datname = current_database() and datconnlimit >= 0),
           (select rolconnlimit - o.by_role from pg_roles
             where rolname = current_user and rolconnlimit >= 0))::integer as room,
         (select count(distinct name) from held where name like '${ourName}-%')::integer as processes
    from others o`

/** Fair share of each process; every process computes the same. */
export function shareOf({
  room,
  processes,
  wanted,
}: Pick<Share, 'room' | 'processes' | 'wanted'>): Share {
  const fair = Math.max(0, Math.floor((room - spare) / Math.max(1, processes)))
  return { room, processes, wanted, most: Math.min(wanted, fair), isTight: fair < wanted }
}

/** The minimum of each kind with which everything works, if slowly: a report reads beside its writes. */
const least = { writing: 2, reading: 1 }

/** Divides a share: writing comes first, reports above all. */
export function divide(most: number, mostOfEach: number) {
  const writing = Math.max(least.writing, Math.min(mostOfEach, Math.ceil(most / 2)))
  const reading = Math.max(least.reading, Math.min(mostOfEach, most - writing))
  return { writing, reading }
}

type FairShareOptions = {
  readonly reading: ConnectionQueue
  readonly writing: ConnectionQueue
  readonly mostOfEach: number
  readonly onShare: (share: Share) => void
}

/** Enforces this process's fair share. */
export function fairShareKeeper({ reading, writing, mostOfEach, onShare }: FairShareOptions) {
  let apart = 0
  let share: Share | undefined
  return {
    current: () => share,
    /** Reserves a connection that neither reads nor writes for calls, such as one that listens. */
    holdApart: () => {
      apart += 1
    },
    ask: async (client: pg.ClientBase): Promise<void> => {
      const { rows } = await client.query<Pick<Share, 'room' | 'processes'>>(question)
      const [found] = rows
      if (!found) return
      const before = share
      const now = shareOf({ ...found, wanted: 2 * mostOfEach + apart })
      share = now
      const each = divide(now.most - apart, mostOfEach)
      reading.setMost(each.reading)
      writing.setMost(each.writing)
      if (now.isTight !== (before?.isTight ?? false)) onShare(now)
    },
  }
}
