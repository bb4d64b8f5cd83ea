// @module-tag slow
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#database/open.ts'
import { ngos } from '#features/accounts/server/subjects.ts'
import { markPlanned } from '#features/assignments/server/projections.ts'
import { forms } from '#features/forms/server/subjects.ts'
import { readers } from '#features/notifications/server/subjects.ts'
import { observers } from '#features/observers/server/subjects.ts'
import { stations } from '#features/places/server/subjects.ts'
import { visits } from '#features/visits/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark, markAll } from '#kit/server/projections/mark.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { owedLine, World } from './testing-model.ts'

const set = stage()

const midnight = Date.parse('2026-11-22T00:00:00Z')
const momentAt = (minutes: number) => new Date(midnight + minutes * 60_000)

/** Few hours, so that shifts and deadlines often meet. */
const time = fc.integer({ min: 4, max: 8 }).map((hours) => hours * 60)
/** Reports come between them as well. */
const minute = fc.integer({ min: 7, max: 18 }).map((halves) => halves * 30)
const nth = fc.nat({ max: 5 })
const few = fc.nat({ max: 2 })

const long = fc.constantFrom(60, 120)
const step = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      ...{ who: nth, where: few, from: time, long, isTeam: fc.boolean() },
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('take out' as const), which: nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change hours' as const),
      ...{ which: nth, from: time, long },
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('expect' as const),
      kind: fc.constantFrom('arrival', 'station-info', 'form', 'question', 'message'),
      ...{ due: time, after: fc.constantFrom(undefined, undefined, 30, 90), isOnce: fc.boolean() },
      audience: fc.option(
        fc.record({
          areas: fc.array(nth, { maxLength: 2 }),
          ngos: fc.array(nth, { maxLength: 1 }),
          isAbroad: fc.constantFrom(null, null, true, false),
          isMobile: fc.constantFrom(null, null, true, false),
        }),
      ),
    }),
  },
  {
    weight: 25,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      ...{ who: nth, where: few, at: minute, what: fc.nat({ max: 5 }) },
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open or close' as const), where: few }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge or part' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('test or not' as const), who: nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch organisation' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('publish or hide' as const),
      ...{ isPublished: fc.boolean(), isAbroad: fc.boolean() },
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open message' as const), who: nth }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('excuse' as const), which: nth, milestone: few }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The state of a run: ids in the database, and the model. */
type Ground = {
  readonly world: World
  readonly electionId: Id<'elections'>
  readonly observerIds: readonly number[]
  readonly stationIds: readonly number[]
  readonly formId: number
  readonly questionIds: readonly number[]
  readonly messageId: number
  readonly openedBy: Set<number>
}

type Act<Name extends Step['do']> = Extract<Step, { do: Name }>
type Acts = {
  readonly [Name in Step['do']]: (tx: Tx, ground: Ground, act: Act<Name>) => Promise<void>
}

const pick = <Value>(from: readonly Value[], at: number) => from[at % Math.max(1, from.length)]

async function plan(
  tx: Tx,
  { world, electionId, observerIds, stationIds }: Ground,
  {
    who,
    where,
    from,
    long: minutes,
    isMobile,
  }: Omit<Act<'plan'>, 'do' | 'isTeam'> & { readonly isMobile: boolean },
): Promise<void> {
  const [observer, station] = [pick(observerIds, who)!, pick(stationIds, where)!]
  const isTaken = world.shifts.some(
    (one) => one.observer === observer && one.station === station && one.from === from,
  )
  if (isTaken) return
  const until = from + minutes
  const { rows } = await sql<{ id: number }>`
    insert into assignments (election_id, observer_id, polling_station_id, from_at, until_at, is_mobile)
    values (${electionId}, ${observer}, ${station}, ${momentAt(from)}, ${momentAt(until)}, ${isMobile})
    returning id`.execute(tx)
  world.shifts.push({ id: rows[0]!.id, observer, station, from, until, isMobile })
  await markPlanned(tx, electionId, [{ observerId: observer, pollingStationId: station }])
}

type Audience = NonNullable<World['milestones'][number]['audience']>

/** Maps list positions to areas and organisations that exist. */
function limitsIn(
  { stations: places, observers: people }: World,
  audience: Audience | null,
): Audience {
  const areas = [...places.values()].flatMap((one) => one.areas)
  const ngos = [...people.values()].map((one) => one.ngo)
  return {
    areas: audience?.areas.map((at) => pick(areas, at)!) ?? [],
    ngos: audience?.ngos.map((at) => pick(ngos, at)!) ?? [],
    isAbroad: audience?.isAbroad ?? null,
    isMobile: audience?.isMobile ?? null,
  }
}

const acts: Acts = {
  plan: async (tx, ground, { who, where, isTeam, ...hours }) => {
    await plan(tx, ground, { who, where, isMobile: isTeam, ...hours })
    if (isTeam) await plan(tx, ground, { who, where: where + 1, isMobile: true, ...hours })
  },
  'take out': async (tx, { world, electionId }, { which }) => {
    const shift = pick(world.shifts, which)
    if (!shift) return
    await sql`
      update assignments set deleted_at = now() where election_id = ${electionId} and id = ${shift.id}`.execute(
      tx,
    )
    world.shifts = world.shifts.filter((one) => one !== shift)
    await markPlanned(tx, electionId, [
      { observerId: shift.observer, pollingStationId: shift.station },
    ])
  },
  'change hours': async (tx, { world, electionId }, { which, from, long: minutes }) => {
    const shift = pick(world.shifts, which)
    const isTaken = world.shifts.some(
      (one) =>
        one !== shift &&
        one.observer === shift?.observer &&
        one.station === shift.station &&
        one.from === from,
    )
    if (!shift || isTaken) return
    Object.assign(shift, { from, until: from + minutes })
    await sql`
      update assignments set from_at = ${momentAt(from)}, until_at = ${momentAt(from + minutes)}
       where election_id = ${electionId} and id = ${shift.id}`.execute(tx)
    await markPlanned(tx, electionId, [
      { observerId: shift.observer, pollingStationId: shift.station },
    ])
  },
  expect: async (
    tx,
    { world, electionId, observerIds, formId, questionIds, messageId, openedBy },
    { kind, due, after, isOnce, audience },
  ) => {
    const question = questionIds[0]!
    const limits = limitsIn(world, audience)
    const { areas, ngos, isAbroad, isMobile } = limits
    const { rows } = await sql<{ id: number }>`
      insert into milestones (election_id, name, kind, form_id, question_id, notification_id, due_at, due_after_min, for_station,
                              for_areas, for_ngos, for_diaspora, for_mobile)
      values (${electionId}, 'M', ${kind}, ${kind === 'form' ? formId : null}, ${kind === 'question' ? question : null},
              ${kind === 'message' ? messageId : null}, ${after === undefined ? momentAt(due) : null}, ${after ?? null}, ${isOnce},
              ${areas}, ${ngos}, ${isAbroad}, ${isMobile})
      returning id`.execute(tx)
    const what = {
      arrival: { kind: 'arrival' as const },
      'station-info': { kind: 'station-info' as const },
      form: { kind: 'form' as const, form: formId },
      question: { kind: 'question' as const, question },
      message: { kind: 'message' as const, sentTo: new Set(observerIds.slice(0, 3)), openedBy },
    }[kind as 'arrival']
    world.milestones.push({
      id: rows[0]!.id,
      what,
      due: after === undefined ? { at: due } : { after },
      isOnce,
      audience: limits,
    })
    await markAll(tx, electionId, stations)
  },
  report: async (
    tx,
    { world, electionId, observerIds, stationIds, formId, questionIds },
    { who, where, at, what },
  ) => {
    const [observer, station] = [pick(observerIds, who)!, pick(stationIds, where)!]
    const question = questionIds[what]
    const isReported = world.spoken.some(
      (one) => one.observer === observer && one.station === station && one.question === question,
    )
    if (isReported) return
    world.spoken.push({ observer, station, at, question })
    const { rows } = await sql<{ id: number }>`
      insert into visits (election_id, observer_id, polling_station_id, ngo_id, county_id, last_modified)
      select ${electionId}, o.id, s.id, o.ngo_id, s.county_id, ${momentAt(at)} from observers o, polling_stations s
       where o.election_id = ${electionId} and o.id = ${observer} and s.election_id = ${electionId} and s.id = ${station}
      on conflict (election_id, observer_id, polling_station_id) do update set last_modified = excluded.last_modified
      returning id`.execute(tx)
    const visitId = rows[0]!.id
    if (question === undefined)
      await sql`
        update visits set facts_at = ${momentAt(at)} where election_id = ${electionId} and id = ${visitId}`.execute(
        tx,
      )
    else
      await sql`
        insert into answers (election_id, visit_id, question_id, option_id, form_id, form_version, is_flagged, received_at)
        select ${electionId}, ${visitId}, question_id, min(option_id), ${formId}, 1, false, ${momentAt(at)}
          from published_options where election_id = ${electionId} and question_id = ${question} and form_version = 1
         group by question_id`.execute(tx)
    await mark(tx, electionId, visits, [visitId])
  },
  'open or close': async (tx, { world, electionId, stationIds }, { where }) => {
    const id = pick(stationIds, where)!
    const station = world.stations.get(id)!
    station.isOpen = !station.isOpen
    await sql`
      update polling_stations set closed_at = ${station.isOpen ? null : momentAt(0)}
       where election_id = ${electionId} and id = ${id}`.execute(tx)
    await mark(tx, electionId, stations, [id])
  },
  'merge or part': async (tx, { world, electionId, stationIds }) => {
    const [into, id] = stationIds as readonly [number, number]
    const station = world.stations.get(id)!
    station.place = station.place === id ? into : id
    await sql`
      update polling_stations set merged_into = ${station.place === id ? null : into}
       where election_id = ${electionId} and id = ${id}`.execute(tx)
    await mark(tx, electionId, stations, [id, into])
  },
  'test or not': async (tx, { world, electionId, observerIds }, { who }) => {
    const id = pick(observerIds, who)!
    const observer = world.observers.get(id)!
    observer.isReal = !observer.isReal
    await sql`
      update observers set is_test = ${!observer.isReal} where election_id = ${electionId} and id = ${id}`.execute(
      tx,
    )
    await mark(tx, electionId, observers, [id])
  },
  'switch organisation': async (tx, { world, electionId, observerIds }) => {
    const { ngo } = world.observers.get(observerIds[0]!)!
    if (!world.activeNgos.delete(ngo)) world.activeNgos.add(ngo)
    await sql`update ngos set is_active = ${world.activeNgos.has(ngo)} where id = ${ngo}`.execute(
      tx,
    )
    await mark(tx, electionId, ngos, [ngo])
  },
  'publish or hide': async (tx, { world, electionId, formId }, { isPublished, isAbroad }) => {
    Object.assign(world.forms.get(formId)!, { isPublished, isAbroad })
    await sql`
      update forms set is_draft = ${!isPublished}, is_diaspora = ${isAbroad}
       where election_id = ${electionId} and id = ${formId}`.execute(tx)
    await mark(tx, electionId, forms, [formId])
  },
  'open message': async (tx, { electionId, observerIds, messageId, openedBy }, { who }) => {
    const observer = pick(observerIds.slice(0, 3), who)!
    openedBy.add(observer)
    await sql`
      update deliveries set state = 'opened', why = null, at = ${momentAt(0)}
       where election_id = ${electionId} and notification_id = ${messageId} and observer_id = ${observer}`.execute(
      tx,
    )
    await mark(tx, electionId, readers, [observer])
  },
  excuse: async (tx, { world, electionId }, { which, milestone: at }) => {
    const [shift, milestone] = [pick(world.shifts, which), pick(world.milestones, at)]
    if (!shift || !milestone) return
    world.excused.push({ shift: shift.id, milestone: milestone.id })
    await sql`
      insert into excuses (election_id, assignment_id, milestone_id, reason, excused_at, excused_by)
      values (${electionId}, ${shift.id}, ${milestone.id}, 'R', ${momentAt(0)}, 'ana') on conflict do nothing`.execute(
      tx,
    )
    await mark(tx, electionId, stations, [shift.station])
  },
}

/** An election without a plan: four observers of two organisations, three stations, the last of them abroad. */
async function begin({ database, field }: Stage): Promise<Ground> {
  const stationIds = [
    field.stationId('AB1', 1),
    field.stationId('AB1', 2),
    field.stationId('CJ1', 1),
  ]
  const formId = field.formId('A')
  return await database.write(async (tx) => {
    const { rows } = await sql<{ electionId: Id<'elections'>; ngoId: number }>`
      select election_id, ngo_id from observers where name = 'Bogdan Pop'`.execute(tx)
    const { electionId, ngoId } = rows[0]!
    for (const table of [
      'excuses',
      'expectations',
      'expectation_counts',
      'station_cover',
      'cover_counts',
      'assignments',
      'milestones',
      'answers',
      'visits',
      'deliveries',
      'notifications',
    ])
      await sql`delete from ${sql.table(table)} where election_id = ${electionId}`.execute(tx)
    await sql`update ngos set is_active = true`.execute(tx)
    await sql`update polling_stations set closed_at = null, merged_into = null`.execute(tx)
    await sql`update forms set is_draft = false, is_diaspora = false`.execute(tx)
    await sql`update areas set is_diaspora = (code = 'CJ')`.execute(tx)
    await sql`
      insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
      select ${electionId}, n.id, 'Model ' || k, '0799 00' || k, '079900' || k, 'none'
        from generate_series(1, 4) k join lateral (select id from ngos order by (id = ${ngoId}) = (k < 4) desc, id limit 1) n on true
       where not exists (select from observers where name = 'Model 1')`.execute(tx)
    await sql`update observers set is_test = false where name like 'Model%'`.execute(tx)
    const { rows: found } = await sql<{ id: number; ngoId: number }>`
      select id, ngo_id from observers where name like 'Model%' order by id`.execute(tx)
    const { rows: questions } = await sql<{ questionId: number }>`
      select distinct question_id from published_options where election_id = ${electionId} and form_id = ${formId} order by 1`.execute(
      tx,
    )
    const { rows: message } = await sql<{ id: number }>`
      insert into notifications (election_id, sender_id, sender_account, ngo_id, channel, title, body, inserted_at, recipients)
      values (${electionId}, 1, 'ana', ${ngoId}, 'Firebase', 'T', 'B', ${momentAt(0)}, 3) returning id`.execute(
      tx,
    )
    const observerIds = found.map(({ id }) => id)
    const messageId = message[0]!.id
    await sql`
      insert into deliveries (election_id, notification_id, observer_id, state, at)
      select ${electionId}, ${messageId}, o, 'sent', ${momentAt(0)} from unnest(${observerIds.slice(0, 3)}::integer[]) o`.execute(
      tx,
    )
    const { rows: lying } = await sql<{ id: number; areas: number[] }>`
      select id, array[area_id, county_id] as areas from polling_stations
       where election_id = ${electionId} and id = any(${stationIds}::integer[])`.execute(tx)
    const world = new World()
    for (const { id, areas } of lying)
      world.stations.set(id, { place: id, isOpen: true, isAbroad: id === stationIds[2], areas })
    for (const { id, ngoId: ngo } of found) world.observers.set(id, { ngo, isReal: true })
    for (const { ngoId: ngo } of found) world.activeNgos.add(ngo)
    const questionIds = questions.map(({ questionId }) => questionId)
    world.forms.set(formId, {
      questions: questionIds,
      isPublished: true,
      isAbroad: false,
    })
    await markAll(tx, electionId, stations)
    return {
      world,
      electionId,
      observerIds,
      stationIds,
      formId,
      questionIds,
      messageId,
      openedBy: new Set(),
    }
  })
}

/** The expectations of the product, in the format of the model. */
async function owedIn({ database }: Stage, { world, electionId }: Ground): Promise<string[]> {
  const { rows } = await sql<{
    assignmentId: number
    milestoneId: number
    dueAt: Date
    progress: number
    excusedAt: Date | null
  }>`
    select assignment_id, milestone_id, due_at, progress, excused_at from expectations
     where election_id = ${electionId}`.execute(database.primary)
  return rows
    .map(({ assignmentId, milestoneId: milestone, dueAt, progress, excusedAt }) => {
      const shift = world.shifts.find(({ id }) => id === assignmentId)
      const name = shift ? world.nameOf(shift) : `no shift ${assignmentId}`
      return owedLine({
        name,
        milestone,
        due: (dueAt.getTime() - midnight) / 60_000,
        progress,
        isExcused: excusedAt !== null,
      })
    })
    .toSorted()
}

test('agrees with the plain model after any changes of plan, milestones and reports', async () => {
  const cast = await set()
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
      async (steps) => {
        const ground = await begin(cast)
        for (const [at, act] of steps.entries()) {
          await cast.database.write((tx) => acts[act.do](tx, ground, act as never))
          if (at % 3 > 0) continue
          await cast.figures()
          expect(await owedIn(cast, ground)).toEqual(ground.world.owed())
        }
      },
    ),
    { numRuns: 8 },
  )
}, 120_000)
