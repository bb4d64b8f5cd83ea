import { planChanged } from '#features/assignments/contract.ts'
import { insertAssignments } from '#features/assignments/server/change-queries.ts'
import { plannedObservers, plannedStations } from '#features/assignments/server/subjects.ts'
import type { Section } from '#features/forms/contract.ts'
import { everybody } from '#features/milestones/contract.ts'
import { insertMilestone, type MilestoneValues } from '#features/milestones/server/queries.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import {
  type ActorCall,
  batchChangeRecorder,
  changeRecorder,
} from '#kit/server/history/record-change.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { questionsIn } from './answering.ts'
import type { Day } from './clock.ts'
import { hoursIn } from './clock.ts'
import { deadlines } from './course.ts'
import { type Duty, shiftsOf } from './roster.ts'

const recordMilestone = changeRecorder('milestones', planChanged, 'everybody')
const recordAssignments = batchChangeRecorder('assignments', planChanged, 'own organisation')

/** The places and people of the plan, each by its index in the list. */
export type Known = {
  readonly observers: readonly Id<'observers'>[]
  readonly stations: readonly PlacedStation[]
  /** The key of each form, and its sections, by its code. */
  readonly forms: ReadonlyMap<
    string,
    { readonly id: Id<'forms'>; readonly sections: readonly Section[] }
  >
}

/** The milestones of the demonstration, by the name that its reminders use. */
export type DueThings = Readonly<Record<'arrival' | keyof typeof deadlines, Id<'milestones'>>>

/** Stores the plan, the milestones, and the expectations that follow. */
export async function storePlan(
  call: ActorCall,
  duties: readonly Duty[],
  day: Day,
  known: Known,
): Promise<DueThings> {
  const { db, who } = call
  const { electionId } = who.scope
  const due = await addMilestones(call, day, known)
  const each = duties.flatMap((duty) =>
    shiftsOf(duty).flatMap(({ observer, station: index, from, until }) => {
      const [observerId, station] = [known.observers[observer], known.stations[index]]
      if (observerId === undefined || !station) return []
      const isMobile = duty.stations.length > 1
      return [{ observerId, pollingStationId: station.id, from, until, isMobile }]
    }),
  )
  const ids = await insertAssignments(db, { electionId }, each)
  const lines = each.map((after, place) => ({ subjectId: ids[place] ?? 0, after }))
  await recordAssignments(call, 'assignments.added', lines)
  for (const one of [plannedStations, plannedObservers]) await markAll(db, electionId, one)
  return due
}

async function addMilestones(call: ActorCall, day: Day, { forms }: Known): Promise<DueThings> {
  const form = (code: string) => ({ kind: 'form' as const, formId: forms.get(code)?.id })
  const question = (code: string) => ({
    kind: 'question' as const,
    questionId: questionsIn(forms.get('D')?.sections ?? []).find((one) => one.code === code)?.id as
      | Id<'questions'>
      | undefined,
  })
  const at = (hours: number) => ({ dueAt: hoursIn(day, hours), dueAfterMinutes: null })
  const add = (name: string, of: Pick<MilestoneValues, 'kind'> & Partial<MilestoneValues>) =>
    addMilestone(call, { name, forStation: false, audience: everybody, ...at(0), ...of })
  return {
    arrival: await add('Sosire', { kind: 'arrival', dueAt: null, dueAfterMinutes: 30 }),
    opening: await add('Deschidere', { ...form('A'), ...at(deadlines.opening) }),
    first: await add('Prezență 1', {
      ...question('D1.1'),
      ...at(deadlines.first),
      forStation: true,
    }),
    second: await add('Prezență 2', {
      ...question('D1.2'),
      ...at(deadlines.second),
      forStation: true,
    }),
    voting: await add('Votarea', { ...form('B'), ...at(deadlines.voting) }),
    third: await add('Prezență 3', {
      ...question('D1.3'),
      ...at(deadlines.third),
      forStation: true,
    }),
    counting: await add('Numărare', { ...form('C'), ...at(deadlines.counting) }),
  }
}

async function addMilestone(call: ActorCall, values: MilestoneValues): Promise<Id<'milestones'>> {
  const id = await insertMilestone(call.db, call.who.scope, values)
  if (id === undefined) throw new Error(`Nothing fulfils the milestone ${values.name}`)
  await recordMilestone(call, 'milestones.added', id, { after: values })
  return id
}
