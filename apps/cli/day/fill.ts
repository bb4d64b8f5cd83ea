import { sql } from 'kysely'
import type { Database, Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { analyzeTables } from '#database/statistics.ts'
import { findFirstOrganiser } from '#features/accounts/server/setup-queries.ts'
import { findKnown, listPublished, listSections } from '#features/forms/server/queries.ts'
import type { StationDraft } from '#features/places/row-domain.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { findStaffActor } from '#features/session/server/queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { projectAll } from '#kit/server/projections/projector.ts'
import { projections } from '../../server/projections.ts'
import { questionsIn } from './answering.ts'
import { hoursIn } from './clock.ts'
import { type Act, playDuties } from './course.ts'
import { type Opening, openMessage } from './messages.ts'
import { officeEvents } from './office-day.ts'
import { type Known, storePlan } from './plan.ts'
import { type Ground, store } from './play.ts'
import { guests, makeRoster } from './roster.ts'
import type { Prepared, Setting } from './setting.ts'
import { listObserverIds, signIn } from './sign-ins.ts'
import { replay } from './timeline.ts'

/** Fills a newly loaded election with its day until now. */
export async function fillDay(database: Database, setting: Setting): Promise<void> {
  const prepared = await database.write((tx) => prepare(tx, setting))
  // Only what is owed can be excused.
  await projectAll(database, projections)
  const ground = await database.read((db) => groundOf(db, setting, prepared))
  const acts = prepared.course.acts.map((act) => ({ at: act.at, one: act }))
  const looks = lookedAt.map((hours) => ({
    at: hoursIn(setting.day, hours),
    run: async (tx: Tx) => {
      await analyzeTables(tx, reported)
      return []
    },
  }))
  await replay<Act | Opening>(database, [...looks, ...officeEvents(setting, prepared), ...acts], {
    until: setting.day.now,
    together: async (tx, some) => {
      await store(
        tx,
        ground,
        some.filter((one) => 'observer' in one),
      )
      for (const one of some) if ('notificationId' in one) await openMessage(tx, one)
    },
  })
}

/** Moments with much more data than before, in hours after the stations open. */
const lookedAt = [-0.4, 0.2, 0.6, 1.5, 4]

/** The data that there is more of then. */
const reported = [
  'expectations',
  'station_cover',
  'visits',
  'answers',
  'published_options',
  'deliveries',
]

/** Stores the plan, milestones and observers with the app. */
async function prepare(tx: Tx, { election, day, stations }: Setting): Promise<Prepared> {
  const { id: electionId } = election
  const staffId = await findFirstOrganiser(tx)
  const staff = staffId && (await findStaffActor(tx, electionId, staffId))
  if (!staff) throw new Error('The demonstration has no organiser')
  const observers = await listObserverIds(tx, electionId)
  const known: Known = {
    observers,
    stations: await placeStations(tx, electionId, stations),
    forms: await listForms(tx, staff.scope),
  }
  const duties = makeRoster(observers.length, stations, day)
  const nearby = neighboursIn(stations)
  const course = playDuties(duties, { day, nearby, observers: observers.length })
  const planned = { db: tx, who: staff, now: hoursIn(day, -72) }
  const due = await storePlan(planned, duties, day, known)
  const signedIn = await signIn(tx, electionId, day, new Set(course.absent))
  return { staff, due, known, duties, course, signedIn }
}

/** How many stations around a station are near it: they are numbered by place. */
const reach = 6

function neighboursIn(stations: readonly StationDraft[]) {
  const places = stations.map((_, index) => index)
  const counties = groupBy(places, (index) => stations[index]?.areaCode)
  return (station: number): readonly number[] => {
    const county = counties.get(stations[station]?.areaCode) ?? []
    const at = station - (county[0] ?? 0)
    return county.slice(Math.max(0, at - reach), at + reach + 1)
  }
}

/** The stations as they are stored, in the order of their drafts. */
async function placeStations(
  tx: Tx,
  electionId: Id<'elections'>,
  drafts: readonly StationDraft[],
): Promise<PlacedStation[]> {
  const { rows } = await sql<
    PlacedStation & Columns<'pollingStations', 'number'> & { code: string }
  >`
    select s.id, s.county_id as "countyId", s.number, a.code
      from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
     where s.election_id = ${electionId}`.execute(tx)
  const byName = new Map(rows.map(({ code, number, ...placed }) => [`${code} ${number}`, placed]))
  return drafts.flatMap(({ areaCode, number }) => byName.get(`${areaCode} ${number}`) ?? [])
}

async function listForms(tx: Tx, scope: Scope): Promise<Known['forms']> {
  const forms: [string, { id: Id<'forms'>; sections: Awaited<ReturnType<typeof listSections>> }][] =
    []
  for (const { id, code } of await listPublished(tx, scope))
    forms.push([code, { id, sections: await listSections(tx, scope.electionId, id) }])
  return new Map(forms)
}

/** One in this many observers who share a station contradicts the other on one question. */
const differingOf = 4

/** The data that storing reports needs. */
async function groundOf(db: Db, setting: Setting, prepared: Prepared): Promise<Ground> {
  const { election, pictures, stations } = setting
  const { known, duties, signedIn } = prepared
  const questions = [...known.forms.values()].flatMap(({ sections }) => questionsIn(sections))
  const options = questions.flatMap((question) => question.optionsToQuestions)
  const joining = duties.filter(({ isSecond }) => isSecond)
  return {
    ...{ electionId: election.id, pictures },
    observers: signedIn.map((one) => one?.who),
    stations: known.stations.map((placed, index) => ({
      ...placed,
      voters: stations[index]?.voters ?? 1000,
    })),
    forms: new Map([...known.forms].map(([code, { sections }]) => [code, sections])),
    known: await findKnown(
      db,
      election.id,
      questions.map(({ id }) => id),
      options.map(({ id }) => id),
    ),
    differing: new Set(
      joining.filter((_, index) => index % differingOf === 0).map(({ observer }) => observer),
    ),
    isGuest: (observer) => observer >= signedIn.length - guests,
  }
}
