import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor, Scope } from '#kit/contract/who.ts'
import { recordingOf } from '#kit/server/history/history.ts'
import { announcing } from '#kit/server/live/announce.ts'
import { mark, marking } from '#kit/server/projections/mark.ts'
import { type StationInfoDraft, stationInfoReceived } from '../contract.ts'
import { type FactName, type Facts, factsIn, isSame, nothingSaid } from '../domain.ts'
import {
  insertingInfosOf,
  type KnownInfo,
  listInfos,
  rowOf,
  updatingInfosOf,
} from './info-queries.ts'
import { type HeldVisit, holdVisits, type LockedVisit } from './queries.ts'
import { visits as subject } from './subjects.ts'
import { repeatingOf } from './submission-queries.ts'

/** An incoming report. */
export type IncomingReport = {
  readonly db: Tx
  readonly who: ObserverActor
  /** When it was sent. */
  readonly now: Date
  /** The unplaced item, if the report is being placed. */
  readonly unplacedId?: number
}

/** An observer's station info for one station. */
export type InfoReport = Pick<IncomingReport, 'who' | 'now'> & {
  readonly draft: Partial<StationInfoDraft>
}

/** Station info of a visit before and after a report. */
type InfoChange = InfoReport & {
  readonly visit: LockedVisit & Partial<HeldVisit>
  readonly before: KnownInfo
  readonly reported: Partial<Facts>
  readonly after: Facts
}

const nothingKnown: KnownInfo = { facts: nothingSaid, factsAt: null }

/** The statement that stores station info of several observers, each for one station, and creates missing visits. */
export async function storingInfosOf(
  tx: Tx,
  electionId: Id<'elections'>,
  reports: readonly (InfoReport & { readonly station: PlacedStation })[],
): Promise<RawBuilder<unknown>[]> {
  if (reports.length === 0) return []
  const held = await holdVisits(
    tx,
    electionId,
    reports.map(({ station, ...one }) => ({ ...one, stations: [station] })),
  )
  const visits = new Map(held.map((one) => [`${one.observerId}/${one.pollingStationId}`, one]))
  const placed = reports.flatMap(({ station, ...one }) => {
    const visit = visits.get(`${one.who.id}/${station.id}`)
    return visit ? [{ ...one, visit }] : []
  })
  return writingOf(electionId, await changesOf(tx, electionId, placed))
}

/** Stores station info of several visits, each once, without an event: no screen shows them yet. */
export async function storeInfos(
  tx: Tx,
  { electionId }: Scope,
  many: readonly (InfoReport & { readonly visit: LockedVisit })[],
): Promise<void> {
  const changes = await changesOf(
    tx,
    electionId,
    many.map(({ visit, ...one }) => ({ ...one, visit: made(visit) })),
  )
  await updatingInfosOf(electionId, changes.map(newInfoOf)).execute(tx)
  await mark(
    tx,
    electionId,
    subject,
    changes.map(({ visit }) => visit.id),
  )
  await recordingInfosOf(electionId, changes).execute(tx)
}

async function changesOf(
  tx: Tx,
  electionId: Id<'elections'>,
  reports: readonly (InfoReport & Pick<InfoChange, 'visit'>)[],
): Promise<InfoChange[]> {
  const there = reports.flatMap(({ visit }) => (visit.isNew ? [] : [visit.id]))
  const known = there.length > 0 ? await listInfos(tx, electionId, there) : undefined
  return reports.map((report) => {
    const before = known?.get(report.visit.id) ?? nothingKnown
    const reported = factsIn(report.draft, report.who.timezone)
    return { ...report, before, reported, after: { ...before.facts, ...reported } }
  })
}

/** A retry updates only the time, and adds no line to history. */
const isRetry = ({ before, after }: InfoChange) =>
  before.factsAt !== null && isSame(before.facts, after)

const newInfoOf = ({ visit, now, after: facts }: InfoChange) => ({ visit, now, facts })

/** The repeated facts, which history does not record. */
function repeatsIn({ who, now, visit, before, reported }: InfoChange) {
  const names = Object.keys(reported) as FactName[]
  const same = names.filter((name) => isSame(reported[name], before.facts[name]))
  const facts = Object.fromEntries(same.map((name) => [name, reported[name]]))
  const { pollingStationId } = visit
  return same.length > 0 ? [{ observerId: who.id, pollingStationId, now, facts }] : []
}

function writingOf(electionId: Id<'elections'>, all: readonly InfoChange[]) {
  const changes = all.filter((one) => !isRetry(one))
  const repeats = all.flatMap(repeatsIn)
  const made = changes.flatMap((one) =>
    isNew(one.visit) ? [{ ...newInfoOf(one), visit: one.visit }] : [],
  )
  const known = changes.filter(({ visit }) => !isNew(visit))
  const parts = [
    made.length > 0 && sql`made as (${insertingInfosOf(electionId, made)})`,
    known.length > 0 && sql`updated as (${updatingInfosOf(electionId, known.map(newInfoOf))})`,
    repeats.length > 0 && sql`repeated as (${repeatingOf(electionId, repeats)})`,
    changes.length > 0 &&
      sql`marked as (${marking(
        electionId,
        subject,
        changes.map(({ visit }) => visit.id),
      )})`,
    changes.length > 0 && sql`recorded as (${recordingInfosOf(electionId, changes)})`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return []
  return [sql`with ${sql.join(parts)} ${announcing(stationInfoReceived, changes.map(announced))}`]
}

/** A visit that was created since it was held. */
const made = (visit: LockedVisit) => ({ ...visit, isNew: false })

const isNew = (visit: InfoChange['visit']): visit is HeldVisit => visit.isNew === true

function recordingInfosOf(electionId: Id<'elections'>, changes: readonly InfoChange[]) {
  // A report by telephone is stored alone.
  const clerk = changes[0]?.who.clerk
  const byTelephone = clerk
    ? ({ role: clerk.role, act: 'visits.telephoned' } as const)
    : ({ role: 'observer', act: 'visits.reported' } as const)
  return recordingOf(
    { electionId, ...byTelephone, subject: 'visits' },
    changes.map((change) => {
      const { who, now, visit } = change
      const [was, is] = linesOf(change)
      return { at: now, actor: who.clerk ?? who, subjectId: visit.id, before: was, after: is }
    }),
  )
}

/**
 * The station is on both sides, as is an observer who told it by telephone: it is no difference, but replaying the row
 * from history needs it.
 */
const linesOf = ({ who, visit: { pollingStationId }, before, after }: InfoChange) =>
  [before.facts, after].map((facts) => ({
    ...rowOf(facts),
    pollingStationId,
    ...(who.clerk && { observerId: who.id }),
  }))

const announced = ({ who, visit: { pollingStationId, countyId } }: InfoChange) => ({
  audience: { electionId: who.scope.electionId, ngoId: who.ngoId, countyId },
  payload: { observerId: who.id, pollingStationId, countyId },
})
