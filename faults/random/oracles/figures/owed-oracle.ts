import { owedLine, World } from '#features/milestones/server/testing-model.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Finding } from '../../trace.ts'
import { type Figures, Tally } from './figures.ts'
import { countiesOf, placesOf, type Report, reportsOf } from './glossary.ts'
import type { Expectation } from './product-figures.ts'
import type { Sources } from './sources.ts'

/** Takes the place of a question's id: a note, or the observer has left. */
const somethingElse = -1
const [minuteMs, dayMs] = [60_000, 86_400_000]

/** Converts an election to the plain model of `owed.md`, which has times in milliseconds. */
export function modelOf(sources: Sources): World {
  const world = new World()
  const [places, counties] = [placesOf(sources), countiesOf(sources)]
  const abroad = new Set<number>(
    sources.areas.flatMap(({ id, isDiaspora }) => (isDiaspora ? [id] : [])),
  )
  for (const { id, closedAt, areaId } of sources.stations)
    world.stations.set(id, {
      place: places.get(id) ?? id,
      isOpen: closedAt === null,
      isAbroad: abroad.has(counties.get(id) ?? 0),
      areas: areasAround(areaId, sources),
    })
  for (const { id, ngoId, isTest, deletedAt } of sources.observers)
    world.observers.set(id, { ngo: ngoId, isReal: !isTest && deletedAt === null })
  for (const { id, isActive } of sources.ngos) if (isActive) world.activeNgos.add(id)
  addForms(world, sources)
  addPlan(world, sources)
  const counted = reportsOf(sources).filter(({ isSetAside }) => !isSetAside)
  world.spoken.push(...counted.flatMap(spokenIn))
  return world
}

/** An area and all areas that contain it. */
function areasAround(areaId: number, { areas }: Pick<Sources, 'areas'>): number[] {
  const own = areas.find(({ id }) => id === areaId)
  return own ? [areaId, ...(own.parentId === null ? [] : areasAround(own.parentId, { areas }))] : []
}

function addForms(world: World, { forms, published }: Sources): void {
  const asked = groupBy(published, ({ formId }) => formId)
  for (const { id, isDraft, isDiaspora, currentVersion, deletedAt } of forms) {
    const versions = new Map(
      [...groupBy(asked.get(id) ?? [], ({ formVersion }) => formVersion)].map(([version, rows]) => [
        version,
        [...new Set<number>(rows.map(({ questionId }) => questionId))],
      ]),
    )
    world.forms.set(id, {
      questions: versions.get(currentVersion) ?? [],
      versions,
      isPublished: !isDraft && deletedAt === null && currentVersion > 0,
      isAbroad: isDiaspora,
    })
  }
}

function addPlan(world: World, sources: Sources): void {
  for (const one of sources.assignments)
    world.shifts.push({
      ...{ id: one.id, observer: one.observerId, station: one.pollingStationId },
      ...{ from: one.fromAt.getTime(), until: one.untilAt.getTime(), isMobile: one.isMobile },
      ...(one.beganAt && { began: one.beganAt.getTime() }),
    })
  for (const one of sources.milestones)
    world.milestones.push({
      id: one.id,
      what: subjectOf(one, sources),
      due: one.dueAt ? { at: one.dueAt.getTime() } : { after: (one.dueAfterMin ?? 0) * minuteMs },
      isOnce: one.forStation,
      audience: {
        ...{ areas: one.forAreas, ngos: one.forNgos },
        ...{ isAbroad: one.forDiaspora, isMobile: one.forMobile },
      },
    })
  for (const { assignmentId, milestoneId } of sources.excuses)
    world.excused.push({ shift: assignmentId, milestone: milestoneId })
}

type Milestone = Sources['milestones'][number]

function subjectOf(
  { kind, formId, questionId, notificationId }: Milestone,
  sources: Sources,
): World['milestones'][number]['what'] {
  if (kind === 'form') return { kind, form: formId ?? 0 }
  if (kind === 'question') return { kind, question: questionId ?? 0 }
  if (kind === 'message') return { kind, ...readersOf(notificationId ?? 0, sources) }
  return { kind: kind === 'arrival' ? kind : 'station-info' }
}

