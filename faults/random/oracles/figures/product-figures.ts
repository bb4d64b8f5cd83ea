import type { Db } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Figures, Tally } from './figures.ts'

type ElectionId = Id<'elections'>
type Reading = (db: Db, electionId: ElectionId, tally: Tally) => Promise<void>

/** The figures that the product shows, named as `figuresOf` names them. */
export async function readFigures(db: Db, electionId: ElectionId): Promise<Figures> {
  const tally = new Tally()
  for (const read of [visits, lists, stations, places, trend, observers, cover, elsewhere])
    await read(db, electionId, tally)
  return tally.figures
}

const visits: Reading = async (db, electionId, tally) => {
  const rows = await db
    .selectFrom('visits')
    .select(['id', 'answered', 'flagged', 'notes', 'countyId'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { id, answered, flagged, notes, countyId } of rows) {
    tally.add(`answered on visit ${id}`, answered)
    tally.add(`flagged on visit ${id}`, flagged)
    tally.add(`notes on visit ${id}`, notes)
    tally.add(`county of visit ${id}`, countyId)
  }
}

const lists: Reading = async (db, electionId, tally) => {
  const rows = await db
    .selectFrom('visitCounts')
    .select(['countyId', 'ngoId', 'reported', 'flagged', 'observers'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { countyId, ngoId, reported, flagged, observers: reporting } of rows) {
    const there = `in county ${countyId}, organisation ${ngoId}`
    tally.add(`listed ${there}`, reported)
    tally.add(`listed as flagged ${there}`, flagged)
    tally.add(`observers reporting ${there}`, reporting)
  }
  const counties = await db
    .selectFrom('countyCounts')
    .select(['countyId', 'ngoId', 'formId', 'flagged'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { countyId, ngoId, formId, flagged } of counties)
    tally.add(`flagged in county ${countyId}, organisation ${ngoId}, form ${formId}`, flagged)
}

const stations: Reading = async (db, electionId, tally) => {
  const rows = await db
    .selectFrom('stationCounts')
    .select(['pollingStationId', 'ngoId', 'formId', 'answered', 'flagged'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { pollingStationId, ngoId, formId, answered, flagged } of rows) {
    const there = `at station ${pollingStationId}, organisation ${ngoId}, form ${formId}`
    tally.add(`answered ${there}`, answered)
    tally.add(`flagged ${there}`, flagged)
  }
}

const places: Reading = async (db, electionId, tally) => {
  const rows = await db
    .selectFrom('stationFlags')
    .select(['pollingStationId', 'formId', 'flagged'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { pollingStationId, formId, flagged } of rows)
    tally.add(`flagged at place ${pollingStationId}, form ${formId}`, flagged)
  const forms = await db
    .selectFrom('flaggedStations')
    .select(['formId', 'stations'])
    .where('electionId', '=', electionId)
    .execute()
  for (const one of forms) tally.add(`flagged places, form ${one.formId}`, one.stations)
}

const trend: Reading = async (db, electionId, tally) => {
  const rows = await db
    .selectFrom('reportCounts')
    .select(['quarter', 'ngoId', 'reports', 'flagged'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { quarter, ngoId, reports, flagged } of rows) {
    tally.add(`reports in quarter ${quarter}, organisation ${ngoId}`, reports)
    tally.add(`flagged in quarter ${quarter}, organisation ${ngoId}`, flagged)
  }
}

const observers: Reading = async (db, electionId, tally) => {
  const rows = await db
    .selectFrom('observerCounts')
    .select(['observerId', 'visits', 'notes', 'lastSeen'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { observerId, visits: made, notes, lastSeen } of rows) {
    tally.add(`visits of observer ${observerId}`, made)
    tally.add(`notes of observer ${observerId}`, notes)
    tally.add(`observer ${observerId} last seen`, lastSeen?.getTime() ?? 0)
  }
}

const cover: Reading = async (db, electionId, tally) => {
  const rows = await db
    .selectFrom('coverCounts')
    .select(['areaId', 'ngoId', 'covered', 'visited', 'met'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { areaId, ngoId, covered, visited, met } of rows) {
    tally.add(`covered in area ${areaId}, organisation ${ngoId}`, covered)
    tally.add(`visited in area ${areaId}, organisation ${ngoId}`, visited)
    tally.add(`met in area ${areaId}, organisation ${ngoId}`, met)
  }
}

const elsewhere: Reading = async (db, electionId, tally) => {
  const rows = await db
    .selectFrom('observersElsewhere')
    .select(['observerId', 'pollingStationId'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { observerId, pollingStationId } of rows)
    tally.add(`observer ${observerId} elsewhere, from station`, pollingStationId)
}

/** A shift's progress with a milestone, as the product stores it. */
export type Expectation = Awaited<ReturnType<typeof readExpectations>>[number]

export const readExpectations = (db: Db, electionId: ElectionId) =>
  db
    .selectFrom('expectations')
    .select(['assignmentId', 'milestoneId', 'dueAt', 'progress', 'doneAt', 'excusedAt'])
    .where('electionId', '=', electionId)
    .execute()

/** The product's counts of expectations, named as in `owedFigures`. */
export async function readOwedFigures(db: Db, electionId: ElectionId): Promise<Figures> {
  const tally = new Tally()
  const rows = await db
    .selectFrom('expectationCounts')
    .select(['countyId', 'ngoId', 'milestoneId', 'dueAt'])
    .select(['expected', 'begun', 'done', 'doneLate', 'excused'])
    .where('electionId', '=', electionId)
    .execute()
  for (const { countyId, ngoId, milestoneId, dueAt, ...counts } of rows) {
    const what = `milestone ${milestoneId} at ${dueAt.getTime()} in county ${countyId}, organisation ${ngoId}`
    tally.add(`expected of ${what}`, counts.expected)
    tally.add(`begun of ${what}`, counts.begun)
    tally.add(`done of ${what}`, counts.done)
    tally.add(`done late of ${what}`, counts.doneLate)
    tally.add(`excused of ${what}`, counts.excused)
  }
  return tally.figures
}
