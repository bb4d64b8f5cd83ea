import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Head } from '#kit/server/history.ts'
import type { BrokenLink } from '../contract.ts'
import type { StoredLine } from '../domain.ts'
import { origin, sealOf } from './links.ts'
import { storedLine } from './seal-queries.ts'

/** How far the chain has been gone through: the last link, all before which fit. */
export type Reached = {
  readonly historyId: number
  readonly position: number
  readonly hash: Buffer
}

export const beginning: Reached = { historyId: 0, position: 0, hash: origin }

/** What came of going through some links. */
export type Proof = {
  readonly reached: Reached
  /** The links that fit, in their order. */
  readonly links: readonly Reached[]
  readonly broken: BrokenLink | null
  /** There are no seals after these. */
  readonly isEnd: boolean
}

/** A seal and the line it seals; either may be missing. */
type Link = {
  readonly key: number
  readonly position: number | null
  readonly hash: Buffer | null
  readonly line: StoredLine | null
}

/**
 * Makes some links again from the lines, after those that have been gone through, and compares
 * them with the seals. It stops at the first that does not fit.
 */
export async function proveSome(db: Db, from: Reached, most: number): Promise<Proof> {
  const found = await listLinks(db, from.historyId, most)
  const links: Reached[] = []
  let reached = from
  for (const link of found) {
    const next = nextOf(reached, link)
    if (!next) {
      const broken = { position: reached.position + 1, ...faultOf(reached, link, found) }
      return { reached, links, broken, isEnd: false }
    }
    links.push(next)
    reached = next
  }
  const isEnd = found.length < most
  const erased = isEnd ? await findErasedUnsaid(db) : undefined
  const broken = erased
    ? { position: reached.position, historyId: erased, fault: 'erased' as const }
    : null
  return { reached, links, broken, isEnd: isEnd && !broken }
}

/** The first line of an election in which more or less was erased than the acts of erasure say. */
async function findErasedUnsaid(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with erased as (
      select election_id, count(*) as lines, min(id) as id from history
       where salt is null group by election_id
    ), said as (
      select subject_id as election_id, sum((after ->> 'lines')::bigint) as lines from history
       where subject = 'elections' and act = 'elections.people-erased' group by subject_id
    )
    select e.id from erased e left join said s on s.election_id = e.election_id
     where e.lines is distinct from s.lines
     order by e.id limit 1`.execute(db)
  return rows[0]?.id
}

/** Undefined where it does not fit. */
function nextOf({ position, hash }: Reached, link: Link): Reached | undefined {
  if (!link.line || !link.hash || link.position !== position + 1) return undefined
  const made = sealOf(hash, link.line)
  return made.equals(link.hash)
    ? { historyId: link.key, position: link.position, hash: made }
    : undefined
}

function faultOf(
  { position, hash }: Reached,
  { key, line, hash: sealed, position: said }: Link,
  nearby: readonly Link[],
): Omit<BrokenLink, 'position'> {
  if (!sealed || said === null) return { historyId: key, fault: 'inserted' }
  // Without its line; or without line and seal, which the number of the next one tells.
  if (!line || said > position + 1) return { historyId: line ? null : key, fault: 'removed' }
  const isMoved = nearby.some(
    (other) => other.line && other.key !== key && isAt(hash, withId(key, other.line), sealed),
  )
  return { historyId: key, fault: isMoved ? 'reordered' : 'altered' }
}

const isAt = (previous: Buffer, line: StoredLine, sealed: Buffer) =>
  sealOf(previous, line).equals(sealed)

const withId = (id: number, [, ...others]: StoredLine): StoredLine => [id, ...others]

/** Seals and lines after the id, side by side, up to so many seals. */
async function listLinks(db: Db, after: number, most: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    with s as materialized (
      select history_id, position, hash from history_seals
       where history_id > ${after} order by history_id limit ${most}
    ), l as materialized (
      select h.id, ${storedLine} as line from history h
       where h.id > ${after} and h.id <= (select max(history_id) from s)
    )
    select coalesce(l.id, s.history_id) as key, s.position, s.hash, l.line
      from s full join l on l.id = s.history_id
     order by 1`.execute(db)
  return rows
}

/** Lines that waited for their seal when the chain ended there: more may be sealed since. */
export async function countUnsealed(
  db: Db,
  head: Pick<Head, 'historyId'> | undefined,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from history where id > ${head?.historyId ?? 0} limit ${most}
    ) waiting`.execute(db)
  return rows[0]?.total ?? 0
}