/** The recipients of a message that was not taken back, and those who opened it or a resent copy. */
function readersOf(messageId: number, { messages, deliveries }: Sources) {
  const isTakenBack = messages.some(({ id, takenBackAt }) => id === messageId && takenBackAt)
  const written = new Set<number>(
    messages.flatMap(({ id, againOf }) => (id === messageId || againOf === messageId ? [id] : [])),
  )
  const to = deliveries.filter((one) => one.notificationId === messageId && !isTakenBack)
  const opened = deliveries.filter(
    (one) => written.has(one.notificationId) && one.state === 'opened',
  )
  return {
    sentTo: new Set<number>(to.map(({ observerId }) => observerId)),
    openedBy: new Set<number>(opened.map(({ observerId }) => observerId)),
  }
}

/** All submissions of a visit, with their times. */
function spokenIn(report: Report): World['spoken'][number][] {
  const { factsAt, leftAt, lastModified, answers, notes } = report
  const said = (at: Date | number, question: number | undefined, version?: number) => ({
    ...{ observer: report.observerId, station: report.pollingStationId },
    ...{ at: Number(at), question, ...(version !== undefined && { version }) },
  })
  return [
    ...answers.map((one) => said(one.receivedAt, one.questionId, one.formVersion)),
    ...notes.map((one) => said(one.receivedAt, somethingElse)),
    ...(factsAt ? [said(arrivalOf(report.arrivedAt, factsAt), undefined)] : []),
    ...(leftAt ? [said(lastModified, somethingElse)] : []),
  ]
}

/** An arrival counts from the phone's time, unless the phone's clock is wrong. */
function arrivalOf(arrivedAt: Date | null, factsAt: Date): Date {
  const ahead = arrivedAt ? arrivedAt.getTime() - factsAt.getTime() : -Infinity
  return arrivedAt && ahead <= 5 * minuteMs && ahead >= -dayMs ? arrivedAt : factsAt
}

/** Compares the stored expectations with those of the plain model. */
export function owedAsModelled(
  election: number,
  sources: Sources,
  rows: readonly Expectation[],
): Finding[] {
  const world = modelOf(sources)
  const shifts = new Map(world.shifts.map((shift) => [shift.id, shift]))
  const stored = rows.map(
    ({ assignmentId, milestoneId: milestone, dueAt, progress, excusedAt }) => {
      const shift = shifts.get(assignmentId)
      const name = shift ? world.nameOf(shift) : `no shift ${assignmentId}`
      return owedLine({
        ...{ name, milestone, progress, due: dueAt.getTime(), isExcused: excusedAt !== null },
      })
    },
  )
  const modelled = world.owed()
  const finding = (what: string) => ({
    oracle: 'expectations match the model',
    what: `election ${election}: ${what}`,
    about: [],
  })
  return [
    ...without(modelled, stored).map((one) => finding(`${one} is not stored`)),
    ...without(stored, modelled).map((one) => finding(`${one} is stored, and not so`)),
  ]
}

/** The entries that are more frequent in `some` than in `others`. */
function without(some: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  return some.filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count <= 0
  })
}

/** Counts expectations by milestone, county and organisation of the shift; excused ones separately. */
export function owedFigures(sources: Sources, rows: readonly Expectation[]): Figures {
  const tally = new Tally()
  const counties = countiesOf(sources)
  const shifts = new Map<number, Sources['assignments'][number]>(
    sources.assignments.map((one) => [one.id, one]),
  )
  const ngos = new Map<number, number>(sources.observers.map(({ id, ngoId }) => [id, ngoId]))
  for (const row of rows) {
    const shift = shifts.get(row.assignmentId)
    const countyId = counties.get(shift?.pollingStationId ?? 0)
    const ngoId = ngos.get(shift?.observerId ?? 0)
    const of = `of milestone ${row.milestoneId} at ${row.dueAt.getTime()} in county ${countyId}, organisation ${ngoId}`
    for (const what of statesOf(row)) tally.add(`${what} ${of}`)
  }
  return tally.figures
}

/** The counts that include the expectation. */
function statesOf({ progress, dueAt, doneAt, excusedAt }: Expectation): string[] {
  if (progress === 2)
    return ['expected', 'done', ...(doneAt && doneAt > dueAt ? ['done late'] : [])]
  if (excusedAt !== null) return ['excused']
  return ['expected', ...(progress === 1 ? ['begun'] : [])]
}
