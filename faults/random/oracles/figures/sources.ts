import type { Db } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** The stored rows of one election that figures are counted from. */
export type Sources = Awaited<ReturnType<typeof readSources>>

/** Reads one election without its figures. Each table is read separately, without joins or counts. */
export async function readSources(db: Db, electionId: Id<'elections'>) {
  const of = { electionId }
  return {
    countyLevel: await readCountyLevel(db, electionId),
    ngos: await db.selectFrom('ngos').select(['id', 'isActive']).execute(),
    ...(await readPlaces(db, of)),
    ...(await readReports(db, of)),
    ...(await readForms(db, of)),
    ...(await readPlan(db, of)),
    ...(await readMessages(db, of)),
  }
}

type Of = { readonly electionId: Id<'elections'> }

const readCountyLevel = async (db: Db, electionId: Id<'elections'>) =>
  (
    await db
      .selectFrom('elections')
      .select('countyLevel')
      .where('id', '=', electionId)
      .executeTakeFirstOrThrow()
  ).countyLevel

const readPlaces = async (db: Db, { electionId }: Of) => ({
  areas: await db
    .selectFrom('areas')
    .select(['id', 'parentId', 'level', 'isDiaspora'])
    .where('electionId', '=', electionId)
    .execute(),
  stations: await db
    .selectFrom('pollingStations')
    .select(['id', 'areaId', 'mergedInto', 'closedAt'])
    .where('electionId', '=', electionId)
    .execute(),
  target: (
    await db
      .selectFrom('coverageTargets')
      .select('stationIds')
      .where('electionId', '=', electionId)
      .execute()
  ).flatMap(({ stationIds }) => stationIds),
})

const readReports = async (db: Db, { electionId }: Of) => ({
  observers: await db
    .selectFrom('observers')
    .select(['id', 'ngoId', 'isTest', 'deletedAt'])
    .where('electionId', '=', electionId)
    .execute(),
  visits: await db
    .selectFrom('visits')
    .select(['id', 'observerId', 'pollingStationId', 'arrivedAt', 'leftAt'])
    .select(['factsAt', 'lastModified'])
    .where('electionId', '=', electionId)
    .execute(),
  reviews: await db
    .selectFrom('reviews')
    .select(['visitId', 'state'])
    .where('electionId', '=', electionId)
    .execute(),
  answers: await db
    .selectFrom('answers')
    .select(['visitId', 'questionId', 'formVersion', 'isFlagged', 'receivedAt'])
    .where('electionId', '=', electionId)
    .execute(),
  notes: await db
    .selectFrom('notes')
    .select(['visitId', 'receivedAt'])
    .where('electionId', '=', electionId)
    .execute(),
})

const readForms = async (db: Db, { electionId }: Of) => ({
  forms: await db
    .selectFrom('forms')
    .select(['id', 'isDraft', 'isDiaspora', 'currentVersion', 'deletedAt'])
    .where('electionId', '=', electionId)
    .execute(),
  questions: await db
    .selectFrom('questions')
    .select(['id', 'formId'])
    .where('electionId', '=', electionId)
    .execute(),
  published: await db
    .selectFrom('publishedOptions')
    .select(['formId', 'formVersion', 'questionId'])
    .where('electionId', '=', electionId)
    .execute(),
})

const readPlan = async (db: Db, { electionId }: Of) => ({
  assignments: await db
    .selectFrom('assignments')
    .select(['id', 'observerId', 'pollingStationId', 'fromAt', 'untilAt', 'isMobile'])
    .select('beganAt')
    .where('electionId', '=', electionId)
    .where('deletedAt', 'is', null)
    .execute(),
  milestones: await db
    .selectFrom('milestones')
    .select(['id', 'kind', 'formId', 'questionId', 'notificationId', 'dueAt', 'dueAfterMin'])
    .select(['forStation', 'forAreas', 'forNgos', 'forDiaspora', 'forMobile'])
    .where('electionId', '=', electionId)
    .where('deletedAt', 'is', null)
    .execute(),
  excuses: await db
    .selectFrom('excuses')
    .select(['assignmentId', 'milestoneId'])
    .where('electionId', '=', electionId)
    .execute(),
})

const readMessages = async (db: Db, { electionId }: Of) => ({
  messages: await db
    .selectFrom('notifications')
    .select(['id', 'againOf', 'takenBackAt'])
    .where('electionId', '=', electionId)
    .execute(),
  deliveries: await db
    .selectFrom('deliveries')
    .select(['notificationId', 'observerId', 'state'])
    .where('electionId', '=', electionId)
    .execute(),
})
